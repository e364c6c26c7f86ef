"""Which records are meant, as a noun phrase: "your 3 longest runs of more than 5 km in October 2024"."""

from dataclasses import dataclass, replace
from typing import assert_never

from services.data_science.domain.algebra import (
    VALUE,
    ActivitiesOn,
    All,
    And,
    Calendar,
    Column,
    ColumnArithmetic,
    Compare,
    DaysOf,
    Except,
    Field,
    Kind,
    Known,
    Not,
    Or,
    Order,
    Periods,
    Pick,
    Rolling,
    Rows,
    Shifted,
    Step,
    Table,
    Test,
    Union,
    Unit,
    Where,
    Window,
)
from services.data_science.language.saying.amounts import WEEKDAYS, listed, ordinal_text
from services.data_science.language.saying.kinds import kinds_said, plural
from services.data_science.language.saying.units import source_of, unit_of_column
from services.data_science.language.saying.voice import Voice, closed, stands_alone
from services.data_science.language.saying.windows import is_everything
from services.data_science.language.saying.words import PERIODS, SUPERLATIVES, end_said

_WORKING_DAYS = frozenset(range(1, 6))
_WEEKEND = frozenset({6, 7})


@dataclass(frozen=True, kw_only=True)
class Named:
    """Records that have a noun of their own.

    Attributes:
        one: what one of them is called.
        several: what several are called.
        tests: what holds of each, behind the noun, with a space before it.
        when: the window with a space before it; empty where it has been said.
        is_own: whether they are the person's own doing: "your runs", but "the days".
        each: what is told of each of the periods, unless the tests say it.
    """

    one: str
    several: str
    tests: str
    when: str
    is_own: bool
    each: str = ""

    @property
    def article(self) -> str:
        return "your" if self.is_own else "the"

    @property
    def tail(self) -> str:
        return f"{self.tests}{self.when}{self.each}"


def window_of(rows: Rows) -> Window | None:
    """The window of the table that the rows are taken from, of two the left one's."""
    match rows:
        case All(window=window) | Periods(window=window):
            return window
        case Where(rows=inner) | Pick(rows=inner) | DaysOf(rows=inner) | ActivitiesOn(rows=inner):
            return window_of(inner)
        case Union(left=left) | Except(left=left):
            return window_of(left)
        case _:
            assert_never(rows)


def is_one(rows: Rows) -> bool:
    """Whether the rows are at most one."""
    match rows:
        case Pick(count=count):
            return count == 1
        case Where(rows=inner):
            return is_one(inner)
        case DaysOf(rows=inner):
            return is_one(inner) and not isinstance(source_of(inner), Periods)
        case All(window=window, table=table):
            return table is Table.DAYS and window.start == window.end
        case _:
            return False


def rows_said(rows: Rows, voice: Voice, *, within: Window | None) -> str:  # noqa: C901, PLR0911, one case a production
    """The rows with their article and their dates."""
    found = named(rows, voice, within=within)
    if found is not None:
        return f"{found.article} {found.several}{found.tail}"
    match rows:
        case Where(rows=inner, test=test):
            source = source_of(inner)
            tested = voice.test(test, source, within=window_of(inner))
            return f"those {tested} of {closed(voice.rows(inner, within=within))}"
        case Pick():
            return _picked(rows, voice, within=within)
        case DaysOf(rows=inner, offset=0) if source_of(inner) is Table.DAYS:
            return voice.rows(inner, within=within)
        case DaysOf(rows=inner, offset=offset):
            return f"the {_days_from(offset, one=is_one(rows))} {voice.rows(inner, within=within)}"
        case ActivitiesOn(rows=inner):
            return f"all your activities on the days of {closed(voice.rows(inner, within=within))}"
        case Union() if (run := _run_beside(rows)) is not None:
            way = "after" if run.offset > 0 else "before"
            return f"the {abs(run.offset)} days {way} {voice.rows(run.rows, within=within)}"
        case Union(left=left, right=right):
            return " together with ".join(closed(voice.rows(each, within=within)) for each in (left, right))
        case Except(left=left, right=right):
            return " leaving out ".join(closed(voice.rows(each, within=within)) for each in (left, right))
        case All() | Periods():
            raise AssertionError("Whole tables and periods have a noun.")
        case _:
            assert_never(rows)


def _run_beside(rows: Rows) -> DaysOf | None:
    """The farthest of several days in a row beside the same one, where the rows are these in their order."""
    match rows:
        case Union(left=left, right=DaysOf(rows=source, offset=offset) as last) if is_one(source):
            step = 1 if offset > 0 else -1
            first = left if isinstance(left, DaysOf) and abs(left.offset) == 1 else _run_beside(left)
            return last if first == DaysOf(rows=source, offset=offset - step) and offset else None
        case _:
            return None


