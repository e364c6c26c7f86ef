"""No word that changes the meaning may be passed over: one word more in a question must not leave the old answer.

Questions that are read (of PHIA, of our own and the everyday ones, about six real people) get one content word more, at
a random place of the last message. Then each must no longer be read, or be read as something else, or the word must be
said back, or be declared in the reader's own lexicon: as filler, as a hedge where it is one, or as a word that says
again what is meant anyway and has its place in a rule, or in `evals/rewording/by_hand.toml`, for messages that are
reworded. A word that was put in and then taken for the slip of another is judged like any word.

Questions are read in this process, over what the real health_data service says is on record; nothing is computed.

    python -m evals.mutations                        2,000 words
    python -m evals.mutations --count 500 --seed 7   other words in other places
    python -m evals.mutations --show filler          also every word that was passed over as filler, with its question
"""

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final, TypeAlias

import pandas as pd

from evals import wordings
from evals.catalogues import catalogues
from evals.everyday.batch_1 import BATCH_1
from evals.everyday.batch_2 import BATCH_2
from evals.everyday.batch_3 import BATCH_3
from evals.everyday.records import LIFESNAPS, WHOOP
from evals.people import data_root
from evals.rewording.alignment import EMPTY
from evals.wearers import LIFESNAPS_QUESTIONS, WHOOP_QUESTIONS
from services.data_science.domain.algebra import Order, Window
from services.data_science.domain.catalogue import Catalogue
from services.data_science.language.chart.engine import Edge
from services.data_science.language.grammar.time import calendar_words
from services.data_science.language.joining import POLAR_WORDS
from services.data_science.language.phrases import Best, Kinds, Noun
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.saying import say
from services.data_science.language.single_words import LEADING, LOOSE
from services.data_science.language.text.beliefs import asked as asked_outright
from services.data_science.language.text.courtesies import without_courtesies
from services.data_science.language.text.literal import as_in_english
from services.data_science.language.text.numerals import with_digits
from services.data_science.language.text.spoken import plainly
from services.data_science.language.text.tokens import sentences
from services.data_science.language.understanding import Reader
from services.data_science.language.vocabulary import (
    UNITS,
    Vocabulary,
    filler,
    hedges,
    passed_over,
    restating,
    restating_phrases,
)

_ALL: Final = "all data"
"""What the window is called where none was named."""
_ENDS: Final = (Order.HIGHEST, Order.LOWEST)
"""Either may be the best of what is measured; the reader takes the other end beside it for a contradiction."""
_LATELY: Final = frozenset({"lately", "recently", "nowadays", "currently"})
"""What is said back as the last 30 days."""
_BOUNDS: Final = {"minimum": "at least", "maximum": "at most"}
"""What is said back of amounts that are bounds."""
WORDS: Final = Path(__file__).with_name("mutations.txt")
_PLAIN: Final = re.compile(r"[^\W_]+")
_LEFT_OUT: Final = re.compile(r"“([^”]*)”")
"""What is said back as left out; the little words of a phrase need not be."""
_DATE: Final = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}")

Answer: TypeAlias = tuple[object, ...]
"""Everything that an answer depends on, of each question of a message."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question of one person, after what was asked before it."""

    person: str
    messages: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Mutation:
    """A question with one word more in its last message."""

    asked: Asked
    kind: str
    word: str
    messages: tuple[str, ...]


class Verdict(Enum):
    """What became of a question with one word more; only KEPT is a failure."""

    DECLINED = "not read, in whole or in part"
    CHANGED = "read as something else"
    SAID = "read as before, and the word is said back"
    FILLER = "read as before, and the word is declared filler"
    RESTATING = "read as before, and the word is declared to say again what is meant"
    KEPT = "read as before, and the word is passed over"


@dataclass(frozen=True, kw_only=True)
class Judged:
    mutation: Mutation
    verdict: Verdict
    said: str


