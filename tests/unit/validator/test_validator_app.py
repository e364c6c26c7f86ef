"""What goes wrong around the gates: minds that fail, workers that crash, stores that do not answer."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import pytest

from amy.runtime import errors
from services.validator.adapters.rules_mind import RulesMind
from services.validator.app import MAX_VALUES, ValidatorApp
from services.validator.domain.claims.finding import Finding, FindingKind, Verdict
from services.validator.domain.records.store import Needs, Store
from services.validator.domain.review.critique import (
    UNANSWERED,
    UNASSESSED,
    Assessment,
    Case,
    Concern,
    ConcernCategory,
    Critique,
    Decision,
    MemoryNote,
    Novelty,
    Severity,
)
from services.validator.domain.verdict.validation import Assessed, Completed, Critiqued, GateRan, ValidationEvent
from services.validator.ports import SeriesReader, ValidatorMind, Workers
from tests.unit.validator.builders import finding, series, window

T = TypeVar("T")
STEPS = Store(daily={"steps": series(60 + np.random.default_rng(0).normal(size=90))})
MEAN = float(STEPS.daily["steps"].values.mean())
ENOUGH = finding(numbers={"effect": MEAN})
TOO_FEW = finding(id="ds-002", days=window(0, 6))


class Stored:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.asked: list[Needs] = []
        self.closed = False

    async def read(self, user_id: str, needs: Needs) -> Store:
        self.asked.append(needs)
        return self._store.only(needs)

    async def close(self) -> None:
        self.closed = True


class Unreachable(Stored):
    def __init__(self, error: errors.ServiceError) -> None:
        super().__init__(Store())
        self._error = error

    async def read(self, user_id: str, needs: Needs) -> Store:
        raise self._error


class SameThread:
    def __init__(self) -> None:
        self.closed = False

    async def run(self, job: Callable[[], T]) -> T:
        return job()

    async def close(self) -> None:
        self.closed = True


class Crashing(SameThread):
    async def run(self, job: Callable[[], T]) -> T:
        raise ZeroDivisionError


class Fixed:
    """A mind with one answer to everything."""

    def __init__(self, critique: Critique) -> None:
        self._critique = critique
        self.cases: list[Case] = []

    async def critique(self, case: Case) -> Critique:
        self.cases.append(case)
        return self._critique

    async def assess(self, case: Case) -> Assessment:
        return Assessment(mechanism="Known.", novelty=Novelty.SUPPORTED, strategy="Walk.", citations=("doi",))


class Broken:
    async def critique(self, case: Case) -> Critique:
        raise ValueError("not JSON")

    async def assess(self, case: Case) -> Assessment:
        raise ValueError("not JSON")


class Slow:
    async def critique(self, case: Case) -> Critique:
        return await asyncio.Event().wait()  # type: ignore[return-value]  # never answers

    async def assess(self, case: Case) -> Assessment:
        return await asyncio.Event().wait()  # type: ignore[return-value]  # never answers


def app_with(
    *, stored: SeriesReader | None = None, workers: Workers | None = None, mind: ValidatorMind | None = None
) -> ValidatorApp:
    return ValidatorApp(
        series=stored or Stored(STEPS), workers=workers or SameThread(), mind=mind or RulesMind(), mind_timeout_s=0.05
    )


async def events_of(
    app: ValidatorApp, *findings: Finding, memory: tuple[MemoryNote, ...] = ()
) -> list[ValidationEvent]:
    return [event async for event in app.validate("u", findings, memory)]


async def completed_of(app: ValidatorApp, *findings: Finding) -> Completed:
    last = (await events_of(app, *findings))[-1]
    assert isinstance(last, Completed)
    return last


async def test_a_good_finding_is_validated_and_its_numbers_may_be_cited() -> None:
    events = await events_of(app_with(), ENOUGH)
    assert [type(event) for event in events] == [GateRan] * 11 + [Critiqued, Assessed, Completed]
    assert isinstance(events[-1], Completed)
    assert [item.verdict for item in events[-1].findings] == [Verdict.VALIDATED]
    effect, *certainty = events[-1].fact_sheet
    assert (effect.claim, effect.value, effect.n) == ("ds-001.effect", MEAN, 90)
    assert [fact.claim for fact in certainty] == ["ds-001.ci_low", "ds-001.ci_high", "ds-001.days_worth"]
    assert certainty[0].value < MEAN < certainty[1].value


@pytest.mark.parametrize("mind", [Broken(), Slow()])
async def test_a_mind_that_fails_or_never_answers_downgrades_and_claims_nothing(mind: ValidatorMind) -> None:
    (item,) = (await completed_of(app_with(mind=mind), ENOUGH)).findings
    assert item.verdict is Verdict.CONDITIONAL
    assert item.critique == UNANSWERED
    assert item.critique.decision is Decision.DOWNGRADE
    assert item.assessment == UNASSESSED


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (Decision.ACCEPT, Verdict.VALIDATED),
        (Decision.DOWNGRADE, Verdict.CONDITIONAL),
        (Decision.REJECT, Verdict.REJECTED),
    ],
)
async def test_the_critics_decision_has_the_last_word(decision: Decision, expected: Verdict) -> None:
    mind = Fixed(Critique(decision=decision, reasoning="Because."))
    completed = await completed_of(app_with(mind=mind), ENOUGH)
    (item,) = completed.findings
    assert item.verdict is expected
    assert (item.assessment is None) == (expected is Verdict.REJECTED)
    assert bool(completed.fact_sheet) == (expected is not Verdict.REJECTED)
    assert not item.report.hard_rejection


async def test_a_mind_cannot_accept_over_its_own_grave_concern() -> None:
    grave = Concern(category=ConcernCategory.CONFOUNDER, detail="Weekends.", severity=Severity.HIGH)
    mind = Fixed(Critique(decision=Decision.ACCEPT, reasoning="Fine.", concerns=(grave,)))
    (item,) = (await completed_of(app_with(mind=mind), ENOUGH)).findings
    assert item.critique.decision is Decision.DOWNGRADE
    assert item.verdict is Verdict.CONDITIONAL


async def test_no_mind_is_asked_about_what_a_hard_gate_rejected_yet_its_critique_is_told() -> None:
    mind = Fixed(Critique(decision=Decision.ACCEPT, reasoning="Fine."))
    events = await events_of(app_with(mind=mind), TOO_FEW)
    assert mind.cases == []
    assert [type(event) for event in events] == [GateRan, Critiqued, Completed]
    assert isinstance(events[-1], Completed)
    (item,) = events[-1].findings
    assert item.report.hard_rejection == "only 7 days with a value; at least 10 are needed"
    assert item.critique.decision is Decision.REJECT


async def test_the_mind_is_shown_the_memory_it_may_weigh() -> None:
    mind = Fixed(Critique(decision=Decision.ACCEPT, reasoning="Fine."))
    notes = (MemoryNote(kind="goal", text="run"), MemoryNote(kind="barrier", text="night shifts"))
    await events_of(app_with(mind=mind), ENOUGH, memory=notes)
    assert mind.cases[0].memory == notes[1:]


async def test_a_crash_of_the_gates_rejects_the_finding_and_not_the_turn() -> None:
    completed = await completed_of(app_with(workers=Crashing()), ENOUGH)
    (item,) = completed.findings
    assert item.verdict is Verdict.REJECTED
    assert item.report.hard_rejection == "the checks could not be run"
    assert completed.fact_sheet == ()


async def test_an_outage_of_the_store_is_an_error_and_no_verdict() -> None:
    app = app_with(stored=Unreachable(errors.UpstreamUnavailableError("gone")))
    with pytest.raises(errors.UpstreamUnavailableError):
        await anext(app.validate("u", [ENOUGH], ()))


async def test_a_store_that_answers_with_an_error_rejects_and_says_so() -> None:
    app = app_with(stored=Unreachable(errors.InternalError("broken")))
    completed = await completed_of(app, ENOUGH, TOO_FEW)
    reasons = [item.report.hard_rejection for item in completed.findings]
    assert reasons == ["the stored data could not be read"] * 2


async def test_every_series_is_read_once_for_all_findings() -> None:
    stored = Stored(STEPS)
    paired = finding(FindingKind.ASSOCIATION, id="ds-003")
    await events_of(app_with(stored=stored), ENOUGH, TOO_FEW, paired, paired)
    assert stored.asked == [Needs(metrics=frozenset({"steps", "sleep_minutes"}), activities=True)]


async def test_findings_are_told_one_after_the_other_in_the_order_of_the_request() -> None:
    events = await events_of(app_with(), TOO_FEW, ENOUGH, finding(id="ds-003"))
    told = [event.finding.id for event in events if not isinstance(event, Completed)]
    assert list(dict.fromkeys(told)) == ["ds-002", "ds-001", "ds-003"]
    assert told == sorted(told, key=["ds-002", "ds-001", "ds-003"].index)


async def test_nothing_to_validate_completes_at_once() -> None:
    assert await events_of(app_with()) == [Completed(findings=(), fact_sheet=())]


async def test_a_user_is_needed() -> None:
    with pytest.raises(errors.InvalidFieldError) as caught:
        _ = [event async for event in app_with().validate("", [ENOUGH], ())]
    assert caught.value.metadata == {"field": "user_id"}


@pytest.mark.parametrize(
    ("kind", "n", "target_n", "field"),
    [
        (None, 30, 0, "kind"),
        (FindingKind.ASSOCIATION, 30, 29, "target"),
        (FindingKind.ASSOCIATION, 30, 0, "target"),
        (FindingKind.SCALAR, 30, 30, "target"),
        (FindingKind.SCALAR, MAX_VALUES + 1, 0, "feature"),
    ],
)
async def test_values_that_do_not_fit_their_kind_are_refused(
    kind: FindingKind | None, n: int, target_n: int, field: str
) -> None:
    with pytest.raises(errors.InvalidFieldError) as caught:
        await app_with().evaluate_gates(kind, feature=np.zeros(n), target=np.zeros(target_n), effect=None)
    assert caught.value.metadata == {"field": field}


async def test_closing_lets_go_of_connection_and_threads() -> None:
    stored, workers = Stored(Store()), SameThread()
    await app_with(stored=stored, workers=workers).close()
    assert stored.closed
    assert workers.closed


async def test_a_reader_that_stops_listening_leaves_no_work_behind() -> None:
    started: list[asyncio.Task[object]] = []
    all_started = asyncio.Event()

    class Waiting(SameThread):
        async def run(self, job: Callable[[], T]) -> T:
            task = asyncio.current_task()
            assert task
            started.append(task)
            if len(started) == 3:
                all_started.set()
            if len(started) > 1:
                await asyncio.Event().wait()
            return job()

    events = app_with(workers=Waiting()).validate("u", [ENOUGH, ENOUGH, ENOUGH], ())
    reader = asyncio.ensure_future(anext(events))
    await asyncio.wait_for(all_started.wait(), 60)
    reader.cancel()
    await asyncio.wait(started, timeout=60)
    assert [task.cancelled() for task in started] == [False, True, True]
