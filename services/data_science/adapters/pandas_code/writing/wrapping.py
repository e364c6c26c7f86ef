"""Statements that are too long for a line, broken where a formatter would break them."""

import re
from collections.abc import Iterator
from typing import Final

WIDTH: Final = 116
"""Of a line, the four columns by which a body is indented left out."""
_BREAKS: Final = (
    re.compile(r" (?=if |else )"),
    re.compile(r" (?=\| )"),
    re.compile(r" (?=& )"),
    re.compile(r" (?=[<>]=? |== )"),
    re.compile(r" (?=[-+] )"),
    re.compile(r" (?=[*/] )"),
    re.compile(r"(?=\.[a-z_]+\()"),
)
"""Where an expression is broken, what binds least first; the break itself is left out."""
_SUBSCRIPT: Final = re.compile(r"(?P<name>\w+)\[\0+")
_TARGET: Final = re.compile(r'.+? (&|\|)?= |"\w+": ')


def wrapped(line: str) -> Iterator[str]:
    """The statement, or entry of a dict, in as many lines as it takes; one that has no place to break stays long."""
    statement = line.lstrip()
    indent, outside = line[: len(line) - len(statement)], _outside_brackets(statement)
    target = _TARGET.match(outside) or _TARGET.match(statement) if len(line) > WIDTH else None
    if target is None or statement.startswith(("#", "return", "if ")):
        yield line
        return
    comma = "," if line.endswith(",") else ""
    expression = statement[target.end() :].removesuffix(",")
    before, parts, after = _broken(expression)
    yield f"{indent}{statement[: target.end()]}{before}"
    yield from (f"{indent}    {part}" for part in parts)
    yield f"{indent}{after}{comma}"


def _broken(expression: str) -> tuple[str, list[str], str]:
    """The expression between brackets: those of its subscript, or else broken at what binds least."""
    outside = _outside_brackets(expression)
    if subscript := _SUBSCRIPT.fullmatch(outside):
        inner = expression[subscript.end("name") + 1 : -1]
        return f"{subscript['name']}[", _parts(inner) if len(inner) > WIDTH - 4 else [inner], "]"
    return "(", _parts(expression), ")"


def _parts(expression: str) -> list[str]:
    outside = _outside_brackets(expression)
    for breaks in _BREAKS:
        places = [found for found in breaks.finditer(outside) if found.start() > 0]
        if places:
            starts = [0, *(found.end() for found in places)]
            ends = [*(found.start() for found in places), len(expression)]
            return [expression[a:b] for a, b in zip(starts, ends, strict=True)]
    return [expression]


def _outside_brackets(expression: str) -> str:
    """The expression with a placeholder for every sign within brackets or quotes."""
    depth, quote, escaped, signs = 0, "", False, []
    for sign in expression:
        is_open = depth == 0 and not quote
        if quote:
            quote = quote if sign != quote or escaped else ""
            escaped = sign == "\\" and not escaped
        elif sign in "\"'":
            quote = sign
        else:
            depth += (sign in "([{") - (sign in ")]}")
        signs.append(sign if is_open else "\0")
    return "".join(signs)
