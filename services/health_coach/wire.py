"""Protos to domain values and back; pure and total."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, assert_never

from amy.api.common.v1 import common_pb2 as common
from amy.api.health_coach.v1 import health_coach_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.query.v1 import query_pb2 as query
from amy.runtime.usage import usage_to_proto
from services.health_coach.domain.asked import DaysMet, Level, Question, Span, WorkoutDays, Workouts
from services.health_coach.domain.case import Case, Fact, Message, Remembered
from services.health_coach.domain.events import Completed, Event, Status, Thought
from services.health_coach.domain.goals import Goal
from services.health_coach.domain.preparing import Preparation
from services.health_coach.domain.record import Record
from services.health_coach.domain.strategy import Source

_STATUSES: Final = {
    Status.ANSWERED: pb.STATUS_ANSWERED,
    Status.DECLINED: pb.STATUS_DECLINED,
    Status.FAILED: pb.STATUS_FAILED,
}
_SOURCES: Final = re.compile(r"\s+Sources:\s+\d+\.\s.*", re.DOTALL)
_ANSWER: Final = "effect"
_READING: Final = "reading-{id}.value"


def case_to_prepare(request: pb.PrepareRequest) -> Case:
    return Case(
        message=request.message,
        history=tuple(map(_message, request.history)),
        memories=tuple(map(_remembered, request.memories)),
    )


def case_from_proto(request: pb.CoachRequest) -> Case:
    """A rejected finding without a plain reading is not read."""
    return Case(
        message=request.message,
        history=tuple(map(_message, request.history)),
        memories=tuple(map(_remembered, request.memories)),
        facts=_facts(request.findings, {entry.claim: entry for entry in request.fact_sheet}),
    )


def _message(proto: common.Message) -> Message:
    by_person = proto.role == common.ROLE_USER
    return Message(proto.content if by_person else _told(proto.content), by_person=by_person)


def _told(answer: str) -> str:
    """What an answer said up to its question: sources, and whom to call, stand below it and are not the coach's."""
    text = _SOURCES.sub("", answer)
    return text[: text.rindex("?") + 1] if "?" in text else text


def _remembered(proto: pb.Remembered) -> Remembered:
    goal = goal_from_proto(proto.goal) if proto.HasField("goal") else None
    return Remembered(kind=proto.kind, text=proto.text, goal=goal)


def _facts(findings: Iterable[common.CheckedFinding], sheet: Mapping[str, common.FactEntry]) -> Mapping[Question, Fact]:
    """Of each finding that answers one of the coach's questions its number, if it may be told."""
    found: dict[Question, Fact] = {}
    for checked in findings:
        if checked.verdict == common.VERDICT_REJECTED and not checked.has_reading:
            continue
        question = question_from_proto(checked.finding.question)
        key = _READING.format(id=checked.finding.id) if checked.has_reading else f"{checked.finding.id}.{_ANSWER}"
        entry = sheet.get(key)
        if question is not None and entry is not None and math.isfinite(entry.value):
            found[question] = Fact(claim=entry.claim, value=entry.value, unit=entry.unit)
    return MappingProxyType(found)


def goal_from_proto(proto: common.Goal) -> Goal:
    return Goal(
        behaviour=proto.behaviour,
        metric=proto.metric,
        target=proto.target,
        unit=proto.unit,
        at_most=proto.at_most,
        days_per_week=proto.days_per_week,
        baseline=proto.baseline if proto.HasField("baseline") else None,
        baseline_question=question_from_proto(proto.baseline_question),
        started_on=_date(proto.started_on),
        deadline=_date(proto.deadline),
        review_on=_date(proto.review_on),
        technique_ids=tuple(proto.technique_ids),
        strategy_id=proto.strategy_id,
    )


def goal_to_proto(goal: Goal) -> common.Goal:
    return common.Goal(
        behaviour=goal.behaviour,
        metric=goal.metric,
        target=goal.target,
        unit=goal.unit,
        at_most=goal.at_most,
        days_per_week=goal.days_per_week,
        baseline=goal.baseline,
        baseline_question=question_to_proto(goal.baseline_question) if goal.baseline_question else None,
        started_on=_iso(goal.started_on),
        deadline=_iso(goal.deadline),
        review_on=_iso(goal.review_on),
        technique_ids=goal.technique_ids,
        strategy_id=goal.strategy_id,
    )


def question_to_proto(question: Question) -> query.Question:
    return query.Question(tell=query.Tell(number=_number(question)))


