"""Which numbers of an answer are not on the fact sheet of its turn, by the text that a person reads."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from amy.client.models import FactEntry
from evals.everyday.tokens import Amount, Clock, Day, Month, Token, tokens

_SOURCES = re.compile(r"\n+Sources:.*", re.DOTALL)
_MARKS = re.compile(r"\[\d+\]|^\s*(?:\d{1,2}[.)]\s|[-*•]\s)", re.MULTILINE)
_ONE: Final = re.compile(r"\bone\b", re.IGNORECASE)
"""Mostly no number: "one stretch", "one step to try"."""
_EPOCH: Final = date(1970, 1, 1)


def body(answer: str) -> str:
    """An answer without its list of sources, its citation marks and its list markers."""
    return _MARKS.sub(" ", _SOURCES.sub("", answer))


def off_sheet(answer: str, sheet: Sequence[FactEntry], said: str = "") -> list[str]:
    """The numbers, days and times that neither a fact, rounded as it is told, nor the label of a window accounts for.

    Args:
        answer: Markdown, with its sources.
        sheet: of the turn.
        said: what the person wrote; what stands there may be repeated.
    """
    known = _known(sheet, said)
    return [_told(token) for token in tokens(_ONE.sub("a", body(answer))) if not _is_known(token, sheet, known)]


def numbers_told(answer: str, sheet: Sequence[FactEntry]) -> int:
    """How many numbers and times of day of the answer are facts of the person's own records."""
    own = [fact for fact in sheet if fact.source not in ("user", "literature", "document")]
    told = [each for each in tokens(body(answer)) if isinstance(each, Amount | Clock)]
    return sum(_is_known(each, own, ()) for each in told)


def _known(sheet: Sequence[FactEntry], said: str) -> list[Token]:
    labels = [label for fact in sheet for label in (fact.window or "").split(";")]
    of_labels = [token for label in dict.fromkeys(labels) for token in _all_of(label)]
    return [*of_labels, *_all_of(said)]


def _all_of(text: str) -> list[Token]:
    """The tokens of a text, and every plain number in it, "the last 30 days" included."""
    plain = [float(each.replace(",", "")) for each in re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?", text)]
    return [*tokens(text), *(Amount(value=value, unit="", half_step=0.0) for value in plain)]


def _is_known(token: Token, sheet: Sequence[FactEntry], known: Sequence[Token]) -> bool:
    match token:
        case Amount():
            return _is_fact(token, sheet) or any(
                isinstance(each, Amount) and abs(abs(each.value) - abs(token.value)) < 1e-9 for each in known
            )
        case Day():
            days = [*_days_of(sheet), *(each for each in known if isinstance(each, Day))]
            return any(
                (each.month, each.day) == (token.month, token.day) and token.year in (0, each.year) for each in days
            )
        case Month():
            months = [*_days_of(sheet), *(each for each in known if isinstance(each, Day | Month))]
            return any(each.month == token.month and token.year in (0, each.year) for each in months)
        case Clock():
            clocks = [fact.value for fact in sheet if fact.unit == "clock"]
            clocks += [each.minutes for each in known if isinstance(each, Clock)]
            return any(abs(each % 1440 - token.minutes) <= 0.5 for each in clocks)


def _is_fact(amount: Amount, sheet: Sequence[FactEntry]) -> bool:
    """A sign is told in words: "4 bpm lower"."""
    return any(abs(abs(amount.value) - abs(_in_minutes(fact))) <= amount.half_step * 1.0001 for fact in sheet)


def _in_minutes(fact: FactEntry) -> float:
    return fact.value * 60 if fact.unit in ("h", "hours") else fact.value


def _days_of(sheet: Sequence[FactEntry]) -> list[Day]:
    days = [_EPOCH + timedelta(days=round(fact.value)) for fact in sheet if fact.unit == "date"]
    return [Day(year=each.year, month=each.month, day=each.day) for each in days]


def _told(token: Token) -> str:
    match token:
        case Amount():
            return f"{token.value:g} {token.unit}".strip()
        case Day():
            return f"{token.year:04}-{token.month:02}-{token.day:02}"
        case Month():
            return f"{token.year:04}-{token.month:02}"
        case Clock():
            return f"{int(token.minutes // 60):02}:{int(token.minutes % 60):02}"
