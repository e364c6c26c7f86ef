"""Which quantities a text names, and the numbers that stand beside them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

_NUMBER: Final = (
    r"(?<![\w.,+\u00b1-])(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<half>\s*(?:and a half\b|\u00bd))?"
    r"(?!\d*(?:[:.]\d\d)?\s?(?:[ap]\.?m\b(?! i\b)|o'?clock\b))"
)
_UNIT: Final = (
    r"(?:(?P<unit>%|percent|mg/dl|mmol/l|mmol/mol|umol/l|\u00b5mol/l|nmol/l|pmol/l|g/dl|g/l|ng/ml|ng/dl|pg/ml|ug/dl|ug/l"
    r"|mg/l|miu/l|uiu/ml|mu/l|iu/l|u/l|mmhg|bpm|beats per minute|beats a minute|breaths(?: per minute| a minute|/min)?"
    r"|ms|milliseconds|hours?|hrs?|h|minutes?|mins?|min|kg|lbs?|pounds|kg/m2|steps|\u00b0?[cf]\b|degrees)(?![\w/]))?"
)
_AFTER: Final = re.compile(
    rf"^(?:\W*(?:level|levels|value|reading|readings|result|count|score|rate|number|average|avg|of|is|was|are|at|around"
    rf"|about|came back|came out|came|back|as|to|this|morning|last|night|at night|=|:|just|like|currently|hits?"
    rf"|measured|says|said|has been|have been|been"
    rf"|(?:dipped|dips|dropped|drops|fell|falls|went|goes|jumped|rose|climbed)(?: up| down)? to"
    rf"|reads?|shows?|showed|sits?|sitting|stays?|runs?|averages?|averaged|ranges?|hovers?|hovering|usually|normally|mostly|only"
    rf"|often|now|overnight|asleep|in my sleep|while sleeping|when i sleep|during sleep|i get|i got|it's|its|a|an|my"
    rf"|at \d{{1,2}}(?:[:.]\d\d)? ?[ap]\.?m\b"
    rf"|low|high|so|really|test|blood|yesterday|today|for me|in|on|from|steady|stuck))*"
    rf"\W{{0,3}}{_NUMBER}\s*{_UNIT}",
    re.IGNORECASE,
)
_THOUSANDS: Final = re.compile(r"(?<![\w.,])(?P<number>\d{1,2}(?:\.\d)?) ?k(?= (?:daily )?steps?\b)")
"""Steps are told in thousands: "11k steps"."""
_HALF: Final = Decimal("0.5")
_HOURS_AND_MINUTES: Final = re.compile(
    r"(?<![\w.,:])(?P<hours>\d{1,2}) ?(?:h|hrs?|hours?) ?(?:and )?"
    r"(?:(?P<minutes>[0-5]?\d) ?(?:m|mins?|minutes?)|(?P<bare>[0-5]\d)(?! ?(?:days?|nights?|times?|%)))(?![\w.:%])"
)
_HOUR: Final = 60
_LONG: Final = 4
"""Digits of a number that is told without separators."""
_BETWEEN: Final = (
    "of|for|in|an?|my|as|the|resting|too|very|good|great|decent|bad|normal|healthy|usual|typical|average|ideal|safe"
    "|dangerous|high|low|ok|okay|fine"
)
_BEFORE: Final = re.compile(
    rf"(?<!under )(?<!over )(?<!above )(?<!below ){_NUMBER}\s*{_UNIT}(?:\s+(?:{_BETWEEN}))*\s*$", re.IGNORECASE
)
_NOT_BEFORE: Final = (
    r"(?! (?:apn|stag|scor|track|paraly|qualit|stud|mask|aid|pill|talk|walk|debt|depriv|hygiene|schedul|cycl|latenc"
    r"|position|inertia|pattern|habit|problem|disorder|efficien|phase|zones?\b|variab|recover|monitor|alert|rhythm))"
)
"""With one of these behind it, it names something else: "sleep apnoea", "heart rate zones"."""
_PRESSURE: Final = re.compile(r"(?<![\d.])(?P<high>\d{2,3})\s*(?:/|over)\s*(?P<low>\d{2,3})(?!\d|\.\d)", re.IGNORECASE)
_UPPER, _LOWER = range(70, 261), range(35, 161)
"""What the two numbers of a blood pressure can be, mmHg."""
_SYSTOLIC: Final = "systolic blood pressure"
_DIASTOLIC: Final = "diastolic blood pressure"
_UNITS: Final = {
    "percent": "%",
    "beats per minute": "bpm",
    "beats a minute": "bpm",
    "breaths": "breaths/min",
    "breaths per minute": "breaths/min",
    "breaths a minute": "breaths/min",
    "milliseconds": "ms",
    **dict.fromkeys(("hour", "hours", "hr", "hrs", "h"), "h"),
    **dict.fromkeys(("minute", "minutes", "min", "mins"), "min"),
    **dict.fromkeys(("lb", "lbs", "pounds"), "lb"),
    **dict.fromkeys(("c", "\u00b0c"), "degC"),
    **dict.fromkeys(("f", "\u00b0f"), "degF"),
}


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """Something that can be measured.

    Attributes:
        name: the daily metric, or the laboratory value by its usual name.
        noun: how it is called in a sentence.
        spoken: how people call it, in lower case.
        plausible: units with the lowest and highest value that is likely to be meant in them; the first that fits is
            the unit of a number that has none.
    """

    name: str
    noun: str
    spoken: tuple[str, ...]
    plausible: tuple[tuple[str, Decimal, Decimal], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Mention:
    """A quantity that a text names; `value` and `unit` as written beside it, None and empty where nothing is.

    Attributes:
        written: the number with its unit, as in the text.
    """

    quantity: Quantity
    value: Decimal | None = None
    unit: str = ""
    written: str = ""


class Quantities:
    """All that can be named. Longer names win: "LDL cholesterol" names no total cholesterol."""

    def __init__(self, quantities: Iterable[Quantity]) -> None:
        self.by_name = {quantity.name.casefold(): quantity for quantity in quantities}
        self.words = frozenset(
            word
            for quantity in self.by_name.values()
            for name in quantity.spoken
            for word in name.split()
            if word.isalpha()
        )
        self._of = {spoken: quantity for quantity in reversed(self.by_name.values()) for spoken in quantity.spoken}
        names = sorted(self._of, key=len, reverse=True)
        self._pattern = re.compile(
            rf"(?<![\w-])(?P<name>{'|'.join(map(re.escape, names))})(?:s|es)?(?![\w-]){_NOT_BEFORE}"
        )

    def named(self, name: str) -> Quantity | None:
        """The quantity that a metric or a laboratory value stands for."""
        return self.by_name.get(name.casefold())

    def in_text(self, text: str) -> tuple[Mention, ...]:
        """The quantities that a text names, each once, in order; the first number that stands beside each."""
        lowered = re.sub(r"\s+", " ", text.lower().replace("\u2019", "'").replace("\u2082", "2"))
        thousands = _THOUSANDS.sub(lambda found: f"{Decimal(found['number']) * 1000:.0f}", lowered)
        plain = _HOURS_AND_MINUTES.sub(lambda found: f"{_minutes(found)} min", thousands)
        mentions: dict[str, Mention] = {}
        taken = 0
        for found in self._pattern.finditer(plain):
            if found[0] == _LIFTED:
                continue
            mention, taken = _mention(self._of[found["name"]], plain, found, taken)
            mention = self._as_share(mention)
            earlier = mentions.get(mention.quantity.name)
            if earlier is None or (earlier.value is None and mention.value is not None):
                mentions[mention.quantity.name] = mention
        named = _with_lone_number(plain, self._pressures(plain, mentions))
        told = [_without_number(each) if is_hearsay(each.quantity, plain) else each for each in named.values()]
        return tuple(map(_in_hours_and_minutes, told)) if plain != lowered else tuple(told)

    def _as_share(self, mention: Mention) -> Mention:
        """Minutes of a stage that are told in percent are the share of that stage."""
        share = self.by_name.get(mention.quantity.name.replace("_minutes", "_percent"))
        return replace(mention, quantity=share) if mention.unit == "%" and share else mention

    def _pressures(self, text: str, mentions: dict[str, Mention]) -> dict[str, Mention]:
        """Of "blood pressure 142/91" both numbers."""
        found = _PRESSURE.search(text)
        if found is None or not _is_pressure(found) or not {_SYSTOLIC, _DIASTOLIC} <= self.by_name.keys():
            return mentions
        both = {
            name: Mention(
                quantity=self.by_name[name], value=Decimal(found[group]), unit="mmHg", written=f"{found[group]} mmHg"
            )
            for name, group in ((_SYSTOLIC, "high"), (_DIASTOLIC, "low"))
        }
        return mentions | both


def _minutes(found: re.Match[str]) -> int:
    """How many minutes hours with minutes are."""
    return 60 * int(found["hours"]) + int(found["minutes"] or found["bare"])


def _in_hours_and_minutes(mention: Mention) -> Mention:
    """The mention with minutes of an hour and more told as "2 h 40 min", as the person wrote them."""
    if mention.value is None or mention.unit != "min" or mention.value < _HOUR or mention.value % 1:
        return mention
    hours, minutes = divmod(int(mention.value), _HOUR)
    return replace(mention, written=f"{hours} h {minutes} min")


def _mention(quantity: Quantity, text: str, found: re.Match[str], taken: int) -> tuple[Mention, int]:
    """The quantity with the number beside it, and up to where numbers of the text are taken now.

    A number with a unit right before it ("65 min deep sleep in 8 hours") is meant rather than one behind it.
    """
    after, before = _AFTER.match(text[found.end() :]), _BEFORE.search(text[taken : found.start()])
    if before and before["unit"] and is_plausible(quantity, _told(before, quantity)):
        after = None
    beside = after or before
    told = {} if beside is None else _told(beside, quantity)
    if not told or not is_plausible(quantity, told):
        return Mention(quantity=quantity), taken
    return Mention(quantity=quantity, **told), found.end() + after.end() if after else found.end()


def is_plausible(quantity: Quantity, told: dict[str, Any]) -> bool:
    """Whether such a number can be meant as a value of the quantity; without a unit in any of its units."""
    if not told or not quantity.plausible:
        return bool(told)
    fitting = [(low, high) for unit, low, high in quantity.plausible if told["unit"] in ("", _unit_of(unit))]
    return not fitting or any(low <= told["value"] <= high for low, high in fitting)


def _unit_of(unit: str) -> str:
    return _UNITS.get(unit.lower(), unit.lower())


def _told(found: re.Match[str], quantity: Quantity | None = None) -> dict[str, Any]:
    """The number and unit that were found, as the fields of a `Mention`; a unit of the quantity as that is spelled."""
    unit = (found["unit"] or "").lower()
    units = (name for name, *_ in quantity.plausible if name.lower() == unit) if quantity else ()
    shown = next(iter(units), found["unit"] or "")
    half = found["half"] or ""
    number = found["number"]
    spelled = f"{int(number):,}" if number.isdigit() and len(number) > _LONG else number
    written = f"{spelled}{half}{'' if unit in ('', '%') else ' '}{shown}"
    value = Decimal(number.replace(",", "")) + (_HALF if half else 0)
    return {"value": value, "unit": _UNITS.get(unit, unit), "written": written}


def is_hearsay(quantity: Quantity, text: str) -> bool:
    """Whether a number is what others say one should walk, and nobody's own."""
    return quantity.name == _STEPS and bool(_SAID_BY_OTHERS.search(text.lower()))


