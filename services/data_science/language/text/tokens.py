"""From a message to words: sentences apart, lower case, contractions spelled out, numbers in digits."""

import re
from collections.abc import Iterator
from datetime import date
from types import MappingProxyType
from typing import Final

from services.data_science.language.text.numerals import with_digits

_TOKEN: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}(?!\d)"
    r"|(?<![\d:])\d{1,2}:\d{2}(?![\d:])"
    r"|(?<![\w.])-?\d+(?:,\d{3})+(?:\.\d+)?[a-z]*"
    r"|(?<![\w.])-?\d*\.?\d+[a-z]*"
    r"|[<>]=?"
    r"|[^\W\d_][^\W_]*(?:'[^\W\d_]+)?"
    r"|[%,+]"
    r"|[^\s\w.;:!?'\"()\[\]/\u2013\u2014_-]"
    r"|\d+"
)
_SENTENCE_END: Final = re.compile(r"[?!;\n]+|\.(?=\s|$)")
_DASH: Final = re.compile(r"\s[\u2013\u2014-]+\s")
_NUMBER_AND_UNIT: Final = re.compile(r"(-?[\d,.]*\d)([a-z]+)")
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th"})
_WRITTEN_DATE: Final = re.compile(r"\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b")
_HOURS_AND_MINUTES: Final = re.compile(r"\b(\d{1,2})\s?h(?:rs?|ours?)?\s?(\d{1,2})(?:\s?m(?:ins?|inutes?)?)?\b")
_INTERVAL: Final = re.compile(r"(?<=\d)\s?[-\u2013]\s?(?=\d)")
_DAY_NAMES: Final = r"(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)[a-z]*"
_WEEKDAY_INTERVAL: Final = re.compile(rf"\b({_DAY_NAMES})\s?[-\u2013]\s?({_DAY_NAMES})\b")
_DOTTED_THOUSANDS: Final = re.compile(r"(?<![\d.,])(\d{1,3})\.(\d{3})(?=\s?(?:steps?|k?cals?|calories)\b)")
_SPACED_THOUSANDS: Final = re.compile(r"(?<!\d )(?<![\d.,:\w])(\d{1,3}) (\d{3})(?=\s(?:steps?|k?cals?|calories)\b)")
_DECIMAL_COMMA: Final = re.compile(
    r"(?<![\d.,])(\d{1,2}),(\d{1,2})(?=\s?(?:h|hrs?|hours?|km|kms|kilomet(?:er|re)s?|kg)\b)"
)
_DOTTED_CLOCK: Final = re.compile(
    r"\b(before|after|by|until|till|past|around|at|b4)\s(\d{1,2})\.([0-5]\d)\b"
    r"(?!\s?(?:%|h|hrs?|hours?|kms?|kg|mins?|minutes|ms|bpm|k|steps|miles?|percent|points)\b)"
)
_NUMBER_OF: Final = re.compile(r"\bno\.\s+of\b")
_TWICE: Final = re.compile(r"\b(at least|more than|less than|fewer than|at most|exactly|only) (once|twice|thrice)\b")
_BETWEEN: Final = re.compile(r"\b(diff(?:erence)?|change|gap) (?:btw|bw|bt)\b")
_TO_BED: Final = re.compile(r"\bto (?:the|my) bed\b")
_LAST_NIGHTS: Final = re.compile(r"(?<!the )(?<!my )(?<!of )\blast nights\b")
_EMOJI: Final = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\u2b55\u200d\ufe0f]+")
_EXPLAINED: Final = re.compile(
    r"\b(days?|nights?)\s?\(\s?(?:(?:i\.?e\.?|that is|so|say|meaning|as in|aka)[\s,]+)?"
    r"(?=(?:less|more|fewer|under|over|below|above|at least|at most|no more)\b|[<>])"
)
"""What is said in brackets behind a name for some days, as in "zombie nights (less than 6 hours)"."""
_THEN: Final = re.compile(
    r"(\b(?:more|less|fewer|longer|shorter|higher|lower|better|worse|later|earlier|faster|slower|further|farther)\b"
    r"[^,.;:?!]*?)(?<! and) then\b"
)
_CONDITION: Final = re.compile(r"\b(?:when|whenever|if)\b")
_TIMES: Final = MappingProxyType({"once": "1 times", "twice": "2 times", "thrice": "3 times"})
_SPELLED: Final = MappingProxyType(
    {
        "&": "and",
        "\u2264": "<=",
        "\u2265": ">=",
        "w/o": "without",
        "w/": "with ",
        "b/w": "between",
        "n't": " not",
        "km/h": "kmh",
        "# of": "number of",
    }
)
_CONTRACTED: Final = MappingProxyType({"'m": " am", "'ve": " have", "'ll": " will", "'re": " are", "'d": " did"})
_SHORT: Final = MappingProxyType(
    {
        "whats": "what is",
        "wats": "what is",
        "mnth": "month",
        "hows": "how is",
        "whens": "when is",
        "im": "i am",
        "ive": "i have",
        "u": "you",
    }
    | {"pls": "please", "plz": "please", "avrg": "average", "avge": "average", "teh": "the", "hte": "the"}
    | {"adn": "and", "lst": "last", "nite": "night", "nites": "nights", "wich": "which", "wk": "week", "wks": "weeks"}
    | {"mo": "month", "mos": "months", "yr": "year", "yrs": "years", "avg": "average", "vs": "versus", "v": "versus"}
    | {
        "n": "and",
        "w": "with",
        "hw": "how",
        "dont": "do not",
        "cannot": "can not",
        "cant": "can not",
        "gonna": "going to",
        "tryna": "trying to",
        "tryin": "trying",
        "wanna": "want to",
    }
    | {
        "wkly": "weekly",
        "mthly": "monthly",
        "resp": "respiratory",
        "excl": "excluding",
        "incl": "including",
        "rn": "right now",
        "corr": "correlation",
    }
    | {"laziest": "least active", "da": "the", "hw": "how", "diff": "difference", "r": "are", "ur": "your"}
    | {"wknd": "weekend", "wknds": "weekends", "wkend": "weekend", "wkends": "weekends", "abt": "about", "b4": "before"}
    | {"wkday": "weekday", "wkdays": "weekdays", "mnth": "month", "mnths": "months", "mth": "month", "mths": "months"}
    | {"wats": "what is", "wat": "what", "wots": "what is", "tmrw": "tomorrow", "tmr": "tomorrow", "tot": "total"}
    | {"prev": "previous", "btwn": "between", "avgs": "averages", "avgd": "averaged", "dist": "distance"}
    | {"wkout": "workout", "wkouts": "workouts", "wrkout": "workout", "wrkouts": "workouts", "slp": "sleep"}
    | {"yday": "yesterday", "ystd": "yesterday", "btw": "by the way", "bc": "because", "thru": "through"}
    | {f"{word}nt": f"{word} not" for word in ("did", "does", "was", "were", "has", "have", "is", "are", "would")}
)
_ISO: Final = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_HYPHEN: Final = "\ue000"
_LONGEST: Final = 2000
MOST_WORDS: Final = 60


