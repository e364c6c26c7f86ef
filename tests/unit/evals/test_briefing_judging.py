"""The judge of briefings, on lines written by hand: what is a finding, of what, and which way."""

import pytest

from amy.client.models import FactEntry
from evals.briefing.judging import Kind, Sign, claims, false_claims, found
from evals.briefing.simulated import Change, Lab, Pair, Planted, Weekend
from evals.sheet import numbers_told, off_sheet


def told(line: str) -> str:
    return f"A few things stood out from 2 to 31 March 2026.\n\n{line}\n\nYour average was 8,100 steps a day."


@pytest.mark.parametrize(
    ("line", "planted"),
    [
        (
            "- ✓ Your sleep duration was 38 min shorter in the last 30 days than in the 30 before (29 nights).",
            Change(metric="sleep_minutes", direction=-1),
        ),
        (
            "* ~ **Resting heart rate** is up by 2.1 bpm, a first sign.",
            Change(metric="resting_heart_rate", direction=1),
        ),
        ("✓ You took 2,100 more steps a day than in the 30 days before.", Change(metric="steps", direction=1)),
        (
            "- ✓ HRV: 41 ms over the last 30 days, 9 ms lower than the 30 days before.",
            Change(metric="heart_rate_variability", direction=-1),
        ),
        ("- ✓ You sleep 40 min longer at weekends than on weekdays.", Weekend(metric="sleep_minutes", direction=1)),
        ("- ✓ You take 2,000 fewer steps on weekdays than at weekends.", Weekend(metric="steps", direction=1)),
        (
            "- ✓ A longer sleep duration goes with a lower resting heart rate.",
            Pair(metric="sleep_minutes", other="resting_heart_rate", direction=-1),
        ),
        (
            "- ~ More steps go with longer sleep the next night.",
            Pair(metric="steps", other="sleep_minutes", direction=1),
        ),
        (
            "- ✓ LDL cholesterol was 168 mg/dL, above your laboratory's limit of 130 mg/dL.",
            Lab(name="LDL cholesterol", direction=1),
        ),
        ("- ✓ Ferritin, 8 ng/mL, is below the range of your laboratory.", Lab(name="Ferritin", direction=-1)),
    ],
)
def test_a_line_that_names_what_was_planted_and_which_way_finds_it(line: str, planted: Planted) -> None:
    assert found(told(line), planted)
    assert not false_claims(told(line), planted)


@pytest.mark.parametrize(
    "line",
    [
        "- ✓ Your sleep duration was 38 min longer in the last 30 days than in the 30 before.",
        "- ✓ Your resting heart rate was 2 bpm lower than in the 30 days before.",
        "- ✓ You sleep 40 min less at weekends than on weekdays.",
        "- ✓ A longer sleep duration goes with a lower resting heart rate.",
    ],
)
def test_another_metric_direction_or_kind_does_not_find_it_and_is_false(line: str) -> None:
    planted = Change(metric="sleep_minutes", direction=-1)
    assert not found(told(line), planted)
    assert len(false_claims(told(line), planted)) == 1
    assert len(false_claims(told(line), None)) == 1


def test_what_is_only_a_first_sign_or_a_level_is_not_false() -> None:
    assert not false_claims(told("- ~ Your steps are up by 900 a day."), None)
    assert not false_claims(told("- ✓ You sleep 7 h 10 min on average."), None)


def test_words_outside_the_marked_lines_find_nothing() -> None:
    assert not found("Your sleep duration was 38 min shorter.", Change(metric="sleep_minutes", direction=-1))


def test_a_laboratory_value_may_be_told_in_any_sentence() -> None:
    planted = Lab(name="HbA1c", direction=1)
    text = "Your newest HbA1c was 6.3 %, above the laboratory's own upper limit of 5.7 %."
    assert found(text, planted)
    assert not found(text.replace("above", "below"), planted)
    assert not found("Your newest HbA1c was 5.3 %. Your steps were above.", planted)


def test_nights_that_are_only_counted_name_no_metric() -> None:
    (claim,) = claims("- ✓ Your HRV was 5 ms higher (28 nights).")
    assert (claim.sign, claim.kind, claim.metrics) == (Sign.FIRM, Kind.CHANGE, ("heart_rate_variability",))


SHEET = [
    FactEntry(
        claim="inv-1.effect", value=-38.2, unit="min", source="data_science", window="the last 30 days; 2 March 2026"
    ),
    FactEntry(claim="inv-2.mean", value=432.4, unit="min", source="data_science"),
    FactEntry(claim="inv-3.day", value=20514.0, unit="date", source="data_science"),
    FactEntry(claim="cited.1", value=7.0, source="literature"),
]


def test_numbers_are_on_the_sheet_as_they_are_rounded_or_in_the_label_of_a_window() -> None:
    assert not off_sheet("You slept 38 min less over the last 30 days than over the 30 before: 7 h 12 min [1].", SHEET)
    assert not off_sheet("One step to try, for one stretch of time.", SHEET)
    assert not off_sheet("The shortest night was 2 March 2026; adults need 7.\n\nSources:\n1. Sleep, 2015", SHEET)


def test_a_number_a_day_and_a_time_that_nothing_accounts_for_are_off_the_sheet() -> None:
    assert off_sheet("You slept 39 min less.", SHEET) == ["39 min"]
    assert off_sheet("That was on 3 April 2026 at 23:15.", SHEET) == ["2026-04-03", "23:15"]
    assert not off_sheet("You said 23:15.", SHEET, "i go to bed at 23:15")


def test_only_numbers_of_the_persons_records_are_their_own() -> None:
    assert numbers_told("You slept 7 h 12 min.", SHEET) == 1
    bed = FactEntry(claim="ds-9.mean", value=1484.0, unit="clock", source="data_science")
    assert numbers_told("You go to bed at 00:44.", [bed]) == 1
    assert numbers_told("Adults need 7.", SHEET) == 0