def _days_from(offset: int, *, one: bool) -> str:
    day = "day" if one else "days"
    if offset == 0:
        return f"{day} of"
    far = "" if abs(offset) == 1 else f" {abs(offset)} days"
    return f"{day}{far} {'after' if offset > 0 else 'before'}"


def among_said(rows: Rows, test: Test, voice: Voice, *, within: Window | None) -> str:
    """The rows that a test is asked of; what the test says of periods is not said again."""
    found = named(rows, voice, within=within)
    if found is None or not _tells_value(test):
        return voice.rows(rows, within=within)
    return f"{found.article} {found.several}{found.tests}{found.when}"


def whole_said(rows: Rows, test: Test, voice: Voice, *, within: Window | None) -> tuple[str, str] | None:
    """What several of a whole table or of all periods are called, and when; None of a part, or of what was said."""
    found = named(rows, voice, within=within) if isinstance(rows, All | Periods) else None
    if found is None or not found.when or (found.each and not _tells_value(test)):
        return None
    return found.several, found.when


def named(rows: Rows, voice: Voice, *, within: Window | None) -> Named | None:
    """The rows as a noun with what sets them apart; None where they are no plain part of one table."""
    match rows:
        case All(table=table, window=window):
            one, several, is_own = _TABLES[table]
            return Named(one=one, several=several, tests="", when=_when(window, voice, within), is_own=is_own)
        case Periods():
            return _periods(rows, voice, within=within)
        case Where(rows=All() | Periods() as inner, test=test):
            whole = named(inner, voice, within=within)
            return whole and _tested(whole, test, inner, voice)
        case _:
            return None


_TABLES = {
    Table.DAYS: ("day", "days", False),
    Table.ACTIVITIES: ("activity", "activities", True),
    Table.SAMPLES: ("laboratory sample", "laboratory samples", True),
}


def _when(window: Window, voice: Voice, within: Window | None) -> str:
    return "" if window == within else f" {voice.window(window)}"


def _periods(rows: Periods, voice: Voice, *, within: Window | None) -> Named:
    unit = "weekend" if are_weekends(rows) else PERIODS[rows.unit]
    value = voice.column(Field(name=VALUE), rows, within=rows.window)
    part = PERIODS[rows.unit]
    return Named(
        one=unit if rows.complete else f"{unit} (partial {plural(part)} included)",
        several=plural(unit) if rows.complete else f"{plural(unit)} (partial {plural(part)} included)",
        tests="",
        when=_when(rows.window, voice, within),
        is_own=False,
        each=f", each with its {value}",
    )


def are_weekends(rows: Periods) -> bool:
    """Whether what is told of each week is told of its Saturday and Sunday."""
    match rows:
        case Periods(
            unit=Unit.WEEK, rows=Where(rows=All(table=Table.DAYS), test=Calendar(iso_weekdays=days, months=months))
        ):
            return days == _WEEKEND and not months
        case _:
            return False


def _tested(whole: Named, test: Test, rows: All | Periods, voice: Voice) -> Named:
    """The noun of the rows of which the test is true, as far as a noun says it, and the rest of the test behind it."""
    source = source_of(rows)
    parts = tuple(test.tests) if isinstance(test, And) and len(test.tests) > 1 else (test,)
    nouns = {part: noun for part in parts if (noun := _noun(part, source, voice))}
    chosen = min(nouns, key=lambda part: nouns[part]) if nouns else None
    rest = tuple(part for part in parts if part != chosen)
    left: Test | None = rest[0] if len(rest) == 1 else And(tests=frozenset(rest)) if rest else None
    tested = f" {voice.test(left, source, within=rows.window)}" if left is not None else ""
    one, several = nouns[chosen] if chosen is not None else (whole.one, whole.several)
    each = "" if _tells_value(test) else whole.each
    return replace(whole, one=one, several=several, tests=tested, each=each)


def counted(rows: Rows, voice: Voice, *, within: Window | None) -> Named | None:
    """The noun of rows that are counted: days that only their sleep sets apart are nights."""
    found = named(rows, voice, within=within)
    match rows:
        case Where(rows=All(table=Table.DAYS), test=test) if found is not None and _is_of_the_night(test, voice):
            return replace(found, one="night", several="nights")
        case _:
            return found


