"""How bounds are said around their number, while all else are still words: "8 hours or more", "before 11 pm"."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.grammar import Grammar, rule
from services.data_science.adapters.rules.numerals import text_of
from services.data_science.adapters.rules.slots import SLOTS
from services.data_science.adapters.rules.terms import Item, Limit, OffTopic, Unit
from services.data_science.adapters.rules.units import unit_phrases
from services.data_science.domain.query import Comparison

NOON: Final = 720
DAY: Final = 1440
"""Minutes after midnight."""
ABOUT: Final = OffTopic("it says a number only about, and I compare with exact ones")
AT_LEAST: Final = Limit(Comparison.GREATER_OR_EQUAL, "at least")
_AT_MOST: Final = Limit(Comparison.LESS_OR_EQUAL, "at most")


def _clock(minutes: float, said: str) -> tuple[Item, ...]:
    return (text_of(minutes), Unit(dimension="clock", factor=1, said=said))


def _on_the_clock(number: float, half: str) -> tuple[Item, ...] | None:
    if not 1 <= number <= 12 or not number.is_integer():
        return None
    return _clock(number % 12 * 60 + (NOON if half == "pm" else 0), f"{text_of(number)} {half}")


def _written_clock(written: str, half: str | None) -> tuple[Item, ...] | None:
    hours, minutes = (int(part) for part in written.split(":"))
    if hours > 23 or minutes > 59 or (half and not 1 <= hours <= 12):
        return None
    hours = hours % 12 + (12 if half == "pm" else 0) if half else hours
    return _clock(hours * 60 + minutes, f"{written} {half}" if half else written)


def _trailing(limit: Limit) -> Callable[..., tuple[Item, ...]]:
    """Turns a bound that is said last around: of "8 hours or more" is made "at least 8 hours"."""

    def build(number: float, *words: str | None) -> tuple[Item, ...]:
        return (limit, text_of(number), *(word for word in words if word))

    return build


def _range(low: float, *rest: object) -> tuple[Item, ...]:
    high = rest[-1]
    return (AT_LEAST, text_of(low), _AT_MOST, text_of(high) if isinstance(high, float) else "")


_MORE: Final = "more|greater|higher|longer|above|over|better|up|further|later|faster|upwards"
_LESS: Final = "less|fewer|lower|shorter|below|under|slower|earlier|smaller|downwards"
_BESIDE_CLOCK: Final = frozenset({"before", "after", "by", "past", "until", "till", "than"})
_CLOCK_SLOTS: Final = MappingProxyType(
    {
        **SLOTS,
        "clock": lambda item: item if isinstance(item, str) and ":" in item and item[0].isdigit() else None,
        "half": lambda item: item if item in {"am", "pm"} else None,
        "clock_unit": lambda item: item if isinstance(item, Unit) and item.dimension == "clock" else None,
    }
)
_CLOCK: Final = Grammar(
    (
        rule("{number} a m", lambda number: _on_the_clock(number, "am")),
        rule("{number} p m", lambda number: _on_the_clock(number, "pm")),
        rule("{number} {half}", _on_the_clock),
        rule("{clock} {half}?", _written_clock),
    ),
    _CLOCK_SLOTS,
)
_CLOCK_LIMITS: Final = Grammar(
    (
        rule(
            f"{words} {{number}} {{clock_unit}}",
            lambda number, unit, comparison=comparison, said=said: (Limit(comparison, said), text_of(number), unit),
        )
        for words, comparison, said in (
            ("before", Comparison.LESS, "before"),
            ("earlier than", Comparison.LESS, "before"),
            ("by|until|till", Comparison.LESS_OR_EQUAL, "by"),
            ("after|past", Comparison.GREATER, "after"),
            ("later than", Comparison.GREATER, "after"),
            ("at or? after?", Comparison.GREATER_OR_EQUAL, "at or after"),
        )
    ),
    _CLOCK_SLOTS,
)
_MIDNIGHT: Final = Grammar(
    (
        rule("midnight", lambda: _clock(DAY, "midnight")),
        rule("noon|midday", lambda: _clock(NOON, "noon")),
    ),
    _CLOCK_SLOTS,
)


def _limited_before(said: str, number: float, word: str | None) -> tuple[Item, ...]:
    """A number with a comparison before it is not the one that "at most" is said of."""
    return (*said.split(), text_of(number), *((word,) if word else ()))


_SAID: Final = Grammar(
    (
        rule("between {number} {unit_word}? and|to {number}", _range),
        rule("from {number} to|through {number}", _range),
        rule(f"{{number}} {{word}}? {{word}}? {{word}}? or {_MORE}", _trailing(AT_LEAST)),
        rule(f"{{number}} {{word}}? {{word}}? {{word}}? or {_LESS}", _trailing(_AT_MOST)),
        rule("{number} {word}? {word}? and up|upwards|beyond", _trailing(AT_LEAST)),
        rule("{number} +", _trailing(AT_LEAST)),
        rule("{number} {word} +", _trailing(AT_LEAST)),
        rule("{number} {word}? or|at minimum|least", _trailing(AT_LEAST)),
        *(
            rule(f"{said} {{number}} {{word}}? at most", partial(_limited_before, said))
            for said in ("more than", "less than", "fewer than", "at least", "over", "under")
        ),
        rule("{number} {word}? or|at maximum|most", _trailing(_AT_MOST)),
    ),
    SLOTS,
)


def _measured(number: float, unit: Unit) -> tuple[Item, ...]:
    return (text_of(number), unit)


def _roughly(number: float) -> tuple[Item, ...]:
    return (ABOUT, text_of(number))


_ABOUT: Final = Grammar(
    (rule("around|about|almost|nearly|approximately|roughly|approx|circa {number}", _roughly),), SLOTS
)
_WITH_UNITS: Final = Grammar(
    (
        *(
            rule(f"{{number}} {said}", lambda number, unit=unit: _measured(number, unit))
            for said, unit in unit_phrases().items()
            if " " in said
        ),
        rule("{number} {unit_word}", _measured),
    ),
    SLOTS,
)


def numbers_said(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Bounds that surround their number, times of day and units, while all else are still words."""
    if not any(isinstance(item, str) and item[0].isdigit() for item in items) and "midnight" not in items:
        return items
    timed = _CLOCK_LIMITS.rewrite(_CLOCK.rewrite(items))
    if any(one in _BESIDE_CLOCK and other in {"midnight", "noon"} for one, other in pairwise(timed)):
        timed = _CLOCK_LIMITS.rewrite(_MIDNIGHT.rewrite(timed))
    return _WITH_UNITS.rewrite(_SAID.rewrite(_ABOUT.rewrite(timed)))
