"""Values and names as source text that is safe whatever they hold, and lists of them that fit a line."""

import keyword
import math
import re
from collections.abc import Iterable, Iterator
from typing import Final

from services.data_science.adapters.pandas_code.writing.wrapping import WIDTH, wrapped

_LONGEST_NAME: Final = 32
_NO_NAME: Final = re.compile(r"[^a-z0-9]+")


def text(value: str) -> str:
    """The text as a string of Python, whatever it holds: names of activities come from files."""
    quoted = repr(value)
    return f'"{quoted[1:-1]}"' if quoted[0] == "'" and '"' not in quoted else quoted


def number(value: float) -> str:
    """The number as Python writes it, so that nothing of it is lost."""
    if math.isfinite(value):
        return repr(float(value))
    return "np.nan" if math.isnan(value) else ("np.inf" if value > 0 else "-np.inf")


def name(*parts: str) -> str:
    """A variable's name made of these words; "values" where they make none."""
    joined = _NO_NAME.sub("_", "_".join(parts).lower()).strip("_")
    is_name = joined.isidentifier() and joined.isascii() and len(joined) <= _LONGEST_NAME
    return joined if is_name and not keyword.iskeyword(joined) else "values"


def with_list(before: str, items: Iterable[str], after: str) -> Iterator[str]:
    """The texts as a list between `before` and `after`: one line, or one an item where that would be too long."""
    literals = [text(item) for item in items]
    line = f"{before}[{', '.join(literals)}]{after}"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"{before}["
    for each in literals:
        yield f"    {each},"
    yield f"]{after}"


def returned(result: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Lines that return a dict of these expressions: one line where they fit it."""
    items = [f'"{key}": {value}' for key, value in result]
    line = f"return {{{', '.join(items)}}}"
    if len(line) <= WIDTH // 2:
        yield line
        return
    yield "return {"
    for item in items:
        yield from wrapped(f"    {item},")
    yield "}"