def _is_of_the_night(test: Test, voice: Voice) -> bool:
    match test:
        case Compare(column=Field(name=name)) | Known(column=Field(name=name)):
            quantity = voice.catalogue.metrics.get(name)
            return quantity is not None and quantity.nightly
        case And(tests=tests):
            return all(_is_of_the_night(each, voice) for each in tests)
        case _:
            return False


def _noun(test: Test, source: Table | Periods, voice: Voice) -> tuple[str, str] | None:
    """What one and several records are called of which the test is true, where there is a noun for it."""
    match test:
        case Kind(names=names) if source is Table.ACTIVITIES:
            return kinds_said(names, voice.catalogue.kinds)
        case Calendar(iso_weekdays=days, months=months) if days and not months and source is Table.DAYS:
            if days == _WORKING_DAYS:
                return "weekday", "weekdays"
            if days == _WEEKEND:
                return "weekend day", "weekend days"
            listing = tuple(WEEKDAYS[day - 1] for day in sorted(days))
            return listed(listing, joint="or"), listed(tuple(f"{name}s" for name in listing))
        case _:
            return None


def _tells_value(test: Test) -> bool:
    """Whether the value of a period is named by a test on it."""
    match test:
        case Compare(column=column) | Known(column=column):
            return tells_value(column)
        case And(tests=tests) | Or(tests=tests):
            return any(_tells_value(each) for each in tests)
        case Not(test=inner):
            return _tells_value(inner)
        case _:
            return False


def tells_value(column: Column) -> bool:
    """Whether the value of a period is named by a column of it."""
    match column:
        case Field(name=name):
            return name == VALUE
        case Shifted(column=inner) | Rolling(column=inner) | Step(column=inner):
            return tells_value(inner)
        case ColumnArithmetic(left=left, right=right):
            return tells_value(left) or (
                isinstance(right, Field | Shifted | Rolling | Step | ColumnArithmetic) and tells_value(right)
            )
        case _:
            return False


def _picked(pick: Pick, voice: Voice, *, within: Window | None) -> str:
    source, inner = source_of(pick.rows), named(pick.rows, voice, within=within)
    by = pick.by
    unit = unit_of_column(by, source, voice.catalogue) if by is not None else ""
    superlative = _superlative(pick)
    if by is None and pick.order is Order.NEWEST and inner is not None and within is None:
        inner = _of_everything(inner, pick.rows, voice)
    if by is None or superlative:
        adjective = _placed(pick, superlative or end_said(pick.order, ""))
        if inner is None:
            return f"the {adjective} of {closed(voice.rows(pick.rows, within=within))}"
        return f"{inner.article} {adjective} {inner.one if pick.count == 1 else inner.several}{inner.tail}"
    placed = _places(pick, end_said(pick.order, unit))
    about = voice.column(by, source, within=window_of(pick.rows))
    about = about if isinstance(by, Field) or stands_alone(about, by, source) else closed(about)
    if about.startswith(f"{placed} "):
        about = f"{about.removeprefix(f'{placed} ')} on a single day"
    number = "" if pick.count == 1 else f"{pick.count} "
    if inner is None:
        return f"the {number or 'one '}with the {placed} {about} of {closed(voice.rows(pick.rows, within=within))}"
    inner = replace(inner, each="") if tells_value(by) else inner
    which = inner.one if pick.count == 1 else inner.several
    among = f" among {inner.article} {inner.several}" if inner.tests else ""
    return f"{inner.article} {number}{which} with the {placed} {about}{among}{inner.tail}"


def _of_everything(inner: Named, rows: Rows, voice: Voice) -> Named:
    """Of all records the latest ones need no window: "your latest run"."""
    window, known = window_of(rows), voice.catalogue
    is_all = window is not None and is_everything(window, first=known.first, today=known.today)
    return replace(inner, when="") if is_all else inner


def _superlative(pick: Pick) -> str:
    """The one word for the activities with the highest or lowest of a field, where there is one."""
    if not isinstance(pick.by, Field) or source_of(pick.rows) is not Table.ACTIVITIES:
        return ""
    return SUPERLATIVES.get((pick.by.name, pick.order), "")


def _placed(pick: Pick, end: str) -> str:
    """As in "longest", "second longest", "3 longest", "second to fourth longest"."""
    return f"{pick.count} {end}" if pick.first == 1 and pick.count > 1 else _places(pick, end)


def _places(pick: Pick, end: str) -> str:
    """As in "highest", "second highest"; of several from the second place on "second to fourth highest"."""
    if pick.first == 1:
        return end
    last = pick.first + pick.count - 1
    to = f" to {ordinal_text(last)}" if pick.count > 1 else ""
    return f"{ordinal_text(pick.first)}{to} {end}"
