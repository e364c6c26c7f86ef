"""The journal: the usual tags, what people call them, and what entries come to a day."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import numpy as np

from amy.text import inert
from services.health_data.domain.journal_words import UNITS
from services.health_data.domain.labels import unit_of
from services.health_data.domain.quantities import NO_LOOSE_NAMES, Words, loosely
from services.health_data.domain.records import DayArray, DaySeries, Entry, to_epoch_day

COUNT: Final = ""
"""The unit of what is only counted; the unit `count` is of steps."""
MANUAL: Final = "manual"
"""The source of what the person says."""
_PREFIX: Final = "journal_"
_TAG: Final = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+){0,5}")
_LONGEST_TAG: Final = 40
_NO_WORD: Final = re.compile(r"[^a-z0-9]+")
_ID_CHARACTERS: Final = 26
_COUNTED: Final = frozenset(
    (
        *("", "count", "x", "time", "piece", "serving", "cup", "mug", "glass", "glasses", "can", "pint", "drink"),
        *("beer", "coffee", "espresso", "pill", "tablet", "capsule", "dose", "session"),
    )
)
"""Units in which something is only counted, without the ending of a plural."""


class Comes(StrEnum):
    """What the entries of a day come to.

    Attributes:
        AMOUNT: the sum of the amounts; an entry without one counts 1.
        TIMES: how many entries there are.
        WHETHER: 1.
        LEVEL: the mean of the amounts.
    """

    AMOUNT = "amount"
    TIMES = "times"
    WHETHER = "whether"
    LEVEL = "level"


@dataclass(frozen=True, kw_only=True)
class Tag:
    """Something that no device records.

    Attributes:
        words: what it is called in a question.
        example: an entry of it as somebody would write it.
        low, high: the range of an amount.
    """

    name: str
    words: Words
    comes: Comes = Comes.AMOUNT
    example: str
    low: float = 0
    high: float = 100_000

    @property
    def series(self) -> str:
        """Its name as a daily series."""
        return series_of(self.name)


def _tag(
    name: str,
    *spoken: str,
    example: str,
    comes: Comes = Comes.AMOUNT,
    parts: tuple[str, ...] = (),
    low: float = 0,
    high: float = 100_000,
) -> Tag:
    """`parts` name some of it: what is told is of all of it, and says so."""
    said = name.replace("_", " ")
    all_of_it = f"I take all that you noted under {said}, whatever it was."
    loose = loosely(all_of_it, *parts) if parts else NO_LOOSE_NAMES
    words = Words(noun=said, spoken=(said, *spoken), loose=loose, additive=comes is not Comes.LEVEL)
    return Tag(name=name, words=words, comes=comes, example=example, low=low, high=high)


TAGS: Final[tuple[Tag, ...]] = (
    _tag(
        "coffee",
        *("coffees", "cup of coffee", "cups of coffee", "coffee intake", "coffee consumption", "number of coffees"),
        parts=("espresso", "espressos", "cappuccino", "cappuccinos", "latte", "lattes", "flat white", "flat whites"),
        example="2 coffees at 15:00",
    ),
    _tag(
        "alcohol",
        *("drinks", "alcoholic drinks", "alcohol intake", "alcohol consumption", "booze", "alcoholic drink"),
        *("number of drinks", "drinking alcohol", "drinking"),
        parts=(
            *("beer", "beers", "wine", "wines", "red wine", "white wine", "glass of wine", "glasses of wine"),
            *("cocktails", "cocktail", "pint", "pints", "spirits", "whisky", "gin"),
        ),
        example="3 beers last night",
    ),
    _tag(
        "late_meal",
        *("late meals", "late dinner", "late dinners", "late eating", "a late dinner", "late supper", "eating late"),
        parts=("late night snack", "late night snacks", "late snack", "late snacks"),
        comes=Comes.TIMES,
        example="late dinner at 22:30",
    ),
    _tag(
        "travel",
        *("travelling", "traveling", "being away"),
        parts=("trips", "trip", "flights", "flight", "flying"),
        comes=Comes.WHETHER,
        example="travel",
    ),
    _tag(
        "illness",
        *("illnesses", "sickness", "being sick", "being ill", "sick", "ill"),
        parts=("a cold", "the flu"),
        comes=Comes.WHETHER,
        example="sick",
    ),
    _tag(
        "period",
        *("periods", "menstruation", "menses", "menstrual bleeding"),
        comes=Comes.WHETHER,
        example="period",
    ),
    _tag(
        "medication",
        *("medications", "medicine", "medicines", "meds"),
        parts=("painkillers", "painkiller", "ibuprofen", "paracetamol"),
        comes=Comes.TIMES,
        example="took ibuprofen 400 mg at 8",
    ),
    _tag("mood", "moods", "mood rating", comes=Comes.LEVEL, example="mood 4", low=1, high=5),
    _tag(
        "symptom",
        "symptoms",
        parts=(
            *("headache", "headaches", "migraine", "migraines", "nausea", "stomach ache", "stomach aches", "cramps"),
            *("cramp", "back pain", "sore throat", "dizziness"),
        ),
        comes=Comes.TIMES,
        example="headache",
    ),
    _tag("stress", "being stressed", "feeling stressed", "stressed", comes=Comes.TIMES, example="stressed"),
    _tag("sex", "having sex", comes=Comes.TIMES, example="sex"),
    _tag("nap", "naps", "napping", "daytime nap", "daytime naps", "afternoon nap", "a nap", example="nap 20 min"),
    _tag(
        "meditation",
        *("meditations", "meditating", "meditate", "mindfulness", "meditation minutes", "meditated"),
        example="meditated 10 min",
    ),
    _tag("water", "water intake", "glasses of water", "hydration", example="water 500 ml"),
    _tag("caffeine", "caffeine intake", example="caffeine 80 mg"),
)
"""The usual tags. A new one is one entry here, and its words for a line of the journal in `journal_lines`."""

TAG: Final[Mapping[str, Tag]] = MappingProxyType({each.name: each for each in TAGS})


def is_tag(name: str) -> bool:
    return len(name) <= _LONGEST_TAG and _TAG.fullmatch(name) is not None


def tag_of(text: str) -> str:
    """The tag that somebody means by a few words of their own: "Cold plunge" is "cold_plunge"; empty if none."""
    name = _NO_WORD.sub("_", inert(text, limit=_LONGEST_TAG).lower()).strip("_")
    return name if is_tag(name) else ""


def series_of(tag: str) -> str:
    return _PREFIX + tag


def tag_of_series(name: str) -> str | None:
    """The tag whose daily series has this name; None of another series."""
    tag = name.removeprefix(_PREFIX)
    return tag if name.startswith(_PREFIX) and is_tag(tag) else None


def described(name: str) -> Tag:
    """A tag as it is in the table; one of the person's own is what its name says."""
    return TAG.get(name) or _tag(name, f"{name.replace('_', ' ')}s", example=f"#{name}")


