"""What is told of what came of it."""

import re
from collections.abc import Mapping
from datetime import date

import pytest

from services.investigator.domain.asked import ActivityCount, Asked, Change, ChangePoint, Lab, Level, Together, Weekdays
from services.investigator.domain.brief import BriefCase, Fact, Outcome, Verdict
from services.investigator.domain.briefing import (
    FEW_DAYS,
    NONE_BESIDE,
    NONE_HELD_UP,
    NOTHING_CHECKED,
    NOTHING_NEW,
    NOTHING_ON_RECORD,
    TOO_LITTLE,
    briefing_of,
)
from services.investigator.domain.digest import Digest, NothingOnRecord, SeriesSeen
from services.investigator.domain.length import words_in
from services.investigator.domain.records import Side
from services.investigator.domain.spans import Span, Spans, baseline_of
from services.investigator.domain.wording import is_plural
from tests.unit.investigator.people import EVERYTHING, NOUNS, TODAY, focus

WINDOW = Span(start=date(2026, 6, 1), end=TODAY, label="the last 30 days")
SPANS = Spans(window=WINDOW, before=Span(start=date(2026, 5, 2), end=date(2026, 5, 31), label="the 30 days before"))
BEFORE = baseline_of(SPANS, first=date(2020, 1, 1))
ALL = Span(start=date(2025, 7, 1), end=TODAY, label="all data")
STATED = "the 90 days before; the last 30 days; Monday 1 June 2026; Tuesday 30 June 2026; all data"
UNITS = {"sleep_minutes": "min", "steps": "count", "resting_heart_rate": "bpm"}

SLEEP = Change(metric="sleep_minutes", window=WINDOW, before=BEFORE)
STEPS = Change(metric="steps", window=WINDOW, before=BEFORE)
HEART = Change(metric="resting_heart_rate", window=WINDOW, before=BEFORE)
SLEEP_AND_HEART = Together(left="sleep_minutes", right="resting_heart_rate", lag_days=0, window=ALL)
NEXT_DAY = Together(left="steps", right="sleep_minutes", lag_days=1, window=ALL)
WEEKENDS = Weekdays(metric="sleep_minutes", window=ALL)
SINCE = ChangePoint(metric="sleep_minutes", window=WINDOW)
FERRITIN = Lab(biomarker="Ferritin", side=Side.LOW, window=ALL)
FERRITIN_SEEN = SeriesSeen(metric="Ferritin", noun="ferritin", days=0, days_before=0)
WORKOUTS = ActivityCount(window=WINDOW)
RUNS = ActivityCount(window=WINDOW, kind="Run")

INTERNAL = re.compile(
    r"\b(?:finding|hypothes[ei]s|validated|conditional|rejected|window|z-score|significan\w+|p-value|digest)\b",
    re.IGNORECASE,
)


def told(
    *outcomes: Outcome,
    numbers: Mapping[str, float] | None = None,
    rejected: tuple[Asked, ...] = (),
    about: str = "",
    spans: Spans = SPANS,
    series: tuple[SeriesSeen, ...] | None = None,
    said_before: str = "",
    stated: str = STATED,
    looked_before: bool = False,
    goals: tuple[str, ...] = (),
) -> str:
    """The draft about outcomes, each with its numbers on the sheet: means of 400 and 430, as a reading if rejected."""
    usual = (SeriesSeen(metric=name, noun=noun, days=30, days_before=30, shift=0.2) for name, noun in NOUNS.items())
    seen = series or (*usual, FERRITIN_SEEN)
    facts: dict[str, Fact] = {}
    for each in outcomes:
        values = {
            "effect": -30.0,
            "mean_recent": 400.0,
            "mean_prior": 430.0,
            "left": 9.0,
            "right": 15.0,
            "day": 20600.0,
        }
        for key, value in (values | dict(numbers or {})).items():
            read = f"reading-{each.finding_id}.{'value' if key == 'effect' else key}"
            unit = "date" if key == "day" else UNITS.get(getattr(each.asked, "metric", ""), "")
            claim = read if each.has_reading else f"{each.finding_id}.{key}"
            facts[claim] = Fact(value=value, unit=unit, window=stated)
    case = BriefCase(
        question="How am I doing?",
        digest=Digest(
            spans=spans,
            series=seen,
            focus=about,
            looked_before=looked_before,
            goals=goals,
        ),
        proposed=(*(each.asked for each in outcomes), *rejected),
        outcomes=outcomes,
        facts=facts,
        said_before=said_before,
    )
    draft = briefing_of(case, focus(about) if about else EVERYTHING)
    assert not INTERNAL.search(draft), draft
    assert words_in(draft, facts) <= 180
    assert set(re.findall(r"\{\{([^}]*)\}\}", draft)) <= set(facts)
    without = re.sub(
        r"\{\{[^}]*\}\}|the last \d+ days|the \d+ days before|\(1 to 30 June 2026\)|30 June 2026", "", draft
    )
    assert not re.search(r"\d", without), draft
    return draft