class Mutator:
    """Puts words into questions that are read.

    Args:
        words: by kind.
        asked: questions, by where they come from.
        reads: whether a question is read as it is.
    """

    def __init__(
        self,
        words: Mapping[str, Sequence[str]],
        asked: Mapping[str, Sequence[Asked]],
        reads: Callable[[Asked], bool],
    ) -> None:
        self._words = words
        self._asked = asked
        self._reads = reads

    def mutations(self, count: int, *, seed: int) -> Iterator[Mutation]:
        """So many, the same for the same seed; each source of questions and each kind of word is as likely."""
        draw = random.Random(seed)  # noqa: S311, no secret
        made = 0
        while made < count:
            asked = draw.choice(self._asked[draw.choice(tuple(self._asked))])
            kind = draw.choice(tuple(self._words))
            word, place = draw.choice(self._words[kind]), draw.random()
            if self._reads(asked):
                made += 1
                last = with_word(asked.messages[-1], word, place)
                yield Mutation(asked=asked, kind=kind, word=word, messages=(*asked.messages[:-1], last))


class Judge:
    """Reads questions of several people, and says what one word more did to them."""

    def __init__(self, described: Mapping[str, Catalogue]) -> None:
        self._catalogues = described
        self._readers = {person: Reader(catalogue) for person, catalogue in described.items()}
        self._read: dict[Asked, tuple[Reading, ...]] = {}

    def reads(self, asked: Asked) -> bool:
        return bool(self._readings(asked))

    def judged(self, mutation: Mutation) -> Judged:
        asked = mutation.asked
        before = self._readings(asked)
        after = self._readings(replace(asked, messages=mutation.messages))
        said = "; ".join(self._said(asked.person, each) for each in after)
        return Judged(mutation=mutation, verdict=self._verdict(mutation, before, after, said), said=said)

    def _verdict(self, mutation: Mutation, before: Sequence[Reading], after: Sequence[Reading], said: str) -> Verdict:
        if not after:
            return Verdict.DECLINED
        if answer(before) != answer(after):
            return Verdict.CHANGED
        if self._is_said(mutation, said):
            return Verdict.SAID
        if _is_filler(mutation):
            return Verdict.FILLER
        return Verdict.RESTATING if _is_restating(mutation) else Verdict.KEPT

    def _readings(self, asked: Asked) -> tuple[Reading, ...]:
        """All of the last message; nothing where part of it is not read."""
        if asked not in self._read:
            found = self._readers[asked.person].understand(asked.messages)
            read = tuple(each for each in found if isinstance(each, Reading))
            self._read[asked] = read if len(read) == len(found) else ()
        return self._read[asked]

    def _said(self, person: str, reading: Reading) -> str:
        return " ".join(
            (say(reading.question, self._catalogues[person]), reading.unit, *reading.notes, *reading.unused)
        )

    def _is_said(self, mutation: Mutation, said: str) -> bool:
        """Whether what is said back has the word, or another that means the same."""
        words = tuple(_PLAIN.findall(said.lower()))
        if f" {mutation.word} " in f" {' '.join(words)} ":
            return True
        left_out = {word for phrase in _LEFT_OUT.findall(said) for word in _PLAIN.findall(phrase.lower())}
        if set(mutation.word.split()) - EMPTY and left_out.issuperset(set(mutation.word.split()) - EMPTY):
            return True
        vocabulary = self._readers[mutation.asked.person].vocabulary
        meant = {
            meaning
            for sentence in sentences(mutation.messages[-1])
            for edge in vocabulary.edges(sentence)
            if mutation.word in sentence[edge.start : edge.end]
            for meaning in _meanings(edge)
        }
        told = {meaning for edge in vocabulary.edges(words) for meaning in _meanings(edge)}
        units = {_measured(word) for word in words} | {self._unit(vocabulary, meaning) for meaning in told}
        alike = with_digits((mutation.word,))[0], _measured(mutation.word)
        return (
            not meant.isdisjoint(told)
            or not {*words, *(units - {None, ""})}.isdisjoint(alike)
            or (mutation.word in _days_named(said))
            or (_bounds(mutation.word, mutation.messages[-1]) and _BOUNDS[mutation.word] in said)
        )

    def _unit(self, vocabulary: Vocabulary, meaning: tuple[str, object]) -> str | None:
        """What is measured is told in its unit, without a word for it."""
        quantity = vocabulary.quantity(meaning[1]) if isinstance(meaning[1], Noun) else None
        return quantity.unit if quantity else None