def in_kept_units(entry: Entry) -> Entry:
    """With amount and unit as they are kept: grams are milligrams, hours minutes; what is only counted has no unit."""
    written = entry.unit.strip().lower()
    if written in _COUNTED or written.removesuffix("s") in _COUNTED:
        return replace(entry, unit="")
    kept, size = UNITS.get(written, (unit_of(entry.unit), 1.0))
    return replace(entry, unit=kept, amount=None if entry.amount is None else entry.amount * size)


def entry_id(user_id: str, entry: Entry, source: str) -> str:
    """The same of what is the same: who, when, what, how much, by which source."""
    at = "" if entry.at is None else entry.at.isoformat()
    amount = "" if entry.amount is None else repr(float(entry.amount))
    what = (user_id, entry.day.isoformat(), at, entry.tag, amount, entry.unit, source)
    told = "\x00".join(what)
    return f"ent_{hashlib.sha256(told.encode()).hexdigest()[:_ID_CHARACTERS]}"


def unit_of_entries(tag: Tag, entries: Iterable[Entry]) -> str:
    """The unit that all amounts share, where every entry has one; else what entries come to is a count."""
    if tag.comes is Comes.LEVEL:
        return ""
    units = {each.unit if each.amount is not None else "" for each in entries if each.amount != 0}
    return units.pop() if len(units) == 1 and tag.comes is Comes.AMOUNT else COUNT