def sentences(message: str) -> tuple[tuple[str, ...], ...]:
    """The words of each sentence of a message; an empty sentence is none."""
    text = _spelled(message[:_LONGEST])
    words = (tuple(_words(part)) for part in _SENTENCE_END.split(text))
    return tuple(each for each in words if any(word[0].isalnum() for word in each))


def _spelled(message: str) -> str:
    text = message.lower().translate({0x2019: "'", 0x2018: "'", 0xA0: " ", 0x2011: "-"})
    text = _EXPLAINED.sub(r"\1 meaning ", _EMOJI.sub(" ", text))
    text = _DASH.sub(" , ", text)
    text = _WEEKDAY_INTERVAL.sub(r"\1 to \2", text)
    text = _DECIMAL_COMMA.sub(r"\1.\2", _DOTTED_THOUSANDS.sub(r"\1\2", _SPACED_THOUSANDS.sub(r"\1\2", text)))
    text = _DOTTED_CLOCK.sub(r"\1 \2:\3", text)
    text = _NUMBER_OF.sub("number of", text)
    text = _BETWEEN.sub(r"\1 between", text)
    text = _TO_BED.sub("to bed", text)
    text = _LAST_NIGHTS.sub("last night", text)
    text = _TWICE.sub(lambda found: f"{found[1]} {_TIMES[found[2]]}", text)
    if not _CONDITION.search(text):
        text = _THEN.sub(r"\1 than", text)
    text = _WRITTEN_DATE.sub(lambda found: _as_iso(found[0]), text)
    for said, meant in _SPELLED.items():
        text = text.replace(said, f"{meant}" if meant.startswith(" ") else f" {meant} ")
    for said, meant in _CONTRACTED.items():
        text = re.sub(rf"(?<=\w){said}\b", meant, text)
    text = re.sub(r"'s?\b", "", text)
    text = _HOURS_AND_MINUTES.sub(lambda found: f"{found[1]} h {found[2]} min", text)
    dates = _ISO.sub(lambda found: found[0].replace("-", _HYPHEN), text)
    return _INTERVAL.sub(" to ", dates).replace(_HYPHEN, "-")


def _words(text: str) -> Iterator[str]:
    parts = tuple(part for token in _TOKEN.findall(text) for part in _parts(token) if part)
    yield from with_digits(parts)


def _parts(token: str) -> Iterator[str]:
    if token[-1:].isdigit() and "," in token:
        token = token.replace(",", "")
    glued = _NUMBER_AND_UNIT.fullmatch(token)
    if glued is None or glued[2] in _ORDINALS:
        yield from _SHORT.get(token, token).split()
    elif glued[2] == "k":
        yield str(float(glued[1].replace(",", "")) * 1000).removesuffix(".0")
    else:
        yield from (glued[1].replace(",", ""), "days" if glued[2] == "d" else _SHORT.get(glued[2], glued[2]))


def _as_iso(written: str) -> str:
    """A date in figures as an ISO date, if its order is beyond doubt: 13.02.2024, 2/13/2024; else as it was."""
    parts = re.split(r"[-./]", written)
    numbers = [int(part) for part in parts]
    if len(parts[0]) == 4:
        year, month, day = numbers
    elif len(parts[2]) == 4:
        first, second, year = numbers
        if "." not in written and first <= 12 and second <= 12 and first != second:
            return written
        day, month = (first, second) if "." in written or first > 12 else (second, first)
    else:
        return written
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return written
