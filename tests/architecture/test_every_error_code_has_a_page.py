"""`docs/errors` and the table of public errors say the same."""

import re
from pathlib import Path

import pytest

from gateway.domain.explained import DEFAULT_PAGES, page_of
from gateway.domain.model import Problem
from gateway.http.problems import PUBLIC

ROOT = Path(__file__).resolve().parents[2]
CODES = sorted({shown.code for shown in PUBLIC.values()})
EXAMPLE = re.compile(r"```json\n(.+?)```", re.DOTALL)


def page(code: str) -> str:
    return (ROOT / page_of(code, DEFAULT_PAGES)).read_text(encoding="utf-8")


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert sorted(path.stem for path in (ROOT / "docs" / "errors").iterdir()) == CODES


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_with_which_status_the_code_comes(code: str) -> None:
    statuses = sorted({shown.status for shown in PUBLIC.values() if shown.code == code})
    first = page(code).split("\n\n")[1]
    assert first.startswith(f"Status {', '.join(map(str, statuses))}. ")


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_what_each_reader_does(code: str) -> None:
    for who in ("a person", "a developer", "an operator"):
        assert re.search(rf"^\| {who} \| \S", page(code), re.MULTILINE), who


@pytest.mark.parametrize("code", CODES)
def test_the_example_of_a_page_is_a_whole_error_of_its_code(code: str) -> None:
    (example,) = EXAMPLE.findall(page(code))
    error = Problem.model_validate_json(example).error
    assert (error.code, error.docs_url) == (code, page_of(code, DEFAULT_PAGES))


@pytest.mark.parametrize("code", CODES)
def test_the_page_on_the_api_leads_to_each_page(code: str) -> None:
    assert f"[`{code}`](errors/{code}.md)" in (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_an_operator_says_where_the_pages_are() -> None:
    assert page_of("forbidden", "https://example.org/{code}.html") == "https://example.org/forbidden.html"
    assert page_of("forbidden", "https://example.org/errors") == "https://example.org/errors#forbidden"
