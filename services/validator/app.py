"""The imperative shell: reads once, gates on the workers, asks the mind, and tells each result as it falls."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Final, TypeVar

import numpy as np
import structlog

from amy.runtime import errors, telemetry
from amy.runtime.ledger import spent
from amy.runtime.telemetry.instruments import VERDICTS
from services.validator.domain.claims.finding import Finding, FindingKind, Verdict, with_unique_ids
from services.validator.domain.claims.footing import needs_of
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.gates import second_layer
from services.validator.domain.gates.gate import GateInput, GateReport
from services.validator.domain.gates.multiplicity import TestedHypothesis, last_of_each, subject_of
from services.validator.domain.records.series import Days, Floats
from services.validator.domain.records.store import Needs, Store
from services.validator.domain.review.critique import (
    UNANSWERED,
    UNASSESSED,
    Assessment,
    Case,
    Critique,
    MemoryNote,
    bound_by_severity,
    critique_of_rejected,
    critique_of_unweighed,
    final_verdict,
    memory_for_critic,
)
from services.validator.domain.statistics.contrasts import contrast
from services.validator.domain.verdict.explanation import explain_change, explain_verdict
from services.validator.domain.verdict.fact_sheet import build_fact_sheet
from services.validator.domain.verdict.reading import plain_reading
from services.validator.domain.verdict.validation import (
    Assessed,
    Completed,
    Critiqued,
    Examined,
    GateRan,
    ValidatedFinding,
    ValidationEvent,
    examine,
    unreadable,
)
from services.validator.ports import SeriesReader, ValidatorMind, Workers

MAX_VALUES: Final = 20_000
"""Values a request may bring along: more than 50 years of days."""
MAX_SPAN_DAYS: Final = 20_000

_T = TypeVar("_T")
_log = structlog.get_logger("validator")


@dataclass(frozen=True, kw_only=True)
class _Reviewed:
    """What the review of a finding came to; `assessment` is None of what was rejected or could not be weighed."""

    critique: Critique
    verdict: Verdict
    explanation: str
    assessment: Assessment | None


class ValidatorApp:
    """Decides what findings are worth.

    Args:
        series: where the data is read.
        workers: where it is gated.
        mind: who reviews what the gates let through.
        mind_timeout_s: how long one review or assessment may take.
        layered: whether the second layer runs; without it validation is as documented.
        close_mind: lets go of what the mind holds, if it holds anything.
    """

    def __init__(
        self,
        *,
        series: SeriesReader,
        workers: Workers,
        mind: ValidatorMind,
        mind_timeout_s: float,
        layered: bool = True,
        close_mind: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._series = series
        self._workers = workers
        self._mind = mind
        self._mind_timeout_s = mind_timeout_s
        self._layered = layered
        self._close_mind = close_mind

    async def validate(
        self,
        user_id: str,
        findings: Sequence[Finding],
        memory: Sequence[MemoryNote],
        tested: Sequence[TestedHypothesis] = (),
    ) -> AsyncIterator[ValidationEvent]:
        """Each finding's gates, critique and assessment, finding by finding, then `Completed`.

        All findings are gated at the same time, and all before anything is told, for what one is worth depends on how
        much was tested. What is told keeps the order of the request, so that the same data gives the same events.

        Raises:
            InvalidFieldError: no user.
            UpstreamUnavailableError: the data could not be read for now. Nothing has been told yet, and no verdict
                may be drawn from an outage.
        """
        if not user_id:
            raise errors.InvalidFieldError("A user is needed.", field="user_id")
        unique = with_unique_ids(findings)
        store = await self._read(user_id, unique)
        jobs = [asyncio.create_task(self._examine(finding, store)) for finding in unique]
        notes = memory_for_critic(memory)
        last_asked = last_of_each(map(subject_of, unique), tested)
        validated: list[ValidatedFinding] = []
        reviews: list[asyncio.Task[_Reviewed]] = []
        try:
            examined = self._among_all(unique, await asyncio.gather(*jobs), tested)
            # A model takes seconds over one finding: all are reviewed at the same time.
            reviews += [asyncio.create_task(self._review(*each, notes)) for each in zip(unique, examined, strict=True)]
            for finding, each, review, before in zip(unique, examined, reviews, last_asked, strict=True):
                for outcome in each.report.outcomes:
                    yield GateRan(finding=finding, outcome=outcome)
                reviewed = await review
                yield Critiqued(
                    finding=finding,
                    critique=reviewed.critique,
                    verdict=reviewed.verdict,
                    explanation=reviewed.explanation,
                )
                if reviewed.assessment is not None:
                    yield Assessed(finding=finding, assessment=reviewed.assessment)
                validated.append(_validated(finding, each, reviewed, before))
        finally:
            for task in (*jobs, *reviews):
                task.cancel()
        for each_validated in validated:
            telemetry.measure(VERDICTS, 1, verdict=each_validated.verdict.value)
        yield Completed(findings=tuple(validated), fact_sheet=build_fact_sheet(validated), spent=spent())

    async def evaluate_gates(
        self,
        kind: FindingKind | None,
        *,
        feature: Floats,
        target: Floats,
        effect: float | None,
        days: Days | None = None,
        earlier_count: int | None = None,
    ) -> GateReport:
        """The gates on values that are given.

        Args:
            kind: decides which gates apply.
            feature: shape (n,), in time order.
            target: shape (n,) for an association, empty otherwise.
            effect: the claimed effect.
            days: shape (n,), the day of each value since 1970-01-01, ascending; None for consecutive days.
            earlier_count: of a trend between two windows, how many leading values are of the earlier one.

        Raises:
            InvalidFieldError: no kind, lengths that do not match it, more values than `MAX_VALUES`, days out of order
                or over more than `MAX_SPAN_DAYS`, or an earlier window that is not a part of the values.
        """
        if kind is None:
            raise errors.InvalidFieldError("The kind of finding is missing or unknown.", field="kind")
        if feature.size > MAX_VALUES:
            raise errors.InvalidFieldError(f"At most {MAX_VALUES} values can be weighed.", field="feature")
        paired = kind is FindingKind.ASSOCIATION
        if target.size != (feature.size if paired else 0):
            message = "An association needs a target as long as its feature; other kinds have none."
            raise errors.InvalidFieldError(message, field="target")
        days = np.arange(feature.size, dtype=np.int64) if days is None else days
        if days.size != feature.size or np.any(np.diff(days) < 1) or (days.size and days[-1] - days[0] > MAX_SPAN_DAYS):
            message = f"Each value needs its own day, in ascending order, within {MAX_SPAN_DAYS} days."
            raise errors.InvalidFieldError(message, field="epoch_days")
        if earlier_count is not None and (kind is not FindingKind.TREND or not 0 < earlier_count < feature.size):
            message = "Only a trend has an earlier window, which holds some of its values and not all."
            raise errors.InvalidFieldError(message, field="earlier_count")
        given = GateInput(
            kind=kind,
            feature=feature,
            target=target if paired else None,
            effect=effect,
            days=days,
            contrast=contrast(days, earlier_count) if kind is FindingKind.TREND else None,
        )
        return await self._workers.run(partial(second_layer.evaluate, given, layered=self._layered))

    async def close(self) -> None:
        await self._series.close()
        await self._workers.close()
        if self._close_mind is not None:
            await self._close_mind()

    async def _read(self, user_id: str, findings: Sequence[Finding]) -> Store | Unreadable:
        needs = reduce(Needs.__or__, map(needs_of, findings), Needs())
        try:
            return await self._series.read(user_id, needs)
        except errors.UpstreamUnavailableError:
            raise
        except errors.ServiceError as error:
            _log.warning("validator.read_failed", reason=error.reason, names=len(needs.metrics))
            return Unreadable(reason="the stored data could not be read")

    async def _examine(self, finding: Finding, store: Store | Unreadable) -> Examined:
        if isinstance(store, Unreadable):
            return unreadable(store.reason)
        try:
            # No more than the finding needs travels to a worker.
            return await self._workers.run(
                partial(examine, finding, store.only(needs_of(finding)), layered=self._layered)
            )
        except Exception as error:  # noqa: BLE001, documented: a crash of the gates rejects the finding, not the turn
            _log.warning("validator.gates_crashed", error=type(error).__name__)
            return unreadable("the checks could not be run")

    def _among_all(
        self, findings: Sequence[Finding], examined: Sequence[Examined], tested: Sequence[TestedHypothesis]
    ) -> tuple[Examined, ...]:
        """What was examined, each with its place among everything that was tested."""
        if not self._layered:
            return tuple(examined)
        reports = second_layer.among_all([each.report for each in examined], [*map(subject_of, findings)], tested)
        return tuple(replace(each, report=report) for each, report in zip(examined, reports, strict=True))

    async def _review(self, finding: Finding, examined: Examined, notes: tuple[MemoryNote, ...]) -> _Reviewed:
        case = _case(finding, examined, notes)
        critique = await self._critique(examined.report, case)
        verdict = final_verdict(examined.report.verdict, critique.decision)
        assessment = None
        if case is not None and verdict is not Verdict.REJECTED:
            assessment = await self._ask("assessment", self._mind.assess(case), instead=UNASSESSED)
        explanation = explain_verdict(finding, examined.report, critique, verdict)
        return _Reviewed(critique=critique, verdict=verdict, explanation=explanation, assessment=assessment)

    async def _critique(self, report: GateReport, case: Case | None) -> Critique:
        if report.unweighed:
            return critique_of_unweighed(report)
        if case is None:
            return critique_of_rejected(report)
        return bound_by_severity(await self._ask("critic", self._mind.critique(case), instead=UNANSWERED))

    async def _ask(self, purpose: str, answer: Awaitable[_T], *, instead: _T) -> _T:
        """The mind's answer, or what claims least if it fails or takes too long."""
        try:
            async with asyncio.timeout(self._mind_timeout_s):
                return await answer
        except Exception as error:  # noqa: BLE001, documented: any failure of the mind downgrades, none is an error
            _log.warning("mind.fell_back", purpose=purpose, cause=type(error).__name__)
            return instead


def _case(finding: Finding, examined: Examined, notes: tuple[MemoryNote, ...]) -> Case | None:
    """What the mind judges by; None if no review could save the finding, or there is nothing to judge it by."""
    if examined.sample is None or examined.evidence is None or examined.report.hard_rejection:
        return None
    return Case(
        finding=finding, report=examined.report, sample=examined.sample, evidence=examined.evidence, memory=notes
    )


def _validated(
    finding: Finding, examined: Examined, reviewed: _Reviewed, before: TestedHypothesis | None
) -> ValidatedFinding:
    is_rejected = reviewed.verdict is Verdict.REJECTED
    return ValidatedFinding(
        finding=finding,
        verdict=reviewed.verdict,
        report=examined.report,
        critique=reviewed.critique,
        explanation=reviewed.explanation,
        n=examined.sample.n if examined.sample else None,
        assessment=reviewed.assessment,
        reading=plain_reading(finding, examined.report, examined.sample) if is_rejected else None,
        changed=explain_change(finding, examined.report, reviewed.verdict, before) if before else "",
        certainty=None if is_rejected else examined.certainty,
    )
