"""What is proposed, in which order, and what is not."""

from datetime import timedelta
from itertools import pairwise

import pytest

from services.investigator.adapters.tables_files import tables
from services.investigator.domain.asked import ActivityCount, Change, ChangePoint, Lab, Level, Together, Weekdays
from services.investigator.domain.digest import digest_of
from services.investigator.domain.focus import Focus, focus_of
from services.investigator.domain.hypotheses import EarlierKind, EarlierTest, Hypothesis, Kind, hypotheses_of
from services.investigator.domain.records import Activity, LabValue, Records, Side
from services.investigator.domain.spans import spans_of
from tests.unit.investigator.people import EVERYTHING, PAIRS, TODAY, focus, records, series, someone, wave

LOW_FERRITIN = LabValue(name="Ferritin", noun="ferritin", value=9, low=15, high=150)
HIGH_LDL = LabValue(name="LDL cholesterol", noun="LDL cholesterol", value=160, high=130)


def proposed(
    of: Records, question: str = "How am I doing?", about: Focus = EVERYTHING, tested: tuple[EarlierTest, ...] = ()
) -> tuple[Hypothesis, ...]:
    spans = spans_of(question, first=of.first, today=of.today)
    metrics = tuple(dict.fromkeys((*about.metrics, *EVERYTHING.metrics)))
    return hypotheses_of(of, digest_of(of, spans, metrics, focus=about), about, PAIRS, tested)


def asked_of(hypotheses: tuple[Hypothesis, ...], kind: type) -> list[object]:
    return [each.asked for each in hypotheses if isinstance(each.asked, kind)]


def test_what_moved_most_comes_first_and_is_dated() -> None:
    first, *_ = found = proposed(someone())
    assert isinstance(first.asked, Change)
    assert first.asked.metric == "sleep_minutes"
    assert first.title == "sleep duration, the last 30 days against the 90 days before"
    (step,) = asked_of(found, ChangePoint)
    assert isinstance(step, ChangePoint)
    assert (step.metric, step.window.label) == ("sleep_minutes", "the last 90 days")


def test_every_metric_with_enough_days_is_looked_at_whether_it_moved_or_not() -> None:
    changes = asked_of(proposed(someone()), Change)
    assert {each.metric for each in changes if isinstance(each, Change)} == set(someone().series)


def test_ids_are_unique_and_there_are_never_too_many() -> None:
    busy = tuple(Activity(day=TODAY - timedelta(days=ago), kind="Run" if ago % 3 else "Walk") for ago in range(30))
    everything = records(
        *(series(name, lambda ago: 50 + wave(ago) + (30 if ago < 30 else 0)) for name in EVERYTHING.metrics),
        activities=busy,
        labs=(LOW_FERRITIN, HIGH_LDL, *(LabValue(name=f"L{n}", noun=f"L{n}", value=9, high=1) for n in range(5))),
    )
    found = proposed(everything)
    assert len({each.id for each in found}) == len(found) <= 24
    assert [each.id for each in found] == sorted(each.id for each in found)
    assert {each.kind for each in found} == set(Kind)


def test_a_metric_with_too_few_days_in_either_stretch_is_not_compared() -> None:
    of = records(
        series("steps", lambda ago: None if ago >= 9 else 9000 + wave(ago)),
        series("weight_kg", lambda ago: None if 30 <= ago < 60 else 70 + wave(ago)),
    )
    found = proposed(of)
    assert not asked_of(found, Change)
    assert [each.metric for each in asked_of(found, Level) if isinstance(each, Level)] == ["weight_kg"]


def test_of_a_few_days_in_all_their_level_is_told() -> None:
    (only,) = proposed(records(series("steps", lambda ago: 9000, days=5), days=5))
    assert isinstance(only.asked, Level)
    assert (only.asked.window.start, only.asked.window.end) == (TODAY - timedelta(days=4), TODAY)


def test_of_a_single_day_in_all_nothing_is_proposed() -> None:
    assert proposed(records(series("steps", lambda ago: 9000, days=1), days=1)) == ()


def test_the_rhythm_of_the_week_is_asked_of_what_the_days_off_change_most() -> None:
    bed_time = series("bed_time_clock", lambda ago: 1380 + wave(ago))
    found = asked_of(proposed(records(*someone().series.values(), bed_time)), Weekdays)
    named = [each.metric for each in found if isinstance(each, Weekdays)]
    assert named == ["bed_time_clock", "sleep_minutes", "steps", "resting_heart_rate"]


def test_the_rhythm_of_a_question_about_something_is_of_that_alone() -> None:
    found = asked_of(proposed(someone(), about=focus("weight")), Weekdays)
    assert [each.metric for each in found if isinstance(each, Weekdays)] == [
        "steps",
        "active_zone_minutes",
        "sleep_minutes",
    ]


def test_pairs_need_sixty_days_with_both() -> None:
    assert asked_of(proposed(someone(days=100)), Together)
    assert not asked_of(proposed(someone(days=59)), Together)


def test_what_goes_together_is_not_proposed_again() -> None:
    before = asked_of(proposed(someone()), Together)
    tested = tuple(
        EarlierTest(kind=EarlierKind.ASSOCIATION, feature=each.right, target=each.left, lag_days=each.lag_days)
        for each in before
        if isinstance(each, Together)
    )
    again = asked_of(proposed(someone(), tested=tested), Together)
    assert again
    assert not set(map(repr, again)) & set(map(repr, before))


