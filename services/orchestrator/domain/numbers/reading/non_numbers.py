"""Digits and number words that count nothing: parts of names, references to sources, idioms."""

import re
from collections.abc import Sequence
from typing import Final

from services.orchestrator.domain.numbers.reading.dates_and_times import MONTH
from services.orchestrator.domain.numbers.reading.metric_names import METRIC_NAME

HIDDEN: Final = "\ufffc"
"""What stands in place of each character of a name: no letter, no digit, no white space."""


def _any_of(*tables: Sequence[str], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """A pattern for all entries, as whole words; a space stands for any white space."""
    entries = (entry.replace(" ", r"\s") for table in tables for entry in table)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(entries)})", flags)


_SUBSTANCES: Final = (
    r"(?:Sp|V|C|N)?O2(?![^\W_])",
    r"Spo2(?![^\W_])",
    r"VO2(?=max)",
    r"(?:[Hh][Bb])?[Aa]1[cC](?![^\W_])",
    r"ApoB-?100(?!\d)",
    r"(?:Co)?Q-?10(?!\d)",
    r"[Oo]mega[- ]?[369](?!\d)",
    r"[Vv]itamins? [A-K]\d{1,2}(?!\d)",
    r"(?:[Bb]12|B[1-9]|D[23]|K[12])(?![\w%]|[.,]\d)",
    r"F?T[34](?![\w.,]\d|\d)",
    r"5-HTP?",
)
_NAMES: Final = (
    r"(?:COVID|[Cc]ovid|SARS-CoV|PHQ|GAD|ICD|GLP|IL)-\d{1,2}(?![\d.])",
    r"PM(?:2\.5|10)(?!\d)",
    r"[Tt]ype[- ](?:[12]|one|two)(?= (?:diabetes|diabetic|error))",
    r"N[123](?![\w%]|[.,]\d)",
    r"(?:Charge|Versa|Inspire|Series|Watch|Gen|WHOOP|Forerunner|Fenix|Venu|iPhone|Pixel) \d{1,3}(?:\.0)?(?![\w%.])",
    r"(?:[Cc]all|[Dd]ial) (?:\w+ )?(?:112|911|999|988|111|000)(?:(?:,| or|, or) (?:112|911|999|988|111|000))*(?!\w)",
    r"(?:24 hours a day|(?:7|seven) days a week|365 days a year)",
    r"[Ss]tage [1-4](?= sleep)",
    r"360-degree(?= view)",
    r"[Zz]one (?:[1-5]|one|two|three|four|five)(?= (?:training|cardio|effort|work|rides?|runs?|sessions?)|[,.;:)]|$)",
    r"(?<![.,])24/7(?![\d/])",
    r"(?:24|twenty[- ]four)[- ]?(?:h|hr|hour)(?= (?:rhythm|cycle|clock|day|period|recording|monitor)s?(?!\w))",
    r"(?<![.,])(?:9|nine)[- ]to[- ](?:5|five)(?= (?:job|work|routine|day))",
    r"5:2(?= (?:diet|fasting))",
    r"(?:30|thirty)-day(?= (?:rolling )?(?:mean|average|standard deviation|spread|variation|variability|sd|cv)\b)",
    r"[a-z]+(?:_[a-z]+)*_(?:mean|sd|cv)_30d",
    r"(?<![.,])95\s?(?:%|percent|per cent)(?= (?:CI\b|confidence|credible|interval))",
)
_LABELS: Final = (
    r"[Ss]teps? (?:\d{1,2}|one|two|three|four|five|six)(?= (?:is|was|would|to)\b|\s?[:.)\u2013-]\s)",
    (
        r"(?:[Oo]ption|[Tt]ip|[Ff]igure|[Tt]able|[Rr]ule|[Pp]hase|[Pp]art|[Ff]inding|[Qq]uestion) \d{1,2}"
        r"(?= (?:is|to|shows?|of (?:my|your|this|the))\b|\s?[:.)]\s)"
    ),
    r"(?:[Ff]igure|[Tt]able|[Cc]hapter|[Ss]ection) (?:1[0-2]|[1-9])(?![\w%]|[.,]\d)",
    r"(?:Week|Day|Month|Level) (?:1[0-2]|[1-9])(?=:\s)",
    r"(?:[Rr]ule )?(?:[Nn]umber|[Nn]o\.) one(?=\s?[:,.;]| priority)",
)
_SOURCES: Final = (
    r"arXiv:\s?\d{4}\.\d{4,5}(?:v\d+)?",
    r"(?:PMID|PMCID|NCT|ISRCTN|PMC)[: ]{0,2}(?:PMC)?\d{5,9}",
    r"doi:\s?10\.\d{4,9}/[-.;()/:\w]+",
    (
        r"(?:https?://)?(?:dx\.|www\.)?(?:doi\.org|arxiv\.org|clinicaltrials\.gov|(?:(?:pubmed|pmc|www)\.)?ncbi\.nlm\.nih\.gov"
        r")/[-.;()/:<>\w?=&%#]+"
    ),
)
"""Where a source is found: its digits are no figures. Any other address is read like text."""