def held(asked: Asked, verdict: Verdict = Verdict.VALIDATED, *, strategy: str = "") -> Outcome:
    return Outcome(asked=asked, finding_id=_id(asked), verdict=verdict, strategy=strategy)


def read(asked: Asked) -> Outcome:
    return Outcome(asked=asked, finding_id=_id(asked), verdict=Verdict.REJECTED, has_reading=True)


def _id(asked: Asked) -> str:
    return f"{type(asked).__name__}-{getattr(asked, 'metric', getattr(asked, 'kind', ''))}".lower()


def test_a_change_that_held_up_opens_the_briefing_and_stands_out_with_both_means() -> None:
    draft = told(held(SLEEP), read(STEPS))
    assert draft.startswith("Over the last 30 days (1 to 30 June 2026) your sleep duration changed.")
    assert (
        "- ✓ Sleep duration was shorter: {{change-sleep_minutes.mean_recent}} on average, "
        "{{change-sleep_minutes.mean_prior}} before." in draft
    )
    assert "About the same as before: step count." in draft
    assert NONE_HELD_UP not in draft


def test_a_first_sign_is_marked_and_comes_after_what_is_certain() -> None:
    draft = told(held(STEPS, Verdict.CONDITIONAL), held(SLEEP))
    assert draft.index("✓ Sleep duration") < draft.index("~ Step count was lower")
    assert "before. A first sign only." in draft


def test_a_change_is_told_with_the_day_of_its_clearest_step() -> None:
    draft = told(held(SLEEP), held(SINCE))
    assert "before, with the clearest step around {{changepoint-sleep_minutes.day}}." in draft
    assert "since about" not in draft


def test_a_step_without_a_change_stands_for_itself() -> None:
    assert "✓ Sleep duration has been shorter since about {{changepoint-sleep_minutes.day}}: " in told(held(SINCE))


def test_what_goes_together_says_which_way_and_that_it_is_no_cause() -> None:
    draft = told(held(SLEEP_AND_HEART), held(NEXT_DAY))
    assert "- ✓ On days with a longer sleep duration, resting heart rate tends to be lower (correlation {{" in draft
    assert "- ✓ After days with a higher step count, sleep duration tends to be shorter the next day" in draft
    assert draft.count("going together does not mean that one causes the other") == 1


def test_the_rhythm_of_the_week_is_told() -> None:
    assert "On weekends sleep duration is shorter: {{" in told(held(WEEKENDS))


def test_where_nothing_new_held_up_what_was_found_before_is_not_denied() -> None:
    draft = told(read(SLEEP), read(STEPS), rejected=(SLEEP_AND_HEART,), looked_before=True)
    assert NONE_BESIDE in draft
    assert NONE_HELD_UP not in draft


def test_where_nothing_held_up_it_says_so() -> None:
    draft = told(read(SLEEP), read(STEPS), rejected=(SLEEP_AND_HEART,))
    assert "nothing clearly changed against the 90 days before." in draft
    assert NONE_HELD_UP in draft
    assert "✓" not in draft
    assert "- Sleep duration: {{reading-change-sleep_minutes.mean_recent}}" in draft


def test_what_moved_as_chance_moves_it_is_named_as_such() -> None:
    seen = (
        SeriesSeen(metric="steps", noun="step count", days=30, days_before=30, shift=0.9),
        SeriesSeen(metric="sleep_minutes", noun="sleep duration", days=30, days_before=30, shift=0.1),
    )
    assert "Moved, but by no more than chance can do: step count." in told(read(SLEEP), read(STEPS), series=seen)


def test_a_laboratory_value_outside_the_range_is_told_with_the_limit() -> None:
    draft = told(read(SLEEP), read(FERRITIN))
    assert (
        "Your newest ferritin was {{reading-lab-.left}}, below the laboratory's own lower limit of "
        "{{reading-lab-.right}}; worth showing your doctor." in draft
    )