def _without_number(mention: Mention) -> Mention:
    return Mention(quantity=mention.quantity)


_LIFTED: Final = "weights"
"""What is lifted, and no weight of anybody's."""
_STEPS: Final = "steps"
_SAID_BY_OTHERS: Final = re.compile(r"\b(?:every(?:one|body)|people|they) says?\b|\b(?:goal|need|really|myth|magic)\b")


def _is_pressure(found: re.Match[str]) -> bool:
    high, low = int(found["high"]), int(found["low"])
    return high in _UPPER and low in _LOWER and low < high


def _with_lone_number(text: str, mentions: dict[str, Mention]) -> dict[str, Mention]:
    """Of a text that names one quantity and holds one number with a unit of it elsewhere, the number too."""
    numbers = [
        found
        for found in re.finditer(rf"(?<!under )(?<!over )(?<!above )(?<!below ){_NUMBER}\s*{_UNIT}", text)
        if not _CHANGED_BY.search(text[: found.start()])
    ]
    with_unit = [found for found in numbers if found["unit"]]
    if len(mentions) != 1 or len(with_unit) != 1:
        return _with_level(text, mentions)
    name, mention = next(iter(mentions.items()))
    told = _told(with_unit[0], mention.quantity)
    fits = any(
        low <= told["value"] <= high and told["unit"].casefold() == _UNITS.get(unit.lower(), unit).casefold()
        for unit, low, high in mention.quantity.plausible
    )
    return mentions | {name: replace(mention, **told)} if mention.value is None and fits else mentions