def _is_filler(mutation: Mutation) -> bool:
    """Whether the reader passes the word over where it stands."""
    words = set(mutation.word.split())
    if words <= hedges() and _prepared(mutation.messages[-1]) == _prepared(mutation.asked.messages[-1]):
        return True
    return any(
        words <= LOOSE | {word for word, skipped in zip(sentence, passed_over(sentence), strict=True) if skipped}
        or (mutation.word in LEADING and _leads(mutation.word, sentence))
        or _said_in(mutation.word, sentence) > _said_in(mutation.word, without_courtesies(sentence))
        for sentence in sentences(mutation.messages[-1])
    )


def _is_restating(mutation: Mutation) -> bool:
    """Whether the word is declared to say again what is meant, everywhere or beside the words that it stands beside."""
    if (restating() | filler() | EMPTY).issuperset(mutation.word.split()):
        return True
    said = f" {' '.join(_PLAIN.findall(mutation.messages[-1].lower()))} "
    return any(mutation.word in each.split() and f" {each} " in said for each in restating_phrases())


def _prepared(message: str) -> list[tuple[str, ...]]:
    """The words of each sentence without what is taken out of it before it is read, nor what asks for a yes or no."""
    spoken = (plainly(words, calendar_words.names_a_time) for words in sentences(message))
    outright = [asked_outright(without_courtesies(as_in_english(words)), "is") for words in spoken]
    return [words[1:] if words[:1] and words[0] in POLAR_WORDS else words for words in outright]


def _said_in(word: str, sentence: Sequence[str]) -> int:
    return f" {' '.join(sentence)} ".count(f" {word} ")


def _leads(word: str, sentence: Sequence[str]) -> bool:
    """Whether a sentence or a part of it begins with a word, so that it only joins it to the one before."""
    return any(each == word and sentence[at - 1 : at] in {(), (",",)} for at, each in enumerate(sentence))


def answer(readings: Sequence[Reading]) -> Answer:
    """What the answers to questions depend on: no name of a window does, only whether one was named."""
    return tuple(
        (_unlabelled(each.question), each.unit, each.yes_no, each.direction, each.wants_day, each.most_told)
        for each in readings
    )


def _unlabelled(node: object) -> object:
    if isinstance(node, tuple | frozenset):
        return type(node)(map(_unlabelled, node))
    if not is_dataclass(node) or isinstance(node, type):
        return node
    inner = {each.name: _unlabelled(getattr(node, each.name)) for each in fields(node)}
    if isinstance(node, Window):
        inner |= {"label": _ALL if node.label == _ALL else "", "unit": None}
    return replace(node, **inner)


def _meanings(edge: Edge) -> Iterator[tuple[str, object]]:
    """What a phrase means, whatever it is called; of activities of a kind also that they are activities."""
    match edge.category, edge.meaning:
        case "noun", Noun() as noun:
            yield "noun", replace(noun, said="", note="", unit="", field="" if noun.metric else noun.field)
        case "kind", Kinds() as kinds:
            yield from (("kind", names) for names in (kinds.names, frozenset()))
        case "best", Best() as best:
            yield from (("best", order) for order in (_ENDS if best.judged else (best.order,)))
        case (("statistic" | "adverb"), meaning):
            yield "statistic", meaning
        case "direction", int() as way:
            yield "direction", way > 0
        case (("group" | "per"), meaning):
            yield edge.category, meaning


def _bounds(word: str, message: str) -> bool:
    """Whether a word makes the amount before it a bound: "10,000 steps minimum"."""
    return word in _BOUNDS and re.search(rf"\d\S*(?: [a-z]+)? {word}\b", message) is not None


def _measured(word: str) -> str | None:
    """The unit that a word stands for; of durations one of both, since "90 minutes" are said back in hours."""
    unit = UNITS.get(word)
    return "min" if unit == "h" else unit


def _days_named(said: str) -> frozenset[str]:
    """The weekdays of the dates that are said back, and what else working days and the last 30 days are called."""
    days = (pd.to_datetime(found[0], format="%d %B %Y", errors="coerce") for found in _DATE.finditer(said))
    named = frozenset(day.day_name().lower() for day in days if not pd.isna(day))
    of_weekdays = frozenset({"workday"} if "weekday" in said else ())
    return named | of_weekdays | (_LATELY if "the last 30 days" in said else frozenset())


