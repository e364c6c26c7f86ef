"""Answers of several findings: parts of a question, lists, readings and what is left out."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from services.orchestrator.adapters.rules import hedging, synthesis
from services.orchestrator.domain.evidence import CLOCK, DATE, Fact, FindingSummary, Verdict
from tests.unit.orchestrator.mind.builders import answer, evidence, fact, finding
from tests.unit.orchestrator.mind.test_mind_synthesis import FACTS, LONGER, TOO_FEW, told

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LEAD = "Your average resting heart rate by day of the week:"


def identifier(position: int) -> str:
    return f"ds-{position:03}"


def by_weekday(key: str = "mean", *, between: str = "\n") -> str:
    lines = (f"- {day}: {{{{{identifier(at)}.{key}}}}}" for at, day in enumerate(DAYS, start=1))
    return f"{LEAD}{between}" + "\n".join(lines)


def validated(position: int) -> tuple[FindingSummary, tuple[Fact, ...]]:
    return finding(Verdict.VALIDATED, identifier=identifier(position)), (
        fact(f"{identifier(position)}.mean", 58.0 + position),
    )


def preliminary(position: int, reason: str = "") -> tuple[FindingSummary, tuple[Fact, ...]]:
    held = validated(position)
    return replace(held[0], verdict=Verdict.CONDITIONAL, reason=reason), held[1]


def read(position: int, *, count: bool = False) -> tuple[FindingSummary, tuple[Fact, ...]]:
    keys = ("effect", "count" if count else "mean")
    kind = "scalar" if count else "trend"
    unsure = finding(Verdict.REJECTED, identifier=identifier(position), kind=kind, reason=TOO_FEW)
    rejected = replace(unsure, reading_keys=keys)
    claim = f"reading-{identifier(position)}"
    value = fact(f"{claim}.value", 4.0 if count else 58.0 + position, None if count else "bpm")
    counted = replace(value, counts="day") if count else value
    return rejected, (counted, fact(f"{claim}.n", 4.0, None), fact(f"{claim}.latest", 61.0))


def rejected(position: int, kind: str = "scalar") -> tuple[FindingSummary, tuple[Fact, ...]]:
    return finding(Verdict.REJECTED, identifier=identifier(position), kind=kind, reason=TOO_FEW), ()


async def said(draft: str, *found: tuple[FindingSummary, tuple[Fact, ...]], extra: Sequence[Fact] = ()) -> str:
    facts = [one for _, known in found for one in known]
    return await told(evidence(answer(draft), findings=[one for one, _ in found], facts=[*facts, *extra]))


def lines(mark: str = "", *, marked: Sequence[int] = (), without: Sequence[int] = ()) -> str:
    told_lines = (
        f"- {day}: {58 + at} bpm{mark if at in marked else ''}"
        for at, day in enumerate(DAYS, start=1)
        if at not in without
    )
    return "\n".join(told_lines)


@pytest.mark.parametrize("between", ["\n", "\n\n"])
async def test_a_breakdown_that_holds_is_told_line_by_line_under_its_heading(between: str) -> None:
    assert await said(by_weekday(between=between), *map(validated, range(1, 8))) == f"{LEAD}{between}{lines()}"


async def test_figures_that_are_read_out_are_told_as_they_are() -> None:
    figures = [(replace(found, kind="scalar"), known) for found, known in map(read, range(1, 8))]
    assert await said(by_weekday(), *figures) == f"{LEAD}\n{lines()}"


async def test_a_breakdown_of_plain_readings_is_hedged_once() -> None:
    assert await said(by_weekday(), *map(read, range(1, 8))) == (f"{LEAD}\n{lines()}\n\n{hedging.CHANCE_FOR_MANY}")


async def test_lines_of_a_breakdown_that_are_worth_less_are_marked_and_the_mark_is_explained_once() -> None:
    found = [read(at) if at in (2, 3) else validated(at) for at in range(1, 8)]
    assert await said(by_weekday(), *found) == (
        f"{LEAD}\n{lines(' (may be chance)', marked=(2, 3))}\n\n"
        "What is marked (may be chance) does not say what holds in general."
    )
    found = [preliminary(at, "The values are noisy.") if at in (2, 3) else validated(at) for at in range(1, 8)]
    assert await said(by_weekday(), *found) == (
        f"{LEAD}\n{lines(' (uncertain)', marked=(2, 3))}\n\nTake the uncertain figures with care: the values are noisy."
    )


async def test_a_heading_of_other_worth_does_not_mark_lines_that_are_all_alike() -> None:
    draft = "Your highest of {{ds-001.mean}}:\n- {{ds-002.mean}}\n- {{ds-003.mean}}"
    rows = "Your highest of 59 bpm:\n- 60 bpm\n- 61 bpm\n\n"
    assert await said(draft, validated(1), read(2), read(3)) == rows + hedging.CHANCE_FOR_MANY
    assert await said(draft, preliminary(1), read(2), read(3)) == (
        f"{rows}{hedging.CHANCE_FOR_MANY} Take this figure with care."
    )
    assert (await said(draft, read(1), validated(2), validated(3))).startswith(
        "Your highest of 59 bpm (may be chance):\n- 60 bpm\n- 61 bpm\n\nWhat is marked"
    )
    assert await said(draft, read(1), read(2), validated(3)) == (
        "Your highest of 59 bpm (may be chance):\n- 60 bpm (may be chance)\n- 61 bpm\n\n"
        "What is marked (may be chance) does not say what holds in general."
    )


async def test_a_row_of_a_table_is_marked_inside_the_table() -> None:
    table = "| day | rate |\n|---|---|\n| Monday | {{ds-001.mean}} |\n| Tuesday | {{ds-002.mean}} |"
    told_rows = await said(table, validated(1), read(2))
    assert "| Monday | 59 bpm |\n| Tuesday | 60 bpm (may be chance) |\n\nWhat is marked" in told_rows


@pytest.mark.parametrize("between", ["\n", "\n\n"])
async def test_only_the_line_of_a_finding_that_was_rejected_is_left_out(between: str) -> None:
    found = [rejected(at) if at == 4 else validated(at) for at in range(1, 8)]
    text = await said(by_weekday(between=between), *found)
    assert text == f"{LEAD}{between}{lines(without=[4])}\n\n{synthesis.OTHERS_LEFT_OUT}"


async def test_a_heading_with_nothing_left_below_it_goes_too() -> None:
    draft = f"{by_weekday()}\n\nYour latest was {{{{ds-008.mean}}}}."
    found = [*(rejected(at) for at in range(1, 8)), validated(8)]
    assert await said(draft, *found) == f"Your latest was 66 bpm.\n\n{synthesis.OTHERS_LEFT_OUT}"


async def test_every_part_of_a_question_is_answered_and_several_readings_are_hedged_once() -> None:
    draft = "Your average was {{ds-001.mean}} ({{ds-001.n}} days).\n\nYour latest was {{ds-002.latest}}."
    assert await said(draft, read(1), read(2)) == (
        f"Your average was 59 bpm (4 days).\n\nYour latest was 61 bpm. {hedging.CHANCE_FOR_MANY}"
    )


async def test_what_was_asked_is_told_in_that_order_and_a_reading_says_what_it_is() -> None:
    draft = "It was {{ds-001.mean}}.\n\nIt was {{ds-002.mean}}.\n\nIt was {{ds-003.mean}}."
    assert await said(draft, read(1), validated(2), read(3)) == (
        f"It was 59 bpm. {hedging.CHANCE_FOR_ONE}\n\nIt was 60 bpm.\n\nIt was 61 bpm. That, too, may be chance."
    )


async def test_chance_says_nothing_of_a_single_day() -> None:
    unsure, facts = read(1)
    assert await said("It was {{ds-001.mean}}.", (replace(unsure, of_one_day=True), facts)) == "It was 59 bpm."


async def test_in_a_paragraph_of_mixed_worth_the_hedge_stands_behind_the_sentence_it_is_about() -> None:
    draft = "First it was {{ds-001.mean}}. Then it was {{ds-002.mean}}."
    assert await said(draft, read(1), validated(2)) == (
        f"First it was 59 bpm. {hedging.CHANCE_FOR_ONE} Then it was 60 bpm."
    )


async def test_figures_that_are_preliminary_for_the_same_reason_are_hedged_once() -> None:
    draft = "It was {{ds-001.mean}}.\n\nIt was {{ds-002.mean}}."
    noisy = "The values are noisy."
    assert await said(draft, preliminary(1, noisy), preliminary(2, noisy)) == (
        "It was 59 bpm.\n\nIt was 60 bpm. Take these figures with care: the values are noisy."
    )
    assert await said(draft, preliminary(1, noisy), preliminary(2, "One day stands out.")) == (
        "It was 59 bpm. Take this figure with care: the values are noisy.\n\n"
        "It was 60 bpm. Take this figure with care: one day stands out."
    )
    together = draft.replace("\n\n", " ")
    assert await said(together, preliminary(1, noisy), preliminary(2, "One day stands out.")) == (
        "It was 59 bpm. It was 60 bpm. Take these figures with care: the values are noisy. One day stands out."
    )


async def test_too_little_data_is_said_with_the_count_and_without_a_hedge() -> None:
    draft = "There are {{ds-001.count}} days with a value for your HRV last week, and a trend needs more."
    assert await said(draft, read(1, count=True)) == (
        "There are 4 days with a value for your HRV last week, and a trend needs more."
    )


async def test_a_relationship_that_does_not_hold_is_said_not_to_beside_the_other_part() -> None:
    draft = "Your average was {{ds-001.mean}}.\n\nThey go together ({{ds-002.effect}})."
    assert await said(draft, validated(1), rejected(2, "association")) == (
        "Your average was 59 bpm.\n\nI can't tell whether there is a relationship between resting heart rate and time "
        f"asleep: too few days have both. {LONGER}"
    )


async def test_several_rejected_parts_are_each_told_to_be_so() -> None:
    other = (replace(rejected(2)[0], feature="steps"), ())
    text = await said("{{ds-001.mean}} and {{ds-002.mean}}.", rejected(1), other)
    assert "value for resting heart rate" in text
    assert "value for steps" in text


async def test_a_caveat_stays_with_the_number_it_is_about_when_another_part_is_rejected() -> None:
    draft = (
        "Your average heart rate was {{ds-001.mean}}. That is your resting heart rate.\n\n"
        "Both rise together. The correlation is {{ds-002.effect}}."
    )
    text = await said(draft, validated(1), rejected(2, "association"))
    assert text.startswith("Your average heart rate was 59 bpm. That is your resting heart rate.\n\n")
    assert "rise together" not in text


async def test_every_number_of_a_reading_is_told_also_in_derivations_and_other_units() -> None:
    one, two = read(1), read(2)
    extra = (
        fact("reading-ds-001.missing_1", 20551.0, DATE),
        replace(fact("reading-ds-001.days_missing", 3.0, None), counts="day"),
        fact("reading-ds-001.sum", 12_345.0, "m"),
        fact("reading-ds-001.bed", 1395.0, CLOCK),
    )
    draft = (
        "It was {{ratio(ds-001.mean, ds-002.mean)}} times as high. {{ds-001.days_missing}} days are missing, the first "
        "on {{ds-001.missing_1}}. You ran {{convert(ds-001.sum, km)}}. To bed at {{ds-001.bed}}. "
        "The spread is {{ds-001.sd}}."
    )
    assert await said(draft, one, two, extra=extra) == (
        "It was 0.98 times as high. 3 days are missing, the first on 8 April 2026. You ran 12.35 km. To bed at 23:15. "
        f"{hedging.CHANCE_FOR_MANY}"
    )


async def test_an_answer_of_one_finding_reads_as_ever() -> None:
    draft = "Your average was {{ds-001.effect}}, from {{ds-001.n}} days."
    text = await told(evidence(answer(draft), findings=[finding(Verdict.VALIDATED)], facts=FACTS))
    assert text == "Your average was 58.4 bpm, from 27 days."
