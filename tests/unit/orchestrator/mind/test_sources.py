"""The sources below an answer: those that it names, and nothing that could act."""

import re
from dataclasses import replace

import pytest
from hypothesis import given

from services.orchestrator.domain.evidence import Citation
from services.orchestrator.domain.plan import Agent
from services.orchestrator.domain.sources import numbered_together, sources_of
from tests.unit.orchestrator.mind.builders import answer, evidence
from tests.unit.text.hostile import hostile_text

FIRST = Citation(title="Pulse", publisher="A Society, 2019", url="https://example.org/pulse", doi="", text="60")
SECOND = Citation(title="Sleep", publisher="A Journal, 2020", url="https://example.org/sleep", doi="", text="7")
THIRD = Citation(title="Lipids", publisher="", url="", doi="10.1000/lipids", text="130")
ALL = (FIRST, SECOND, THIRD)


def test_each_source_that_is_named_has_a_line_with_its_number_and_a_link() -> None:
    told = "It is usual [1]. Sleep longer [3][1]."
    assert (
        sources_of(told, ALL)
        == "Sources:\n1. [Pulse](https://example.org/pulse), A Society, 2019\n3. [Lipids](https://doi.org/10.1000/lipids)"
    )


def test_a_title_that_is_too_long_is_cut_behind_a_word() -> None:
    title = "Retrospective, longitudinal cohort study: " + "adults and children, " * 10
    line = sources_of("It is usual [1].", (replace(FIRST, title=title, url=""),)).splitlines()[1]
    told = line.removeprefix("1. ").removesuffix(", A Society, 2019")
    assert len(told) <= 162
    assert title.startswith(told.removesuffix(" …"))
    assert told.endswith(("adults …", "and …", "children …"))


@pytest.mark.parametrize("told", ["", "It is usual.", "It is usual [4].", "[0]", "[x] [123]"])
def test_what_is_not_named_is_not_listed(told: str) -> None:
    assert sources_of(told, ALL) == ""


def test_what_several_agents_cite_is_numbered_together() -> None:
    main = replace(answer("A [2] and [1].", agent=Agent.DOMAIN_EXPERT), citations=(FIRST, SECOND))
    other = replace(answer("B [1] [2] [3].", agent=Agent.DOMAIN_EXPERT), citations=(THIRD, FIRST))
    plain = answer("C [1].")
    together = numbered_together(evidence(main, supporting=[plain, other]))
    assert together.citations == ALL
    assert together.main.draft == main.draft
    assert together.supporting[0] == plain
    assert together.supporting[1].draft == "B [3] [1]."
    assert numbered_together(together) == together


def test_without_citations_nothing_is_listed() -> None:
    assert sources_of("It is usual [1].", ()) == ""


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "ftp://example.org/x",
        "http://example.org/x",
        "//example.org/x",
        "https://",
        "https:///x",
        "https://[::1",
        "https://[1.2",
        "",
    ],
)
def test_an_address_that_is_not_of_the_web_over_https_is_no_link(url: str) -> None:
    assert sources_of("[1]", (replace(FIRST, url=url),)) == "Sources:\n1. Pulse, A Society, 2019"


@pytest.mark.parametrize(
    ("url", "doi", "address"),
    [
        ("https://example.org/x", "10.1000/x", "https://example.org/x"),
        ("http://example.org/x", "10.1000/x", "https://doi.org/10.1000/x"),
        ("", "10.1000/x(1)", "https://doi.org/10.1000/x%281%29"),
    ],
)
def test_a_source_that_is_not_there_over_https_is_linked_by_its_doi(url: str, doi: str, address: str) -> None:
    line = sources_of("[1]", (replace(FIRST, url=url, doi=doi),)).splitlines()[1]
    assert line == f"1. [Pulse]({address}), A Society, 2019"


@pytest.mark.parametrize("doi", ["x", "10.1/x", "10.1000/x y", "https://evil.example", "10.1000/"])
def test_what_is_no_doi_is_no_link(doi: str) -> None:
    assert sources_of("[1]", (replace(FIRST, url="", doi=doi),)) == "Sources:\n1. Pulse, A Society, 2019"


@pytest.mark.parametrize(
    "url", ["https://example.org/a) [x](https://evil.example", "https://example.org/a\n\n# Head", 'https://e.org/"><b>']
)
def test_an_address_cannot_leave_its_link(url: str) -> None:
    told = sources_of("[1]", (replace(FIRST, url=url),))
    assert len(told.splitlines()) == 2
    assert re.fullmatch(r"1\. \[Pulse\]\([^\s()\[\]<>\"]+\), A Society, 2019", told.splitlines()[1])


@pytest.mark.parametrize(
    "title",
    [
        "x](https://evil.example) [y",
        "<img src=x>",
        "**bold** `code`",
        "a\n\n# Head\n- item",
        "{{ds-001.effect}}",
        "![x](y)",
    ],
)
def test_a_title_is_text(title: str) -> None:
    told = sources_of("[1]", (replace(FIRST, title=title),))
    line = told.splitlines()[1]
    assert len(told.splitlines()) == 2
    assert line.count("](") == 1
    assert line.endswith("](https://example.org/pulse), A Society, 2019")
    assert not set("<>{}`*") & set(line)


@given(hostile_text(), hostile_text(), hostile_text())
def test_whatever_a_source_is_called_it_is_one_line_with_at_most_one_link(title: str, publisher: str, url: str) -> None:
    told = sources_of("[1]", (replace(FIRST, title=title, publisher=publisher, url=url),))
    assert len(told.splitlines()) == 2
    assert told.count("](") <= 1
    assert len(told) < 2000
