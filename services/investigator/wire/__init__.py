"""Protos to domain values and back; pure and total."""

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import starmap
from types import MappingProxyType
from typing import Final, assert_never

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.investigator.v1 import investigator_pb2 as pb
from amy.runtime.usage import usage_to_proto
from amy.text import quoted
from services.investigator.domain.brief import BriefCase, Fact, Outcome, Verdict
from services.investigator.domain.case import Case
from services.investigator.domain.digest import Digest, NothingOnRecord, SeriesSeen
from services.investigator.domain.events import Briefed, BriefEvent, Investigated, InvestigateEvent, Status, Thought
from services.investigator.domain.hypotheses import EarlierKind, EarlierTest, Hypothesis, Kind
from services.investigator.domain.records import Activity, LabValue, Records, Series
from services.investigator.domain.spans import Span, Spans
from services.investigator.wire.questions import question_from_proto, question_to_proto

_STATUSES: Final = {
    Status.ANSWERED: pb.STATUS_ANSWERED,
    Status.DECLINED: pb.STATUS_DECLINED,
    Status.FAILED: pb.STATUS_FAILED,
}
_KINDS: Final = {kind: pb.HypothesisKind.Value(f"HYPOTHESIS_KIND_{kind.name}") for kind in Kind}
_TESTED: Final = {common.FindingKind.Value(f"FINDING_KIND_{kind.name}"): kind for kind in EarlierKind}
_VERDICTS: Final = {common.Verdict.Value(f"VERDICT_{verdict.name}"): verdict for verdict in Verdict}
_EPOCH: Final = date(1970, 1, 1)


def case_from_proto(request: pb.InvestigateRequest) -> Case:
    """Of what was said before the person's own messages; a test of no known kind is left out."""
    return Case(
        user_id=request.user_id,
        question=request.question,
        earlier=tuple(each.content for each in request.history if each.role == common.ROLE_USER),
        memory_summary=request.memory_summary,
        tested=tuple(
            EarlierTest(kind=_TESTED[each.kind], feature=each.feature, target=each.target, lag_days=each.lag_days)
            for each in request.tested
            if each.kind in _TESTED
        ),
        biomarkers=not request.without_biomarkers,
    )


def investigate_event_to_proto(event: InvestigateEvent) -> pb.InvestigateResponse:
    match event:
        case Thought(delta=delta):
            return pb.InvestigateResponse(thought=common.Thought(delta=delta))
        case Investigated():
            completed = pb.InvestigateCompleted(
                status=_STATUSES[event.status],
                digest=digest_to_proto(event.digest),
                hypotheses=map(_hypothesis_to_proto, event.hypotheses),
                usage=usage_to_proto(event.spent),
            )
            return pb.InvestigateResponse(completed=completed)
        case _:
            assert_never(event)


def digest_to_proto(digest: Digest | NothingOnRecord) -> pb.Digest:
    """Of nothing on record a digest without a window."""
    if isinstance(digest, NothingOnRecord):
        return pb.Digest()
    return pb.Digest(
        window=_span_to_proto(digest.spans.window),
        before=_span_to_proto(digest.spans.before),
        series=map(_seen_to_proto, digest.series),
        focus=digest.focus,
        looked_before=digest.looked_before,
        goals=digest.goals,
    )


def _span_to_proto(span: Span) -> common.Window:
    return common.Window(start_date=span.start.isoformat(), end_date=span.end.isoformat(), label=span.label)


def _seen_to_proto(seen: SeriesSeen) -> pb.SeriesSeen:
    return pb.SeriesSeen(
        metric=seen.metric, noun=seen.noun, days=seen.days, days_before=seen.days_before, shift=seen.shift
    )


def _hypothesis_to_proto(hypothesis: Hypothesis) -> pb.Hypothesis:
    return pb.Hypothesis(
        id=hypothesis.id,
        kind=_KINDS[hypothesis.kind],
        title=hypothesis.title,
        rationale=hypothesis.rationale,
        question=question_to_proto(hypothesis.asked),
    )


def brief_case_from_proto(request: pb.BriefRequest) -> BriefCase | None:
    """None without a digest."""
    if not request.investigated.HasField("digest"):
        return None
    facts = {each.claim: Fact(value=each.value, unit=each.unit, window=each.window) for each in request.fact_sheet}
    return BriefCase(
        question=request.question,
        digest=_digest_from_proto(request.investigated.digest),
        proposed=tuple(
            asked for each in request.investigated.hypotheses if (asked := question_from_proto(each.question))
        ),
        outcomes=tuple(_outcomes(request)),
        facts=MappingProxyType(facts),
        said_before=request.said_before,
    )


