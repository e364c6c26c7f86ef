"""Activities, samples, groups and counts, from reading to telling: refused, weighed, said, remembered."""

from dataclasses import replace

import numpy as np
import pytest

from services.validator.adapters.rules_mind import RulesMind
from services.validator.domain.algebra import (
    Calendar,
    Contrast,
    Count,
    Daily,
    DaysOf,
    Field,
    In,
    Not,
    Question,
    Relate,
    Rows,
    Run,
    Share,
    Statistic,
    Streak,
    Tell,
    Test,
    Trend,
    Unusual,
)
from services.validator.domain.claims.finding import Finding, FindingKind, NamedNumber, Verdict
from services.validator.domain.claims.footing import basis_of, needs_of
from services.validator.domain.claims.sample import Sample
from services.validator.domain.claims.sampling import read_sample
from services.validator.domain.gates.gate import Gate, GateVerdict
from services.validator.domain.gates.multiplicity import subject_of
from services.validator.domain.records.store import ActivityLog, Needs, Store
from services.validator.domain.review.critique import Case
from services.validator.domain.review.priors import relevant
from services.validator.domain.verdict.explanation import explain_gate
from services.validator.domain.verdict.reading import Reading, plain_reading
from services.validator.domain.verdict.validation import Examined, examine
from tests.unit.validator.asked import (
    DISTANCE,
    RUNS,
    STEPS,
    WEEKENDS,
    above,
    activities,
    claim,
    days,
    newest,
    of,
    samples,
    where,
)
from tests.unit.validator.builders import DAY_ONE_EPOCH, series
from tests.unit.validator.literature import prior

SCALAR, TREND = FindingKind.SCALAR, FindingKind.TREND
RNG = np.random.default_rng(3)
N = 120
RAN = np.flatnonzero(RNG.random(N) < 0.4)
STORE = Store(
    daily={"steps": series(9000 + 2000 * RNG.normal(size=N)), "sleep_minutes": series(420 + 30 * RNG.normal(size=N))},
    activities=ActivityLog.of(
        days=[DAY_ONE_EPOCH + int(at) for at in RAN],
        kinds=["Run" if at % 3 else "Walk" for at in RAN],
        fields=[{"distance_m": 5000.0 + 10 * int(at)} for at in RAN],
        recorded=range(DAY_ONE_EPOCH, DAY_ONE_EPOCH + N),
    ),
)
A_RUN = In(rows=DaysOf(rows=where(activities(), RUNS), offset=0))
WORKDAYS = Not(test=WEEKENDS)


def in_month(number: int) -> Calendar:
    return Calendar(months=frozenset({number}))


def about(question: Question, *, effect: float | None = None) -> Finding:
    """A finding about the whole record with every number that it gives, but for the effect where one is given."""
    return claim(question, STORE) if effect is None else claim(question, STORE, effect=effect)


def examined(finding: Finding) -> Examined:
    return examine(finding, STORE.only(needs_of(finding)))


def test_a_finding_needs_its_own_records_and_no_others() -> None:
    assert needs_of(about(Tell(number=of(days())))) == Needs(metrics=frozenset({"steps"}), activities=True)
    assert needs_of(about(Tell(number=of(activities(), DISTANCE)))) == Needs(activities=True)
    of_samples = about(Tell(number=of(samples(), Field(name="LDL"))), effect=1.0)
    assert needs_of(of_samples) == Needs(activities=True, samples=True)
    assert needs_of(replace(of_samples, question=None)) == Needs()


def test_no_more_of_a_store_is_handed_on_than_is_needed() -> None:
    assert set(STORE.only(needs_of(about(Tell(number=of(days()))))).daily) == {"steps"}
    runs = STORE.only(needs_of(about(Tell(number=of(activities(), DISTANCE)))))
    assert (runs.activities, runs.daily) == (STORE.activities, {})


def test_a_finding_without_a_question_cannot_be_read() -> None:
    report = examined(replace(about(Tell(number=of(days()))), question=None)).report
    assert report.hard_rejection == "the finding does not say which data it rests on"