_BIG: Final = (
    r"(?!\s?-?\s?(?:hundred|thousand|million|point|thirds?|quarters?|half|in|hours?|minutes?|percent|nights?|bpm))"
)
_AS_NOUN: Final = (
    r"(?= (?:of them|go|goes|are|were|is|may|might|can|could|do|did|don't|have|had|seem|moved?|hardly|rarely|often|both"
    r"|together|show|tend|rise|fall|differ|metrics|series|measures|signals|findings|in|by|side|alone|really|will|would"
    r"|follow|influence|affect|track|depend|belong|vary)\b|[.,;:!?)]|$)"
)
_PART: Final = (
    r"(?:windows|periods|halves|groups|stretches|spans|lines|curves|intervals|ranges|averages|means|medians|figures"
    r"|results|comparisons|tables|charts|sides|ends)"
)
"""Parts of the answer itself, where it speaks of them as known."""
_ONE: Final = (
    r"one of(?= (?!every|\d|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty))",
    r"one(?:['\u2019]s(?![^\W_])| another| or the other| by one)",
    r"one (?:step|thing|day) (?:at a time|closer|further|ahead|forward|back)",
    r"one point(?= (?:I|you|we|the|it)\b)",
    (
        r"(?:no|any|every|each|some|this|that|which|the|another|either|neither|good|bad|big|new|only|last|next|first|right"
        rf"|wrong|square|day) one{_BIG}"
    ),
    r"(?:on|for) (?:the )?one (?:hand|thing)",
    r"at one point",
    r"one-(?:on-one|off|size|sided|way|time|to-one)[\w-]*",
    r"one and (?:the same|all|only)",
    r"(?:as|all in) one\b",
    (
        r"one (?:more )?(?:idea|tip|way|reason|option|question|factor|pattern|habit|suggestion|change|note|example"
        r"|finding|metric|sentence|place|side|word|goal|exception|kind|sort|simple|small|good|concrete|possible|common"
        r"|big|last|final|easy|useful|window|number|delay|relationship|straight|such|clear)\b"
    ),
)
_FEW: Final = (
    rf"(?:a|an|one) \w+ or two{_BIG}",
    r"(?:the|these|those|both|other|all|its|your|of the|between the) (?:other )?(?:two|three|four)" + _AS_NOUN,
    (
        r"(?:the|these|those|both|its|all|between|(?:differ|compar)\w+) (?:other )?(?:two|three|four)"
        rf"(?= {_PART}(?!\w))"
    ),
    r"(?:two|three|four) of (?:these|those|them)(?= (?:are|were|hold|show|seem|stand|look)\b)",
    r"two[- ](?:sided|way|faced)",
    r"(?:fifty-fifty|cloud nine|catch-22|eleventh hour)",
    r"(?:two (?:sides|halves) of|in two minds|at sixes and sevens)",
    r"(?:checked?|think|thought|look(?:ed)?|asked?|said|say) (?:\w+ ){0,4}?twice(?=\s?[.!,;]| before|$)",
    r"once or twice(?=\s?[.,;!)]|$)",
    r"(?:midnight|midday|noon)(?= (?:snacks?|oil|feasts?|sun|meals?|naps?|slumps?|dips?)(?!\w))",
    r"doubl(?:e|ed|ing)[- ](?:check\w*|blind|edged|down|up|bed)",
    r"quarter-(?:end|final|zip)s?",
    r"(?:second|first|other|former|latter|last|third|better)[- ]half",
    r"half(?:[- ](?:the battle|hearted|baked|asleep|way|life|truth)|way\b)",
    r"zero(?:ed|es)?[- ](?:in\b|sugar|sum|tolerance|evidence|doubt|chance|reason|need)",
    r"(?:may|might|could) (?:well |also )?be zero(?!\s?-?\s?point)(?=\s?[.,;)]|$)",
    (
        r"(?:(?:includ|exclud|cross|contain|straddl)(?:e|es|ed|s|ing)?|leav(?:e|es|ing) out"
        r"|span(?:s|ned|ning)?|rul(?:e|es|ed|ing) out|(?:clear|side) of|away from|as|near|close to|from|around|above"
        r"|below|than) zero(?!\s?-?\s?point)(?=\s?[.,;)]| (?:so|and|which|but|in|on|by)\b|$)"
    ),
    r"(?:com(?:e|es|ing)|came|brought|went|go(?:es)?) to n[ao]ught",
    r"one in a million",
    r"third[- ]part(?:y|ies)\b",
)
_NAME: Final = _any_of(_SUBSTANCES, _NAMES, _LABELS, _SOURCES)
_IDIOM: Final = _any_of(_ONE, _FEW, flags=re.IGNORECASE)
_MAY_BE_IDIOM: Final = re.compile(
    r"(?<![^\W\d_])(?:ones?|two|three|four|twice|doubl|half|zero|sixes|third|fifty|quarter|cloud|catch|eleventh|mid"
    r"|noon|once|n[ao]ught)",
    re.IGNORECASE,
)

