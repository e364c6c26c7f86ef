"""Numbers that have a name of their own: noon, a trio, the top decile, every other day, an order of magnitude."""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.numbers.reading.number_words import SCALES, SMALL, in_lower_case
from services.orchestrator.domain.numbers.reading.tokens import ClockTime, NumberToken, Quantity, Reading, Within
from services.orchestrator.domain.numbers.reading.units import NUMBER, RATIO, SHARE, unit_beside

RANK: Final = "rank"
"""The unit of a place among others: no count vouches for it."""
_BEST: Final = r"(?:top|bottom|upper|lower|highest|lowest|best|worst|uppermost|lowermost|leading)"
_SPANS: Final = MappingProxyType(
    {"day": "day", "night": "day", "morning": "day", "evening": "day", "week": "week", "month": "month", "year": "year"}
)
_SPAN: Final = "|".join(_SPANS)
_PARTS: Final = MappingProxyType(
    {"percentile": 1.0, "ventile": 5.0, "vigintile": 5.0, "decile": 10.0, "tenth": 10.0, "octile": 12.5, "eighth": 12.5}
    | {"sixth": 100 / 6, "sextile": 100 / 6, "quintile": 20.0, "fifth": 20.0, "quartile": 25.0, "quarter": 25.0}
    | {"fourth": 25.0, "tercile": 100 / 3, "tertile": 100 / 3, "third": 100 / 3, "half": 50.0}
)
"""What share of all there is in each of them, in percent."""
_QUANTILES: Final = "ventile|vigintile|decile|octile|sextile|quintile|quartile|tercile|tertile"
_MULTIPLES: Final = MappingProxyType({"bi": 2.0, "semi": 2.0, "tri": 3.0, "quad": 4.0})
_PERIODS: Final = MappingProxyType(
    {"hourly": "h", "daily": "day", "weekly": "week", "monthly": "month", "annual": "year", "yearly": "year"}
)
_GROUPS: Final = MappingProxyType(
    {"duo": 2.0, "twosome": 2.0, "dyad": 2.0, "trio": 3.0, "threesome": 3.0, "triad": 3.0, "triplet": 3.0}
    | {"trifecta": 3.0, "troika": 3.0, "hat trick": 3.0, "quartet": 4.0, "foursome": 4.0, "tetrad": 4.0, "quintet": 5.0}
    | {"fivesome": 5.0, "pentad": 5.0, "sextet": 6.0, "septet": 7.0, "octet": 8.0, "nonet": 9.0}
)
_ANY_GROUP: Final = "|".join(_GROUPS).replace(" ", "[ -]")
_ORDINARY_GROUPS: Final = MappingProxyType({"pair": 2.0, "couple": 2.0, "brace": 2.0, "double act": 2.0})
"""Words that also mean something else: they count only before "of" and what there is of it."""
_NONE: Final = r"nil(?!\sreturn)|zilch|nada|bupkis|diddly(?:[\s-]?squat)?|goose[\s-]egg"
_ORDINARY_NONE: Final = "zip|nix|null|aught"
_DIGITS: Final = MappingProxyType({"single": 1, "double": 2, "triple": 3})
_MANY_DIGITS: Final = MappingProxyType({"two": 2, "three": 3, "four": 4, "five": 5, "six": 6})
_DISTANCES: Final = MappingProxyType({"half": 21.0975, "": 42.195, "ultra": 50.0})
_NAMED: Final = re.compile(
    rf"""(?<![^\W_])(?:
      (?P<noon>(?:(?:12|twelve)\s)?(?:noon(?:time|day|tide)?|mid-?day))
    | (?P<midnight>(?:(?:12|twelve)\s)?mid-?night)
    | {_BEST}[\s-](?P<part>{"|".join(_PARTS)})(?![\s-](?:an?\s)?(?:hour|day|year))
    | (?<!inter-)(?P<quantile>{_QUANTILES})
    | every\s(?:other|second|2nd)\s(?P<every>{_SPAN})
    | alternat(?:e|ing)\s(?P<alternate>{_SPAN})s
    | one\sday\son,?\s(?:and\s)?one\s(?:day\s)?(?P<off>off)
    | (?P<multi>{"|".join(_MULTIPLES)})-?(?P<period>{"|".join(_PERIODS)})(?:ly)?
    | (?P<fortnightly>fortnightly)
    | (?P<quarterly>quarterly)
    | half-(?P<half_yearly>yearly|annual(?:ly)?)
    | (?:(?P<article>an?|one|another|your|this)\s(?:[a-z]+\s)??)?(?P<group>{_ANY_GROUP})(?P<of>\sof)?
    | (?:a\s)?couple(?:\sof)?\s(?P<scale>{"|".join(SCALES)})
    | (?:an?\s)?(?P<ordinary>{"|".join(_ORDINARY_GROUPS)})\sof
    | a\scouple(?P<more>(?=\s(?:more|extra|further|additional)\s))
    | (?:a\s)?half[\s-](?:a[\s-])?(?P<half_dozen>dozen)
    | (?:a\s)?baker['\u2019]s\s(?P<baker>dozen)
    | (?P<none>{_NONE})
    | (?P<no>{_ORDINARY_NONE})
    | (?:(?P<orders>an?|one|\d|{"|".join(SMALL)})\s)?(?:(?:full|whole)\s)?(?P<order>orders?)\sof\smagnitude
    | (?P<digits>{"|".join(_DIGITS)})(?:[\s-]digits?|-figures?|(?<!single)\sfigures)
    | (?P<many_digits>{"|".join(_MANY_DIGITS)})-(?:digit|figure)
    | (?<!sense\sof\s)(?P<unity>unity)(?!\s(?:in\s(?:variety|diversity)|of\s\w+|with|among|between)\b)
    | (?:(?P<how_far>half|ultra)[\s-]?)?(?P<marathon>marathon)s?
    | (?P<parkrun>parkrun)s?
    | (?P<race>\d{{1,3}})\s?k(?=\s(?:runs?|races?|jogs?|walks?|hikes?|time\strials?)\b)
    )(?![^\W_])""",
    re.VERBOSE,
)
_IN_THE_WAY: Final = re.compile(r"(?:\sbut\szero|\sin\sthe\sway\sof|\sof)?(?=\s)")


