"""The pandas of each kind of question: what is told is the dict it returns."""

from collections.abc import Iterator
from typing import Final, TypeAlias, assert_never

from services.data_science.adapters.pandas_code.answers.groups import write_profile
from services.data_science.adapters.pandas_code.answers.pictures import points
from services.data_science.adapters.pandas_code.answers.series import (
    write_change_point,
    write_contrast,
    write_relate,
    write_trend,
    write_unusual,
)
from services.data_science.adapters.pandas_code.expressions.figures import extreme_day, moments, values_of, write_number
from services.data_science.adapters.pandas_code.expressions.rows import by_time, positions, ranked
from services.data_science.adapters.pandas_code.expressions.shapes import most_rows, shape_of
from services.data_science.adapters.pandas_code.writing import literals
from services.data_science.adapters.pandas_code.writing.writer import Frame, Shape, Writer
from services.data_science.domain import algebra as a

_Entries: TypeAlias = Iterator[tuple[str, str]]
_MOST_TOLD: Final = 10


def write_answer(w: Writer, question: a.Question) -> None:
    """Lines that return the answer."""
    entries = list(_entries(w, question))
    w.write(*literals.returned(entries))


def _entries(w: Writer, question: a.Question) -> _Entries:
    match question:
        case a.Tell(number=number):
            entries = _tell(w, number)
        case a.TellRecords():
            entries = _records(w, question)
        case a.Decide():
            entries = _decide(w, question)
        case a.Profile():
            entries = write_profile(w, question)
        case a.Relate():
            entries = write_relate(w, question)
        case a.Contrast():
            entries = write_contrast(w, question)
        case a.Trend():
            entries = write_trend(w, question)
        case a.ChangePoint():
            entries = write_change_point(w, question)
        case a.Unusual():
            entries = write_unusual(w, question)
        case _:
            assert_never(question)
    return entries


def _tell(w: Writer, number: a.Number) -> _Entries:
    values = values_of(w, number.rows, number.column, "values") if isinstance(number, a.Reduce) else ""
    value = write_number(w, number)
    yield "n", value.n
    yield "effect", value.text
    match number:
        case a.Reduce(rows=rows, statistic=statistic):
            if statistic is a.Statistic.MEAN and shape_of(rows) is Shape.DAYS and most_rows(rows) != 1:
                yield "sd", f"{values}.std()"
            yield from moments(w, number)
            if statistic is not a.Statistic.COUNT:
                yield from points(rows, values)
        case a.NumberArithmetic(left=left, right=right):
            for key, operand in (("left", left), ("right", right)):
                yield key, w.number(operand).text
                if day := extreme_day(w, operand):
                    yield f"{key}_day", day
        case _:
            yield from moments(w, number)


def _decide(w: Writer, question: a.Decide) -> _Entries:
    left, right = w.number(question.left), w.number(question.right)
    yield "n", left.n
    yield from (("effect", left.text), ("left", left.text), ("right", right.text))
    if question.share is not None:
        share = write_number(w, question.share)
        yield "share", share.text
        yield from moments(w, question.share)
        yield "share_n", share.n
    if isinstance(question.left, a.Reduce):
        yield from points(question.left.rows, values_of(w, question.left.rows, question.left.column))


def _records(w: Writer, question: a.TellRecords) -> _Entries:
    for column in question.columns:
        w.column(column, w.table_of(question.rows))
    told, n = _picked(w, question.rows)
    w.write(f"if len({told.name}) == 0:", '    return {"n": 0}')
    columns = [w.values(column, told) for column in question.columns]
    yield "n", n
    yield "effect", f"{columns[0]}.iloc[0]" if columns else f"{told.day}.tolist()[0]"
    if isinstance(question.rows, a.Pick) and question.rows.by is not None and question.rows.count == 1:
        _, values = ranked(w, question.rows)
        yield "ties", f"({values} == {values}.iloc[{question.rows.first - 1}]).sum()"
    yield "day_", f"{told.day}.tolist()"
    if told.shape is Shape.PERIODS:
        yield "end_", f'{told.name}["end"].tolist()'
    yield from ((f"c{position}_", f"{column}.tolist()") for position, column in enumerate(columns, start=1))
    if told.shape is Shape.ACTIVITIES:
        yield "kinds", f'{told.name}["kind"].tolist()'


def _picked(w: Writer, rows: a.Rows) -> tuple[Frame, str]:
    """The rows that are told, in the order of the pick, and how many rows there are in all."""
    if not isinstance(rows, a.Pick):
        frame = w.rows(rows)
        if (most_rows(rows) or _MOST_TOLD + 1) <= _MOST_TOLD:
            return frame, f"len({frame.name})"
        return _renamed(frame, w.define("told", f"{frame.name}.head({_MOST_TOLD})")), f"len({frame.name})"
    if rows.by is None:
        frame = w.rows(rows.rows)
        backwards = ".iloc[::-1]" if rows.order is a.Order.NEWEST else ""
        picked = f"{frame.name}{by_time(rows)}{backwards}"
    else:
        frame, values = ranked(w, rows)
        picked = f"{frame.name}.loc[{values}.index[{positions(rows)}]]"
    name = w.define("told", picked)
    n = f"len({name})"
    if rows.count > _MOST_TOLD:
        n, name = f"len({name})", w.define("first_of_them", f"{name}.head({_MOST_TOLD})")
    return _renamed(frame, name), n


def _renamed(frame: Frame, name: str) -> Frame:
    return Frame(name=name, table=frame.table, shape=frame.shape, columns=frame.columns)