def test_in_ten_runs_no_pair_and_no_rhythm_comes_twice() -> None:
    tested: list[EarlierTest] = []
    seen: list[str] = []
    for _ in range(10):
        for each in proposed(someone(), tested=tuple(tested)):
            match each.asked:
                case Together(left=left, right=right, lag_days=lag):
                    tested.append(EarlierTest(kind=EarlierKind.ASSOCIATION, feature=left, target=right, lag_days=lag))
                case Weekdays(metric=metric):
                    tested.append(EarlierTest(kind=EarlierKind.TREND, feature=metric, target="days against days"))
                case _:
                    continue
            seen.append(each.title)
    assert len(seen) > 6
    assert len(set(seen)) == len(seen)


def test_a_change_that_was_tested_is_asked_again_and_leaves_the_rhythm_of_the_week_alone() -> None:
    tested = (EarlierTest(kind=EarlierKind.TREND, feature="sleep_minutes"),)
    again = proposed(someone(), tested=tested)
    assert asked_of(again, Change) == asked_of(proposed(someone()), Change)
    assert asked_of(again, Weekdays) == asked_of(proposed(someone()), Weekdays)


def test_laboratory_values_outside_the_range_are_asked_on_their_side() -> None:
    found = asked_of(proposed(records(labs=(LOW_FERRITIN, HIGH_LDL))), Lab)
    assert [(each.biomarker, each.side) for each in found if isinstance(each, Lab)] == [
        ("Ferritin", Side.LOW),
        ("LDL cholesterol", Side.HIGH),
    ]


def test_a_question_about_tiredness_looks_at_the_laboratory_values_that_bear_on_it() -> None:
    found = asked_of(proposed(records(labs=(HIGH_LDL, LOW_FERRITIN)), about=focus("tiredness")), Lab)
    assert [each.biomarker for each in found if isinstance(each, Lab)] == ["Ferritin"]


def test_a_focus_looks_at_its_own_metrics_and_at_one_more_only_if_that_stands_out() -> None:
    def changed(of: Records) -> set[str]:
        return {
            each.metric for each in asked_of(proposed(of, about=focus("weight")), Change) if isinstance(each, Change)
        }

    assert changed(someone()) == {"steps", "active_zone_minutes", "sleep_minutes"}
    fever = series("skin_temperature", lambda ago: 34 + wave(ago) / 50 + (2 if ago < 30 else 0))
    assert "skin_temperature" in changed(records(*someone().series.values(), fever))


def test_a_week_is_compared_and_its_rhythm_is_not_asked() -> None:
    found = proposed(someone(), question="summary of my week")
    assert not asked_of(found, Weekdays)
    assert not asked_of(found, ChangePoint)
    assert len(asked_of(found, Together)) == 1


def test_activities_are_counted_in_all_and_of_the_most_frequent_kind() -> None:
    runs = [Activity(day=TODAY - timedelta(days=ago), kind="Run") for ago in (1, 3, 5)]
    walk = Activity(day=TODAY, kind="Walk")
    old = Activity(day=TODAY - timedelta(days=200), kind="Swim")
    found = asked_of(proposed(records(*someone().series.values(), activities=(*runs, walk, old))), ActivityCount)
    assert [each.kind for each in found if isinstance(each, ActivityCount)] == ["", "Run"]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Why am I so tired?", "tiredness"),
        ("i have no energy lately", "tiredness"),
        ("always exhausted", "tiredness"),
        ("how is my sleep", "sleep"),
        ("am I stressed?", "stress"),
        ("is my heart ok", "heart"),
        ("am I getting fitter", "training"),
        ("what about my weight", "weight"),
        ("How am I doing?", ""),
        ("anything unusual in my data?", ""),
        ("am I retired?", ""),
    ],
)
def test_a_question_is_about_the_first_thing_it_names(question: str, name: str) -> None:
    assert focus_of(question, tables().focuses, everything=EVERYTHING).name == name


def test_the_tables_name_only_what_is_looked_at() -> None:
    known = set(EVERYTHING.metrics)
    assert all(set(each.metrics) <= known for each in tables().focuses)
    assert all({pair.left, pair.right} <= known and pair.left != pair.right for pair in PAIRS)
    assert len({(pair.left, pair.right, pair.lag_days) for pair in PAIRS}) == len(PAIRS)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.left}-{pair.right}")
def test_of_no_pair_goes_one_into_the_other(pair: Together) -> None:
    families = (
        {"sleep_minutes", "deep_sleep_minutes", "rem_sleep_minutes", "awake_minutes", "sleep_score"},
        {"steps", "distance_km", "calories_kcal", "active_zone_minutes"},
        {"bed_time_clock", "wake_up_time_clock"},
    )
    assert not any({pair.left, pair.right} <= family for family in families)


def test_the_rationale_of_every_hypothesis_is_one_sentence() -> None:
    for each in proposed(someone()):
        assert each.rationale.endswith(".")
        assert each.rationale.count(".") == 1
    assert all(first.id < second.id for first, second in pairwise(proposed(someone())))