@pytest.mark.parametrize(
    "question",
    [
        Tell(number=of(days(), STEPS, Statistic.COUNT)),
        Tell(number=Count(rows=activities())),
        Tell(number=Count(rows=DaysOf(rows=where(activities(), RUNS), offset=0))),
        Unusual(rows=days(), column=STEPS),
        Tell(number=Share(rows=days(), test=WEEKENDS)),
        Tell(number=Streak(rows=days(), test=Not(test=A_RUN), run=Run.LONGEST)),
    ],
)
def test_what_is_counted_has_no_ups_and_downs_to_stand_out_from(question: Question) -> None:
    finding = about(question)
    report = examined(finding).report
    noise = report.outcome(Gate.EFFECT_VS_NOISE)
    assert noise
    assert noise.verdict is GateVerdict.PASSED
    assert "no usual ups and downs" in explain_gate(noise, SCALAR, basis_of(finding))
    assert (report.verdict, report.documented_verdict) == (Verdict.VALIDATED, Verdict.VALIDATED)
    assert report.p_value is None


def test_a_false_count_is_rejected_whatever_the_documented_gates_say() -> None:
    report = examined(about(Tell(number=of(days(), STEPS, Statistic.COUNT)), effect=N - 1.0)).report
    assert (report.documented_verdict, report.verdict) == (Verdict.VALIDATED, Verdict.REJECTED)


def test_variation_in_percent_is_held_against_itself() -> None:
    assert examined(about(Tell(number=of(days(), STEPS, Statistic.CV)))).report.verdict is Verdict.VALIDATED


def test_an_interval_is_only_told_of_days() -> None:
    runs = about(Tell(number=of(where(activities(), RUNS), DISTANCE)))
    assert "ci_low" not in {number.key for number in runs.numbers}
    serial = examined(runs).report.outcome(Gate.SERIAL_DEPENDENCE)
    assert serial
    assert serial.verdict is GateVerdict.SKIPPED
    assert explain_gate(serial, SCALAR, basis_of(runs)) == "How alike neighbouring activities are was not weighed."


@pytest.mark.parametrize(("count", "said"), [(3, "only 3 activities with"), (1, "only 1 activity with")])
def test_too_few_activities_are_called_activities(count: int, said: str) -> None:
    last = about(Tell(number=of(newest(activities(), count=count), DISTANCE)))
    assert examined(last).report.hard_rejection == f"{said} a value; at least 10 are needed"


def reading_of(finding: Finding) -> Reading | None:
    result = examined(finding)
    return plain_reading(finding, result.report, result.sample)


def test_a_reading_has_every_other_number_that_is_true() -> None:
    three = Contrast(rows=newest(activities(), count=3), baseline=activities(0, 9), column=DISTANCE)
    honest = about(three)
    told = {number.key: number.value for number in honest.numbers}
    false = NamedNumber(key="mean_prior", value=1.0)
    numbers = tuple(false if number.key == "mean_prior" else number for number in honest.numbers)
    reading = reading_of(replace(honest, numbers=(*numbers, NamedNumber(key="spirit", value=3.0))))
    assert reading is not None
    read = {number.key: number.value for number in reading.numbers}
    assert read == {key: told[key] for key in told.keys() - {"effect", "n", "mean_prior"}}


def test_none_is_a_fact_where_records_are_counted() -> None:
    never = where(activities(), above(DISTANCE, 1e9))
    for question in (Tell(number=Count(rows=never)), Tell(number=Count(rows=DaysOf(rows=never, offset=0)))):
        assert reading_of(about(question)) == Reading(value=0.0, n=0)
    unknown = Tell(number=Share(rows=days(300, 310), test=above(STEPS, 0)))
    assert reading_of(about(unknown, effect=0.0)) is None


