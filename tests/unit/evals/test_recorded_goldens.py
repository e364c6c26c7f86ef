"""The recorded turns that are kept: their events are in the order that the protocol promises."""

from collections.abc import Sequence

import pytest

from evals.recorded.__main__ import GOLDENS, golden
from evals.recorded.conversations import CONVERSATIONS
from evals.recorded.order import Line, differences, problems, turns

NAMES = [each.name for each in CONVERSATIONS]
WHOLE = (
    ("turn.started", ""),
    ("agent.started", "health_coach"),
    ("agent.started", "data_science"),
    ("agent.thought", "data_science"),
    ("agent.completed", "health_coach"),
    ("agent.completed", "data_science"),
    ("agent.started", "validator"),
    ("validator.gate", "ds-001"),
    ("validator.critic", "ds-001"),
    ("validator.assessment", "ds-001"),
    ("agent.completed", "validator"),
    ("agent.started", "health_coach"),
    ("agent.completed", "health_coach"),
    ("agent.started", "synthesis"),
    ("agent.thought", "synthesis"),
    ("agent.completed", "synthesis"),
    ("agent.started", "memory"),
    ("agent.completed", "memory"),
    ("turn.completed", ""),
)


def lines(events: Sequence[tuple[str, str]]) -> list[Line]:
    return [Line(event=event, subject=subject) for event, subject in events]


def without(*left_out: tuple[str, str]) -> list[tuple[str, str]]:
    return [event for event in WHOLE if event not in left_out]


def test_a_turn_that_keeps_the_order_has_no_problems() -> None:
    assert problems(lines(WHOLE)) == []


@pytest.mark.parametrize(
    ("events", "says"),
    [
        (WHOLE[1:], "turn.started"),
        (WHOLE[:-1], "does not end"),
        ((*WHOLE, ("agent.thought", "synthesis")), "does not end"),
        ((*WHOLE[:-1], ("turn.failed", ""), WHOLE[-1]), "does not end"),
        (without(("agent.started", "data_science")), "agent.thought of data_science, which has not started"),
        (without(("agent.started", "validator")), "validator.gate of validator, which has not started"),
        (without(("agent.completed", "data_science")), "validator starts before data_science has completed"),
        (without(("agent.completed", "memory")), "memory never completed"),
        ((*WHOLE[:3], WHOLE[2], *WHOLE[3:]), "data_science starts again"),
        ((*WHOLE[:1], *WHOLE[13:16], *WHOLE[1:13], *WHOLE[16:]), "validator starts after the answer"),
        ((*WHOLE[:16], *WHOLE[13:]), "synthesis starts a second time"),
        ((*WHOLE[:7], WHOLE[8], WHOLE[7], *WHOLE[9:]), "ds-001: validator.critic, validator.gate"),
        (without(("validator.assessment", "ds-001")), "ds-001: validator.gate, validator.critic"),
        ((WHOLE[0], WHOLE[-1]), "the answer was never told"),
    ],
)
def test_what_breaks_the_order_is_named(events: Sequence[tuple[str, str]], says: str) -> None:
    assert any(says in problem for problem in problems(lines(events)))


@pytest.mark.parametrize("name", NAMES)
def test_every_conversation_has_a_golden_whose_turns_keep_the_order(name: str) -> None:
    (recorded,) = (each for each in CONVERSATIONS if each.name == name)
    told = turns(golden(recorded).read_text(encoding="utf-8"))
    assert len(told) == sum(map(len, recorded.sittings))
    assert [problem for each in told for problem in problems(each)] == []


def test_there_are_no_other_goldens() -> None:
    assert {file.stem for file in GOLDENS.glob("*.md")} == set(NAMES)


def test_agents_at_work_at_once_may_be_heard_in_another_order_and_nothing_else_may() -> None:
    kept = "1. `agent.started` domain_expert\n2. `agent.started` data_science: steps\n3. `agent.completed` data_science"
    other = (
        "1. `agent.started` data_science: steps\n2. `agent.started` domain_expert\n3. `agent.completed` data_science"
    )
    assert differences(kept, other) == []
    assert differences(kept, other.replace("steps", "sleep"))
    assert differences(kept, f"{kept}\n4. `turn.completed`")
