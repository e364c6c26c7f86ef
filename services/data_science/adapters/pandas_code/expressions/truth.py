"""Tests as conditions on rows, in three values: where one holds, where it fails, where it is known at all."""

from collections.abc import Callable
from typing import Final, assert_never

from services.data_science.adapters.pandas_code.expressions.shapes import shape_of
from services.data_science.adapters.pandas_code.writing import literals
from services.data_science.adapters.pandas_code.writing.writer import Frame, Shape, Writer, in_order
from services.data_science.domain import algebra as a

_LONG: Final = 60
_OPPOSITE: Final = {
    a.Operator.LESS: ">=",
    a.Operator.LESS_OR_EQUAL: ">",
    a.Operator.GREATER: "<=",
    a.Operator.GREATER_OR_EQUAL: "<",
}
_Condition = Callable[[Writer, a.Test, Frame], str]


def prepare(w: Writer, test: a.Test, table: Frame) -> None:
    """Lines for all that a test needs, so that they stand before the rows it is asked of."""
    match test:
        case a.Compare(column=column, number=number):
            w.number(number)
            w.column(column, table)
        case a.Known(column=column):
            w.column(column, table)
        case a.In(rows=rows):
            w.rows(_tested(rows, table)[0])
        case a.And() | a.Or():
            for each in parts_of(test):
                prepare(w, each, table)
        case a.Not(test=inner):
            prepare(w, inner, table)
        case a.Calendar() | a.Kind():
            pass
        case _:
            assert_never(test)


def parts_of(test: a.Test) -> tuple[a.Test, ...]:
    """The tests of which all must hold, or one; always in the same order."""
    tests = test.tests if isinstance(test, a.And | a.Or) else frozenset({test})
    return tuple(each for each in in_order(tests) if isinstance(each, a.Test))


def all_of(test: a.Test) -> tuple[a.Test, ...]:
    """The tests that hold one by one where this one does."""
    return parts_of(test) if isinstance(test, a.And) else (test,)


def holds(w: Writer, test: a.Test, rows: Frame) -> str:
    """Where it is true: an expression of shape (rows,)."""
    match test:
        case a.Compare(column=column, operator=operator, number=number):
            condition = f"{w.values(column, rows)} {operator.value} {w.number(number).text}"
        case a.Known(column=column):
            condition = f"{w.values(column, rows)}.notna()"
        case a.Calendar():
            condition = _calendar(test, rows)
        case a.In(rows=among_rows):
            condition = _among(w, among_rows, rows)
        case a.Kind():
            condition = _kind(test, rows)
        case a.And():
            condition = _joined(w, test, rows, holds, "&")
        case a.Or():
            condition = _joined(w, test, rows, holds, "|")
        case a.Not(test=inner):
            condition = fails(w, inner, rows)
        case _:
            assert_never(test)
    return condition


def fails(w: Writer, test: a.Test, rows: Frame) -> str:
    """Where it is false, not unknown."""
    match test:
        case a.Compare(column=column, operator=operator, number=number):
            value, bound = w.values(column, rows), w.number(number).text
            unequal = f"({value} < {bound}) | ({value} > {bound})"
            condition = unequal if operator is a.Operator.EQUAL else f"{value} {_OPPOSITE[operator]} {bound}"
        case a.Known(column=column):
            condition = f"{w.values(column, rows)}.isna()"
        case a.Calendar() | a.In() | a.Kind():
            condition = f"~{enclosed(holds(w, test, rows))}"
        case a.And():
            condition = _joined(w, test, rows, fails, "|")
        case a.Or():
            condition = _joined(w, test, rows, fails, "&")
        case a.Not(test=inner):
            condition = holds(w, inner, rows)
        case _:
            assert_never(test)
    return condition