def test_coverage_is_of_what_was_asked_about() -> None:
    log = ActivityLog.of(
        days=[DAY_ONE_EPOCH] * 4,
        kinds=["Run"] * 4,
        fields=[{"distance_m": 1.0}, {}, {}, {"distance_m": 2.0}],
        recorded=[],
    )
    sample = read_sample(about(Tell(number=of(activities(), DISTANCE))), Store(activities=log))
    assert isinstance(sample, Sample)
    assert (sample.n, sample.chosen, sample.coverage) == (2, 4, 0.5)


def between(own: Test, other: Test, recent: Rows | None = None, prior: Rows | None = None) -> Contrast:
    rows, baseline = where(recent or days(0, N - 1), own), where(prior or days(0, N - 1), other)
    return Contrast(rows=rows, baseline=baseline, column=STEPS)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (between(A_RUN, Not(test=A_RUN)), "the slow drift over time and the day of the week are allowed for"),
        (between(WEEKENDS, WORKDAYS), "the slow drift over time is allowed for"),
        (between(A_RUN, Not(test=A_RUN), days(60, 119), days(0, 59)), "the day of the week is allowed for"),
        (between(in_month(1), in_month(2)), "the day of the week is allowed for"),
        (between(WEEKENDS, WORKDAYS, days(60, 119), days(0, 59)), "chosen by when they are"),
    ],
)
def test_what_groups_are_chosen_by_is_not_taken_out(question: Contrast, said: str) -> None:
    finding = about(question)
    confounding = examined(finding).report.outcome(Gate.CONFOUNDING)
    assert confounding
    assert said in explain_gate(confounding, TREND, basis_of(finding))


async def test_weekends_against_weekdays_are_not_doubted_for_their_weekdays() -> None:
    weekly = np.where((np.arange(N) + DAY_ONE_EPOCH + 3) % 7 >= 5, 40.0, 0.0) + 10 * RNG.normal(size=N)
    store = Store(daily={"steps": series(weekly)})
    finding = claim(between(WEEKENDS, WORKDAYS), store)
    result = examine(finding, store)
    assert result.report.verdict is Verdict.VALIDATED
    assert result.evidence
    assert result.sample
    case = Case(finding=finding, report=result.report, sample=result.sample, evidence=result.evidence)
    critique = await RulesMind().critique(case)
    assert critique.concerns == ()
    assert critique.reasoning == "A difference across 120 daily readings, not a causal claim."


async def test_the_critic_speaks_of_activities() -> None:
    runs = about(Tell(number=of(where(activities(), RUNS), DISTANCE)))
    result = examined(runs)
    assert result.sample
    assert result.evidence
    case = Case(finding=runs, report=result.report, sample=result.sample, evidence=result.evidence)
    assert (await RulesMind().critique(case)).reasoning.startswith(
        f"Descriptive summary across {result.sample.n} activ"
    )


def a_day(rows: Rows) -> Daily:
    return Daily(rows=rows, column=DISTANCE, statistic=Statistic.SUM)


def test_the_literature_of_daily_metrics_is_not_that_of_activities() -> None:
    known = prior(feature="steps", target="sleep_minutes")
    daily = Relate(left=STEPS, right=Field(name="sleep_minutes"), rows=days())
    assert relevant(about(daily), [known]) == (known,)
    assert relevant(about(replace(daily, left=a_day(where(activities(), RUNS)))), [known]) == ()


def test_hypotheses_are_told_apart_by_activities_and_groups() -> None:
    runs = where(activities(), RUNS)
    long_run = In(rows=DaysOf(rows=where(runs, above(DISTANCE, 1e4)), offset=0))
    questions: list[Question] = [
        Trend(rows=days(), column=STEPS),
        Trend(rows=days(), column=a_day(runs)),
        Trend(rows=days(), column=a_day(where(activities(), Not(test=RUNS)))),
        between(WEEKENDS, WORKDAYS),
        between(A_RUN, Not(test=A_RUN)),
        between(long_run, Not(test=A_RUN)),
    ]
    subjects = [subject_of(about(each, effect=1.0)) for each in questions]
    assert len(set(subjects)) == len(subjects)
    assert subject_of(about(between(WORKDAYS, WEEKENDS))) == subjects[3]
