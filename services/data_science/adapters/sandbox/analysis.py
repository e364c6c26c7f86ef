"""What a run does once it is isolated: load the tables, run the body, say what came of it.

The body sees `pd`, `np`, `scipy` and `stats` (scipy.stats) besides its five tables, and may import the standard
library, numpy, pandas and scipy.
"""

import ast
import json
import random
from typing import Final

import numpy as np
import pandas as pd
import scipy
from scipy import stats

from services.data_science.adapters.sandbox.columns import Texts, decode
from services.data_science.adapters.sandbox.features import attach_derived
from services.data_science.adapters.sandbox.protocol import Job, ReplyKind, encode_reply
from services.data_science.adapters.sandbox.result_shape import MAX_FRAMES, MAX_MESSAGE
from services.data_science.adapters.sandbox.results import ResultTooLargeError, encode_result

PARAMETERS: Final = ("summary_df", "activities_df", "profile_df", "population_df", "biomarkers_df")
_FILENAME: Final = "<analysis>"
_SEED: Final = 42
_RESERVE_BYTES: Final = 1 << 18


def run_analysis(job: Job, *, result_bytes: int) -> bytes:
    """Runs the job and returns its reply, whatever the code did short of ending the process."""
    reserve = np.empty(_RESERVE_BYTES, np.uint8)  # address space only: no page of it is touched
    tables = load_tables(job)
    random.seed(_SEED)
    np.random.seed(_SEED)  # noqa: NPY002, it is the global generator that generated code uses
    try:
        body = encode_result(_call(job.code, tables), limit_bytes=result_bytes)
        kind = ReplyKind.RESULT
    except MemoryError:
        del reserve
        kind, body = ReplyKind.OUT_OF_MEMORY, b"null"
    except ResultTooLargeError:
        kind, body = ReplyKind.TOO_LARGE, b"null"
    except BaseException as error:  # noqa: BLE001, the code may raise anything, SystemExit included
        kind, body = ReplyKind.RAISED, json.dumps(describe(error, job.code)).encode()
    return encode_reply(job.nonce, kind, body)


def load_tables(job: Job) -> tuple[pd.DataFrame, ...]:
    """The five tables; the summary in date order, indexed from 0, with the derived features the code names."""
    summary = _table(job.frames.summary)
    if "datetime" in summary.columns and not summary["datetime"].is_monotonic_increasing:
        summary = summary.sort_values("datetime", kind="stable", ignore_index=True)
    others = (job.frames.activities, job.frames.profile, job.frames.population, job.frames.biomarkers)
    return (attach_derived(summary, job.code), *(_table(stream) for stream in others))


def compile_body(code: str) -> ast.Module:
    """A module that defines `analysis(...)` with this body, each statement on the line it has in `code`.

    Built as a tree and not by indenting the text, which would change multi-line strings.

    Raises:
        SyntaxError: the body does not parse.
    """
    module = ast.parse(f"def analysis({', '.join(PARAMETERS)}): pass", filename=_FILENAME)
    function = module.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = ast.parse(code, filename=_FILENAME).body or function.body
    return module


def describe(error: BaseException, code: str) -> dict[str, str]:
    """Type, message and the lines of the body that led to the error; lines of libraries are left out."""
    lines = code.splitlines()
    numbers = []
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == _FILENAME:
            numbers.append(traceback.tb_lineno)
        traceback = traceback.tb_next
    if isinstance(error, SyntaxError) and error.filename == _FILENAME and error.lineno is not None:
        numbers.append(error.lineno)
    shown = [f"line {n}: {lines[n - 1].strip()}" for n in numbers[-MAX_FRAMES:] if n <= len(lines)]
    return {
        "error_type": type(error).__name__[:MAX_MESSAGE],
        "message": _message(error).encode(errors="replace").decode()[:MAX_MESSAGE],
        "traceback": "\n".join(line[:MAX_MESSAGE] for line in shown),
    }


def _call(code: str, tables: tuple[pd.DataFrame, ...]) -> object:
    namespace: dict[str, object] = {"__name__": "analysis", "pd": pd, "np": np, "scipy": scipy, "stats": stats}
    exec(compile(compile_body(code), _FILENAME, "exec"), namespace)  # noqa: S102, this is what the sandbox is for
    analysis = namespace["analysis"]
    assert callable(analysis)
    return analysis(*tables)


def _table(content: bytes) -> pd.DataFrame:
    """A table of its own memory; no bytes are an empty one.

    Every moment is in nanoseconds, so that moments of two tables compare and join without a cast.
    """
    columns = {
        name: pd.array(column.to_objects(), dtype="str") if isinstance(column, Texts) else column
        for name, column in decode(content).items()
    }
    return pd.DataFrame(columns, copy=True)


def _message(error: BaseException) -> str:
    """The error's text; an error class of the analysis' own may fail even at that."""
    try:
        return str(error)
    except BaseException:  # noqa: BLE001, see above
        return ""