def with_word(message: str, word: str, place: float) -> str:
    """The message with a word put in at a share of its way, from before its first word to behind its last."""
    words = message.split()
    at = min(int(place * (len(words) + 1)), len(words))
    ended = at == len(words) and words[-1].endswith(("?", "!", "."))
    last = words[-1]
    return " ".join([*words[:-1], last[:-1], f"{word}{last[-1]}"] if ended else [*words[:at], word, *words[at:]])


def words_of(text: str) -> Mapping[str, tuple[str, ...]]:
    """The words by kind, of a file of lines "kind: words", and of lines "kind: phrase, phrase"."""
    lines = (line.partition(":") for line in text.splitlines() if line and not line.startswith("#"))
    apart = ((kind, words.split(",") if "," in words else words.split()) for kind, _, words in lines)
    return {kind: tuple(dict.fromkeys(word.strip() for word in words)) for kind, words in apart}


def questions(root: Path) -> Mapping[str, tuple[Asked, ...]]:
    """All that is asked, by where it comes from."""
    table = pd.read_csv(root / "phia" / "objective_dev.csv", dtype=str)
    everyday = [question for batch in _BATCHES for question in batch]
    asked: Mapping[str, Sequence[tuple[str, ...]]] = {
        "PHIA, templated": [(each["subject_id"], each["question"]) for _, each in table.iterrows()],
        "PHIA, natural": [(each["subject_id"], each["paraphrase"]) for _, each in table.iterrows()],
        "our wordings": [(each.person, each.text) for each in wordings.questions()],
        "wearers": [(name, text) for name, some in _WEARERS.items() for text, _ in some],
        "everyday": [(each.user, *each.messages) for each in everyday],
    }
    return {
        source: tuple(dict.fromkeys(Asked(person=person, messages=tuple(messages)) for person, *messages in some))
        for source, some in asked.items()
    }


_BATCHES: Final = (BATCH_1, BATCH_2, BATCH_3)
_WEARERS: Final = {LIFESNAPS: LIFESNAPS_QUESTIONS, WHOOP: WHOOP_QUESTIONS}


def report(judged: Sequence[Judged], *, show: Sequence[Verdict]) -> None:
    """Prints how many of each verdict there are by kind of word, the filler that was passed over, and what to show."""
    kinds = dict.fromkeys(each.mutation.kind for each in judged)
    print(f"{'':16}" + "".join(f"{verdict.name.lower():>10}" for verdict in Verdict))
    for kind in (*sorted(kinds), ""):
        counts = Counter(each.verdict for each in judged if kind in {"", each.mutation.kind})
        print(f"{kind or 'all':16}" + "".join(f"{counts[verdict]:10}" for verdict in Verdict))
    for verdict in (Verdict.FILLER, Verdict.RESTATING):
        passed = Counter(each.mutation.word for each in judged if each.verdict is verdict)
        print(f"{verdict.value}:", ", ".join(f"{word} {count}" for word, count in sorted(passed.items())) or "none")
    for verdict in show:
        for each in judged:
            if each.verdict is verdict:
                print(f"{verdict.name} {each.mutation.word!r}: {' / '.join(each.mutation.messages)}\n    {each.said}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2_000, help="how many words are put in")
    parser.add_argument("--seed", type=int, default=1, help="draws other questions, words and places")
    names = [verdict.name.lower() for verdict in Verdict]
    parser.add_argument("--show", action="append", default=[], choices=names, help="print each of these, too")
    arguments = parser.parse_args()
    root = data_root()
    if root is None:
        print("No evaluation data: set AMY_EVAL_DATA to a folder that holds phia, lifesnaps, whoop.")
        return 2
    started = time.monotonic()
    judge = Judge(catalogues(root))
    mutator = Mutator(words_of(WORDS.read_text("utf-8")), questions(root), judge.reads)
    judged = [judge.judged(each) for each in mutator.mutations(arguments.count, seed=arguments.seed)]
    shown = [verdict for verdict in Verdict if verdict.name.lower() in arguments.show]
    report(judged, show=list(dict.fromkeys((*shown, Verdict.KEPT))))
    kept = sum(each.verdict is Verdict.KEPT for each in judged)
    accepted = len({each.mutation.asked for each in judged})
    print(f"accepted questions {accepted}, mutants {len(judged)}, kept {kept}")
    print(f"seed {arguments.seed}, {time.monotonic() - started:.0f} s")
    return 1 if kept else 0


if __name__ == "__main__":
    sys.exit(main())
