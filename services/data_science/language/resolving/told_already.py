"""Whether what is asked behind a question is in its answer: "my worst night for HRV, what was it"."""

import re
from collections.abc import Sequence
from typing import Final

from services.data_science.domain.algebra import Decide, Pick, Reduce, Statistic, Streak, Table, Tell, TellRecords
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.vocabulary import UNITS

_ECHO: Final = re.compile(
    r"^(?:and )?(?:how (?:(?P<long>long)|much|high|low|many (?P<unit>\w+))|(?P<value>what))"
    r" (?:was|is|were|are) (?:it|that|this|they|those)(?: (?:in total|altogether|all together|then|exactly))*"
    r"(?P<dated> and when(?: was (?:it|that))?)?$"
)
_LONG: Final = frozenset({"min", "h"})
_EXTREMES: Final = frozenset({Statistic.MAX, Statistic.MIN, Statistic.SUM, Statistic.MEAN})


_HOW_LONG: Final = ("how", "long")
_ECHOES: Final = frozenset(
    {
        _HOW_LONG,
        ("how", "many"),
        ("how", "much"),
        ("by", "how", "much"),
        ("if", "so", "how", "many"),
        ("how", "often"),
    }
)


_WHEN: Final = frozenset({("when",), ("when", "was", "it"), ("when", "was", "that")})


def is_echo(words: Sequence[str], before: Sequence[Reading]) -> bool:
    """Whether the words only ask again for what the answer to the reading before them tells."""
    plain = tuple(words[1:] if words[0] in {"and", ","} else words)
    if plain in _WHEN and before and _is_streak(before[-1]):
        return True
    if plain == _HOW_LONG and before and not _tells_time(before[-1]):
        return False
    return bool(before) and (plain in _ECHOES or _is_told(plain, before[-1]))


def _tells_time(reading: Reading) -> bool:
    """Whether how long it was is told: of a streak, of what is listed, of what is measured in time."""
    noun = reading.ask.frame.noun
    timed = noun is not None and (noun.metric.endswith("_minutes") or noun.field == "duration_min")
    return timed or _is_streak(reading) or isinstance(reading.question, TellRecords)


def _is_streak(reading: Reading) -> bool:
    """Whether a streak is told, which is told with its first and its last day, or decided on."""
    match reading.question:
        case Tell(number=Streak()) | Decide(left=Streak()):
            return True
        case _:
            return False


def _is_told(words: Sequence[str], before: Reading) -> bool:
    """Whether the words only ask for the number that the reading before them tells, in a unit that fits it."""
    echo = _ECHO.match(" ".join(words))
    if echo is None or before.yes_no:
        return False
    noun = before.ask.frame.noun
    if _is_streak(before):
        return bool(echo["long"]) or echo["unit"] in {"days", "nights"}
    if echo["dated"]:
        return False
    match before.question:
        case Tell(number=Reduce(statistic=statistic)) if statistic in _EXTREMES and noun is not None:
            timed = noun.metric.endswith("_minutes") or noun.field == "duration_min"
        case TellRecords(rows=Pick(rows=rows, by=by, count=1)) if by is not None and _of_days(rows):
            timed = getattr(by, "name", "").endswith("_minutes")
        case _:
            return False
    unit = UNITS.get(echo["unit"] or "", "")
    if echo["long"] or unit in _LONG:
        return timed
    return not echo["unit"] and not timed


def _of_days(rows: object) -> bool:
    inner = getattr(rows, "rows", None)
    return _of_days(inner) if inner is not None else getattr(rows, "table", None) is Table.DAYS
