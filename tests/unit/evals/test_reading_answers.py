"""What an evaluation takes for the first value of an answer, and for what became of a question."""

from datetime import UTC, datetime

import pytest

from amy.client.models import Derivation, FactEntry, Turn, TurnError, TurnResult, ValidatorCounts
from evals.analyst import Status, answer_of, first_told
from evals.phia import is_right


def fact(key: str, value: float, unit: str | None = None, source: str = "data_science") -> FactEntry:
    return FactEntry(claim=f"ds-001.{key}", value=value, unit=unit, source=source)


def turn(text: str, *facts: FactEntry, rejected: int = 0, agents: tuple[str, ...] = ("data_science",)) -> Turn:
    counts = ValidatorCounts(
        findings_total=rejected, findings_validated=0, findings_conditional=0, findings_rejected=rejected
    )
    result = TurnResult(answer=text, fact_sheet=list(facts), agents_used=list(agents), validator=counts, duration_ms=1)
    return Turn(id="turn_1", status="completed", created_at=datetime(2026, 1, 1, tzinfo=UTC), result=result)


N, MEAN, EFFECT = fact("n", 28, "days"), fact("mean", 455.2, "min"), fact("effect", 454.84, "min")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("You slept **7 h 35 min** on average (28 days).", "ds-001.effect"),
        ("Over 28 days, you slept 455 min on average.", "ds-001.effect"),
        ("On days with step count below 8,000 is 455 min (28 days).", "ds-001.effect"),
        ("There are 28 days on record.", "ds-001.n"),
        ("You slept 456 min on average.", None),
        ("You slept well.", None),
    ],
)
def test_what_answers_the_question_comes_before_what_supports_it(text: str, told: str | None) -> None:
    found = first_told(text, [N, MEAN, EFFECT])
    assert (found and found.claim) == told


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("That is 7.5 hours.", fact("effect", 7.5, "h")),
        ("You ran 5.2 km.", fact("effect", 5203.0, "m")),
        ("You ran 3.2 mi.", fact("effect", 5203.0, "m")),
        ("It fell by 3 bpm.", fact("effect", -3.1, "bpm")),
        ("There were no such days.", fact("value", 0.0)),
    ],
)
def test_a_fact_is_known_again_as_people_are_told_it(text: str, known: FactEntry) -> None:
    assert first_told(text, [known]) == known


def test_a_ratio_of_two_findings_answers_before_them_and_a_percent_change_after() -> None:
    one, other = (
        fact("effect", 57.4, "min"),
        FactEntry(claim="ds-002.effect", value=386, unit="min", source="data_science"),
    )
    operands = [one.claim, other.claim]

    def derived(operation: str) -> FactEntry:
        how = Derivation(operation=operation, operands=operands)
        return FactEntry(claim="derived.1", value=0.15, source="derived", derivation=how)

    text = "You lie awake 57 min and sleep 6 h 26 min, that is 0.15."
    assert first_told(text, [one, other, derived("ratio")]) == derived("ratio")
    assert first_told(text, [other, derived("percent_change")]) == other


def test_a_difference_answers_before_its_parts_wherever_it_is_told() -> None:
    parts = [FactEntry(claim=f"ds-00{n}.effect", value=480.0 - n, unit="min", source="data_science") for n in (2, 3)]
    text = "7 h 58 min on weekends and 7 h 57 min on weekdays, a difference of 1 min."
    assert first_told(text, [fact("effect", 1.0, "min"), *parts]) == fact("effect", 1.0, "min")
    assert answer_of(turn(text, *parts, rejected=1)).status is Status.WITHHELD
    assert answer_of(turn(text, *parts, rejected=1)).value is None


def test_a_day_is_no_first_value() -> None:
    text = "It was on 8 October 2023, with 12 bpm."
    assert first_told(text, [fact("day", 19638, "date"), fact("max", 12, "bpm")]) == fact("max", 12, "bpm")


def test_a_number_that_the_user_stated_is_none_of_the_records() -> None:
    answer = answer_of(turn("You asked for 7 h.", fact("1", 7, "h", source="user")))
    assert (answer.status, answer.value) == (Status.DECLINED, None)


def test_what_became_of_a_question() -> None:
    broken = turn("").model_copy(update={"result": None, "error": TurnError(code="internal_error", message="Broke.")})
    assert answer_of(turn("455 min.", EFFECT)).status is Status.ANSWERED
    assert answer_of(turn("Chance could do this.", rejected=1)).status is Status.WITHHELD
    assert answer_of(turn("I can't compute that.")).status is Status.DECLINED
    assert answer_of(turn("No coach is installed.", agents=())).status is Status.ELSEWHERE
    assert answer_of(broken).status is Status.FAILED


def test_a_number_on_the_sheet_that_the_text_does_not_tell_is_not_right() -> None:
    assert is_right(answer_of(turn("You slept 455 min.", EFFECT)), "454.8")
    assert not is_right(answer_of(turn("You slept 455 min.", EFFECT)), "455.9")
    assert not is_right(answer_of(turn("You slept.", EFFECT)), "454.8")


def test_all_kinds_of_activity_must_be_named_and_no_other() -> None:
    answer = answer_of(turn("Your activities were Run (2 times) and Treadmill (1 time).", fact("value", 3)))
    assert is_right(answer, "Treadmill, Run")
    assert not is_right(answer, "Run")
    assert not is_right(answer, "Run, Treadmill, Outdoor Bike")