def _with_level(text: str, mentions: dict[str, Mention]) -> dict[str, Mention]:
    """Of a text that names one quantity and elsewhere "a level of 15", the number too."""
    found = _LEVEL.search(text)
    if found is None or len(mentions) != 1:
        return mentions
    name, mention = next(iter(mentions.items()))
    told = _told(found, mention.quantity)
    fits = mention.value is None and is_plausible(mention.quantity, told)
    return mentions | {name: replace(mention, **told)} if fits else mentions


_CHANGED_BY: Final = re.compile(
    r"\b(?:jump|drop|swing|chang|vari|rise|rose|fall|fell|gain|lost|lose|differ)\w*(?: up| down| about| around)* $"
    r"|\bby $"
)
"""Behind these a number is a difference and no value."""
_LEVEL: Final = re.compile(
    rf"\b(?:level|value|reading|result)s? (?:of|is|was|at) (?:only |just |about )?{_NUMBER}\s*{_UNIT}"
)
_COUNTED: Final = (
    r"(?:st|nd|rd|th)\b|\W?(?:years?|yrs?|yo\b|y/o|days?|weeks?|wks?|months?|nights?|times?|am\b|pm\b|o'clock|a\.m|p\.m"
    r"|k\b|miles?|km\b|metres?|meters?|m\b|ft\b|feet|cm\b|mg\b|mcg\b|iu\b|cups?|beers?|drinks?|glasses|pints?|units?|coffees"
    r"|units?|kids?|people|year)"
)
"""Behind a number these say that it is no value of a quantity."""


def bare_number(text: str) -> dict[str, Any]:
    """The first number of a text that names nothing, with its unit, as the fields of a `Mention`; empty without one.

    Where the person asks of their own beside somebody else's, that one's number is no value of theirs.
    """
    plain = text.lower()
    found = re.search(rf"{_NUMBER}\s*{_UNIT}(?!\s*(?:{_COUNTED}))", plain)
    if found is None or (_MINE.search(plain) and _OF_ANOTHER.search(plain[: found.start()])):
        return {}
    return _told(found)


_MINE: Final = re.compile(r"\bmine\b|\bmy own\b|\bam i\b|\bdo i\b")
_OF_ANOTHER: Final = re.compile(
    r"\b(?:husband|wife|boyfriend|girlfriend|partner|friends?|daughter|son|mum|mom|mother|dad|father|brother|sister|buddy"
    r"|mate|colleagues?|neighbou?r|he|she|they|his|hers?|theirs?|people|others|everyone)\b[^.?!;]{0,30}$"
)
"""A number behind these is somebody else's, beside whom the person is to be judged."""
