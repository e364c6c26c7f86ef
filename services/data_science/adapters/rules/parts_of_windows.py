"""Parts of months, and phrases that look like a window and choose days: "the last 3 days on which"."""

from collections.abc import Sequence
from datetime import date
from functools import partial

from services.data_science.adapters.rules import spans
from services.data_science.adapters.rules.bounded_windows import since_month
from services.data_science.adapters.rules.grammar import Rule, rule
from services.data_science.adapters.rules.spans import Calendar
from services.data_science.adapters.rules.terms import Chosen, Item, Sign
from services.data_science.domain.query import End

_FIFTEENTH = 15
_AMONG = "over|in|during|for|on|within|across|of? the|my?"
_OPENING = "with|when|where|that|i|which"


def parts_of_months(days: Calendar) -> tuple[Rule, ...]:
    """Halves and thirds of months, their first and last weeks, and what begins with something."""
    part, half = partial(_part, days), partial(_half, days)
    return (
        rule("since|from the? start|beginning of the|this {period}", lambda unit: _since_begun(days, unit)),
        rule("since|from the? start|beginning of {month}", lambda month: since_month(days, month)),
        rule("since|from the? start|beginning of last? {season}", lambda name: since_month(days, spans.SEASONS[name])),
        rule("since|from the? start|beginning of {year}", lambda year: spans.since(days, spans.dated(year, 1, 1))),
        *(
            rule(f"in|during|over? {said} {{month}} of? {{year}}?", partial(_third, days, third))
            for third, said in enumerate(("early", "mid|middle", "late"))
        ),
        rule("the? first {count}? {unit} of|in {month} of? {year}?", partial(part, End.FIRST)),
        rule("the? last {count}? {unit} of|in {month} of? {year}?", partial(part, End.LAST)),
        rule("in? the? first {count}? week|weeks of the|this year", lambda count: _weeks_of_year(days, count or 1)),
        rule("the? {count} {unit} up? to|until|ending on? {date}", _leading),
        rule("the? {count} {unit} before|prior to? {date}", lambda count, unit, day: _leading(count, unit, _eve(day))),
        rule("the? {count} {unit} after|following {date}", _following),
        rule("in|during|over|for? the? first half of {month} of? {year}?", partial(half, End.FIRST)),
        rule("in|during|over|for? the? second|last half of {month} of? {year}?", partial(half, End.LAST)),
    )


def picked(days: Calendar) -> tuple[Rule, ...]:
    """What looks like a window and is a choice of days."""

    def counted(count: int, unit: str | None = None) -> Sequence[Item]:
        return ("how", "many", "days", *spans.last(days, count, unit or "day"))

    return (
        rule("how many of the? last|past {count} {unit}", counted),
        rule("how many of the? last|past {count} did|have|was|were|had", counted),
        *(
            rule(
                f"days|nights of|in the? last|past {{count}} {word}",
                lambda count, word=word: (*spans.last(days, count, "day"), "days", word),
            )
            for word in ("with", "when", "where")
        ),
        rule("out of the? last|past {count} {unit}", lambda count, unit: spans.last(days, count, unit)),
        rule("last|past|latest {count} days|nights|times on? which|where", partial(_days_on_which, End.LAST)),
        rule("on the last|past|latest {count} days|nights|times i|that|with", partial(_days_on_which, End.LAST)),
        rule(f"{_AMONG} {{count}} most? recent|latest days|nights|times {_OPENING}", partial(_days_on_which, End.LAST)),
        rule(f"{_AMONG} most recent {{count}} days|nights|times {_OPENING}", partial(_days_on_which, End.LAST)),
        rule("first {count} days|nights|times on? which|where", partial(_days_on_which, End.FIRST)),
        rule("the|my last night i|that|when|with", lambda: _days_on_which(End.LAST, 1)),
        rule("most recently", lambda: _chosen(End.LAST)),
        rule("the? last|latest {count} times i", lambda count: (Chosen(end=End.LAST, count=count), "thetime")),
        rule("the? last|latest time i?", lambda: (*_chosen(End.LAST), "thetime")),
        rule("the? first time i?", lambda: (*_chosen(End.FIRST), "thetime")),
    )


def _chosen(end: End) -> Sequence[Item]:
    return (Chosen(end=end, count=1),)


def _days_on_which(end: End, count: int) -> Sequence[Item]:
    return (Chosen(end=end, count=count), Sign.DAYS_WHEN)


def _half(days: Calendar, end: End, month: int, year: int | None) -> Sequence[Item] | None:
    start = spans.month_start(days, month, year)
    if start is None:
        return None
    middle = start.replace(day=_FIFTEENTH)
    return spans.between(*((start, middle) if end is End.FIRST else (spans.day_after(middle), spans.month_end(start))))


def _third(days: Calendar, third: int, month: int, year: int | None) -> Sequence[Item] | None:
    """Ten days of a month; the last third is as long as the month."""
    start = spans.month_start(days, month, year)
    if start is None:
        return None
    end = start.replace(day=10 + 10 * third) if third < 2 else spans.month_end(start)
    return spans.between(start.replace(day=1 + 10 * third), end)


def _part(
    days: Calendar, end: End, count: int | None, unit: str, month: int, year: int | None
) -> Sequence[Item] | None:
    """The first or last days or weeks of a month."""
    start = spans.month_start(days, month, year)
    length = (count or 1) * {"day": 1, "week": 7}.get(unit, 0)
    if start is None or not 0 < length <= spans.month_end(start).day:
        return None
    final = spans.month_end(start)
    if end is End.FIRST:
        return spans.between(start, start.replace(day=length))
    return spans.between(final.replace(day=final.day - length + 1), final)


def _weeks_of_year(days: Calendar, count: int) -> Sequence[Item] | None:
    start = spans.begun(days.today, "year")
    return spans.between(start, spans.days_back(start, 1 - 7 * count))


def _since_begun(days: Calendar, unit: str) -> Sequence[Item] | None:
    return spans.since(days, spans.begun(days.today, unit))


def _eve(day: date) -> date:
    return spans.days_back(day, 1)


def _leading(count: int, unit: str, day: date) -> Sequence[Item] | None:
    return spans.between(spans.day_after(spans.units_before(day, count, unit)), day)


def _following(count: int, unit: str, day: date) -> Sequence[Item] | None:
    start = spans.day_after(day)
    return spans.between(start, _eve(spans.units_before(start, -count, unit)))
