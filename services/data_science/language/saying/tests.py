"""What holds of a record, as it stands behind its noun: "with more than 10,000 steps", "on weekends"."""

from typing import assert_never

from services.data_science.domain.algebra import (
    VALUE,
    All,
    And,
    Calendar,
    Column,
    Compare,
    DaysOf,
    Field,
    In,
    Kind,
    Known,
    Literal,
    Not,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Or,
    Periods,
    Pick,
    Reduce,
    Rows,
    Statistic,
    Table,
    Test,
    Where,
    Window,
)
from services.data_science.language.saying.amounts import MONTHS, WEEKDAYS, listed, stated_text
from services.data_science.language.saying.kinds import kinds_said, names_said
from services.data_science.language.saying.rows import named
from services.data_science.language.saying.units import source_of, unit_of_column
from services.data_science.language.saying.voice import Voice, closed, inner_column, operand
from services.data_science.language.saying.words import AMOUNTS, compared

_BARE = {
    (Table.ACTIVITIES, "distance_m"): "m",
    (Table.ACTIVITIES, "duration_min"): "min",
    (Table.DAYS, "steps"): "count",
    (Table.DAYS, "sleep_minutes"): "min",
}
"""Fields that an amount in their unit says by itself: "of more than 5 km", "with more than 10,000 steps"."""
_HAD = {Operator.GREATER: "with", Operator.EQUAL: "without"}
"""What days are that have some, or none, of what the person notes."""
_USUAL = {Statistic.MEAN: "average", Statistic.MEDIAN: "median"}
_WORKING_DAYS = frozenset(range(1, 6))
_WEEKEND = frozenset({6, 7})


def test_said(test: Test, source: Table | Periods, voice: Voice, *, within: Window | None) -> str:  # noqa: C901, PLR0911, PLR0912, one case a production
    match test:
        case Compare(column=Field(name=name), operator=operator, number=Literal(value=0)) if (
            operator in _HAD and (noted := voice.catalogue.metrics.get(name)) and noted.tag
        ):
            return f"{_HAD[operator]} {inner_column(test.column, source, voice, within=within)}"
        case Compare(column=column, operator=operator, number=number):
            return _compared(column, operator, number, source, voice, within)
        case Calendar():
            return _calendar(test)
        case In(rows=Pick(count=1) as rows) if source_of(rows) is Table.DAYS:
            return f"on {_closed_unless_short(voice.rows(rows, within=within))}"
        case In(rows=All(table=Table.DAYS, window=window)):
            return f"falling {voice.window(window)}"
        case Not(test=In(rows=All(table=Table.DAYS, window=window))):
            return f"apart from those {voice.window(window)}"
        case In(rows=DaysOf(rows=rows, offset=0)) if records := _records(rows, voice, within):
            return f"with {records}" if source is Table.DAYS else f"on days with {records}"
        case Not(test=In(rows=DaysOf(rows=rows, offset=0))) if records := _records(rows, voice, within):
            return f"without {records}" if source is Table.DAYS else f"on days without {records}"
        case In(rows=Where(test=tested) as rows) if source is not Table.DAYS and not isinstance(tested, And | Or):
            days = named(rows, voice, within=within)
            said = f"{days.several}{days.tail}" if days and not days.when else voice.rows(rows, within=within)
            return f"on {said if days and not days.when else closed(said)}"
        case In(rows=DaysOf() as rows):
            return f"on {_closed_unless_short(voice.rows(rows, within=within))}"
        case In(rows=rows):
            return f"on a day of {_closed_unless_short(voice.rows(rows, within=within))}"
        case Kind(names=names):
            found = kinds_said(names, voice.catalogue.kinds)
            return f"that are {found[1]}" if found else f"named {names_said(names)}"
        case Known(column=column):
            return f"with a value for {inner_column(column, source, voice, within=within)}"
        case Not(test=Known(column=column)):
            return f"without a value for {inner_column(column, source, voice, within=within)}"
        case Not(test=inner):
            return f"not {_part(inner, source, voice, within)}"
        case And(tests=tests):
            parts = sorted(_part(each, source, voice, within) for each in tests)
            return " and ".join(parts) if len(parts) > 1 else f"with all of {closed(listed(tuple(parts)))}"
        case Or(tests=tests):
            parts = sorted(_part(each, source, voice, within) for each in tests)
            return f"either {' or '.join(parts)}" if len(parts) > 1 else f"with one of {closed(listed(tuple(parts)))}"
        case _:
            assert_never(test)


def _records(rows: Rows, voice: Voice, within: Window | None) -> str:
    """What several activities or samples are called, as a day has them; empty where there is no noun for them."""
    found = named(rows, voice, within=within)
    if found is None or source_of(rows) not in {Table.ACTIVITIES, Table.SAMPLES}:
        return ""
    several = found.several.replace(" and ", " or ")
    return f"{several} {closed(found.tail.strip())}" if found.tail.strip() else several