def named_numbers(plain: str) -> Iterator[NumberToken]:
    """All of them, in order."""
    lowered = in_lower_case(plain)
    for found in _NAMED.finditer(lowered):
        if readings := _readings(found, lowered):
            yield NumberToken(
                text="", start=found.start(), end=found.end(), bare=False, readings=readings, in_words=True
            )


def _readings(found: re.Match[str], text: str) -> tuple[Reading, ...]:
    """What a name can stand for; nothing where it is an ordinary word."""
    said = {name: part for name, part in found.groupdict().items() if part is not None}
    for read in (_time_of_day, _rank, _rhythm, _size, _distance):
        if readings := read(said):
            return readings
    count = _count(said, followed_by_of="of" in said)
    if count is None:
        return ()
    unit = unit_beside(text, found.end()) or unit_beside(text, _past_filling(text, found.end()))
    if "no" in said and unit is None:
        return ()
    return (Quantity(count, unit[0] if unit else None),)


def _past_filling(text: str, end: int) -> int:
    filling = _IN_THE_WAY.match(text, end)
    return filling.end() if filling else end


def _time_of_day(said: dict[str, str]) -> tuple[Reading, ...]:
    if "noon" in said:
        return (ClockTime(minute_of_day=12 * 60),)
    return (ClockTime(minute_of_day=0),) if "midnight" in said else ()


def _rank(said: dict[str, str]) -> tuple[Reading, ...]:
    part = said.get("part") or said.get("quantile")
    return (Quantity(_PARTS[part], RANK),) if part else ()


def _rhythm(said: dict[str, str]) -> tuple[Reading, ...]:
    """So many times, and every so many days, weeks or months: which of them is meant, nobody can tell."""
    if span := said.get("every") or said.get("alternate") or ("day" if "off" in said else None):
        return Quantity(2.0, _SPANS[span]), Quantity(0.5, SHARE)
    if "multi" in said:
        many = _MULTIPLES[said["multi"]]
        return (
            Quantity(many, _PERIODS[said["period"]]),
            Quantity(many, "times"),
            Quantity(1 / many, _PERIODS[said["period"]]),
        )
    if "fortnightly" in said:
        return (Quantity(14.0, "day"),)
    if "quarterly" in said:
        return Quantity(3.0, "month"), Quantity(4.0, "times")
    return (Quantity(6.0, "month"), Quantity(2.0, "times")) if "half_yearly" in said else ()


def _size(said: dict[str, str]) -> tuple[Reading, ...]:
    if "order" in said:
        orders = said.get("orders", "2" if said["order"].endswith("s") else "1")
        power = int(orders) if orders.isdigit() else int(SMALL.get(orders, 1))
        return (Quantity(10.0**power, "times"),)
    if "digits" in said or "many_digits" in said:
        many = _DIGITS[said["digits"]] if "digits" in said else _MANY_DIGITS[said["many_digits"]]
        low = 10.0 ** (many - 1) if many > 1 else 0.0
        return (Within(value=low, low=low, high=10.0**many - 1),)
    return (Quantity(1.0, NUMBER), Quantity(1.0, RATIO)) if "unity" in said else ()


def _distance(said: dict[str, str]) -> tuple[Reading, ...]:
    if "marathon" in said:
        return (Quantity(_DISTANCES[said.get("how_far", "")], "km"),)
    if "parkrun" in said:
        return (Quantity(5.0, "km"),)
    return (Quantity(float(said["race"]), "km"),) if "race" in said else ()


def _count(said: dict[str, str], *, followed_by_of: bool) -> float | None:
    if "group" in said and ("article" in said or followed_by_of):
        return _GROUPS[said["group"].replace("-", " ")]
    if "ordinary" in said:
        return _ORDINARY_GROUPS[said["ordinary"]]
    if "scale" in said:
        return 2 * SCALES[said["scale"]]
    for name, value in (("more", 2.0), ("half_dozen", 6.0), ("baker", 13.0), ("none", 0.0), ("no", 0.0)):
        if name in said:
            return value
    return None
