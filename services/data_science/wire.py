"""Protos to domain values and back; pure and total."""

from collections.abc import Iterable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, assert_never

from amy.api.common.v1 import common_pb2 as common
from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.query.v1 import query_pb2 as query_pb
from amy.runtime.trees import TreeCodec
from amy.runtime.usage import usage_to_proto
from amy.spending import Spent
from services.data_science.domain import algebra
from services.data_science.domain.algebra import Question
from services.data_science.domain.analysis import (
    DEFAULT_DEBUG_ROUNDS,
    DEFAULT_PREFIX,
    AnalysisEvent,
    AnalysisRequest,
    Completed,
    Picture,
    Span,
    Status,
    Thought,
    ToolCall,
    ToolResult,
    Value,
)
from services.data_science.domain.catalogue import Bounds, Catalogue, Quantity
from services.data_science.domain.draft import Draft, words
from services.data_science.domain.finding import Finding
from services.data_science.domain.interpretation import Computable, Interpretation, NotMine, Partly, Topic

QUESTIONS: Final[TreeCodec[Question, query_pb.Question]] = TreeCodec(Question, query_pb.Question, name="question")
_AGENT: Final = "data_science"
_STATUSES: Final[Mapping[Status, "pb.Status.ValueType"]] = MappingProxyType(
    {
        Status.ANSWERED: pb.STATUS_ANSWERED,
        Status.DECLINED: pb.STATUS_DECLINED,
        Status.FAILED: pb.STATUS_FAILED,
    }
)


_TOPICS: Final[Mapping[Topic, "pb.Topic.ValueType"]] = MappingProxyType(
    {topic: pb.Topic.Value(f"TOPIC_{topic.name}") for topic in Topic}
)
"""Each topic has a value of its name."""


def request_from_proto(request: pb.AnalyzeRequest) -> AnalysisRequest:
    questions: tuple[Question, ...] = ()
    unreadable = ""
    try:
        questions = tuple(map(QUESTIONS.decode, request.questions))
    except ValueError as error:
        unreadable = str(error)
    return AnalysisRequest(
        user_id=request.user_id,
        question=words(request.question),
        finding_prefix=request.finding_prefix or DEFAULT_PREFIX,
        max_debug_rounds=request.max_debug_rounds if request.HasField("max_debug_rounds") else DEFAULT_DEBUG_ROUNDS,
        earlier=tuple(words(each.content) for each in request.history if each.role == common.ROLE_USER),
        questions=questions,
        unreadable=unreadable,
        biomarkers=not request.without_biomarkers,
    )


def messages_from_proto(request: pb.InterpretRequest) -> tuple[str, ...]:
    """What the person said, oldest first."""
    return tuple(words(each.content) for each in request.messages if each.role == common.ROLE_USER)


def interpretation_to_proto(interpretation: Interpretation, spent: Spent | None = None) -> pb.InterpretResponse:
    response = _result_to_proto(interpretation)
    if spent is not None:
        response.usage.CopyFrom(usage_to_proto(spent))
    if own := interpretation.own_numbers:
        questions = [QUESTIONS.encode(each) for each in own.questions]
        response.own_numbers.CopyFrom(pb.OwnNumbers(said_back=own.said_back, questions=questions))
    return response


def _result_to_proto(interpretation: Interpretation) -> pb.InterpretResponse:
    match interpretation:
        case Computable(said_back=said_back, questions=questions, noted=noted):
            encoded = [QUESTIONS.encode(each) for each in questions]
            return pb.InterpretResponse(computable=pb.Computable(said_back=said_back, questions=encoded, noted=noted))
        case Partly(said_back=said_back, unread=unread, questions=questions):
            encoded = [QUESTIONS.encode(each) for each in questions]
            return pb.InterpretResponse(partly=pb.Partly(said_back=said_back, unread=unread, questions=encoded))
        case NotMine(topic=topic, reason=reason, nearest=nearest, noted=noted):
            told = pb.NotMine(topic=_TOPICS[topic], reason=reason, nearest=nearest, noted=noted)
            return pb.InterpretResponse(not_mine=told)
        case _:
            assert_never(interpretation)


def catalogue_from_proto(response: health.DescribeDataResponse) -> Catalogue | None:
    """What is on record, None when nothing is; with laboratory samples alone, their dates are the days on record."""
    oldest, newest = _date(response.oldest_biomarker_date), _date(response.newest_biomarker_date)
    first, today = _date(response.first_date) or oldest, _date(response.reference_date) or newest
    if first is None or today is None:
        return None
    days = {each.name: (_date(each.first_date), _date(each.last_date)) for each in response.metrics}
    biomarkers = [_biomarker(each) for each in (*response.biomarker_names, *response.other_biomarkers)]
    return Catalogue(
        first=first,
        today=today,
        metrics=_by_name(_quantity(each, *days.get(each.name, (None, None))) for each in response.known),
        fields=_by_name(map(_quantity, response.activity_fields)),
        biomarkers=_by_name(biomarkers),
        kinds=tuple(dict.fromkeys(map(words, response.activity_kinds))),
        samples=(oldest, newest) if oldest and newest else None,
        population=frozenset(response.population_metrics),
        lower_limits=frozenset(words(each.name) for each in response.biomarker_names if each.has_reference_low),
        upper_limits=frozenset(words(each.name) for each in response.biomarker_names if each.has_reference_high),
        nights_follow=response.nights_follow,
    )