_SURNAME: Final = r"[A-Z][^\W\d_]*[a-z][\w'\u2019-]*"
_YEAR: Final = r"(?:19|20)\d\d[a-z]?(?![\w%])"
_CITATION: Final = re.compile(
    rf"(?:{_SURNAME}\s(?:et\sal\.?|(?:and|&)\s{_SURNAME}|and\scolleagues),?\s\(?(?P<year>{_YEAR})"
    rf"|[(\[;]\s?(?:e\.g\.,?\s|see\s)?(?P<name>{_SURNAME}),?\s(?P<alone>{_YEAR})(?=\s?[;,)\]]))"
)
_MAY_BE_CITATION: Final = re.compile(r"(?:19|20)\d\d")
_NO_AUTHOR: Final = re.compile(
    rf"{MONTH}|spring|summer|autumn|fall|winter|early|late|mid|since|in|until|from|before|after|year|during|by|around"
    r"|circa|about|over|your|the|average|total|steps?|sleep|value|mean|median|minimum|maximum|lowest|highest|week|day",
    re.IGNORECASE,
)
"""What may stand before a year in brackets without being somebody who published then."""


def without_names(text: str) -> str:
    """The text with what counts nothing replaced character by character, so that positions stay."""
    text = _NAME.sub(_hidden, text)
    if _MAY_BE_IDIOM.search(text):
        text = _IDIOM.sub(_hidden, text)
    return _CITATION.sub(_without_year, text) if _MAY_BE_CITATION.search(text) else text


def _hidden(found: re.Match[str]) -> str:
    return HIDDEN * len(found.group())


def _without_year(found: re.Match[str]) -> str:
    name = found["name"]
    if name and (_NO_AUTHOR.fullmatch(name) or METRIC_NAME.fullmatch(name)):
        return found.group()
    start, end = found.span("year" if found["year"] else "alone")
    at = start - found.start()
    return found.group()[:at] + HIDDEN * (end - start) + found.group()[at + end - start :]
