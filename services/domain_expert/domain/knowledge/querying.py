"""What of a question is looked for, and how much of it a passage has to hold to answer it."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from services.domain_expert.domain.knowledge.passages import Kind

KIND_WORDS: Final[Mapping[Kind, str]] = {
    Kind.MEANING: "what is mean means meaning tell tells explain definition understand",
    Kind.USUAL: "normal usual average good healthy typical ideal range number should low high much many",
    Kind.CAUSES: "why cause causes caused reason affect affects raise lower drop dropped spike increase change",
    Kind.IMPROVING: "how improve increase raise lower reduce better boost help tips change fix",
    Kind.MEASURING: "accurate accuracy trust wrong reliable measure watch tracker wearable device sensor error",
    Kind.WHEN_TO_ASK: "worry worried concerned dangerous doctor serious bad risk problem see",
    Kind.MYTH: "true myth really believe false",
}
"""Words by which people ask for a kind of passage; they are indexed with it, and weigh little."""

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_STOP: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "am",
        "as",
        "at",
        "be",
        "been",
        "being",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "for",
        "from",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "hers",
        "him",
        "his",
        "i",
        "i'd",
        "i'll",
        "i'm",
        "i've",
        "if",
        "in",
        "into",
        "is",
        "it",
        "it's",
        "its",
        "just",
        "me",
        "mine",
        "my",
        "myself",
        "no",
        "nor",
        "not",
        "of",
        "on",
        "or",
        "our",
        "ours",
        "out",
        "over",
        "own",
        "she",
        "so",
        "some",
        "such",
        "than",
        "that",
        "that's",
        "the",
        "their",
        "theirs",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "too",
        "us",
        "was",
        "we",
        "were",
        "what",
        "what's",
        "when",
        "where",
        "which",
        "while",
        "who",
        "whom",
        "will",
        "with",
        "would",
        "you",
        "you'd",
        "you'll",
        "you're",
        "you've",
        "your",
        "yours",
        "please",
        "tell",
        "know",
        "really",
        "actually",
        "get",
        "got",
        "gets",
        "getting",
        "like",
        "thing",
        "things",
        "stuff",
        "also",
        "any",
        "anything",
        "hey",
        "hi",
        "hello",
        "thanks",
        "ok",
        "okay",
        "gonna",
        "wanna",
        "lately",
        "currently",
        "today",
        "right",
        "now",
        "maybe",
        "ever",
        "still",
        "even",
        "because",
        "since",
        "about",
        "kind",
        "sort",
        "bit",
        "lot",
        "something",
        "mean",
        "im",
        "ive",
        "dont",
        "doesnt",
        "didnt",
        "isnt",
        "wasnt",
        "cant",
        "wont",
        "don't",
        "doesn't",
        "didn't",
        "isn't",
        "wasn't",
        "can't",
        "won't",
        "amy",
    ]
)
_ONLY_ASKING: Final = frozenset(f"{' '.join(KIND_WORDS.values())} why how".split())
"""Words of `KIND_WORDS` say what is asked of a subject, and never name one."""
_MOST_TERMS: Final = 24


def terms_of(question: str) -> tuple[str, ...]:
    """The words of a question that are looked for, each once, in order."""
    return tuple(dict.fromkeys(word for word in words_of(question) if len(word) > 1))[:_MOST_TERMS]


def words_of(text: str) -> Iterator[str]:
    """The words of a text in lower case, without those that every text holds, in order."""
    words = (found[0].lower().replace("\u2019", "'").removesuffix("'s") for found in _WORD.finditer(text))
    return (word for word in words if word not in _STOP)


def subjects_in(terms: Sequence[str]) -> tuple[str, ...]:
    """The terms that can name what a question is about."""
    return tuple(term for term in terms if term not in _ONLY_ASKING)


def rarity(matching: int, of: int) -> float:
    """How much a term tells that so many of all passages hold: the inverse document frequency of BM25, above 0."""
    return math.log(1 + (of - matching + 0.5) / (matching + 0.5))


@dataclass(frozen=True, kw_only=True)
class Held:
    """How well the best passage fits a question.

    Attributes:
        meaning: how near the passage is by meaning, -1 to 1.
        elsewhere: how near what no passage answers is, -1 to 1.
        covered: the share of what its subjects tell that the passage holds.
        known: the share of it that any passage holds.
        score: of BM25, for each word that was looked for.
        terms: how many words were looked for.
        named: whether the question names a quantity that it is about.
    """

    meaning: float
    elsewhere: float
    covered: float
    known: float
    score: float
    terms: int
    named: bool

    @property
    def figures(self) -> tuple[float, ...]:
        """All of them, in the order of the weights."""
        return self.meaning, self.elsewhere, self.covered, self.known, self.score, math.log1p(self.terms), self.named

    @property
    def log_odds(self) -> float:
        """That the passage answers: a logistic regression, fitted by `evals.knowledge.fit`."""
        return _BIAS + sum(weight * value for weight, value in zip(_WEIGHTS, self.figures, strict=True))


_BIAS: Final = -11.06
_WEIGHTS: Final = (12.87, -16.19, 3.61, 1.36, 0.28, 3.94, 1.41)
LEAST_LOG_ODDS: Final = -0.30


def share(of: Iterable[str], rarities: Mapping[str, float]) -> float:
    """What some subjects tell, of what all of them do: 0 to 1; 0 for a question without a subject."""
    whole = sum(rarities.values())
    return sum(rarities[term] for term in of) / whole if whole else 0.0
