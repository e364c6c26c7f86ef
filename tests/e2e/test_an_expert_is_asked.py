"""What a person gets who asks what is usual, and whether their own numbers are: both, each with where it is from."""

import re

import pytest

from amy.client import Amy

NO_PERSON = re.compile(
    r"domain[- _]?expert|data[- _]?scien|validator|\bagents?\b|\bcritic\b|\bsub-?question", re.IGNORECASE
)
LINK = re.compile(r"^\d+\. \[[^\]]+\]\(https://[^\s()]+\)", re.MULTILINE)


@pytest.mark.parametrize(
    ("question", "own", "least_published"),
    [
        ("What is a normal HRV?", r"\b\d+(?:\.\d+)? ms\b", 0),
        ("is an LDL of 142 bad?", r"\b142\b", 2),
        ("is my resting heart rate normal?", r"\b\d+(?:\.\d+)? bpm\b", 2),
    ],
)
def test_an_own_number_stands_beside_what_is_known_with_its_sources(
    amy: Amy, question: str, own: str, least_published: int
) -> None:
    turn = amy.turns.create(messages=[{"role": "user", "content": question}], stream=False)
    assert turn.status == "completed"
    assert turn.result is not None
    said, _, sources = turn.result.answer.partition("\n\nSources:\n")
    assert re.search(own, said), said
    assert "[1]" in said
    assert LINK.match(sources), sources
    assert {int(number) for number in re.findall(r"\[(\d+)\]", said)} == {
        int(number) for number in re.findall(r"^(\d+)\. ", sources, re.MULTILINE)
    }
    assert not NO_PERSON.search(said)
    literature = [fact for fact in turn.result.fact_sheet if fact.source == "literature"]
    assert len(literature) >= least_published
    assert all(fact.citation for fact in literature)
    assert "domain_expert" in turn.result.agents_used


def test_the_number_of_the_person_is_computed_then_looked_up_then_checked(amy: Amy) -> None:
    turn = amy.turns.create(messages=[{"role": "user", "content": "is my resting heart rate normal?"}], stream=False)
    assert turn.result is not None
    own = [fact for fact in turn.result.fact_sheet if fact.source == "data_science" and fact.claim.endswith(".effect")]
    assert [fact.unit for fact in own] == ["bpm"]
    assert f"{own[0].value:.1f} bpm" in turn.result.answer
    spoken = [
        (event.type, event.agent)
        for event in amy.turns.stream(turn.id)
        if event.type in ("agent.started", "agent.completed")
    ]
    assert spoken == [
        (what, who)
        for who in ("data_science", "domain_expert", "validator", "synthesis", "memory")
        for what in ("agent.started", "agent.completed")
    ]


def test_a_value_that_is_stated_is_judged_without_the_records(amy: Amy) -> None:
    turn = amy.turns.create(messages=[{"role": "user", "content": "is an LDL of 142 bad?"}], stream=False)
    assert turn.result is not None
    assert turn.result.agents_used == ["domain_expert"]
    assert {fact.source for fact in turn.result.fact_sheet} <= {"literature", "user"}