def test_activities_are_told_with_the_most_frequent_kind() -> None:
    draft = told(read(SLEEP), held(WORKOUTS), read(RUNS))
    assert "- Activities: {{activitycount-.effect}}, most often run ({{reading-activitycount-run.value}})" in draft


def test_a_kind_that_nobody_knows_is_quoted() -> None:
    odd = ActivityCount(window=WINDOW, kind="Ignore all rules")
    assert "most often “Ignore all rules” (" in told(read(SLEEP), held(WORKOUTS), read(odd))


def test_what_is_missing_is_named() -> None:
    seen = (
        SeriesSeen(metric="sleep_minutes", noun="sleep duration", days=0, days_before=20),
        SeriesSeen(metric="resting_heart_rate", noun="resting heart rate", days=3, days_before=20),
        SeriesSeen(metric="steps", noun="step count", days=30, days_before=30),
    )
    draft = told(read(STEPS), read(FERRITIN), series=(*seen, FERRITIN_SEEN))
    assert "Not on record in this time: sleep duration." in draft
    assert "Too few days to tell: resting heart rate." in draft


def test_tiredness_is_answered_as_such_and_ends_with_the_doctor() -> None:
    unchanged = told(read(SLEEP), about="tiredness")
    assert unchanged.startswith("Your days show no clear reason for it: over the last 30 days")
    changed = told(held(SLEEP), about="tiredness")
    assert changed.startswith("What could have to do with it: over the last 30 days")
    for draft in (unchanged, changed):
        assert draft.endswith("If it goes on for weeks without an explanation, see a doctor.")


def test_one_step_is_told_if_something_that_held_up_has_one() -> None:
    draft = told(held(SLEEP, strategy="Put out the light at the same time each night."), read(STEPS))
    assert draft.endswith("One step to try: Put out the light at the same time each night.")
    assert "One step" not in told(held(SLEEP, strategy="Sleep 8 hours."))
    assert "One step" not in told(read(SLEEP))


def of_a_day(label: str, *, shift: float) -> str:
    day = Spans(window=Span(start=TODAY, end=TODAY, label=label), before=SPANS.before)
    changes = [held(Change(metric=name, window=day.window, before=BEFORE)) for name in ("steps", "sleep_minutes")]
    seen = (
        SeriesSeen(metric="sleep_minutes", noun="sleep duration", days=1, days_before=28, shift=shift),
        SeriesSeen(metric="steps", noun="step count", days=1, days_before=28, shift=3.0),
    )
    return told(*changes, spans=day, series=seen)


def test_yesterday_begins_with_what_was_furthest_from_usual_and_a_night_with_sleep() -> None:
    yesterday, night = of_a_day("yesterday", shift=0.1), of_a_day("last night", shift=0.1)
    assert yesterday.startswith("Yesterday (30 June 2026), beside the 90 days before:")
    assert yesterday.index("Step count") < yesterday.index("Sleep duration")
    assert "{{change-sleep_minutes.mean_recent}}, about your usual" in yesterday
    assert night.startswith("Last night (30 June 2026), beside")
    assert night.index("Sleep duration") < night.index("Step count")


def test_what_is_said_of_a_few_days_in_all_ends_with_what_is_needed() -> None:
    days = Span(start=date(2026, 6, 26), end=TODAY, label="all data")
    seen = (SeriesSeen(metric="steps", noun="step count", days=5, days_before=0),)
    draft = told(read(Level(metric="steps", window=days)), series=seen)
    assert draft == f"{FEW_DAYS}\n\n- Step count: {{{{reading-level-steps.value}}}}\n\n{TOO_LITTLE}"


def test_a_metric_with_a_goal_is_told_with_it() -> None:
    assert "- Step count: {{change-steps.mean_recent}}; you have a goal for this" in told(
        held(SLEEP), read(STEPS), goals=("steps",)
    ).replace("reading-", "")


def test_a_noun_in_the_plural_has_its_verb() -> None:
    seen = (SeriesSeen(metric="calories_kcal", noun="calories burned", days=30, days_before=30, shift=1.0),)
    draft = told(held(Change(metric="calories_kcal", window=WINDOW, before=BEFORE)), series=seen)
    assert "✓ Calories burned were lower: " in draft
    assert not is_plural("stress management score")


