"""Facts in another unit, times of day, and counts of what is not a day."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.domain.evidence import CLOCK, DATE, Counted, Fact
from services.orchestrator.domain.numbers import AnswerWriter, Clean, Unverified, fact_text, references, renamed
from services.orchestrator.domain.numbers.reading.units import converted
from tests.unit.orchestrator.mind.builders import fact

FACTS = (
    fact("a.sum", 12_345.6, "m"),
    fact("b.sum", 10_345.6, "m"),
    fact("a.short", 50.0, "m"),
    fact("a.sleep", 412.6, "min"),
    fact("a.weight", 70.25, "kg"),
    fact("a.speed", 182.4, "m/min"),
    fact("a.still", 0.0, "m/min"),
    fact("a.energy", 500.0, "kcal"),
    fact("a.temp", 36.6, "degC"),
    fact("a.slope_per_week", 30.0, "min/week"),
    fact("a.rho", -0.37, None),
    fact("a.day", 20551.0, DATE),
    fact("a.bed", 1395.4, CLOCK),
    fact("b.bed", 1470.4, CLOCK),
)


def said(text: str, facts: tuple[Fact, ...] = FACTS) -> str | None:
    """How a sentence reads; None if it may not be told."""
    checked = AnswerWriter(facts).check(text)
    return checked.text if isinstance(checked, Clean) else None


@pytest.mark.parametrize(
    ("reference", "text"),
    [
        ("convert(a.sum, km)", "12.35 km"),
        ("convert( a.sum , mi )", "7.67 mi"),
        ("convert(a.sum,ft)", "40,503.94 ft"),
        ("convert(a.short, mi)", "0.03 mi"),
        ("convert(a.sleep, h)", "6.88 h"),
        ("convert(a.sleep, hours)", "6.88 hours"),
        ("convert(a.weight, lb)", "154.87 lb"),
        ("convert(a.weight, kg)", "70.25 kg"),
        ("convert(a.speed, km/h)", "10.94 km/h"),
        ("convert(a.speed, mph)", "6.8 mph"),
        ("convert(a.speed, min/km)", "5:29 min/km"),
        ("convert(a.speed, min/mi)", "8:49 min/mi"),
        ("convert(a.energy, kcal)", "500 kcal"),
        ("convert(a.temp, °C)", "36.6 °C"),
        ("convert(a.slope_per_week, h)", "0.5 h per week"),
        ("convert(a.slope_per_week, h/week)", "0.5 h per week"),
        ("convert(difference(a.sum, b.sum), km)", "2 km"),
    ],
)
def test_a_fact_may_be_told_in_another_unit(reference: str, text: str) -> None:
    assert said(f"It was {{{{{reference}}}}} then.") == f"It was {text} then."


@pytest.mark.parametrize(
    "reference",
    [
        "convert(a.sum, kg)", "convert(a.sum, furlongs)", "convert(a.sum, min)", "convert(a.temp, °F)",
        "convert(a.rho, h)", "convert(a.bed, h)", "convert(a.day, week)", "convert(a.still, min/km)",
        "convert(a.slope_per_week, h/day)", "convert(z.sum, km)", "convert(a.sum)", "convert(a.sum, km, mi)",
        "convert(convert(a.sum, km), mi)", "convert(ratio(a.sum, b.sum), km)", "convert(difference(a.sum, z.sum), km)",
    ],
)  # fmt: skip
def test_a_conversion_that_does_not_exist_is_an_unknown_reference(reference: str) -> None:
    checked = AnswerWriter(FACTS).check(f"It was {{{{{reference}}}}} then.")
    assert isinstance(checked, Unverified)
    assert [(issue.value, issue.token) for issue in checked.issues] == [(0.0, f"{{{{{reference}}}}}")]


def test_a_converted_fact_is_cited_as_itself_and_its_unit_is_not_written_twice() -> None:
    writer = AnswerWriter(FACTS)
    assert writer.check("You ran {{convert(a.sum, km)}} km.") == Clean("You ran 12.35 km.")
    assert (writer.cited, writer.derived) == (("a.sum",), ())
    assert references("{{convert(a.sum, km)}} {{convert(ratio(a.x, b.y), h)}}") == ("a.sum", "a.x", "b.y")


@pytest.mark.parametrize(
    ("text", "may_be_said"),
    [
        ("You ran 12.3 km.", True), ("You ran 7.7 miles.", True), ("You ran 13.1 km.", False),
        ("A pace of 5.5 min/km.", True), ("A pace of 5.5 minutes per kilometre.", True),
        ("A pace of 6 min/km.", False), ("A pace of 5.5 min/mi.", False), ("10.9 km/h", True), ("11.9 km/h", False),
        ("182.4 m", False), ("5.5 min", False), ("182 metres per minute", True), ("3 m/s", True), ("4 m/s", False),
    ],
)  # fmt: skip
def test_a_conversion_in_digits_is_checked_like_any_number(text: str, may_be_said: bool) -> None:  # noqa: FBT001
    assert (said(text) is not None) == may_be_said


@given(st.floats(0.5, 1e4), st.sampled_from(["m/min", "m/s", "kph", "mph"]), st.sampled_from(["min/km", "min/mi"]))
def test_a_pace_is_one_over_the_speed_and_back(speed: float, unit: str, pace_unit: str) -> None:
    pace = converted(speed, unit, pace_unit)
    assert pace is not None
    assert converted(pace, pace_unit, unit) == pytest.approx(speed)
    assert converted(2 * speed, unit, pace_unit) == pytest.approx(pace / 2)


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(0.0, "00:00"), (425.0, "07:05"), (1395.4, "23:15"), (1439.6, "00:00"), (1440.0, "00:00"), (1470.4, "00:30")],
)
def test_a_time_of_day_reads_as_on_a_clock(minutes: float, text: str) -> None:
    assert fact_text(fact("ds-001.mean", minutes, CLOCK)) == text
    assert said("At {{x.mean}}.", (fact("x.mean", minutes, CLOCK),)) == f"At {text}."


@pytest.mark.parametrize(
    ("text", "may_be_said"),
    [
        ("In bed at 23:15.", True), ("In bed at 11:15 pm.", True), ("In bed at 23:16.", False),
        ("In bed at 22:15.", False), ("In bed at 11:15 am.", False), ("In bed at 00:30.", True),
        ("In bed for 1395 min.", False), ("In bed for 23.25 hours.", False), ("1395", False),
        ("{{ratio(b.bed, a.bed)}}", False), ("{{percent_change(b.bed, a.bed)}}", False),
    ],
)  # fmt: skip
def test_a_time_of_day_vouches_for_exactly_that_time(text: str, may_be_said: bool) -> None:  # noqa: FBT001
    beds = tuple(one for one in FACTS if one.unit == CLOCK)
    assert (said(text, beds) is not None) == may_be_said


def test_between_two_times_of_day_lie_minutes() -> None:
    assert said("{{difference(b.bed, a.bed)}} later, or {{convert(difference(b.bed, a.bed), h)}}.") == (
        "1 h 15 min later, or 1.25 h."
    )


@pytest.mark.parametrize(
    ("counts", "fine", "wrong"),
    [
        (None, ("days", "nights", "values"), ("runs", "times", "bpm")),
        ("day", ("days", "nights", "readings"), ("runs", "workouts", "bpm")),
        ("activities", ("runs", "workouts", "sessions", "activities", "times"), ("days", "nights", "bpm")),
        ("values", ("samples", "readings", "measurements"), ("days", "runs", "mg/dL")),
    ],
)
def test_a_count_is_of_what_it_counts(counts: Counted | None, fine: tuple[str, ...], wrong: tuple[str, ...]) -> None:
    facts = (replace(fact("x.n", 27.0, None), counts=counts),)
    assert [what for what in (*fine, *wrong) if said(f"That is {{{{x.n}}}} {what}.", facts)] == list(fine)


def test_claims_are_renamed_wherever_they_stand_in_a_reference_and_nowhere_else() -> None:
    text = "{{a.x}} {{ratio(a.x, a.xy)}} {{convert(difference(b.a.x, a.x), km)}} a.x {{a.x.y}} {{ a.x }}"
    assert renamed(text, {"a.x": "r.v"}) == (
        "{{r.v}} {{ratio(r.v, a.xy)}} {{convert(difference(b.a.x, r.v), km)}} a.x {{a.x.y}} {{ r.v }}"
    )
