"""One number, as a noun phrase: "the average heart rate of your longest run in October 2024"."""

from typing import assert_never

from services.data_science.domain.algebra import (
    All,
    Column,
    Count,
    Daily,
    DaysOf,
    Field,
    Literal,
    Moment,
    Norm,
    Number,
    NumberArithmetic,
    Operation,
    Periods,
    Reduce,
    ReferenceBound,
    Rows,
    Run,
    Share,
    Side,
    Statistic,
    Streak,
    Table,
    When,
    Window,
)
from services.data_science.language.saying.amounts import stated_text
from services.data_science.language.saying.rows import (
    among_said,
    counted,
    is_one,
    named,
    tells_value,
    whole_said,
    window_of,
)
from services.data_science.language.saying.units import quantity_of, source_of, unit_of_column
from services.data_science.language.saying.voice import Voice, closed, is_name
from services.data_science.language.saying.words import OPERATIONS, PERIODS, noun_said, statistic_said

VALUES_OF_ONE = frozenset(
    {Statistic.MEAN, Statistic.MEDIAN, Statistic.MIN, Statistic.MAX, Statistic.SUM, Statistic.FIRST, Statistic.LATEST}
)
"""Statistics that are, of one record, its value."""
_ARTICLES = ("the ", "your ", "those ", "all ", "(")


def is_percentage(number: Number) -> bool:
    """Whether it is a ratio, told in percent."""
    match number:
        case NumberArithmetic(
            left=NumberArithmetic(operation=Operation.RATIO),
            operation=Operation.TIMES,
            right=Literal(value=100.0, unit="%"),
        ):
            return True
        case _:
            return False


def number_said(number: Number, voice: Voice, *, within: Window | None) -> str:  # noqa: C901, PLR0911, PLR0912, one case a production
    match number:
        case Literal(value=value, unit=unit):
            return stated_text(value, unit)
        case Reduce(rows=rows):
            article = "your" if source_of(rows) is Table.DAYS else "the"
            said = f"{article} {reduce_core(number, voice, within=within)}"
            return f"{said} over the same time" if _is_said(rows, within) else said
        case Count():
            return f"the {count_core(number, voice, within=within)}"
        case Share(rows=rows, test=test):
            tested = voice.test(test, source_of(rows), within=window_of(rows))
            if whole := whole_said(rows, test, voice, within=within):
                return f"the percentage of {whole[0]} {tested}{whole[1]}"
            return f"the percentage {tested} among {among_said(rows, test, voice, within=within)}"
        case Streak(rows=rows, test=test, run=run):
            source = source_of(rows)
            unit = PERIODS[source.unit] if isinstance(source, Periods) else "day"
            article = "your" if source is Table.DAYS else "the"
            which = "longest" if run is Run.LONGEST else "current"
            tested = voice.test(test, source, within=window_of(rows))
            if whole := whole_said(rows, test, voice, within=within):
                return f"{article} {which} streak of {whole[0]} {tested}{whole[1]}"
            return f"{article} {which} streak of {unit}s {tested} among {among_said(rows, test, voice, within=within)}"
        case NumberArithmetic(left=NumberArithmetic(left=left, right=right)) if is_percentage(number):
            first, second = (_part(each, voice, within) for each in (left, right))
            return f"{first} in percent of {second}"
        case NumberArithmetic(left=left, operation=operation, right=right):
            first, second = (_part(each, voice, within) for each in (left, right))
            return OPERATIONS[operation].format(left=first, right=second)
        case When(rows=rows, moment=moment):
            which = "date" if moment is Moment.DAY else "start time"
            latest = "" if is_one(rows) else "latest of "
            return f"the {which} of {latest and 'the '}{latest}{voice.rows(rows, within=within)}"
        case Norm(metric=metric):
            return f"the average {_name(metric, Table.DAYS, voice)} of people of your sex and age"
        case ReferenceBound(biomarker=name, side=side):
            which = "upper" if side is Side.HIGH else "lower"
            return f"the laboratory's {which} limit for {_name(name, Table.SAMPLES, voice)}"
        case _:
            assert_never(number)