def _digest_from_proto(digest: pb.Digest) -> Digest | NothingOnRecord:
    """One whose days cannot be read is of nothing on record."""
    window, before = _span(digest.window), _span(digest.before)
    if window is None or before is None:
        return NothingOnRecord()
    return Digest(
        spans=Spans(window=window, before=before),
        series=tuple(map(_seen, digest.series)),
        focus=digest.focus,
        looked_before=digest.looked_before,
        goals=tuple(digest.goals),
    )


def _span(window: common.Window) -> Span | None:
    start, end = _date(window.start_date), _date(window.end_date)
    return Span(start=start, end=end, label=window.label) if start and end else None


def _seen(seen: pb.SeriesSeen) -> SeriesSeen:
    return SeriesSeen(
        metric=seen.metric,
        noun=seen.noun,
        days=seen.days,
        days_before=seen.days_before,
        shift=seen.shift if seen.HasField("shift") else None,
    )


def _outcomes(request: pb.BriefRequest) -> Iterable[Outcome]:
    """In the order of the hypotheses, each with the finding that answers its question."""
    for hypothesis in request.investigated.hypotheses:
        asked = question_from_proto(hypothesis.question)
        checked = next((each for each in request.findings if each.finding.question == hypothesis.question), None)
        if asked is not None and checked is not None:
            yield Outcome(
                asked=asked,
                finding_id=checked.finding.id,
                verdict=_VERDICTS.get(checked.verdict, Verdict.REJECTED),
                has_reading=checked.has_reading,
                strategy=checked.strategy,
            )


def brief_event_to_proto(event: BriefEvent) -> pb.BriefResponse:
    match event:
        case Thought(delta=delta):
            return pb.BriefResponse(thought=common.Thought(delta=delta))
        case Briefed():
            completed = pb.BriefCompleted(
                status=_STATUSES[event.status], draft=event.draft, usage=usage_to_proto(event.spent)
            )
            return pb.BriefResponse(completed=completed)
        case _:
            assert_never(event)


def records_from_proto(
    described: health.DescribeDataResponse,
    series: Iterable[health.Series],
    activities: Iterable[health.Activity],
    samples: Iterable[health.Biomarker],
) -> Records | None:
    """What is on record; None where nothing is. With laboratory samples alone, their dates are the days on record."""
    oldest, newest = _date(described.oldest_biomarker_date), _date(described.newest_biomarker_date)
    first, today = _date(described.first_date) or oldest, _date(described.reference_date) or newest
    if first is None or today is None:
        return None
    nouns = {each.name: each.noun or each.name.replace("_", " ") for each in described.known}
    spoken = {each.name.casefold(): each.noun for each in described.biomarker_names}
    read = (
        Series(metric=each.name, noun=nouns.get(each.name, each.name), values=MappingProxyType(_by_day(each)))
        for each in series
    )
    return Records(
        first=first,
        today=today,
        nouns=MappingProxyType(nouns),
        series=MappingProxyType({each.metric: each for each in read if each.values}),
        activities=tuple(Activity(day=day, kind=each.kind) for each in activities if (day := _date(each.date))),
        labs=tuple(_newest(samples, spoken)),
        sampled=(oldest, newest) if oldest and newest else None,
    )


def _by_day(series: health.Series) -> dict[date, float]:
    days = (_EPOCH + timedelta(days=day) for day in series.epoch_days)
    return dict(zip(days, series.values, strict=False))


def _newest(samples: Iterable[health.Biomarker], spoken: dict[str, str]) -> Iterable[LabValue]:
    """The newest sample of each name, letter case aside; they come newest first."""
    newest: dict[str, health.Biomarker] = {}
    for each in samples:
        newest.setdefault(each.name.casefold(), each)
    return starmap(_lab_value, ((each, spoken.get(name, "")) for name, each in newest.items()))


def _lab_value(sample: health.Biomarker, noun: str) -> LabValue:
    return LabValue(
        name=sample.name,
        noun=noun or quoted(sample.name),
        value=sample.value,
        low=sample.reference_low if sample.HasField("reference_low") else None,
        high=sample.reference_high if sample.HasField("reference_high") else None,
    )


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
