"""Every sentence that the domain expert has ready passes the number check that the orchestrator makes of an answer."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

import pytest

from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.adapters.ranges_files import RangesFiles
from services.domain_expert.domain.case import Person
from services.domain_expert.domain.citing import Citable
from services.domain_expert.domain.ranges.spans import span
from services.domain_expert.domain.ranges.telling import verdict
from services.orchestrator.domain.evidence import Citation
from services.orchestrator.domain.numbers import AnswerWriter, Clean, citation_facts
from services.orchestrator.domain.numbers.writing.sentences import split_sentences

PASSAGES: Final = KnowledgeFile().passages
RANGES: Final = RangesFiles([passage.citable for passage in PASSAGES])
ROWS: Final = {row.id: row for row in RANGES.rows}


def held_back(text: str, *found: Citable) -> Iterator[str]:
    """The sentences that would not be said, each by itself."""
    citations = tuple(
        Citation(title=source.title, publisher=source.publisher, url=source.url, doi=source.doi, text=citable.text)
        for citable in found
        for source in citable.sources
    )
    facts = citation_facts(citations)
    for sentence in split_sentences(text):
        if not isinstance(AnswerWriter(facts, citations=len(citations)).check(sentence), Clean):
            yield sentence


def test_of_every_stand() -> None:
    for stand in RANGES.stands.values():
        rows = [ROWS[stand.row].citable] if stand.row else []
        bounds = span(ROWS[stand.row]) if stand.row else ""
        said = stand.say.replace("{range}", bounds).replace("{value}", "yours")
        assert list(held_back(said, *rows, stand.said)) == [], (stand.of, stand.place)
        assert list(held_back(f"{stand.more} {stand.ask}", stand.meant)) == [], (stand.of, stand.place)


def test_of_every_passage() -> None:
    for passage in PASSAGES:
        assert list(held_back(passage.text, passage.citable)) == [], passage.id


@pytest.mark.parametrize(("value", "unit"), [("6.2", "mmol/L"), ("3.7", "mmol/l"), ("142", "mg/dL")])
def test_of_bounds_in_the_unit_of_the_number(value: str, unit: str) -> None:
    for of in ("total cholesterol", "LDL cholesterol"):
        asked = RANGES.compare(of=of, value=Decimal(value), unit=unit, person=Person(age_years=60), laboratory=None)
        (said,) = verdict(asked, value="yours")
        found = {citable.id: citable for citable in asked.citable}
        assert list(held_back(said.text, *(found[name] for name in said.rests_on))) == []


@pytest.mark.parametrize("number", ["77 of 100", "three weeks", "1.2 mg/dL"])
def test_a_number_that_nothing_vouches_for_would_be_held_back(number: str) -> None:
    assert list(held_back(f"It takes {number}.", RANGES.stands[next(iter(RANGES.stands))].meant))