def _part(test: Test, source: Table | Periods, voice: Voice, within: Window | None) -> str:
    said = voice.test(test, source, within=within)
    return closed(said) if isinstance(test, And | Or | Not) and not isinstance(test, Not) else said


def _closed_unless_short(said: str) -> str:
    """Rows that end without a window or a test of their own need no mark of where they end."""
    short = ("the days of your ", "the days after your ", "the days before your ", "your ", "the days of the ")
    rest = next((said.removeprefix(each) for each in short if said.startswith(each)), "")
    return said if rest and len(rest.split()) <= 2 and "(" not in rest and "," not in rest else closed(said)


def _compared(
    column: Column,
    operator: Operator,
    number: Number,
    source: Table | Periods,
    voice: Voice,
    within: Window | None,
) -> str:
    unit = unit_of_column(column, source, voice.catalogue)
    if bare := _bare(column, operator, number, source, voice):
        return bare
    about = inner_column(column, source, voice, within=within)
    if beyond := _beyond_own_level(operator, column, number, source, voice, within):
        return f"with {about} {beyond}"
    if own := _own_level(column, number, source, voice, within):
        return f"with {about} {compared(operator, unit)} {own}"
    return f"with {about} {compared(operator, unit)} {operand(number, voice, within=within)}"


def _bare(column: Column, operator: Operator, number: Number, source: Table | Periods, voice: Voice) -> str:  # noqa: PLR0911, one case a production
    """An amount that says by its unit what it is of; of counted records how many of them: "with at least 3 runs"."""
    if not isinstance(column, Field) or not isinstance(number, Literal):
        return ""
    if isinstance(source, Periods):
        if column.name != VALUE or source.column is not None or number.unit or number.value != round(number.value):
            return ""
        counted = named(source.rows, voice, within=source.window)
        if counted is None:
            return ""
        if number.value == 0 and operator is Operator.EQUAL:
            return f"with no {counted.several}{f' {closed(counted.tail.strip())}' if counted.tail.strip() else ''}"
        noun = counted.one if number.value == 1 else counted.several
        said = f"with {AMOUNTS[operator]} {stated_text(number.value, '')} {noun}"
        return f"{said} {closed(counted.tail.strip())}" if counted.tail else said
    if _BARE.get((source, column.name)) != number.unit or column.name not in _fields(source, voice):
        return ""
    amount = f"{AMOUNTS[operator]} {stated_text(number.value, number.unit)}"
    if source is Table.ACTIVITIES:
        return f"of {amount}"
    return f"with {amount} of sleep" if number.unit == "min" else f"with {amount}"


def _fields(source: Table, voice: Voice) -> frozenset[str]:
    known = voice.catalogue.fields if source is Table.ACTIVITIES else voice.catalogue.metrics
    return frozenset(known)


def _beyond_own_level(
    operator: Operator, column: Column, number: Number, source: Table | Periods, voice: Voice, within: Window | None
) -> str:
    """More than so much above one's own level, or below it: "more than 30 min below your average"."""
    match operator, number:
        case (
            Operator.GREATER | Operator.GREATER_OR_EQUAL,
            NumberArithmetic(left=left, operation=Operation.PLUS, right=Literal(value=value, unit=unit)),
        ):
            side = "above"
        case (
            Operator.LESS | Operator.LESS_OR_EQUAL,
            NumberArithmetic(left=left, operation=Operation.MINUS, right=Literal(value=value, unit=unit)),
        ):
            side = "below"
        case _:
            return ""
    own = _own_level(column, left, source, voice, within)
    than = "more than" if operator in {Operator.GREATER, Operator.LESS} else "at least"
    return f"{than} {stated_text(value, unit)} {side} {own}" if own else ""


def _own_level(column: Column, number: Number, source: Table | Periods, voice: Voice, within: Window | None) -> str:
    """One's own level of the same: "your average"; of another time with its dates."""
    match number:
        case Reduce(rows=All(table=table, window=window), column=of, statistic=statistic):
            if of != column or table != source or statistic not in _USUAL:
                return ""
            own = f"{'your' if source is Table.DAYS else 'its'} {_USUAL[statistic]}"
            if window == within:
                return own
            return f"{own} {closed(voice.window(window) or 'over all your data')}"
        case _:
            return ""


def _calendar(test: Calendar) -> str:
    days, months = test.iso_weekdays, test.months
    if days == _WORKING_DAYS:
        on = "on weekdays"
    elif days == _WEEKEND:
        on = "on weekends"
    else:
        on = f"on {listed(tuple(f'{WEEKDAYS[day - 1]}s' for day in sorted(days)))}" if days else ""
    in_ = f"in any {listed(tuple(MONTHS[month - 1] for month in sorted(months)), joint='or')}" if months else ""
    return " ".join(filter(None, (on, in_))) or "on any date"
