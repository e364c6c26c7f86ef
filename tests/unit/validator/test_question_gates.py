"""What is only counted or picked is a fact, wrong numbers reject, and findings are known by their questions."""

from dataclasses import replace

import pytest

from services.validator.domain.algebra import (
    ChangePoint,
    Contrast,
    Count,
    Decide,
    Grouping,
    Literal,
    Operator,
    Profile,
    Question,
    Relate,
    Rows,
    Run,
    Share,
    Statistic,
    Streak,
    Tell,
    TellRecords,
    Trend,
    Unit,
    Unusual,
)
from services.validator.domain.claims.finding import (
    Finding,
    FindingKind,
    Verdict,
)
from services.validator.domain.claims.footing import basis_of
from services.validator.domain.claims.sample import Sample
from services.validator.domain.claims.sampling import read_sample
from services.validator.domain.gates.gate import Gate, GateVerdict
from services.validator.domain.gates.multiplicity import subject_of
from services.validator.domain.records.store import Store
from services.validator.domain.verdict.fact_sheet import build_fact_sheet
from services.validator.domain.verdict.reading import plain_reading
from services.validator.domain.verdict.validation import Examined, ValidatedFinding, examine
from tests.unit.validator.asked import (
    DISTANCE,
    RUNS,
    SLEEP,
    STEPS,
    THE_VALUE,
    WEEKENDS,
    above,
    activities,
    claim,
    days,
    highest,
    of,
    record,
    weekly,
    where,
)

ASSOCIATION, TREND, SCALAR = FindingKind.ASSOCIATION, FindingKind.TREND, FindingKind.SCALAR
MANY = record(
    steps={day: 100.0 + 7 * (day % 5) + 3 * (day % 11) + (40 if day > 60 else 0) for day in range(120)},
    sleep={day: 400.0 - 9 * (day % 5) + 5 * (day % 3) for day in range(120)},
    done=[(day, "Run" if day % 2 else "Walk", {"distance_m": 1000.0 + 37 * day}) for day in range(0, 120, 3)],
)
EVERYTHING: list[Question] = [
    Tell(number=of(days())),
    Tell(number=of(days(), STEPS, Statistic.MAX)),
    Tell(number=of(where(activities(), RUNS), DISTANCE)),
    Tell(number=Count(rows=where(activities(), RUNS))),
    Tell(number=Share(rows=days(), test=above(STEPS, 120))),
    Tell(number=Streak(rows=days(), test=above(STEPS, 110), run=Run.LONGEST)),
    Tell(number=of(weekly(activities(), None, Statistic.COUNT), THE_VALUE)),
    TellRecords(rows=highest(days(), STEPS, count=10), columns=(STEPS, SLEEP)),
    Decide(left=of(days()), operator=Operator.GREATER, right=Literal(value=100)),
    Profile(rows=days(), column=STEPS, statistic=Statistic.MEAN, by=Grouping.WEEKDAY),
    Relate(left=STEPS, right=SLEEP, rows=days()),
    Contrast(rows=days(60, 119), baseline=days(0, 59), column=STEPS),
    Trend(rows=days(), column=STEPS),
    ChangePoint(rows=days(), column=STEPS),
    Unusual(rows=days(), column=STEPS),
]


@pytest.mark.parametrize("question", EVERYTHING, ids=lambda each: type(each).__name__)
def test_every_true_number_is_reproduced_and_every_wrong_one_rejects(question: Question) -> None:
    honest = claim(question, MANY)
    assert {each.key for each in honest.numbers} >= {"effect", "n"}
    reproduced = examine(honest, MANY).report.outcome(Gate.REPRODUCTION)
    assert reproduced is not None
    assert reproduced.verdict is GateVerdict.PASSED
    assert reproduced.number("numbers") == len(honest.numbers)
    for number in honest.numbers:
        assert isinstance(number.value, float)
        wrong = replace(number, value=number.value * 1.1 + 1)
        numbers = tuple(wrong if each is number else each for each in honest.numbers)
        report = examine(replace(honest, numbers=numbers), MANY).report
        assert report.verdict is Verdict.REJECTED, number
        outcome = report.outcome(Gate.REPRODUCTION)
        assert outcome is not None
        assert outcome.detail["key"] == number.key


@pytest.mark.parametrize("question", EVERYTHING, ids=lambda each: type(each).__name__)
def test_a_number_that_nothing_defines_leaves_it_preliminary_at_best(question: Question) -> None:
    report = examine(claim(question, MANY, made_up=4.0), MANY).report
    outcome = report.outcome(Gate.REPRODUCTION)
    assert outcome is not None
    assert outcome.ceiling is Verdict.CONDITIONAL


def examined(question: Question, store: Store = MANY) -> tuple[Finding, Examined, Sample]:
    finding = claim(question, store)
    result = examine(finding, store)
    assert result.sample is not None, result.report
    return finding, result, result.sample


@pytest.mark.parametrize("question", EVERYTHING[3:10], ids=lambda each: type(each).__name__)
def test_what_is_counted_or_picked_has_no_noise_to_stand_out_from(question: Question) -> None:
    _, result, _ = examined(question)
    noise = result.report.outcome(Gate.EFFECT_VS_NOISE)
    assert noise is None or noise.verdict is GateVerdict.PASSED
    assert result.report.p_value is None


