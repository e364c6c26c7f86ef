"""What may leave this machine when the web is asked: a few general words, and addresses and names known beforehand.

A question holds a person's life: names, dates, measured values. A stranger's server needs none of it to find a page
about resting heart rate. So only words that have passed `search_terms` are sent, and of pages and statistics only
those that were offered beforehand. Where a word is in doubt it is left out, because a poorer search costs less; where
too few of the words are left that say what is asked about, nothing is sent, because it would find something else.
"""

import math
import re
import unicodedata
from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from services.domain_expert.domain.knowledge.querying import subjects_in, terms_of

MAX_WORDS: Final = 12
MAX_CHARACTERS: Final = 120
_MAX_WORD_CHARACTERS: Final = 24


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NAMES_WITH_DIGITS: Final = _words(
    """
    a1c hba1c b1 b2 b3 b5 b6 b7 b9 b12 d2 d3 k1 k2 q10 coq10 t3 t4 ft3 ft4 vo2 vo2max vo2peak spo2 pao2 co2 o2
    omega-3 omega-6 omega-9 glp-1 sglt2 cox-2 igf-1 il-6 ca-125 ca19-9 covid-19 sars-cov-2 h1n1 n95 phq-9 phq-2 gad-7
    cha2ds2-vasc 5-htp p53 brca1 brca2 apoa1 apob100 cyp2c19 cyp2d6 cyp3a4 nt-probnp
    """
)
"""Names that are written with digits. No other digit leaves."""

_NAMES_IN_TWO_WORDS: Final = frozenset(
    {("type", "1"), ("type", "2"), ("omega", "3"), ("omega", "6"), ("omega", "9"), ("covid", "19")}
)
_EPONYMS: Final = _words(
    """
    addison alzheimer apgar bristol crohn cushing epstein-barr fitzpatrick framingham gilbert graves hashimoto
    lyme marfan mediterranean meniere parkinson raynaud sjogren tourette wilson
    """
)
"""Words that are written with a capital and name no person of today."""

