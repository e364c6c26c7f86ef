"""Invented numbers that go by a name of their own: noon, a trio, the top decile, other languages' words, tallies.

Each class has two halves that are judged alike and counted apart: the tables of the checker were written without the
half that is "held out" in view.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from evals.replies import languages
from evals.replies.inventor import Invention, Inventor, NoSuchNumberError, Shape, level, said
from evals.replies.languages import Spell
from evals.replies.spelling import TENS, roman, words
from evals.replies.truth import is_invented

_Value: TypeAlias = tuple[float, str | None]


@dataclass(frozen=True, kw_only=True)
class _Names:
    """A class of names: the kind of sentence they fit in, and the names with all that each can stand for."""

    slot: str
    seen: Mapping[str, tuple[_Value, ...]]
    held_out: Mapping[str, tuple[_Value, ...]]


def _all(value: float, unit: str | None, *names: str) -> dict[str, tuple[_Value, ...]]:
    return dict.fromkeys(names, ((value, unit),))


def _at(hour: int, *names: str) -> dict[str, tuple[_Value, ...]]:
    """Names of a full hour; on a clock of twelve it is one of two."""
    return dict.fromkeys(names, ((hour * 60.0, "min"), ((hour * 60.0 + 720) % 1440, "min")))


def _every(days: float, *names: str) -> dict[str, tuple[_Value, ...]]:
    return dict.fromkeys(names, ((days, None), (1 / days, "share")))


def _times_a(days: int, times: int, *names: str) -> dict[str, tuple[_Value, ...]]:
    """Names that say so many times in so many days, or every so many weeks or months."""
    return dict.fromkeys(names, ((float(times), None), (days / times, "day"), (float(days), "day")))


def _rank(parts: int, *names: str) -> dict[str, tuple[_Value, ...]]:
    return dict.fromkeys(names, ((100.0 / parts, "%"), (100.0 - 100.0 / parts, "%"), (float(parts), None)))


_CLASSES: Final = {
    "clock point": _Names(
        slot="clock",
        seen=_at(12, "noon", "midday", "12 noon", "high noon") | _at(0, "midnight", "12 midnight"),
        held_out=_at(12, "noontime", "twelve noon", "mid-day", "noonday")
        | _at(0, "the stroke of midnight", "mid-night"),
    ),
    "quantile": _Names(
        slot="rank",
        seen=_rank(10, "top decile", "bottom decile", "lowest decile")
        | _rank(4, "upper quartile", "lower quartile", "top quartile")
        | _rank(5, "top quintile")
        | _rank(3, "top tercile", "bottom third"),
        held_out=_rank(10, "highest decile", "best decile")
        | _rank(4, "bottom quartile", "quartile at the top", "highest quarter")
        | _rank(5, "bottom fifth", "upper quintile")
        | _rank(3, "upper tertile", "lowest third")
        | _rank(100, "top percentile")
        | _rank(8, "top octile"),
    ),
    "rhythm": _Names(
        slot="rhythm",
        seen=_every(2, "every other day", "every second night", "on alternate days")
        | _times_a(7, 2, "biweekly", "twice-weekly")
        | _times_a(14, 1, "fortnightly", "every fortnight")
        | _times_a(90, 1, "quarterly"),
        held_out=_every(2, "every other morning", "on alternating days", "one day on, one day off", "every 2nd day")
        | _times_a(7, 2, "bi-weekly", "twice weekly", "semiweekly")
        | _times_a(7, 3, "thrice-weekly", "triweekly")
        | _times_a(60, 1, "bimonthly", "every other month")
        | _times_a(180, 1, "semi-annually", "biannually"),
    ),
    "group": _Names(
        slot="counted",
        seen=_all(3, None, "a trio of runs", "a hat-trick of early nights", "a triad of naps")
        | _all(2, None, "a pair of naps", "a duo of swims", "a couple of runs")
        | _all(4, None, "a quartet of rides")
        | _all(5, None, "a quintet of workouts")
        | _all(6, None, "half a dozen naps", "a half-dozen runs")
        | _all(2000, None, "a couple thousand extra steps", "a couple of thousand extra steps"),
        held_out=_all(3, None, "a threesome of rides", "a hat trick of long runs", "a trifecta of early nights")
        | _all(2, None, "a brace of naps", "a twosome of swims", "a couple more runs", "a double act of runs")
        | _all(4, None, "a foursome of hikes")
        | _all(6, None, "a sextet of runs", "half-a-dozen hikes")
        | _all(7, None, "a septet of naps")
        | _all(8, None, "an octet of laps")
        | _all(13, None, "a baker's dozen of naps")
        | _all(200, None, "a couple hundred minutes of cardio")
        | _all(24, None, "two dozen workouts", "a couple dozen workouts"),
    ),
    "nothing": _Names(
        slot="counted",
        seen=_all(0, None, "nil awakenings", "nought awakenings", "zilch in the way of naps"),
        held_out=_all(0, None, "naught but zero naps", "nada in the way of naps", "nil naps", "zip in the way of runs"),
    ),
    "magnitude": _Names(
        slot="factor",
        seen=_all(10, None, "an order of magnitude above") | _all(100, None, "two orders of magnitude above"),
        held_out=_all(10, None, "one order of magnitude above", "a full order of magnitude over")
        | _all(1000, None, "three orders of magnitude above")
        | {"orders of magnitude above": ((10.0, None), (100.0, None))},
    ),
    "unity": _Names(
        slot="rho",
        seen=_all(1, None, "near unity", "close to unity"),
        held_out=_all(1, None, "just short of unity", "at unity", "almost unity", "a hair below unity"),
    ),
    "distance": _Names(
        slot="counted",
        seen=_all(21.0975, "km", "a half-marathon", "a half marathon") | _all(42.195, "km", "a marathon"),
        held_out=_all(42.195, "km", "a full marathon", "marathons")
        | _all(21.0975, "km", "half-marathons")
        | _all(50, "km", "an ultramarathon")
        | _all(10, "km", "a 10k run")
        | _all(5, "km", "a parkrun"),
    ),
    "stars": _Names(
        slot="level",
        seen=_all(4, None, "★★★★☆", "⭐⭐⭐⭐", "four stars") | _all(3, None, "★★★☆☆"),
        held_out=_all(4, None, "●●●●○", "✦✦✦✦✧", "four-star") | _all(3, None, "■■■□□", "🌟🌟🌟", "★ ★ ★ ☆ ☆"),
    ),
    "tally": _Names(
        slot="level",
        seen=_all(4, None, "||||") | _all(5, None, "𝍸", "卌") | _all(7, None, "|||| |||"),
        held_out=_all(4, None, "IIII", "////") | _all(5, None, "正", "✓✓✓✓✓")
        | {"~~||||~~": ((4.0, None), (5.0, None))} | _all(10, None, "𝍸𝍸"),
    ),
}  # fmt: skip


def _shape_of(slot: str, names: Mapping[str, tuple[_Value, ...]]) -> Shape:
    members = tuple(names.items())

    def shape(i: Inventor) -> Invention:
        text, values = i.rng.choice(members)
        if not all(is_invented(value, unit, i.known) for value, unit in values):
            raise NoSuchNumberError
        return said(slot, text)

    return shape


def _tens(i: Inventor, low: int) -> str:
    """A multiple of ten, as far as words go; none of the numbers up to the next one is known."""
    tens = i.rng.randrange(low, 10)
    if any(tens * 10 - 2 <= abs(one.value) <= tens * 10 + 12 for one in i.known) or not is_invented(
        tens * 10, None, i.known
    ):
        raise NoSuchNumberError
    return TENS[tens]


def _vague_decade(i: Inventor, *, ends: Sequence[str]) -> Invention:
    return level(_tens(i, 3) + i.rng.choice(ends))


def _roman_stated(i: Inventor, *, lower: bool) -> Invention:
    value = i.number(None, low=12, high=98)
    text = roman(int(value))
    if len(text) < 3:
        raise NoSuchNumberError
    return said("stated", text.lower() if lower else text)


def _other_language(i: Inventor, *, spelled: Mapping[str, Spell]) -> Invention:
    value = i.count(3, 99, i.metric.unit)
    if not is_invented(value, None, i.known) or not is_invented(value % 10, None, i.known):
        raise NoSuchNumberError
    text = spelled[i.rng.choice(tuple(spelled))](value)
    if text == words(value):
        raise NoSuchNumberError
    return level(
        text if value > 30 and i.rng.random() < 0.5 else text + i.rng.choice((" bpm", " minutes", " steps")), text
    )


SHAPES: Final[dict[str, Shape]] = {
    **{f"name: {name}": _shape_of(names.slot, names.seen) for name, names in _CLASSES.items()},
    "name: vague decade": partial(_vague_decade, ends=("-something", "-odd", "-odd bpm")),
    "name: roman": partial(_roman_stated, lower=False),
    "name: other language": partial(_other_language, spelled=languages.SPELLED),
}
"""Inventions by name: the half that the checker was written with."""
HELD_OUT: Final[dict[str, Shape]] = {
    **{f"held out: {name}": _shape_of(names.slot, names.held_out) for name, names in _CLASSES.items()},
    "held out: vague decade": partial(_vague_decade, ends=("-ish", "ish", "-plus", " or so", " something", " odd")),
    "held out: roman": partial(_roman_stated, lower=True),
    "held out: other language": partial(_other_language, spelled=languages.HELD_OUT),
}
"""The other half."""