@pytest.mark.parametrize(
    "question",
    [
        Tell(number=of(days(0, 4))),
        Tell(number=Count(rows=activities(0, 10))),
        TellRecords(rows=highest(days(), STEPS, count=3), columns=(STEPS, SLEEP)),
        TellRecords(rows=highest(weekly(days(), STEPS, Statistic.SUM), THE_VALUE), columns=(THE_VALUE,)),
        Tell(number=of(highest(activities(), DISTANCE), DISTANCE)),
        Decide(left=of(days(0, 4)), operator=Operator.GREATER, right=of(days(5, 9))),
        Profile(rows=days(0, 6), column=STEPS, statistic=Statistic.MEAN, by=Grouping.WEEKDAY),
        Tell(number=Streak(rows=days(0, 5), test=above(STEPS, 105), run=Run.CURRENT)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_rests_on_too_few_is_read_with_every_number(question: Question) -> None:
    finding, result, sample = examined(question)
    reading = plain_reading(finding, result.report, sample)
    assert reading is not None
    own = {"effect", "n", "day"} | {each.key for each in reading.numbers}
    assert own >= {each.key for each in finding.numbers}
    assert reading.value == finding.effect
    wrong = replace(finding, numbers=(replace(finding.numbers[0], value=-5.0), *finding.numbers[1:]))
    assert wrong.effect == finding.effect or plain_reading(wrong, result.report, sample) is None


@pytest.mark.parametrize("baseline", [days(0, 59), days(3, 3)], ids=["usual", "another day"])
def test_a_single_day_is_never_tested_against_chance(baseline: Rows) -> None:
    finding, result, sample = examined(Contrast(rows=days(64, 64), baseline=baseline, column=STEPS))
    assert result.report.p_value is None
    if sample.n < 10:
        reading = plain_reading(finding, result.report, sample)
        assert reading is not None
        assert {each.key for each in reading.numbers} >= {"mean_recent", "mean_prior", "n_recent", "n_prior"}
    else:
        assert result.report.verdict is Verdict.VALIDATED
    two, tested, _ = examined(Contrast(rows=days(64, 70), baseline=days(0, 59), column=STEPS))
    assert two.kind is TREND
    assert tested.report.p_value is not None


def labelled(question: Question) -> set[str]:
    finding, result, _ = examined(question)
    validated = ValidatedFinding(
        finding=finding,
        verdict=Verdict.VALIDATED,
        report=result.report,
        critique=None,  # type: ignore[arg-type]  # the fact sheet does not look at it
        explanation="",
    )
    window = build_fact_sheet([validated])[0].window
    return {each for each in (window or "").split("; ") if each.startswith("in ")}


def test_a_fact_has_the_label_of_its_window_and_a_contrast_of_both() -> None:
    assert labelled(Tell(number=of(days(0, 50, "in January")))) == {"in January"}
    recent, prior = days(60, 90, "in March"), days(0, 30, "in January")
    assert labelled(Contrast(rows=recent, baseline=prior, column=STEPS)) == {"in March", "in January"}
    assert labelled(Contrast(rows=where(prior, WEEKENDS), baseline=prior, column=STEPS)) == {"in January"}


def test_a_hypothesis_is_known_by_what_it_is_about_and_not_by_its_windows() -> None:
    def subject(question: Question) -> object:
        return subject_of(claim(question, MANY))

    lagged = Relate(left=STEPS, right=SLEEP, rows=days(), lag_days=1)
    assert subject(lagged) == subject(replace(lagged, rows=days(3, 99)))
    assert subject(lagged) != subject(replace(lagged, lag_days=0))
    assert subject(lagged) != subject(replace(lagged, rows=where(days(), WEEKENDS)))
    same_day = Relate(left=STEPS, right=SLEEP, rows=days())
    assert subject(same_day) == subject(Relate(left=SLEEP, right=STEPS, rows=days()))
    moved = Contrast(rows=days(60, 99), baseline=days(0, 50), column=STEPS)
    assert subject(moved) == subject(replace(moved, rows=days(70, 99)))
    assert subject(moved) != subject(replace(moved, rows=where(days(60, 99), WEEKENDS)))


def test_a_finding_is_of_the_kind_that_its_question_gives() -> None:
    result = examine(claim(Tell(number=of(days())), MANY, kind=TREND), MANY)
    assert "scalar" in result.report.hard_rejection
    nameless = replace(claim(Tell(number=of(days())), MANY), id="")
    assert "no id" in examine(nameless, MANY).report.hard_rejection


def test_what_cannot_be_read_rejects_the_finding() -> None:
    asked = claim(Tell(number=of(days(), DISTANCE)), MANY, effect=4.0)
    assert examine(asked, MANY).report.hard_rejection == 'no metric is called "distance_m"'


def test_an_empty_group_leaves_nothing_to_compare() -> None:
    asked = claim(Contrast(rows=days(500, 510), baseline=days(), column=STEPS), MANY)
    assert "nothing to compare" in examine(asked, MANY).report.hard_rejection


def test_values_are_of_what_the_rows_are() -> None:
    weeks = weekly(days(), STEPS, Statistic.SUM, unit=Unit.WEEK)
    nouns = {
        "activities": Tell(number=of(activities(), DISTANCE)),
        "weeks": Tell(number=of(weeks, THE_VALUE)),
        "days": Tell(number=of(days())),
    }
    for noun, question in nouns.items():
        basis = basis_of(claim(question, MANY))
        assert basis is not None
        assert basis.noun == noun


def test_what_a_day_without_a_value_means_is_measured_on_the_calendar() -> None:
    store = record(steps={day: float(day % 7) for day in range(0, 60, 2)})
    sample = read_sample(claim(Tell(number=of(days(0, 59))), store), store)
    assert isinstance(sample, Sample)
    assert (sample.n, sample.chosen) == (30, 60)
    picked = read_sample(claim(Tell(number=of(where(days(0, 59), above(STEPS, 2)))), store), store)
    assert isinstance(picked, Sample)
    assert picked.n == picked.chosen
