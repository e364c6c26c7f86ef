"""Words for metrics, stretches of days and lists."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from amy.text import quoted
from services.investigator.domain.spans import Span

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_KNOWN_KINDS: Final = frozenset(
    (
        *("aerobic", "aerobics", "badminton", "basketball", "bike", "biking", "boxing", "circuit", "climbing"),
        *("core", "cross", "crossfit", "cycling", "dance", "dancing", "elliptical", "football", "golf", "gym"),
        *("hike", "hiking", "hockey", "indoor", "interval", "jog", "jogging", "martial", "arts", "mountain"),
        *("open", "outdoor", "pilates", "pool", "ride", "riding", "rowing", "run", "running", "skating"),
        *("skiing", "soccer", "spinning", "sport", "sports", "stair", "stationary", "strength", "swim"),
        *("swimming", "tennis", "trail", "training", "treadmill", "volleyball", "walk", "walking", "water"),
        *("weights", "workout", "yoga"),
    )
)


def listed(names: Sequence[str]) -> str:
    """As in "a", "a and b", "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def way_of(metric: str, effect: float) -> str:
    """Which way a metric differs: a time of day is later or earlier, what lasts is longer or shorter."""
    if metric.endswith("_clock"):
        more, less = "later", "earlier"
    elif metric.endswith("_minutes"):
        more, less = "longer", "shorter"
    else:
        more, less = "higher", "lower"
    return more if effect > 0 else less


def is_plural(noun: str) -> bool:
    """As in "calories burned were", and not "stress was"."""
    first = noun.split(" ", maxsplit=1)[0]
    return first.endswith("s") and not first.endswith("ss")


def with_article(phrase: str) -> str:
    return f"{'an' if phrase[:1] in 'aeio' else 'a'} {phrase}"


def kind_said(kind: str) -> str:
    """A kind of activity made of words that everybody uses as it is, any other as somebody's own words."""
    words = kind.casefold().split()
    return " ".join(words) if words and _KNOWN_KINDS.issuperset(words) else quoted(kind)


def day_said(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def dates_said(span: Span) -> str:
    """As in "2 to 31 December 2025"; what both ends share is said once."""
    start, end = span.start, span.end
    if start == end:
        return day_said(end)
    if (start.year, start.month) == (end.year, end.month):
        return f"{start.day} to {day_said(end)}"
    if start.year == end.year:
        return f"{start.day} {_MONTHS[start.month - 1]} to {day_said(end)}"
    return f"{day_said(start)} to {day_said(end)}"
