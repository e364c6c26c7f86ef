"""How people name spans of days: every name is resolved to dates against the newest day on record."""

import calendar
from collections.abc import Iterator
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import Calendar, Unit, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Edge, Rule, rules

UNITS: Final = MappingProxyType(
    dict.fromkeys(("day", "days", "night", "nights"), Unit.DAY)
    | dict.fromkeys(("week", "weeks"), Unit.WEEK)
    | dict.fromkeys(("month", "months"), Unit.MONTH)
    | dict.fromkeys(("quarter", "quarters"), Unit.QUARTER)
    | dict.fromkeys(("year", "years"), Unit.YEAR)
)
_MONTHS: Final = MappingProxyType(
    {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
    | {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name and name not in {"May", "Mar"}}
    | {"sept": 9}
)
_WEEKDAYS: Final = MappingProxyType(
    {name.lower(): number for number, name in enumerate(calendar.day_name, start=1)}
    | {"mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 7}
)
_WEEKDAY_PLURALS: Final = MappingProxyType(
    {f"{name.lower()}s": number for number, name in enumerate(calendar.day_name, start=1)}
)
_SEASONS: Final = MappingProxyType({"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12})
_RECENT_DAYS: Final = 30
_LARGEST_COUNT: Final = 3660
_MOST_YEARS: Final = 30


_ORDINALS: Final = MappingProxyType(
    {
        name: number
        for number, name in enumerate(
            [
                "first",
                "second",
                "third",
                "fourth",
                "fifth",
                "sixth",
                "seventh",
                "eighth",
                "ninth",
                "tenth",
                "eleventh",
                "twelfth",
                "thirteenth",
                "fourteenth",
                "fifteenth",
                "sixteenth",
                "seventeenth",
                "eighteenth",
                "nineteenth",
                "twentieth",
            ],
            start=1,
        )
    }
    | {"thirtieth": 30}
)
WORDS: Final = frozenset({*_ORDINALS, *UNITS, *_MONTHS, *_WEEKDAYS, *_WEEKDAY_PLURALS, *_SEASONS})


def span(start: date, end: date, label: str, unit: Unit | None = None) -> Window | None:
    return Window(start=start, end=end, label=label, unit=unit) if start <= end else None


def begun(day: date, unit: Unit) -> date:
    """The first day of the calendar unit that a day lies in."""
    match unit:
        case Unit.DAY:
            return day
        case Unit.WEEK:
            return day - timedelta(days=day.weekday())
        case Unit.MONTH:
            return day.replace(day=1)
        case Unit.QUARTER:
            return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
        case Unit.YEAR:
            return day.replace(month=1, day=1)


def moved(day: date, count: int, unit: Unit) -> date:
    """So many units later; in a shorter month its last day."""
    match unit:
        case Unit.DAY:
            return day + timedelta(days=count)
        case Unit.WEEK:
            return day + timedelta(days=7 * count)
        case Unit.MONTH | Unit.QUARTER | Unit.YEAR:
            months = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12}[unit] * count
            year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
            return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def unit_of(day: date, unit: Unit, label: str) -> Window:
    """The calendar unit that a day lies in."""
    start = begun(day, unit)
    return Window(start=start, end=moved(start, 1, unit) - timedelta(days=1), label=label, unit=unit)


def before(window: Window, catalogue: Catalogue) -> Window | None:
    """The span of the same kind that ends on the eve of a window: before a month is a month."""
    if not isinstance(window.start, date) or not isinstance(window.end, date) or window.start <= catalogue.first:
        return None
    eve = window.start - timedelta(days=1)
    if window.unit is not None and window.start == begun(window.start, window.unit):
        return unit_of(eve, window.unit, f"the {window.unit} before")
    length = (window.end - window.start).days
    return Window(start=eve - timedelta(days=length), end=eve, label=f"the {length + 1} days before")


def everything(catalogue: Catalogue) -> Window:
    first, last = catalogue.first, catalogue.today
    if catalogue.samples is not None:
        first, last = min(first, catalogue.samples[0]), max(last, catalogue.samples[1])
    return Window(start=first, end=last, label="all data")


def lexical(words: tuple[str, ...]) -> Iterator[Edge]:
    """Months, weekdays, counts and dates among the words."""
    yield from _spoken_days(words)
    for at, word in enumerate(words):
        for category, table in (
            ("month_name", _MONTHS),
            ("weekday", _WEEKDAYS),
            ("weekdays", _WEEKDAY_PLURALS),
            ("season", _SEASONS),
            ("unit", UNITS),
        ):
            if word in table:
                yield Edge(at, at + 1, category, table[word], 0.2)
        if word.isascii() and word.isdigit() and len(word) < 6:
            number = int(word)
            if 0 < number <= _LARGEST_COUNT:
                yield Edge(at, at + 1, "count", number, 0.2)
            if 1990 <= number <= 2100:
                yield Edge(at, at + 1, "year_number", number, 0.0)
            if 1 <= number <= 31:
                yield Edge(at, at + 1, "day_number", number, 0.2)
        if word[:-2].isdigit() and word[-2:] in {"st", "nd", "rd", "th"} and 1 <= int(word[:-2]) <= 31:
            yield Edge(at, at + 1, "day_number", int(word[:-2]), 0.0)
            yield Edge(at, at + 1, "nth_day", int(word[:-2]), 0.0)
        if (day := _iso(word)) is not None:
            yield Edge(at, at + 1, "date", day, 0.0)


def _spoken_days(words: tuple[str, ...]) -> Iterator[Edge]:
    """Days of the month in words: "twenty fifth", of which the tens have become a number."""
    for at, word in enumerate(words):
        if word in _ORDINALS:
            yield Edge(at, at + 1, "day_number", _ORDINALS[word], 0.2)
            if at and words[at - 1] in {"20", "30"} and _ORDINALS[word] < 10:
                yield Edge(at - 1, at + 1, "day_number", int(words[at - 1]) + _ORDINALS[word], 0.0)


def _iso(word: str) -> date | None:
    if len(word) != len("2024-01-01") or word.count("-") != 2:
        return None
    try:
        return date.fromisoformat(word)
    except ValueError:
        return None


def _dated(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


class Times:
    """The rules of windows against one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._today = catalogue.today
        self._first = catalogue.first
        self._all = everything(catalogue)

    def rules(self) -> Iterator[Rule]:
        yield from self._dates()
        yield from self._named()
        yield from self._units()
        yield from self._sliding()
        yield from self._bounded()
        yield from self._weekdays()
        yield from self._seasons()
        yield from rules(
            "window", "(in|on|over|during|for|from|of|within|across|throughout|at|since) {span}", _same, 0.1
        )
        yield from rules("span", "(all of|whole|entire|all) {span}", _same, 0.1)
        yield from rules("span", "(the)? (whole|entire|full) {unit}", lambda u: self._this(u), 0.2)
        yield from rules("window", "{span}", _same, 0.2)
        yield from rules(
            "window", "{window} {window}", lambda a, b: a if (a.start, a.end) == (b.start, b.end) else None, 0.3
        )
        yield from rules(
            "window",
            "{window} ,? {count} days",
            lambda w, n: (
                w if isinstance(w.start, date) and isinstance(w.end, date) and (w.end - w.start).days + 1 == n else None
            ),
            0.3,
        )
        yield from rules(
            "window",
            "(in|on|over|during|for)? (this|the) past {unit} of {count} days",
            lambda u, n: self.last(n, Unit.DAY),
            0.1,
        )
        yield from rules(
            "window", "(of|in|over|during) (the)? (last|past) {count}", lambda n: self.last(n, Unit.DAY), 0.5
        )
        yield from rules("window", "{closed}", _same, 0.0)

    def _dates(self) -> Iterator[Rule]:
        def written(month: int, day: int, year: int) -> date | None:
            return _dated(year, month, day)

        def recent(month: int, day: int) -> date | None:
            candidates = (_dated(self._today.year - back, month, day) for back in range(_MOST_YEARS))
            return next((found for found in candidates if found and found <= self._today), None)

        def newest(day: int) -> date | None:
            starts = (moved(begun(self._today, Unit.MONTH), -back, Unit.MONTH) for back in range(3))
            found = (_dated(start.year, start.month, day) for start in starts)
            return next((each for each in found if each and each <= self._today), None)

        yield from rules("date", "{month_name} {day_number} (of|,)? {year_number}", written, 0.1)
        yield from rules(
            "date", "{day_number} of? {month_name} (of|,)? {year_number}", lambda d, m, y: written(m, d, y), 0.1
        )
        yield from rules("date", "{month_name} {day_number}", recent, 0.2)
        yield from rules("date", "{day_number} of? {month_name}", lambda d, m: recent(m, d), 0.2)
        yield from rules("date", "{weekday} {date}", lambda _, day: day, 0.0)
        yield from rules("date", "(on|since|from|after|before|until) the {nth_day}", newest, 0.5)
        yield from rules("span", "{date}", lambda day: span(day, day, _day(day), Unit.DAY), 0.1)
        yield from rules(
            "closed", "on the {nth_day}", lambda n: (d := newest(n)) and span(d, d, _day(d), Unit.DAY), 0.5
        )

    def _named(self) -> Iterator[Rule]:
        today = self._today

        def back(days: int, label: str) -> Window | None:
            day = today - timedelta(days=days)
            return span(day, day, label, Unit.DAY)

        recent = span(today - timedelta(days=_RECENT_DAYS - 1), today, f"the last {_RECENT_DAYS} days")
        year_start = begun(today, Unit.YEAR)
        for pattern, window in (
            ("(today|so far today|right now today)", back(0, "today")),
            ("(yesterday|last evening)", back(1, "yesterday")),
            ("(day before yesterday|the day before yesterday)", back(2, "the day before yesterday")),
            ("(last night|this morning)", back(0, "last night")),
            ("(night before last|the night before last)", back(1, "the night before last")),
            ("(lately|recently|of late|these days|nowadays|at the moment|currently|right now)", recent),
            ("(overall|ever|all time|of all time|in general|altogether|to date|on record|in total so far)", self._all),
            ("(all|entire|whole|full) my? (time|data|history|records|recordings|dataset|record|period)", self._all),
            ("all of my? (data|history|records|days|time)", self._all),
            ("(my|the|these) (data|history|records)", self._all),
            ("everything on record", self._all),
            ("since (the|from)? (beginning|start)", self._all),
            ("(year to date|ytd)", span(year_start, today, "this year", Unit.YEAR)),
            ("(month to date|mtd)", span(begun(today, Unit.MONTH), today, "this month", Unit.MONTH)),
        ):
            if window is not None:
                yield from rules("span", pattern, lambda window=window: window, 0.1)

    def _units(self) -> Iterator[Rule]:
        today = self._today

        def calendar_unit(back: int, label: str) -> "object":
            def built(unit: Unit) -> Window | None:
                if unit is Unit.DAY:
                    return None
                window = unit_of(moved(begun(today, unit), -back, unit), unit, label.format(unit))
                return span(window.start, min(window.end, today), window.label, unit)  # type: ignore[arg-type,type-var]

            return built

        for pattern, back, label in (
            ("so? far? (this|current) {unit} (so far)?", 0, "this {}"),
            ("last {unit}", 1, "last {}"),
            ("(previous|prior) {unit}", 1, "last {}"),
            ("{unit} before last", 2, "the {} before last"),
            ("last {unit} but one", 2, "the {} before last"),
        ):
            yield from rules("span", pattern, calendar_unit(back, label), 0.1)  # type: ignore[arg-type]

        def ago(count: int, unit: Unit) -> Window | None:
            day = moved(today, -count, unit)
            if unit is Unit.DAY:
                return span(day, day, f"{count} days ago", Unit.DAY)
            return unit_of(day, unit, f"{count} {unit}{'s' if count > 1 else ''} ago")

        yield from rules("closed", "{count} {unit} ago", ago, 0.1)
        yield from rules("closed", "(a|one) {unit} ago", lambda unit: ago(1, unit), 0.1)
        yield from rules("closed", "(a couple|couple) of? {unit} ago", lambda unit: ago(2, unit), 0.1)

        def month(number: int, year: int | None = None) -> Window | None:
            if year is None:
                year = today.year if number <= today.month else today.year - 1
            first = _dated(year, number, 1)
            return unit_of(first, Unit.MONTH, f"{calendar.month_name[number]} {year}") if first else None

        def clipped(window: Window | None) -> Window | None:
            if window is None or not isinstance(window.end, date) or not isinstance(window.start, date):
                return None
            return span(window.start, window.end, window.label, window.unit)

        yield from rules("span", "{month_name} (of|,)? {year_number}", lambda m, y: clipped(month(m, y)), 0.1)
        yield from rules("span", "(this|last|past)? {month_name}", lambda m: clipped(month(m)), 0.1)
        yield from rules("span", "{month_name} last year", lambda m: month(m, today.year - 1), 0.1)
        yield from rules("span", "{month_name} this year", lambda m: month(m, today.year), 0.1)
        yield from rules("span", "{year_number}", lambda y: unit_of(date(y, 1, 1), Unit.YEAR, str(y)), 0.4)
        yield from rules("span", "year {year_number}", lambda y: unit_of(date(y, 1, 1), Unit.YEAR, str(y)), 0.1)
        for number in range(1, 5):
            names = f"(q{number}|{('first', 'second', 'third', 'fourth')[number - 1]} quarter)"
            yield from rules("span", f"{names} of? {{year_number}}", lambda y, n=number: self._quarter(n, y), 0.1)
            yield from rules("span", names, lambda n=number: self._quarter(n, None), 0.2)

        def same_last_year(unit: Unit) -> Window | None:
            return (
                unit_of(moved(today, -1, Unit.YEAR), unit, f"the same {unit} last year")
                if unit is not Unit.DAY
                else None
            )

        yield from rules("span", "same {unit} (last|a) year ago?", same_last_year, 0.1)
        yield from rules("span", "this {unit} last year", same_last_year, 0.1)
        yield from rules("span", "(this|same) time last year", lambda: same_last_year(Unit.MONTH), 0.3)

        def part(first_days: int, last: bool, window: Window) -> Window | None:
            start, end = window.start, window.end
            if not isinstance(start, date) or not isinstance(end, date):
                return None
            if last:
                return span(max(start, end - timedelta(days=first_days - 1)), end, f"the end of {window.label}")
            return span(start, min(end, start + timedelta(days=first_days - 1)), f"the start of {window.label}")

        def half(window: Window, second: bool) -> Window | None:
            start, end = window.start, window.end
            if not isinstance(start, date) or not isinstance(end, date) or window.unit is None:
                return None
            middle = (
                start.replace(day=16) if window.unit is Unit.MONTH else start + (end - start + timedelta(days=1)) / 2
            )
            eve = middle - timedelta(days=1)
            which = "second" if second else "first"
            return (
                span(middle, end, f"the {which} half of {window.label}")
                if second
                else span(start, eve, f"the {which} half of {window.label}")
            )

        yield from rules("span", "first week of {span}", lambda w: part(7, False, w), 0.1)
        yield from rules("span", "last week of {span}", lambda w: part(7, True, w), 0.1)
        yield from rules("span", "first {count} days of {span}", lambda n, w: part(n, False, w), 0.1)
        yield from rules("span", "last {count} days of {span}", lambda n, w: part(n, True, w), 0.1)
        yield from rules("span", "first half of {span}", lambda w: half(w, False), 0.1)
        yield from rules("span", "second half of {span}", lambda w: half(w, True), 0.1)

    def _this(self, unit: Unit) -> Window | None:
        if unit is Unit.DAY:
            return None
        window = unit_of(self._today, unit, f"this {unit}")
        return span(begun(self._today, unit), self._today, window.label, unit)

    def _quarter(self, number: int, year: int | None) -> Window | None:
        month = 3 * number - 2
        if year is None:
            year = self._today.year if date(self._today.year, month, 1) <= self._today else self._today.year - 1
        return unit_of(
            date(year, month, 1),
            Unit.QUARTER,
            f"the {('first', 'second', 'third', 'fourth')[number - 1]} quarter of {year}",
        )

    def last(self, count: int, unit: Unit) -> Window | None:
        """The newest so many units, up to today."""
        if count > _LARGEST_COUNT or (unit is Unit.YEAR and count > _MOST_YEARS):
            return None
        start = moved(self._today, -count, unit) + timedelta(days=1)
        said = f"the last {count} {unit}s" if count > 1 else f"the last {unit}"
        return span(start, self._today, said)

    def _sliding(self) -> Iterator[Rule]:
        last = self.last
        before_word = "(last|past|previous|recent|latest|trailing|preceding|most recent|these last|these past|this past|this last)"
        yield from rules("span", f"{before_word} {{count}} {{unit}}", last, 0.1)
        yield from rules("span", f"{{count}} {before_word} {{unit}}", last, 0.3)
        yield from rules("span", f"{before_word} (a couple|couple) of? {{unit}}", lambda u: last(2, u), 0.1)
        yield from rules("span", f"{before_word} (a few|few|several) {{unit}}", lambda u: last(3, u), 0.1)
        yield from rules("span", "(the|this) past {unit}", lambda u: last(1, u), 0.05)
        yield from rules("span", "past {unit}", lambda u: last(1, u), 0.1)
        yield from rules("closed", "(in|over|during|for|within|across) the last {unit}", lambda u: last(1, u), 0.0)
        yield from rules("span", "(last|past) fortnight", lambda: last(14, Unit.DAY), 0.1)
        yield from rules("span", "(last|past) half (a|of)? year", lambda: last(6, Unit.MONTH), 0.1)
        yield from rules("span", "(last|past) (24 hours|24 hrs|24 h)", lambda: last(1, Unit.DAY), 0.1)
        yield from rules("span", "(last|past) (48 hours|48 hrs|48 h)", lambda: last(2, Unit.DAY), 0.1)

    def _bounded(self) -> Iterator[Rule]:
        today, first = self._today, self._first

        def since(window: Window) -> Window | None:
            if not isinstance(window.start, date):
                return None
            return span(window.start, today, f"since {window.label}")

        def after(window: Window) -> Window | None:
            if not isinstance(window.end, date):
                return None
            return span(window.end + timedelta(days=1), today, f"after {window.label}")

        def until(window: Window) -> Window | None:
            if not isinstance(window.end, date):
                return None
            return span(first, window.end, f"up to {window.label}")

        def ahead_of(window: Window) -> Window | None:
            if not isinstance(window.start, date):
                return None
            return span(first, window.start - timedelta(days=1), f"before {window.label}")

        def between(one: Window, other: Window) -> Window | None:
            if not isinstance(one.start, date) or not isinstance(other.end, date):
                return None
            start = one.start
            if start > other.end:
                start = _dated(start.year - 1, start.month, start.day) or start
            return span(start, other.end, f"{one.label} to {other.label}")

        def days(number: int, other: date) -> Window | None:
            start = _dated(other.year, other.month, number)
            return span(start, other, f"{_day(start)} to {_day(other)}") if start else None

        def days_first(start: date, number: int) -> Window | None:
            end = _dated(start.year, start.month, number)
            return span(start, end, f"{_day(start)} to {_day(end)}") if end else None

        yield from rules("closed", "(since|starting|starting from|beginning) {span}", since, 0.0)
        yield from rules(
            "closed", "from {span} (on|onwards|onward|until now|till now|to now|to today|until today)", since, 0.0
        )
        yield from rules("closed", "after {span}", after, 0.2)
        yield from rules("closed", "(until|till|up to|through) {span}", until, 0.2)
        yield from rules("closed", "(before|prior to) {span}", ahead_of, 0.2)
        yield from rules("closed", "{span} (to|until|till|through) {span}", between, 0.1)
        yield from rules("closed", "between {span} and {span}", between, 0.0)
        yield from rules("closed", "from {span} (to|until|till|through) {span}", between, 0.0)
        yield from rules("closed", "(from|between)? {day_number} (to|and|until|through) {date}", days, 0.0)
        yield from rules("closed", "(from|between)? {date} (to|and|until|through) {day_number}", days_first, 0.1)

    def _weekdays(self) -> Iterator[Rule]:
        today = self._today

        def newest(iso: int) -> date:
            return today - timedelta(days=(today.isoweekday() - iso) % 7)

        def previous(iso: int) -> Window | None:
            day = newest(iso) if newest(iso) < today else today - timedelta(days=7)
            return span(day, day, f"last {calendar.day_name[iso - 1]}", Unit.DAY)

        def this(iso: int) -> Window | None:
            day = newest(iso)
            return span(day, day, _day(day), Unit.DAY)

        def weekend(back: int, label: str) -> Window | None:
            saturday = newest(6) - timedelta(days=7 * back)
            return span(saturday, min(saturday + timedelta(days=1), today), label)

        recent = 0 if today.isoweekday() >= 6 else -1
        yield from rules("closed", "on? (last|past|previous) {weekday} (night|morning|evening)?", previous, 0.0)
        yield from rules("closed", "on? this {weekday}", this, 0.0)
        yield from rules("closed", "on {weekday} (night|morning)?", this, 0.4)
        yield from rules("span", "{weekday}", this, 0.9)
        yield from rules(
            "closed", "(on|over|during)? (last|past|previous) weekend", lambda: weekend(1 + recent, "last weekend"), 0.0
        )
        yield from rules("closed", "(on|over|during)? this weekend", lambda: weekend(0, "this weekend"), 0.0)
        yield from rules(
            "calendar", "(on|every|each|any)? {weekdays}", lambda iso: Calendar(iso_weekdays=frozenset({iso})), 0.0
        )
        yield from rules(
            "calendar", "(on)? (every|each|a|any) {weekday}", lambda iso: Calendar(iso_weekdays=frozenset({iso})), 0.0
        )
        yield from rules("calendar", "on? {weekday} nights", lambda iso: Calendar(iso_weekdays=frozenset({iso})), 0.0)
        yield from rules(
            "calendar",
            "on? {weekday} (and|or|,) {weekday} (nights|night)?",
            lambda one, other: Calendar(iso_weekdays=frozenset({one, other})),
            0.2,
        )
        yield from rules(
            "calendar",
            "(on|in)? (an|a)? (average|typical|normal|ordinary|usual) {weekday}",
            lambda iso: Calendar(iso_weekdays=frozenset({iso})),
            0.1,
        )
        yield from rules("calendar", "{calendar} (and|or|,) {calendar}", _either, 0.1)
        yield from rules("calendar", "{weekday} (to|through|until) {weekday}", _weekday_interval, 0.1)
        weekends, weekdays = frozenset({6, 7}), frozenset({1, 2, 3, 4, 5})
        on = "(on|over|during|at|in|for)? (a|the)?"
        yield from rules(
            "calendar",
            f"{on} (weekends|weekend|weekend days|weekends days|weekend nights|saturdays and sundays)",
            lambda: Calendar(iso_weekdays=weekends),
            0.1,
        )
        yield from rules(
            "calendar",
            f"{on} (weekdays|weekday|week days|weeknights|week nights|workdays|working days|work days|work nights|work week|weekday nights)",
            lambda: Calendar(iso_weekdays=weekdays),
            0.1,
        )
        yield from rules("calendar", "during the (work)? week", lambda: Calendar(iso_weekdays=weekdays), 0.1)

    def _seasons(self) -> Iterator[Rule]:
        today = self._today

        def season(month: int, back: int) -> Window | None:
            start = date(today.year, month, 1)
            while start > today:
                start = start.replace(year=start.year - 1)
            start = start.replace(year=start.year - back)
            end = moved(start, 3, Unit.MONTH) - timedelta(days=1)
            return span(start, end, f"{_NAMES[month]} {start.year}")

        def season_of(month: int, year: int) -> Window | None:
            start = date(year, month, 1)
            return span(start, moved(start, 3, Unit.MONTH) - timedelta(days=1), f"{_NAMES[month]} {year}")

        yield from rules("span", "(this|last|past) {season}", lambda m: season(m, 0), 0.1)
        yield from rules("span", "{season} of? {year_number}", season_of, 0.1)
        months = {3: {3, 4, 5}, 6: {6, 7, 8}, 9: {9, 10, 11}, 12: {12, 1, 2}}
        yield from rules(
            "calendar", "(in|during|over) the? {season}", lambda m: Calendar(months=frozenset(months[m])), 0.2
        )
        yield from rules(
            "calendar", "(summers|summertime|summer months)", lambda: Calendar(months=frozenset(months[6])), 0.2
        )
        yield from rules(
            "calendar", "(winters|wintertime|winter months)", lambda: Calendar(months=frozenset(months[12])), 0.2
        )


_NAMES: Final = MappingProxyType({3: "spring", 6: "summer", 9: "autumn", 12: "winter"})


def _same(window: Window) -> Window:
    return window


def _weekday_interval(first: int, last: int) -> Calendar:
    days = frozenset((first - 1 + step) % 7 + 1 for step in range((last - first) % 7 + 1))
    return Calendar(iso_weekdays=days)


def _either(one: Calendar, other: Calendar) -> Calendar | None:
    if one.months or other.months:
        return None
    return Calendar(iso_weekdays=one.iso_weekdays | other.iso_weekdays)


def _day(day: date) -> str:
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"
