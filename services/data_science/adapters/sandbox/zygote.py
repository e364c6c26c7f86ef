"""The process that every run is forked from: the scientific stack loaded once, no secret, no thread, no file system.

Started with an empty environment. It learns nothing of any run: code and data go from the service straight to the
run's process. For each request it forks a worker into namespaces of its own, kills it when the service says so, or is
gone, and reports how it ended.
"""

import gc
import importlib
import os
import select
import signal
import socket
import sys
import sysconfig
import zoneinfo
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

from services.data_science.adapters.sandbox import landlock, namespaces, privileges
from services.data_science.adapters.sandbox.analysis import run_analysis
from services.data_science.adapters.sandbox.config import ZygoteConfig
from services.data_science.adapters.sandbox.keeper import Keeper
from services.data_science.adapters.sandbox.protocol import Job, encode_layers
from services.data_science.adapters.sandbox.report import Layer, LayerReport
from services.data_science.adapters.sandbox.worker import attempt, run_worker
from services.data_science.domain.run import Frames, IsolationLevel

_PRELOADED: Final = (
    *("calendar", "collections", "dataclasses", "datetime", "decimal", "fractions", "functools", "itertools", "math"),
    *("operator", "re", "statistics", "string", "textwrap", "typing", "warnings", "zoneinfo"),
    *("scipy.signal", "scipy.optimize", "scipy.interpolate", "scipy.stats", "pandas"),
)
# What generated code usually does first; run once here, so that no run pays for imports and first-time set-up.
_WARM_UP: Final = """
frame = pd.DataFrame({"datetime": pd.date_range("2024-01-01", periods=40), "x": np.arange(40.0), "k": ["a", "b"] * 20})
frame["x"].rolling(7).mean().describe()
frame.groupby("k")["x"].agg(["mean", "std"])
frame.set_index("datetime")["x"].resample("W").mean()
frame["datetime"].dt.dayofweek
pd.merge(frame, frame.shift(1), on="k")
stats.spearmanr(frame["x"], frame["x"]), stats.linregress(frame["x"], frame["x"]), stats.kendalltau([1, 2], [2, 1])
return {"mean": frame["x"].mean(), "rows": frame.tail(2)}
"""
# Two days, one of them with steps and with a text, as health_data sends a table.
_WARM_UP_TABLE: Final = (
    b'columns\x01@\x00\x00\x00\x02\x00\x00\x00[["datetime","moment"],["steps","number"],["kind","text",["a"]]]\x00\x00'
    b"\x00\x00\x00\x00\x00\x00\x00\x00O\x91\x94N\x00\x00\x00\x00\x00\x00\x00\x00\xf0?\x00\x00\x00\x00\x00\x00\xf8\x7f"
    b"\x00\x00\x00\x00\xff\xff\xff\xff"
)
# What a worker does before its job comes, so that the memory which every job writes to is its own by then: most of what
# most analyses do, and nothing that takes long.
_REHEARSAL: Final = """
days = summary_df.set_index("datetime").reindex(columns=["steps"]).sort_index()
window = days.loc["1970-01-01":"1970-12-31"]
values = window[window["steps"] > 0]["steps"].dropna()
return {"n": len(values), "mean": values.mean(), "sd": values.std(), "points": list(values.items())}
"""


def main(config_json: str) -> NoReturn:
    """Prepares, says so, and forks a run for each request until the service closes its end."""
    config = ZygoteConfig.from_json(config_json)
    channel = socket.socket(fileno=config.socket_fd)
    rehearsal = _warm_up()
    readable = _readable_paths()
    _forget_the_project()
    address_space = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    layers = _prepare(config, readable)
    channel.send(encode_layers(layers))
    if all(found.works for found in layers):
        _serve(config, channel, layers, readable, address_space, rehearsal)
    os._exit(0)


def _prepare(config: ZygoteConfig, readable: Sequence[Path]) -> list[LayerReport]:
    layers = [attempt(Layer.SINGLE_THREAD, _check_threads)]
    if config.level is IsolationLevel.FULL:
        layers.append(attempt(Layer.ROOT, lambda: namespaces.enter_private_root(readable)))
    privileges.hide_memory()
    privileges.die_with_parent()
    if os.getppid() != config.parent_pid:
        os._exit(1)
    os.environ.clear()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.collect()
    gc.freeze()
    return layers


def _serve(
    config: ZygoteConfig,
    channel: socket.socket,
    layers: Sequence[LayerReport],
    readable: Sequence[Path],
    address_space: int,
    rehearsal: Job,
) -> None:
    ruleset: dict[str, int] = {}
    with suppress(OSError, NotImplementedError):
        ruleset["ruleset"] = landlock.read_only_ruleset(_without_packages(readable))
    this_process = os.pidfd_open(os.getpid())

    def begin(ends: dict[str, int], inherited: Sequence[LayerReport]) -> NoReturn:
        privileges.die_with_parent()
        if select.select([this_process], [], [], 0)[0]:
            os._exit(1)
        run_worker(
            config,
            descriptors=ends | ruleset,
            address_space_bytes=address_space,
            inherited=inherited,
            rehearsal=rehearsal,
        )

    Keeper(channel, begin, layers=layers, has_namespaces=config.level is IsolationLevel.FULL).serve()


def _check_threads() -> str:
    """Only the forking thread lives on in a child, so a lock that another one holds would be held for ever."""
    threads = [(task / "comm").read_text().strip() for task in Path("/proc/self/task").iterdir()]
    if len(threads) != 1:
        raise OSError(f"threads: {', '.join(sorted(threads))}")
    return "one thread after preloading"


def _warm_up() -> Job:
    """Loads and uses everything once; the job that a worker rehearses with, which holds nothing of anybody."""
    for name in _PRELOADED:
        importlib.import_module(name)
    with suppress(ImportError):
        importlib.import_module("tzdata")  # time zones where the machine has no database of them
    frames = Frames(summary=_WARM_UP_TABLE, activities=_WARM_UP_TABLE, profile=b"", population=b"")
    run_analysis(Job(nonce=bytes(16), code=f"{_WARM_UP}\n# _30d", frames=frames), result_bytes=1 << 20)
    return Job(nonce=bytes(16), code=_REHEARSAL, frames=frames)


def _readable_paths() -> tuple[Path, ...]:
    """The standard library, time zones, and the installed packages that were preloaded, with their own libraries."""
    paths = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")} | set(map(Path, zoneinfo.TZPATH))
    packages = {Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")}
    for module in tuple(sys.modules.values()):
        file = Path(getattr(module, "__file__", None) or "/")
        for root in packages:
            if file.is_relative_to(root):
                top = root / file.relative_to(root).parts[0]
                paths |= {path for path in (top, root / f"{top.name}.libs") if path.exists()}
    return tuple(sorted(path for path in paths if path.exists()))


def _without_packages(readable: Sequence[Path]) -> list[Path]:
    """Landlock rules hold for all that lies beneath, so a library that has packages inside is named entry by entry."""
    named: list[Path] = []
    for path in readable:
        inner = [path / name for name in namespaces.PACKAGES if (path / name).is_dir()]
        named += [entry for entry in path.iterdir() if entry not in inner] if inner else [path]
    return named


def _forget_the_project() -> None:
    """Later imports find the standard library and the installed packages, never the project or an editable install."""
    kept = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    sys.path[:] = [entry for entry in sys.path if entry in kept or entry.endswith("lib-dynload")]
    sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "__module__", "").startswith("_frozen_")]
    sys.path_hooks[:] = [
        hook for hook in sys.path_hooks if getattr(hook, "__module__", "").startswith(("_frozen_", "zip"))
    ]