def daily(tag: Tag, entries: Iterable[Entry], *, without: Iterable[int] = ()) -> DaySeries:
    """What the entries of a tag come to, a value a day.

    Args:
        tag: of which.
        entries: in any order.
        without: days known to be without, where there is no entry; they have 0. A level has none.
    """
    entries = tuple(entries)
    unit = unit_of_entries(tag, entries)
    by_day: dict[int, list[float]] = defaultdict(list)
    for entry in entries:
        value = _value(tag, entry, unit)
        if value is not None:
            by_day[to_epoch_day(entry.day)].append(value)
    values = {day: _of_day(tag, each) for day, each in by_day.items()}
    if tag.comes is not Comes.LEVEL:
        values = {**dict.fromkeys(without, 0.0), **values}
    days = sorted(values)
    return DaySeries(np.array(days, np.int32), np.array([values[day] for day in days], np.float64))


def _value(tag: Tag, entry: Entry, unit: str) -> float | None:
    if tag.comes is Comes.LEVEL:
        return entry.amount
    if entry.amount == 0:
        return 0.0
    of_the_unit = entry.amount is not None and entry.unit == unit
    return entry.amount if tag.comes is Comes.AMOUNT and of_the_unit else 1.0


def _of_day(tag: Tag, values: list[float]) -> float:
    match tag.comes:
        case Comes.LEVEL:
            return sum(values) / len(values)
        case Comes.WHETHER:
            return max(values)
        case _:
            return sum(values)


@dataclass(frozen=True, kw_only=True)
class Noted:
    """A tag as a series.

    Attributes:
        recorded: whether there is a value.
        days_without: whether days are known to be without it.
    """

    tag: Tag
    unit: str
    recorded: bool = False
    days_without: bool = False


@dataclass(frozen=True, kw_only=True)
class Journal:
    """All that is noted of a person.

    Attributes:
        entries: by tag, each in the order of time.
        logged: the tags that the person logs whenever there is something to log, and since which epoch day; None is
            since the first entry.
        days: int32, ascending; every day on record.
    """

    entries: Mapping[str, tuple[Entry, ...]]
    logged: Mapping[str, int | None]
    days: DayArray

    def tags(self) -> tuple[Tag, ...]:
        """Those that something is known of: the usual ones in their order, then the person's own by name."""
        names = self.entries.keys() | {tag for tag, since in self.logged.items() if since is not None}
        own = sorted(names - TAG.keys())
        return (*(each for each in TAGS if each.name in names), *(described(name) for name in own))

    def unit(self, tag: Tag) -> str:
        return unit_of_entries(tag, self.entries.get(tag.name, ()))

    def all_series(self) -> Mapping[str, DaySeries]:
        """By name; those without a value are left out."""
        return self.series_of(tag.series for tag in self.tags())

    def series_of(self, names: Iterable[str]) -> Mapping[str, DaySeries]:
        """Those of the series that have a value."""
        named = {name: tag for name in names if (tag := tag_of_series(name))}
        found = {name: self.series(described(tag)) for name, tag in named.items()}
        return {name: series for name, series in found.items() if len(series.days)}

    def noted(self) -> tuple[Noted, ...]:
        """Every tag that can be asked for: those on record, and the usual ones that are not."""
        known = self.tags()
        others = (tag for tag in TAGS if tag not in known)
        found = [(tag, self.series(tag)) for tag in known]
        return (
            *(
                Noted(
                    tag=tag,
                    unit=self.unit(tag),
                    recorded=bool(len(series.days)),
                    days_without=bool((series.values == 0).any()) and tag.comes is not Comes.LEVEL,
                )
                for tag, series in found
            ),
            *(Noted(tag=tag, unit=self.unit(tag)) for tag in others),
        )

    def series(self, tag: Tag) -> DaySeries:
        """A value a day on record; a day without an entry is missing, unless the tag is logged since before."""
        entries = self.entries.get(tag.name, ())
        on_record = set(self.days.tolist())
        kept = [each for each in entries if to_epoch_day(each.day) in on_record]
        return daily(tag, kept, without=self._without(tag, entries))

    def _without(self, tag: Tag, entries: tuple[Entry, ...]) -> Iterable[int]:
        if tag.name not in self.logged:
            return ()
        since = self.logged[tag.name]
        if since is None:
            since = min((to_epoch_day(each.day) for each in entries), default=None)
        return () if since is None else self.days[self.days >= since].tolist()
