"""What an answer's text tells: its amounts, days, months and clock times, in order.

Context is blanked first: windows ("the last 7 days"), bounds ("above 7 hours"), bases ("of 29 days") and, where a
reader may ask for it, whatever stands in brackets. What is left is told as the answer.
"""

import re
from calendar import month_abbr, month_name
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

_MONTHS = {name.lower(): number for names in (month_name, month_abbr) for number, name in enumerate(names) if number}
_MONTHS["sept"] = 9
_MONTH = r"(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_HOURS = r"(?:h|hrs?|hours?)\b"
_MINUTES = r"(?:(?:(?:active|zone|fat|burn|cardio|peak|deep|rem|light|sleep)[- ])*(?:min|mins|minutes?)\b|m\b)"
_TOKEN = re.compile(
    rf"""
    (?P<iso>\b\d{{4}}-\d{{2}}-\d{{2}}\b)
  | (?P<iso_month>\b\d{{4}}-\d{{2}}\b(?!-))
  | (?P<day_first>\b(?P<df_day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?[\u2013-]\s?\d{{1,2}}(?:st|nd|rd|th)?)?(?:\s+of)?\s+
      (?P<df_month>{_MONTH})(?:,?\s+(?P<df_year>\d{{4}})\b)?)
  | (?P<month_first>\b(?P<mf_month>{_MONTH})\s+(?P<mf_day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d|:)
      (?:\s?[\u2013-]\s?\d{{1,2}}\b)?(?:,?\s+(?P<mf_year>\d{{4}})\b)?)
  | (?P<month>\b(?P<m_month>{_MONTH})(?:\s+(?P<m_year>\d{{4}})\b)?)
  | (?P<colon>\b(?P<c_hour>\d{{1,2}}):(?P<c_minute>\d{{2}})(?::\d{{2}})?
      (?:\s?(?P<c_half>[ap]\.?m\b\.?)|\s?(?P<c_h>{_HOURS}))?)
  | (?P<half>\b(?P<h_hour>\d{{1,2}})\s?(?P<h_half>[ap]\.?m\b\.?))
  | (?P<hm>\b(?P<hm_h>\d+)\s?(?:h|hrs?|hours?)(?:\s?(?:and\s)?|\b)(?P<hm_m>\d{{1,2}}(?:\.\d+)?)(?:\s?{_MINUTES})?)
  | (?P<hours>(?P<hours_n>{_NUMBER})\s?(?:-\s?)?{_HOURS})
  | (?P<minutes>(?<![\d.,])(?P<min_sign>[-+\u2212])?(?P<min_n>{_NUMBER})\s?{_MINUTES})
  | (?P<number>(?<![\w.,])(?P<sign>[-+\u2212])?(?P<n>{_NUMBER})(?P<k>\s?k\b)?
      (?:\s?(?P<percent>%|percent\b|percentage\spoints?)|[\s-]?(?P<unit>°C|[A-Za-z/²]+))?)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNTED = (
    r"(?:(?:day|night|time|week|weekend|month|year|run|workout|ride|session|morning|evening|walk|weekday)s?|"
    r"activit(?:y|ies)|(?:satur|sun|mon|tues|wednes|thurs|fri)days|treadmill)"
)
_WORD_COUNT = re.compile(rf"\b({'|'.join(_WORDS)})(?=\s+(?:[a-z]+\s+){{0,2}}{_COUNTED}\b)", re.IGNORECASE)
_NONE = re.compile(rf"(?<!with )\b(?:no|zero)(?=\s+(?:such\s+)?{_COUNTED}\b)|\bnone\b|\bnever\b", re.IGNORECASE)
_AMOUNT = (
    rf"(?:\d{{1,2}}:\d{{2}}|{_NUMBER})(?:\s?k\b)?(?:\s?[ap]m\b)?"
    r"(?:\s?(?:%|°C|(?!(?:is|are|was|were)\b)[A-Za-z]+))?"
)
_CONTEXT = (
    re.compile(
        rf"\b(?:last|past|previous|prior|latest|recent|top|newest|preceding|next)\s+{_NUMBER}(?:\s+{_COUNTED}\b)?",
        re.IGNORECASE,
    ),
    re.compile(rf"\b{_NUMBER}\s+(?:days|weeks|months)\s+(?:before|earlier|prior)\b", re.IGNORECASE),
    re.compile(rf"\bbetween\s+{_AMOUNT}\s+and\s+{_AMOUNT}", re.IGNORECASE),
    re.compile(
        r"\b(?:above|over|below|under|more than|less than|fewer than|at least|at most|longer than|shorter than|"
        r"greater than|higher than|lower than|exceed(?:s|ed|ing)?|reach(?:es|ed|ing)?|before|after|goal of|target of)"
        rf"\s+(?:your\s+(?:average|usual|goal|target)\s+of\s+)?{_AMOUNT}(?:\s\d+\s?min\b)?(?![\d-])",
        re.IGNORECASE,
    ),
    re.compile(rf"\b{_AMOUNT}\s+(?:or|and)\s+(?:more|less|fewer|longer|later|earlier|above|over)\b", re.IGNORECASE),
    re.compile(r"\b95\s?%(?=[^.]*(?:interval|confiden|range))", re.IGNORECASE),
    re.compile(r"\bn\s?=\s?\d+", re.IGNORECASE),
)
_BASE = re.compile(
    rf"(?P<kept>\(|\b{_NUMBER}(?:\s+[a-z]+)?\s+|\bout\s+)of\s+(?:the\s+|your\s+|all\s+)?(?:last\s+)?{_NUMBER}"
    rf"(?:\s+{_COUNTED}\b)?",
    re.IGNORECASE,
)
_FROM_DAY = re.compile(rf"\b\d{{1,2}}(?:st|nd|rd|th)?\s+to\s+(?=\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH})", re.IGNORECASE)
"""The first day of "25 to 31 October", which is no amount."""
_BRACKETS = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, kw_only=True)
class Amount:
    """A number with what stands behind it.

    Attributes:
        unit: "min" for every duration, "%" for shares, else the word behind the number; empty without one.
        half_step: half of the last digit told, in that unit.
        is_coarse: told in whole hours or thousands, where half a step is more than rounding.
    """

    value: float
    unit: str
    half_step: float
    is_coarse: bool = False
    is_signed: bool = False


@dataclass(frozen=True, kw_only=True)
class Day:
    """A calendar day; year 0 where none is told."""

    year: int
    month: int
    day: int


@dataclass(frozen=True, kw_only=True)
class Month:
    year: int
    month: int


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Minutes after midnight, 0 to 1439."""

    minutes: float


Token: TypeAlias = Amount | Day | Month | Clock


def without_brackets(text: str) -> str:
    return _BRACKETS.sub(" ", text)


def tokens(text: str) -> list[Token]:
    """What the text tells, in order, context left out."""
    text = _BASE.sub(lambda match: f"{match['kept']} ", text)
    text = _FROM_DAY.sub("", text)
    for context in _CONTEXT:
        text = context.sub(_kept_dates, text)
    text = _WORD_COUNT.sub(lambda match: str(_WORDS.index(match[1].lower()) + 1), text)
    text = re.sub(r"\bonce\b", "1 times", text, flags=re.IGNORECASE)
    text = re.sub(r"\btwice\b", "2 times", text, flags=re.IGNORECASE)
    text = _NONE.sub("0", text)
    return [token for match in _TOKEN.finditer(text) if (token := _token(match)) is not None]


def _kept_dates(match: re.Match[str]) -> str:
    """A bound that is a date ("after 8 October 2023") stays, so that no date is cut in two."""
    return match[0] if re.search(rf"{_MONTH}$", match[0], re.IGNORECASE) else " "


def _token(match: re.Match[str]) -> Token | None:
    group = match.groupdict()
    if group["iso"]:
        try:
            day = date.fromisoformat(group["iso"])
        except ValueError:
            return None
        return Day(year=day.year, month=day.month, day=day.day)
    if group["iso_month"]:
        year, month = group["iso_month"].split("-")
        return Month(year=int(year), month=int(month))
    if group["day_first"] or group["month_first"]:
        prefix = "df" if group["day_first"] else "mf"
        year = int(group[f"{prefix}_year"] or 0)
        return Day(year=year, month=_month(group[f"{prefix}_month"]), day=int(group[f"{prefix}_day"]))
    if group["month"]:
        return _bare_month(group)
    return _clock(group) or _duration(group) or _amount(group)


def _bare_month(group: dict[str, str]) -> Month | None:
    """Without a year, a month is one only with a capital: "may" is a word, too."""
    if not group["m_year"] and not group["m_month"][0].isupper():
        return None
    return Month(year=int(group["m_year"] or 0), month=_month(group["m_month"]))


def _month(name: str) -> int:
    return _MONTHS[name.lower().rstrip(".")]


def _clock(group: dict[str, str]) -> Clock | None:
    if group["colon"] and not group["c_h"]:
        hour, minute, half = int(group["c_hour"]), int(group["c_minute"]), group["c_half"]
    elif group["half"]:
        hour, minute, half = int(group["h_hour"]), 0, group["h_half"]
    else:
        return None
    if half:
        hour = hour % 12 + (12 if half.lower().startswith("p") else 0)
    return Clock(minutes=(hour * 60 + minute) % 1440)


def _duration(group: dict[str, str]) -> Amount | None:
    if group["colon"]:
        return Amount(value=60 * int(group["c_hour"]) + int(group["c_minute"]), unit="min", half_step=0.5)
    if group["hm"]:
        return Amount(value=60 * int(group["hm_h"]) + float(group["hm_m"]), unit="min", half_step=0.5)
    if group["hours"]:
        told = group["hours_n"]
        is_coarse = "." not in told
        return Amount(value=60 * _float(told), unit="min", half_step=60 * _half_step(told), is_coarse=is_coarse)
    if group["minutes"]:
        told, sign = group["min_n"], group["min_sign"]
        value = _float(told) * (-1 if sign in ("-", "\u2212") else 1)
        return Amount(value=value, unit="min", half_step=_half_step(told), is_signed=bool(sign))
    return None


def _amount(group: dict[str, str]) -> Amount:
    told, thousands = group["n"], 1000.0 if group["k"] else 1.0
    value = _float(told) * thousands * (-1 if group["sign"] in ("-", "\u2212") else 1)
    unit = "%" if group["percent"] else (group["unit"] or "").lower()
    return Amount(
        value=value,
        unit=unit,
        half_step=_half_step(told) * thousands,
        is_coarse=bool(group["k"]),
        is_signed=bool(group["sign"]),
    )


def _float(told: str) -> float:
    return float(told.replace(",", ""))


def _half_step(told: str) -> float:
    return 0.5 * 10.0 ** -(len(told.split(".")[1]) if "." in told else 0)