_SPELLED_NUMBERS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_SPELLED_TENS: Final = (*("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),)
_NUMBER_WORDS: Final = frozenset(
    {*_SPELLED_NUMBERS, *_SPELLED_TENS[2:], "fourty", "hundred", "thousand", "million", "billion", "dozen"}
)
_DATE_WORDS: Final = _words(
    """
    january february march april june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday birthday born
    """
)
_NO_MEANING: Final = _words(
    """
    a am an and are as at be been by can could did do does for from had has have he her him his how i if in is it its me
    my of on or our she should so than that the their them they this to was we were what when which who whom whose why
    will with would you your im ive
    """
)
_BEFORE_A_NAME: Final = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof", "named", "called", "name"})
_NAME_FOLLOWS: Final = re.compile(r"\bname\s+is\s+(?P<name>[^\W\d_]+)", re.IGNORECASE)

# Dropped whole, because their parts look like words.
_ADDRESS: Final = re.compile(r"\S*@\S*|\S*://\S*|\bwww\.\S*|\S*\w\.[a-z]{2,}\b\S*", re.IGNORECASE)
_BETWEEN_WORDS: Final = re.compile(r"[\s/,;:!?()\[\]{}\"“”„«»<>|=+*~&%#…—–]+")  # noqa: RUF001, people write them
_PLAIN_WORD: Final = re.compile(r"[a-z]+(?:-[a-z]+)*")


class NotSendableError(ValueError):
    """Nothing that may be sent is left, or something was asked for that was not offered beforehand."""


@dataclass(frozen=True, kw_only=True)
class SearchTerms:
    """Words that may be sent to a search engine. Only `search_terms` builds them.

    The shape is checked here as well, so that no other way of building them could send a sentence or a number.

    Attributes:
        is_part: of what was asked about some was left out because its word is not known.
    """

    words: tuple[str, ...]
    is_part: bool = False

    def __post_init__(self) -> None:
        if not 0 < len(self.words) <= MAX_WORDS or len(self.text) > MAX_CHARACTERS:
            raise NotSendableError("search terms are one to twelve words of 120 characters in all")
        if not _is_sendable_sequence(self.words):
            raise NotSendableError("a search term is a plain word in lower case or a known name with digits")

    @property
    def text(self) -> str:
        """The words, as a search engine takes them."""
        return " ".join(self.words)


@dataclass(frozen=True, kw_only=True)
class PageAddress:
    """The address of a page that may be fetched. Only `page_address` builds it."""

    url: str


@dataclass(frozen=True, kw_only=True)
class StatisticName:
    """A variable and a place that Data Commons may be asked for. Only `statistic_name` builds it."""

    variable: str
    place: str


def search_terms(
    words: str,
    *,
    known_numbers: Collection[float],
    known_names: Collection[str] = (),
    vocabulary: Container[str] | None = None,
) -> SearchTerms:
    """The words that may be sent, of those that were thought of.

    Left out are: e-mail and web addresses; everything with a digit but names such as B12; numbers in words; months
    and weekdays; words with a capital, save at the start of eponyms and abbreviations, since they may be names; words
    that follow "Mr" or "my name is"; words of other scripts; and words without meaning for a search.

    Args:
        words: in lower case, best without a name in them. A sentence is cut down to its words.
        known_numbers: what is known of the person in numbers; none of them leaves, however it is written.
        known_names: what the person, people and places around them are called.
        vocabulary: where given, nothing but its words leaves. A name in lower case is recognised by this alone.

    Raises:
        NotSendableError: nothing is left, or fewer than two in three of the words that name what is asked about.
    """
    secret = _words_of_names(known_names) | _names_told(words)
    spelled = frozenset(form for number in known_numbers for form in _spelled(number))
    kept: list[str] = []
    unknown: set[str] = set()
    previous = ""
    for raw in _raw_words(words):
        word = _fold(raw)
        introduced = previous in _BEFORE_A_NAME
        allowed = (
            not introduced
            and word not in secret
            and not _may_be_a_name(raw, word)
            and _is_sendable(word, after=kept[-1] if kept and kept[-1] == previous else "")
            and not any(form in word.replace("-", "") for form in spelled)
        )
        previous = word
        if not allowed or word in _NO_MEANING or word in _BEFORE_A_NAME or word in kept:
            continue
        if vocabulary is not None and word not in vocabulary and not _has_digit(word):
            unknown.add(word)
            continue
        if len(kept) == MAX_WORDS or len(" ".join((*kept, word))) > MAX_CHARACTERS:
            break
        kept.append(word)
    if not kept:
        raise NotSendableError("no word is left that may be sent")
    left_out, subjects = _subjects(unknown), _subjects(kept)
    if subjects < 2 * left_out:
        raise NotSendableError("too few words are left that say what is asked about")
    return SearchTerms(words=tuple(kept), is_part=left_out > 0)


def _subjects(words: Iterable[str]) -> int:
    """How many of the words can name what is asked about."""
    return len(subjects_in(terms_of(" ".join(words))))


def page_address(url: str, *, offered: Container[str]) -> PageAddress:
    """The address of a page to fetch: one of those that a search found or a source names, to the letter.

    Raises:
        NotSendableError: the address was made up; its path or query could carry anything.
    """
    if url not in offered:
        raise NotSendableError("only an address that was found before may be fetched")
    return PageAddress(url=url)


def statistic_name(*, variable: str, place: str, variables: Container[str], places: Container[str]) -> StatisticName:
    """The name of a statistic, of those that the settings list.

    Raises:
        NotSendableError: the variable or the place is not listed.
    """
    if variable not in variables or place not in places:
        raise NotSendableError("only a listed variable of a listed place may be asked for")
    return StatisticName(variable=variable, place=place)


def _raw_words(text: str) -> list[str]:
    """The words as they were written, without what surrounds them."""
    plain = _ADDRESS.sub(" ", unicodedata.normalize("NFKC", text).replace("’", "'"))  # noqa: RUF001, as people write it
    visible = "".join(sign for sign in plain if unicodedata.category(sign) not in {"Cf", "Cc"} or sign.isspace())
    return [word for part in _BETWEEN_WORDS.split(visible) if (word := part.strip(".'`-_").removesuffix("'s"))]


def _fold(word: str) -> str:
    """Lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", word.lower())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _may_be_a_name(raw: str, word: str) -> bool:
    """A capital means a name, unless it is an abbreviation, an eponym or a name with digits."""
    if raw.islower() or not any(sign.isupper() for sign in raw) or word in _EPONYMS or word in NAMES_WITH_DIGITS:
        return False
    is_abbreviation = len(raw) <= 5 and sum(sign.isupper() for sign in raw) >= 2
    return not is_abbreviation


def _is_sendable_sequence(words: tuple[str, ...]) -> bool:
    return _is_sendable(words[0], after="") and all(
        _is_sendable(word, after=before) for before, word in pairwise(words)
    )


def _is_sendable(word: str, *, after: str) -> bool:
    """Whether the word is plain and no number or date, or a known name with digits."""
    if word in NAMES_WITH_DIGITS or (after, word) in _NAMES_IN_TWO_WORDS:
        return True
    if len(word) > _MAX_WORD_CHARACTERS or not _PLAIN_WORD.fullmatch(word):
        return False
    parts = word.split("-")
    return not any(part in _NUMBER_WORDS or part in _DATE_WORDS for part in parts)


def _has_digit(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


def _words_of_names(names: Collection[str]) -> frozenset[str]:
    return frozenset(_fold(word) for name in names for word in _raw_words(name))


def names_in(text: str) -> frozenset[str]:
    """The words that a text introduces as a name: "my name is Rose", "Dr Brook"."""
    words = [_fold(raw) for raw in _raw_words(text)]
    return _names_told(text) | {word for before, word in pairwise(words) if before in _BEFORE_A_NAME}


def words_in(text: str) -> frozenset[str]:
    """The words of a text as they would be sent."""
    return frozenset(_fold(raw) for raw in _raw_words(text))


def _names_told(text: str) -> frozenset[str]:
    """Words that a person gives as a name, "my name is anna"."""
    return frozenset(_fold(told["name"]) for told in _NAME_FOLLOWS.finditer(text))


def _spelled(number: float) -> frozenset[str]:
    """How the whole number before and after it may be written in one word; only those too long to hide in others."""
    if not math.isfinite(number):
        return frozenset()
    return frozenset(form for whole in (int(number), round(number)) if len(form := _spelled_whole(whole)) >= 6)


def _spelled_whole(number: int) -> str:
    """A whole number below a thousand in one word, otherwise nothing."""
    if not 0 <= number < 1000:
        return ""
    if number >= 100:
        rest = _spelled_whole(number % 100) if number % 100 else ""
        return f"{_SPELLED_NUMBERS[number // 100]}hundred{rest}"
    if number >= 20:
        return _SPELLED_TENS[number // 10] + (_SPELLED_NUMBERS[number % 10] if number % 10 else "")
    return _SPELLED_NUMBERS[number]
