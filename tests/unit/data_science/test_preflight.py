"""What is mended before a run, and what is sent back."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.domain.preflight import Broken, Ready, preflight


@pytest.mark.parametrize(
    ("code", "mended"),
    [
        ("return 1", "return 1"),
        ("    x = 1\n    return x", "x = 1\nreturn x"),
        ("if x:\nreturn 1\nreturn 2", "if x:\n    return 1\nreturn 2"),
        ("for x in y:\na = x\nb = a\n\nreturn b", "for x in y:\n    a = x\n    b = a\n\nreturn b"),
        ("if x:\na = 1\nelse:\na = 2", "if x:\n    a = 1\nelse:\n    a = 2"),
        ("for x in y:\nif x:\ncontinue\nreturn 1", "for x in y:\n    if x:\n        continue\nreturn 1"),
        ("if x:\n    for y in z:\n    w = y\n    return w", "if x:\n    for y in z:\n        w = y\n        return w"),
        (
            "try:\nx = 1\nexcept KeyError:\nx = 2\n\nreturn x",
            "try:\n    x = 1\nexcept KeyError:\n    x = 2\n\nreturn x",
        ),
    ],
)
def test_a_block_left_unindented_is_indented(code: str, mended: str) -> None:
    assert preflight(code) == Ready(mended)


@pytest.mark.parametrize("code", ["return {", "x = = 1", "if x:", "def f(:\n  pass", "return 'a", "\x00"])
def test_code_that_cannot_be_mended_comes_back_with_its_line(code: str) -> None:
    checked = preflight(code)
    assert isinstance(checked, Broken)
    assert "Error: " in checked.problem


def test_the_line_of_a_problem_counts_from_the_body() -> None:
    assert preflight("x = 1\ny = = 2") == Broken("SyntaxError: invalid syntax (line 2)")


@given(st.text(alphabet="if x:\n rtunelsfor=1 ", max_size=60))
def test_whatever_comes_back_ready_parses(code: str) -> None:
    checked = preflight(code)
    if isinstance(checked, Ready) and checked.code.strip():
        ast.parse("def f():\n" + "\n".join(f"    {line}" for line in checked.code.split("\n")))