def _number(question: Question) -> query.Number:
    match question:
        case Level(metric=metric, span=span):
            mean = query.Reduce(
                rows=_rows(query.TABLE_DAYS, span), column=_field(metric), statistic=query.STATISTIC_MEAN
            )
            return query.Number(reduce=mean)
        case DaysMet(metric=metric, span=span):
            compare = query.Compare(
                column=_field(metric),
                operator=query.OPERATOR_LESS_OR_EQUAL if question.at_most else query.OPERATOR_GREATER_OR_EQUAL,
                number=query.Number(literal=query.Literal(value=question.target, unit=question.unit)),
            )
            where = query.Where(rows=_rows(query.TABLE_DAYS, span), test=query.Test(compare=compare))
            return query.Number(count=query.Count(rows=query.Rows(where=where)))
        case Workouts(span=span):
            return query.Number(count=query.Count(rows=_rows(query.TABLE_ACTIVITIES, span)))
        case WorkoutDays(span=span):
            days = query.DaysOf(rows=_rows(query.TABLE_ACTIVITIES, span))
            return query.Number(count=query.Count(rows=query.Rows(days_of=days)))
        case _:
            assert_never(question)


def _rows(table: "query.Table.ValueType", span: Span) -> query.Rows:
    window = query.Window(
        start=query.DayOrNumber(date=span.start.isoformat()),
        end=query.DayOrNumber(date=span.end.isoformat()),
        label=span.label,
    )
    return query.Rows(all=query.All(table=table, window=window))


def _field(metric: str) -> query.Column:
    return query.Column(field=query.Field(name=metric))


def question_from_proto(proto: query.Question) -> Question | None:
    """None for any other question than the coach asks: read and written again, it would not be the same."""
    read = _question(proto.tell.number)
    return read if read is not None and question_to_proto(read) == proto else None


def _question(number: query.Number) -> Question | None:
    rows = number.count.rows
    asked = rows.WhichOneof("rows")
    if number.WhichOneof("number") == "reduce" and (span := _span(number.reduce.rows)):
        return Level(metric=number.reduce.column.field.name, span=span)
    if asked == "where" and (span := _span(rows.where.rows)):
        compare = rows.where.test.compare
        return DaysMet(
            metric=compare.column.field.name,
            target=compare.number.literal.value,
            unit=compare.number.literal.unit,
            at_most=compare.operator == query.OPERATOR_LESS_OR_EQUAL,
            span=span,
        )
    if asked == "all" and (span := _span(rows)):
        return Workouts(span=span)
    if asked == "days_of" and (span := _span(rows.days_of.rows)):
        return WorkoutDays(span=span)
    return None


def _span(rows: query.Rows) -> Span | None:
    window = rows.all.window
    start, end = _date(window.start.date), _date(window.end.date)
    return Span(start=start, end=end, label=window.label) if start and end else None


def record_from_proto(response: health.DescribeDataResponse) -> Record | None:
    today = _date(response.reference_date)
    if today is None:
        return None
    recorded = frozenset(known.name for known in response.known if known.recorded)
    return Record(today=today, metrics=recorded, has_activities=response.activities > 0)


def preparation_to_proto(prepared: Preparation) -> pb.PrepareResponse:
    return pb.PrepareResponse(
        questions=map(question_to_proto, prepared.questions),
        said_back=prepared.said_back,
        usage=usage_to_proto(prepared.spent),
    )


def event_to_proto(event: Event) -> pb.CoachResponse:
    match event:
        case Thought(delta=delta):
            return pb.CoachResponse(thought=common.Thought(delta=delta))
        case Completed():
            return pb.CoachResponse(completed=_completed(event))
        case _:
            assert_never(event)


def _completed(event: Completed) -> pb.CoachCompleted:
    reply = event.reply
    return pb.CoachCompleted(
        status=_STATUSES[event.status],
        draft=reply.draft,
        proposals=[
            pb.Proposal(claim=each.claim, value=each.value, unit=each.unit, capped_by=each.capped_by)
            for each in reply.proposals
        ],
        agreed=goal_to_proto(reply.agreed) if reply.agreed else None,
        recommended=reply.recommended,
        finished=reply.finished,
        technique_ids=reply.technique_ids,
        sources=list(_sources(reply.sources)),
        usage=usage_to_proto(event.spent),
    )


def _sources(sources: Iterable[Source]) -> Iterator[pb.Source]:
    for source in sources:
        yield pb.Source(title=source.title, publisher=source.publisher, url=source.url)


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
