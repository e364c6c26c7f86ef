"""How a sensible model reads a question about records: the quantities that the catalogue names, of the last 30 days."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

_DAYS: Final = 30
_TODAY: Final = re.compile(r"^Today: (\d{4}-\d\d-\d\d)", re.MULTILINE)
_FIRST: Final = re.compile(r"^First day on record: (\d{4}-\d\d-\d\d)", re.MULTILINE)
_QUANTITY: Final = re.compile(r"^- (\w+)(?: \(([^)]*)\))?", re.MULTILINE)
_NEEDS_CODE: Final = re.compile(r"\b(?:regression|cluster|distribution)\b", re.IGNORECASE)
_LEFT_OUT: Final = re.compile(r"\b(?:why|normal|healthy|mean|should|how can i|improve)\b", re.IGNORECASE)
_ADVICE: Final = re.compile(r"\b(?:should i|help me|how (?:can|do) i|i want to)\b", re.IGNORECASE)
_SMALL_TALK: Final = re.compile(r"^\W*(?:thanks|thank you|hello|hi|hey|bye)\b", re.IGNORECASE)
_OWN: Final = re.compile(r"\b(?:my|i)\b", re.IGNORECASE)
_NOTHING: Final[Mapping[str, Any]] = {
    "expressions": [], "said_back": "", "unread": "", "topic": "", "needs_code": False, "approach": "",
}  # fmt: skip
_UNREAD: Final = "I leave out the rest, because records alone do not say that."


def planned(message: str, catalogue: str, data: str) -> Mapping[str, Any]:
    """The decision of the prompt `plan`.

    Args:
        message: what was said.
        catalogue: what is on record, as the prompt lists it.
        data: all of the prompt's data, for the days that it names.
    """
    metrics = _named_in(message, catalogue) if _OWN.search(message) else []
    if not metrics:
        return {**_NOTHING, "topic": _topic(message)}
    if _NEEDS_CODE.search(message):
        approach = "Take the days on record, and hold the first columns of numbers against each other."
        return {**_NOTHING, "needs_code": True, "approach": approach, "said_back": "how these columns go together"}
    today, first = (date.fromisoformat(_day(each, data)) for each in (_TODAY, _FIRST))
    if len(metrics) > 1:
        question = _together(metrics, _days(first, today, "all data"))
    else:
        question = _mean(metrics[0], _days(today - timedelta(days=_DAYS - 1), today, f"the last {_DAYS} days"))
    return {
        **_NOTHING,
        "expressions": [json.dumps(question)],
        "said_back": " and ".join(each.replace("_", " ") for each in metrics),
        "unread": _UNREAD if _LEFT_OUT.search(message) else "",
    }


def _named_in(message: str, catalogue: str) -> list[str]:
    """The daily metrics that the message names, in its order, at most two; "resting heart rate" is no "heart rate"."""
    daily = catalogue.partition("Fields of TABLE_ACTIVITIES")[0]
    names = {
        said: name
        for name, spoken in _QUANTITY.findall(daily)
        for said in (name.replace("_", " "), *spoken.casefold().split(", "))
        if said
    }
    longest_first = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")
    return list(dict.fromkeys(names[said] for said in pattern.findall(message.casefold())))[:2] if names else []


def _topic(message: str) -> str:
    if _SMALL_TALK.search(message):
        return "conversation"
    return "advice" if _ADVICE.search(message) else "knowledge"


def _mean(metric: str, rows: Mapping[str, Any]) -> Mapping[str, Any]:
    reduced = {"rows": rows, "column": _field(metric), "statistic": "STATISTIC_MEAN"}
    return {"tell": {"number": {"reduce": reduced}}}


def _together(metrics: Sequence[str], rows: Mapping[str, Any]) -> Mapping[str, Any]:
    left, right = map(_field, metrics)
    return {"relate": {"left": left, "right": right, "rows": rows}}


def _field(name: str) -> Mapping[str, Any]:
    return {"field": {"name": name}}


def _days(start: date, end: date, label: str) -> Mapping[str, Any]:
    window = {"start": {"date": start.isoformat()}, "end": {"date": end.isoformat()}, "label": label}
    return {"all": {"table": "TABLE_DAYS", "window": window}}


def _day(pattern: re.Pattern[str], data: str) -> str:
    found = pattern.search(data)
    assert found, "the prompt names no day"
    return found[1]