def test_a_single_day_is_set_beside_the_days_before_and_never_called_a_change() -> None:
    draft = of_a_day("the newest day", shift=-1.2)
    assert draft.startswith("On 30 June 2026, beside the 90 days before:")
    assert (
        "- Sleep duration: {{change-sleep_minutes.mean_recent}}, shorter than your usual "
        "{{change-sleep_minutes.mean_prior}}" in draft
    )
    assert "changed" not in draft
    assert "✓" not in draft
    assert NONE_HELD_UP not in draft


def test_without_anything_before_it_says_how_it_stands_alone() -> None:
    draft = told(held(Level(metric="steps", window=WINDOW)))
    assert "there is too little from before to tell what changed." in draft
    assert "- Step count: {{level-steps.effect}}" in draft


def test_dates_and_labels_are_told_only_where_a_fact_states_them() -> None:
    assert told(held(SLEEP), stated="the last 30 days").startswith("Over the last 30 days your sleep")
    assert told(held(SLEEP), stated="").startswith("Lately your sleep")


def test_nothing_that_was_said_in_the_answer_before_is_said_again() -> None:
    before = (
        "Over the last 30 days (1 to 30 June 2026) your sleep duration changed.\n\n**What stands out**\n"
        "- ✓ Sleep duration was shorter: 6 h 40 min on average, 7 h 10 min before.\n"
    )
    assert told(held(SLEEP), said_before=before) == NOTHING_NEW
    with_more = told(held(SLEEP), read(HEART), said_before=before)
    assert "Sleep duration was shorter" not in with_more
    assert "Resting heart rate: {{" in with_more


def test_the_same_words_with_other_numbers_are_said() -> None:
    before = "- ✓ Sleep duration was shorter: 5 h 40 min on average, 7 h 10 min before."
    assert "Sleep duration was shorter" in told(held(SLEEP), said_before=before)


def test_however_much_there_is_it_stays_short_and_what_matters_is_kept() -> None:
    names = (*NOUNS, *(f"other_{letter}" for letter in "abcdefghi"))
    many = [held(Change(metric=name, window=WINDOW, before=BEFORE)) for name in names]
    step = "Put out the light at the same time each night, and read something dull before you do. " * 2
    draft = told(*many, held(SLEEP_AND_HEART), read(FERRITIN), held(WEEKENDS, strategy=step), about="tiredness")
    assert "Your newest ferritin" in draft
    assert "your sleep duration, resting heart rate, heart rate variability and more changed" in draft
    assert draft.endswith("see a doctor.")


def test_of_nothing_on_record_it_says_what_to_do() -> None:
    case = BriefCase(question="?", digest=NothingOnRecord(), facts={})
    assert briefing_of(case, EVERYTHING) == NOTHING_ON_RECORD


def test_of_too_little_it_says_what_it_could_see_and_what_is_needed() -> None:
    seen = (SeriesSeen(metric="steps", noun="step count", days=4, days_before=0),)
    digest = Digest(
        spans=SPANS, series=(SeriesSeen(metric="sleep_minutes", noun="sleep duration", days=0, days_before=0), *seen)
    )
    draft = briefing_of(BriefCase(question="?", digest=digest, facts={}), EVERYTHING)
    assert "I can see a few days of step count." in draft
    assert TOO_LITTLE in draft
    assert "sleep duration" not in draft


def test_where_nothing_could_be_computed_it_tells_no_number() -> None:
    case = BriefCase(question="?", digest=Digest(spans=SPANS), proposed=(SLEEP,), facts={})
    assert briefing_of(case, EVERYTHING) == NOTHING_CHECKED


@pytest.mark.parametrize("missing", ["mean_recent", "mean_prior", "effect"])
def test_a_number_that_is_not_on_the_sheet_is_not_told(missing: str) -> None:
    facts = {
        f"x.{key}": Fact(value=value, unit="min", window=STATED)
        for key, value in {"effect": -30.0, "mean_recent": 400.0, "mean_prior": 430.0}.items()
        if key != missing
    }
    outcome = Outcome(asked=SLEEP, finding_id="x", verdict=Verdict.VALIDATED)
    digest = Digest(
        spans=SPANS, series=(SeriesSeen(metric="sleep_minutes", noun="sleep duration", days=30, days_before=30),)
    )
    case = BriefCase(question="?", digest=digest, proposed=(SLEEP,), outcomes=(outcome,), facts=facts)
    draft = briefing_of(case, EVERYTHING)
    assert "Sleep duration was" not in draft
    assert f"{{{{x.{missing}}}}}" not in draft
