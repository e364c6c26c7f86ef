"""When: a window as it is said in a sentence, with its dates."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import DayOrNumber, Window
from services.data_science.language.saying.amounts import MONTHS, date_text

_OF_THE_SPEAKER: Final = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_DATED: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_PREPOSITIONS: Final = MappingProxyType(
    dict.fromkeys(("1", "last", "past", "previous", "first", "second", "third", "fourth"), "over")
    | {"start": "at", "end": "at", "middle": "in"}
)
"""By the word behind "the", or 1 for a number."""
EVERYTHING: Final = "all data"
"""The label of the window that holds all that is on record."""


def say_dates(start: date, end: date) -> str:
    """A span of dates that says once what both ends share: "1 to 31 October 2024"."""
    if start == end:
        return date_text(start)
    if (start.year, start.month) == (end.year, end.month):
        return f"{start.day} to {date_text(end)}"
    if start.year == end.year:
        return f"{start.day} {MONTHS[start.month - 1]} to {date_text(end)}"
    return f"{date_text(start)} to {date_text(end)}"


def is_everything(window: Window, *, first: date, today: date) -> bool:
    """Whether a window is all that is on record."""
    return window.label == EVERYTHING and (window.start, window.end) == (first, today)


def when_said(
    window: Window,
    *,
    number: Callable[[DayOrNumber], str],
    with_dates: bool = True,
    with_computed_ends: bool = True,
) -> str:
    """As in "in October 2024 (1 to 31 October 2024)", "last week (16 to 22 November 2026)", "on 3 October 2024".

    Args:
        window: what is said.
        number: says an end that is not a date.
        with_dates: whether its dates follow a label that is not made of them.
        with_computed_ends: whether also ends that are not dates follow a label.
    """
    if window.label == EVERYTHING:
        return ""
    dates = _ends(window, number)
    if calendar := _calendar(window):
        return calendar
    label = _labelled(window)
    if not label:
        return dates
    if not isinstance(window.start, date) or not isinstance(window.end, date):
        return f"{label}, {dates}" if with_dates and with_computed_ends else label
    exact = dates.removeprefix("from ").removeprefix("on ")
    if label in {dates, f"from {date_text(window.start)} to {date_text(window.end)}"}:
        return dates
    return f"{label} ({exact})" if with_dates else label


def _calendar(window: Window) -> str:
    """A whole month or year, or one day, that the label names and nothing else: "in October 2024"."""
    start, end, label = window.start, window.end, window.label.lower().removeprefix("in ").removeprefix("on ")
    if not isinstance(start, date) or not isinstance(end, date) or not label:
        return ""
    month, year = MONTHS[start.month - 1], f"{start.year}"
    if start == end:
        return f"on {date_text(start)}" if date_text(start).lower().startswith(label) else ""
    if (start.day, start.month, end) == (1, 1, date(start.year, 12, 31)) and label == year:
        return f"in {year}"
    is_month = start.day == 1 and end.month == start.month and (end + timedelta(days=1)).day == 1
    return f"in {month} {year}" if is_month and label in {month.lower(), f"{month} {year}".lower()} else ""


def _ends(window: Window, number: Callable[[DayOrNumber], str]) -> str:
    start, end = window.start, window.end
    if isinstance(start, date) and isinstance(end, date):
        return f"{'on' if start == end else 'from'} {say_dates(start, end)}"
    return f"from {number(start)} to {number(end)}"


def _labelled(window: Window) -> str:  # noqa: PLR0911, one case a form
    """The label with the preposition it takes; none where it only spells the dates."""
    label = _OF_THE_SPEAKER.sub("your", " ".join(window.label.split()))
    first, _, rest = label.partition(" ")
    if not label or _DATED.search(label):
        return ""
    if label == EVERYTHING or first == "all":
        return "on record"
    if first in {"up", "at"} or rest.endswith(" ago"):
        return label
    if first in {"in", "on", "over", "since", "from", "during", "between", "before", "after", "until", "within"}:
        return label
    if first == "past" or (first in {"last", "previous"} and rest[:1].isdigit()):
        return f"over the {label}"
    if first == "the" and (with_article := _PREPOSITIONS.get("1" if rest[:1].isdigit() else rest.split(" ")[0])):
        return f"{with_article} {label}"
    if " to " in label:
        return f"from {label}"
    if first[:1].isdigit() or first[:1].isupper():
        is_day = isinstance(window.start, date) and window.start == window.end
        return f"on {label}" if is_day else f"in {label}"
    return label
