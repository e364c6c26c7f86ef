"""Checks generated code before a sandbox run is spent on it, and mends its most common fault."""

import ast
import textwrap
from dataclasses import dataclass
from typing import Final, TypeAlias

_HEADER: Final = "def analysis(summary_df, activities_df, profile_df, population_df, biomarkers_df):\n"
_JUMPS: Final = ("return", "raise", "break", "continue", "pass")
_CLAUSES: Final = ("elif", "else", "except", "finally", "case")
_INDENT: Final = "    "
_MAX_REPAIRS: Final = 20


@dataclass(frozen=True)
class Ready:
    """Code that parses as the body of `analysis(...)`."""

    code: str


@dataclass(frozen=True)
class Broken:
    """Code that does not parse; `problem` says why, with the line of the body."""

    problem: str


Preflight: TypeAlias = Ready | Broken


def preflight(code: str) -> Preflight:
    """Parses the body of `analysis(...)`, indenting blocks that were left un-indented (`autoFixPythonIndent`)."""
    body = textwrap.dedent(code).strip("\n")
    for _ in range(_MAX_REPAIRS):
        error = _syntax_error(body)
        if error is None:
            return Ready(body)
        repaired = _with_block_indented(body, error)
        if repaired is None:
            break
        body = repaired
    error = _syntax_error(body)
    return Ready(body) if error is None else Broken(_problem(error))


def _syntax_error(body: str) -> SyntaxError | None:
    try:
        ast.parse(_HEADER + textwrap.indent(body, _INDENT))
    except SyntaxError as error:
        return error
    except ValueError as error:
        return SyntaxError(str(error))
    return None


def _problem(error: SyntaxError) -> str:
    line = max((error.lineno or 1) - 1, 1)
    return f"{type(error).__name__}: {error.msg} (line {line})"


def _with_block_indented(body: str, error: SyntaxError) -> str | None:
    """The body with one more level on the lines that should have been a block; None when that is not the fault.

    The block ends before a blank line, a dedent or a further clause, and after a statement that leaves it.
    """
    if not isinstance(error, IndentationError) or not error.msg.startswith("expected an indented block"):
        return None
    lines = body.split("\n")
    first = (error.lineno or 0) - 2
    if not 0 < first < len(lines) or not lines[first].strip():
        return None
    margin = len(lines[first]) - len(lines[first].lstrip())
    for number in range(first, len(lines)):
        statement = lines[number].strip()
        depth = len(lines[number]) - len(lines[number].lstrip())
        if not statement or depth < margin or (depth == margin and statement.startswith(_CLAUSES)):
            break
        lines[number] = _INDENT + lines[number]
        if depth == margin and statement.startswith(_JUMPS):
            break
    return "\n".join(lines)