def known(w: Writer, test: a.Test, rows: Frame) -> str:
    """Where it is true or false; empty where that is always so."""
    match test:
        case a.Compare(column=column, number=number):
            there = f"{w.values(column, rows)}.notna()"
            return there if isinstance(number, a.Literal) else f"{there} & pd.notna({w.number(number).text})"
        case a.Known() | a.Calendar() | a.In() | a.Kind():
            return ""
        case a.Not(test=inner):
            return known(w, inner, rows)
        case a.And() | a.Or():
            if not any(known(w, each, rows) for each in parts_of(test)):
                return ""
            true = _short(w, holds(w, test, rows), rows, "held")
            false = _short(w, fails(w, test, rows), rows, "failed")
            return f"{enclosed(true)} | {enclosed(false)}"
        case _:
            assert_never(test)


def enclosed(condition: str) -> str:
    """The condition as an operand of `&`, `|` or `~`."""
    is_one = condition.isidentifier() or (condition.endswith(")") and " " not in condition.partition("(")[0])
    return condition if is_one and _is_one_call(condition) else f"({condition})"


def _is_one_call(condition: str) -> bool:
    """Whether nothing follows the bracket that closes the first call or subscript chain."""
    depth = 0
    for sign in condition:
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and sign == " ":
            return False
    return True


def kinds(test: a.Kind) -> list[str]:
    return sorted({name.casefold() for name in test.names})


def among(w: Writer, dates: str, rows: Frame, offset: int = 0) -> str:
    """Where dates are among the dates of rows moved by `offset` days; of periods, within one of them.

    Args:
        w: takes lines that it needs.
        dates: an expression for dates.
        rows: which rows.
        offset: in days.
    """
    apart = f"pd.Timedelta(days={abs(offset)})"
    if rows.shape is not Shape.PERIODS:
        moved = "" if offset == 0 else f" {'-' if offset < 0 else '+'} {apart}"
        return f"{dates}.isin({rows.day}{moved})"
    if offset != 0:
        dates = w.define("moved", f"{dates} {'+' if offset < 0 else '-'} {apart}")
    return f'{rows.name}.index.searchsorted({dates}, side="right") > {rows.name}["end"].searchsorted({dates})'


def _tested(rows: a.Rows, tested: Frame) -> tuple[a.Rows, int]:
    """Rows and an offset that say the same of days on record, which are all that those of `tested` fall on."""
    if isinstance(rows, a.DaysOf) and tested.shape in {Shape.DAYS, Shape.ACTIVITIES}:
        return rows.rows, rows.offset
    return rows, 0


def _among(w: Writer, rows: a.Rows, tested: Frame) -> str:
    inner, offset = _tested(rows, tested)
    frame = w.rows(inner)
    if tested.shape is not Shape.PERIODS:
        return among(w, tested.day, frame, offset)
    end = f'{frame.name}["end"]' if shape_of(inner) is Shape.PERIODS else frame.day
    return f'{frame.day}.searchsorted({tested.name}["end"], side="right") > {end}.searchsorted({tested.name}.index)'


def _calendar(test: a.Calendar, rows: Frame) -> str:
    weekdays = f"{rows.parts}.day_of_week.isin({[day - 1 for day in sorted(test.iso_weekdays)]})"
    months = f"{rows.parts}.month.isin({sorted(test.months)})"
    conditions = [*([weekdays] if test.iso_weekdays else []), *([months] if test.months else [])]
    return " & ".join(conditions) or f"np.full(len({rows.name}), True)"


def _kind(test: a.Kind, rows: Frame) -> str:
    folded, names = f'{rows.name}["kind"].str.casefold()', kinds(test)
    if len(names) == 1:
        return f"{folded} == {literals.text(names[0])}"
    return f"{folded}.isin([{', '.join(map(literals.text, names))}])"


def _joined(w: Writer, test: a.And | a.Or, rows: Frame, of_one: _Condition, operator: str) -> str:
    conditions = [of_one(w, each, rows) for each in parts_of(test)]
    if not conditions:
        return f"np.full(len({rows.name}), {operator == '&'})"
    if len(conditions) == 1:
        return conditions[0]
    return f" {operator} ".join(enclosed(_short(w, each, rows, "condition")) for each in conditions)


def _short(w: Writer, condition: str, rows: Frame, hint: str) -> str:
    """The condition, by name if it is too long to stand within another."""
    return w.condition(hint, rows, condition) if len(condition) > _LONG else condition
