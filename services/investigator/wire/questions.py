"""What is asked of the records, in the one question language; and read from it again."""

from datetime import date
from typing import Final, assert_never

from amy.api.query.v1 import query_pb2 as query
from services.investigator.domain.asked import (
    ActivityCount,
    Asked,
    Change,
    ChangePoint,
    Lab,
    Level,
    Together,
    Weekdays,
)
from services.investigator.domain.records import Side
from services.investigator.domain.spans import Span

_WEEKEND: Final = (6, 7)
_WORKING_DAYS: Final = (1, 2, 3, 4, 5)


def question_to_proto(asked: Asked) -> query.Question:
    match asked:
        case Change(metric=metric, window=window, before=before):
            question = _contrast(_days(window), _days(before), metric)
        case Weekdays(metric=metric, window=window):
            question = _contrast(_on(_WEEKEND, window), _on(_WORKING_DAYS, window), metric)
        case Together(left=left, right=right, lag_days=lag_days, window=window):
            relate = query.Relate(left=_field(left), right=_field(right), rows=_days(window), lag_days=lag_days)
            question = query.Question(relate=relate)
        case ChangePoint(metric=metric, window=window):
            question = query.Question(change_point=query.ChangePoint(rows=_days(window), column=_field(metric)))
        case Lab():
            question = query.Question(decide=_beyond_the_limit(asked))
        case Level(metric=metric, window=window):
            mean = query.Reduce(rows=_days(window), column=_field(metric), statistic=query.STATISTIC_MEAN)
            question = query.Question(tell=query.Tell(number=query.Number(reduce=mean)))
        case ActivityCount(window=window, kind=kind):
            count = query.Count(rows=_activities(window, kind))
            question = query.Question(tell=query.Tell(number=query.Number(count=count)))
        case _:
            assert_never(asked)
    return question


def _contrast(rows: query.Rows, baseline: query.Rows, metric: str) -> query.Question:
    return query.Question(contrast=query.Contrast(rows=rows, baseline=baseline, column=_field(metric)))


def _field(name: str) -> query.Column:
    return query.Column(field=query.Field(name=name))


def _all(table: query.Table.ValueType, span: Span) -> query.Rows:
    window = query.Window(
        start=query.DayOrNumber(date=span.start.isoformat()),
        end=query.DayOrNumber(date=span.end.isoformat()),
        label=span.label,
    )
    return query.Rows(all=query.All(table=table, window=window))


def _days(span: Span) -> query.Rows:
    return _all(query.TABLE_DAYS, span)


def _on(iso_weekdays: tuple[int, ...], span: Span) -> query.Rows:
    test = query.Test(calendar=query.Calendar(iso_weekdays=iso_weekdays))
    return query.Rows(where=query.Where(rows=_days(span), test=test))


def _activities(span: Span, kind: str) -> query.Rows:
    rows = _all(query.TABLE_ACTIVITIES, span)
    if not kind:
        return rows
    return query.Rows(where=query.Where(rows=rows, test=query.Test(kind=query.Kind(names=[kind]))))


def _beyond_the_limit(lab: Lab) -> query.Decide:
    newest = query.Reduce(
        rows=_all(query.TABLE_SAMPLES, lab.window), column=_field(lab.biomarker), statistic=query.STATISTIC_LATEST
    )
    is_low = lab.side is Side.LOW
    bound = query.ReferenceBound(biomarker=lab.biomarker, side=query.SIDE_LOW if is_low else query.SIDE_HIGH)
    return query.Decide(
        left=query.Number(reduce=newest),
        operator=query.OPERATOR_LESS if is_low else query.OPERATOR_GREATER,
        right=query.Number(reference_bound=bound),
    )


def question_from_proto(question: query.Question) -> Asked | None:
    """What is asked; None of a question of another shape than the investigator proposes."""
    try:
        asked = _read(question)
    except ValueError:
        return None
    return asked if asked is not None and question_to_proto(asked) == question else None


def _read(question: query.Question) -> Asked | None:
    """What a question of that kind would ask, whatever else it holds.

    Raises:
        ValueError: an end of the stretch is no date.
    """
    asked: Asked | None = None
    match question.WhichOneof("question"):
        case "contrast":
            asked = _compared(question.contrast)
        case "relate":
            of = question.relate
            left, right = of.left.field.name, of.right.field.name
            asked = Together(left=left, right=right, lag_days=of.lag_days, window=_span(of.rows))
        case "change_point":
            step = question.change_point
            asked = ChangePoint(metric=step.column.field.name, window=_span(step.rows))
        case "decide":
            bound, newest = question.decide.right.reference_bound, question.decide.left.reduce
            side = Side.LOW if bound.side == query.SIDE_LOW else Side.HIGH
            asked = Lab(biomarker=bound.biomarker, side=side, window=_span(newest.rows))
        case "tell":
            asked = _told(question.tell.number)
    return asked


def _compared(contrast: query.Contrast) -> Asked:
    metric, rows = contrast.column.field.name, contrast.rows
    if rows.WhichOneof("rows") == "where":
        return Weekdays(metric=metric, window=_span(rows.where.rows))
    return Change(metric=metric, window=_span(rows), before=_span(contrast.baseline))


def _told(number: query.Number) -> Asked | None:
    match number.WhichOneof("number"):
        case "reduce":
            return Level(metric=number.reduce.column.field.name, window=_span(number.reduce.rows))
        case "count":
            rows = number.count.rows
            if rows.WhichOneof("rows") != "where":
                return ActivityCount(window=_span(rows))
            kind = next(iter(rows.where.test.kind.names), "")
            return ActivityCount(window=_span(rows.where.rows), kind=kind)
        case _:
            return None


def _span(rows: query.Rows) -> Span:
    window = rows.all.window
    start, end = (date.fromisoformat(each.date) for each in (window.start, window.end))
    return Span(start=start, end=end, label=window.label)