def _by_name(quantities: Iterable[Quantity]) -> Mapping[str, Quantity]:
    return MappingProxyType({each.name: each for each in quantities})


def _quantity(known: health.MetricName, oldest: date | None = None, newest: date | None = None) -> Quantity:
    return Quantity(
        name=known.name,
        unit=known.unit,
        noun=known.noun or known.name.replace("_", " "),
        spoken=tuple(known.spoken),
        loose=_loose(known.loose),
        additive=known.additive,
        nightly=known.nightly,
        better=known.better if known.HasField("better") else None,
        recorded=known.recorded,
        days=(oldest, newest) if oldest and newest else None,
        plausible=_bounds(known.plausible) if known.HasField("plausible") else None,
        plausible_by_kind=MappingProxyType(
            {words(each.kind): _bounds(each.plausible) for each in known.plausible_by_kind}
        ),
        tag=known.tag,
        days_without=known.days_without,
        example=known.example,
        lasting=known.lasting,
    )


def _biomarker(described: health.BiomarkerDescription) -> Quantity:
    name = words(described.name)
    return Quantity(
        name=name,
        unit=words(described.unit),
        noun=words(described.noun) or name,
        spoken=tuple(map(words, described.spoken)),
        loose=_loose(described.loose),
        recorded=described.samples > 0,
    )


def _loose(names: Iterable[health.LooseName]) -> Mapping[str, str]:
    return MappingProxyType({each.phrase: each.caveat for each in names})


def _bounds(bounds: health.Plausible) -> Bounds:
    return Bounds(
        low=bounds.low if bounds.HasField("low") else None, high=bounds.high if bounds.HasField("high") else None
    )


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def event_to_proto(event: AnalysisEvent) -> pb.AnalyzeResponse:
    match event:
        case Thought(delta=delta):
            return pb.AnalyzeResponse(thought=common.Thought(delta=delta))
        case ToolCall(id=call_id, code=code):
            return pb.AnalyzeResponse(tool_call=common.ToolCall(id=call_id, tool="sandbox", input=code))
        case ToolResult():
            return pb.AnalyzeResponse(
                tool_result=common.ToolResult(
                    call_id=event.call_id,
                    success=event.success,
                    output=event.output,
                    error=event.error,
                    duration_ms=event.duration_ms,
                )
            )
        case Completed():
            return pb.AnalyzeResponse(completed=_completed(event))
        case _:
            assert_never(event)


def _completed(event: Completed) -> pb.AnalysisCompleted:
    return pb.AnalysisCompleted(
        status=_STATUSES[event.status],
        answer=event.answer,
        draft=event.draft,
        values=[_value(value) for value in event.values],
        findings=[finding_to_proto(finding) for finding in event.findings],
        approach=event.approach,
        code=event.code,
        usage=usage_to_proto(event.spent),
        pictures=[_picture(picture) for picture in event.pictures],
    )


def _picture(picture: Picture) -> pb.Picture:
    return pb.Picture(finding_ids=picture.finding_ids, title=picture.title, vega_lite=picture.vega_lite)


def _value(value: Value) -> pb.Value:
    message = pb.Value(
        name=value.name, unit=value.unit, n=value.n, window=_span(value.window), finding_id=value.finding_id
    )
    match value.value:
        case date() as day:
            message.date = day.isoformat()
        case float() as number:
            message.number = number
        case str() as text:
            message.text = text
        case _:
            assert_never(value.value)
    return message


def finding_to_proto(finding: Finding) -> common.Finding:
    """The question is everything that is needed to compute the finding's numbers again from what is stored.

    Where there is none, only code could compute them: who judges findings is told that nobody can compute them again.
    """
    return common.Finding(
        id=finding.id,
        kind=_KINDS.get(type(finding.question), common.FINDING_KIND_SCALAR),
        claim=Draft.of(finding.claim).spelled,
        numbers=[
            common.NamedNumber(key=number.key, scalar=number.value, unit=number.unit) for number in finding.numbers
        ],
        source=_AGENT,
        question=None if finding.question is None else QUESTIONS.encode(finding.question),
        by_code=finding.question is None,
    )


_KINDS: Final[Mapping[type, "common.FindingKind.ValueType"]] = MappingProxyType(
    {
        algebra.Relate: common.FINDING_KIND_ASSOCIATION,
        algebra.Contrast: common.FINDING_KIND_TREND,
        algebra.Trend: common.FINDING_KIND_TREND,
        algebra.ChangePoint: common.FINDING_KIND_TREND,
    }
)


def _span(span: Span) -> common.Window:
    return common.Window(start_date=span.start.isoformat(), end_date=span.end.isoformat(), label=span.label)