def _name(name: str, table: Table, voice: Voice) -> str:
    quantity = quantity_of(name, table, voice.catalogue)
    return noun_said(quantity.noun if quantity else name.replace("_", " "))


def _part(number: Number, voice: Voice, within: Window | None) -> str:
    said = voice.number(number, within=within)
    return closed(said) if isinstance(number, NumberArithmetic) else said


def _is_said(rows: Rows, within: Window | None) -> bool:
    """Whether nothing is left to say of the days, since their window has been said."""
    return isinstance(rows, All) and rows.table is Table.DAYS and rows.window == within


def count_core(count: Count, voice: Voice, *, within: Window | None) -> str:
    """A count without its article: "number of runs of more than 5 km in October 2024"."""
    found = counted(count.rows, voice, within=within)
    if found is None:
        return f"number of {voice.rows(count.rows, within=within)}"
    return f"number of {found.several}{found.tail}"


def reduce_core(reduce: Reduce, voice: Voice, *, within: Window | None) -> str:
    """A statistic without its article: "average step count on Mondays in October 2024"."""
    rows, column = reduce.rows, reduce.column
    source = source_of(rows)
    unit = unit_of_column(column, source, voice.catalogue)
    about = voice.column(column, source, within=window_of(rows))
    is_open = isinstance(column, Field) or is_name(column, source) or _is_of_the_same_time(column, rows, voice)
    about = about if is_open else closed(about)
    said = about if is_value_itself(reduce) else statistic_said(reduce.statistic, about, unit)
    return f"{said}{place_said(rows, column, voice, within=within)}"


def _is_of_the_same_time(column: Column, rows: Rows, voice: Voice) -> bool:
    """Whether it comes together day by day of records of which no other time is said than of the days."""
    found = named(column.rows, voice, within=window_of(rows)) if isinstance(column, Daily) else None
    return found is not None and not found.when


def is_value_itself(reduce: Reduce) -> bool:
    """Whether it is the value of one record, which is not called an average, total or extreme."""
    return reduce.statistic in VALUES_OF_ONE and is_one(reduce.rows)


def place_said(rows: Rows, column: Column, voice: Voice, *, within: Window | None) -> str:
    """Of which records, with a space before it: " on Mondays in October 2024", " of your runs"."""
    source = source_of(rows)
    found = named(rows, voice, within=within)
    if isinstance(rows, DaysOf) and (night := _nights(rows, column, voice)):
        return f" {night} {voice.rows(rows.rows, within=within)}"
    if found is not None and source is Table.DAYS:
        is_whole = isinstance(rows, All)
        return found.when if is_whole else f" on {found.several}{found.tail}"
    if found is not None and isinstance(source, Periods):
        each = "" if tells_value(column) else found.each
        tail = f"{found.tests}{found.when}{each}"
        return f" per {found.one}{tail}" if isinstance(rows, Periods) else f" over the {found.several}{tail}"
    said = voice.rows(rows, within=within)
    joint = "on" if source is Table.DAYS and said.startswith(_ARTICLES) else "of"
    return f" {joint} {said}"


def _nights(rows: DaysOf, column: Column, voice: Voice) -> str:
    """The nights that so many days from the records are, of what is measured at night: "the night after"."""
    if (
        not isinstance(column, Field)
        or source_of(rows.rows) is Table.SAMPLES
        or isinstance(source_of(rows.rows), Periods)
    ):
        return ""
    quantity = voice.catalogue.metrics.get(column.name)
    if quantity is None or not quantity.nightly:
        return ""
    night = "night" if is_one(rows) else "nights"
    match rows.offset + voice.catalogue.nights_follow:
        case 1:
            return f"the {night} after" if night == "night" else "in the nights after"
        case 0:
            return f"the {night} before" if night == "night" else "in the nights before"
        case _:
            return ""
