"""What a message holds that can speak for or against danger, each as a short name.

A clue is a word ("w:chest") or two in a row ("w:chest pain"), a sign that is shown ("sign:chest pain") or stands in
company that makes it harmless ("harmless:chest pain"), a stated reading that is an emergency ("vital:oxygen"), company
that is there at all ("beside:negated"), and a kind of danger together with that company.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from services.orchestrator.domain.safety.dangers import Danger
from services.orchestrator.domain.safety.phrases import Phrases
from services.orchestrator.domain.safety.signs import Company, Sentence, Sign, is_harmless, sentences
from services.orchestrator.domain.safety.spelling import SENTENCE_ENDS, Spelling
from services.orchestrator.domain.safety.vitals import Ages, Vital, extreme
from services.orchestrator.domain.safety.weighing import Floats

_FEW_WORDS: Final = 6
_MANY_WORDS: Final = 40
_CERTAIN: Final = "certain:"
_MARKS: Final = frozenset({".", ",", "?", "_"})


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """All words of the check, and what it knows of meanings.

    Attributes:
        idioms: sound like danger and mean none.
        companies: what can make a sign harmless.
        beside: by name, what is worth knowing beside a sign.
        over: says that what was said before is over.
        affirms: says yes to a question, and nothing else.
        meaning: what a text in plain spelling means, as a vector, with its nearness to known messages at the end.
    """

    spelling: Spelling
    idioms: Phrases
    signs: tuple[Sign, ...]
    vitals: tuple[Vital, ...]
    ages: Ages
    companies: tuple[Company, ...]
    beside: Mapping[str, Phrases]
    over: Phrases
    affirms: Phrases
    meaning: Callable[[str], Floats]

    def phrases(self) -> Iterator[Phrases]:
        """Everything that is looked for."""
        yield from (self.idioms, self.over, self.affirms, *self.beside.values())
        yield from (sign.says for sign in self.signs)
        for company in self.companies:
            yield from (company.says, company.unless)
        for vital in self.vitals:
            yield from vital.says
            yield from (limit.needs for limit in vital.limits if limit.needs is not None)
        ages = self.ages
        yield from (ages.years, ages.months, ages.weeks, ages.days, ages.bare)
        yield from (says for says, _ in ages.implied)


@dataclass(frozen=True)
class Part:
    """A sentence of a message, and the clues it shows in the company of the whole message."""

    text: str
    shown: tuple[str, ...]

    @property
    def in_danger(self) -> bool:
        """Whether it shows a sign, or a reading, that nothing makes harmless."""
        return any(clue.startswith("sign:") for clue in self.shown)

    @property
    def certain(self) -> frozenset[Danger]:
        """The dangers that are heard whatever else is said."""
        return frozenset(Danger(clue.removeprefix(_CERTAIN)) for clue in self.shown if clue.startswith(_CERTAIN))


def parts_of(message: str, vocabulary: Vocabulary) -> tuple[Part, ...]:
    """The sentences of a message in plain spelling (`Spelling.plain`)."""
    return tuple(
        Part(part.text, tuple(_shown(part, vocabulary)))
        for part in sentences(message, idioms=vocabulary.idioms, companies=vocabulary.companies)
    )


def clues_in(message: str, parts: Sequence[Part], vocabulary: Vocabulary) -> frozenset[str]:
    """The clues of a text in plain spelling: a whole message with its parts, or one part by itself."""
    shown = [clue for part in parts for clue in part.shown]
    kinds = Counter(clue for clue in shown if clue.removeprefix("sign:") in set(Danger))
    beside = {name for name, phrases in vocabulary.beside.items() if phrases.pattern.search(message)}
    beside |= {"a question"} if " ? " in message else set()
    dangers = {clue.partition(":")[2] for clue in shown} & {*Danger, "vital"}
    return frozenset(
        {
            *_words(message),
            *_length(message),
            *shown,
            *(f"several:{clue}" for clue, count in kinds.items() if count > 1),
            *(f"beside:{name}" for name in beside),
            *(f"{danger} beside {name}" for danger in dangers for name in beside),
        }
    )


def dangers_shown(message: str, vocabulary: Vocabulary) -> frozenset[Danger]:
    """The dangers of which a message shows a sign that is not harmless."""
    return frozenset(
        sign.danger
        for part in sentences(message, idioms=vocabulary.idioms, companies=vocabulary.companies)
        for sign, harmless in _signs(part, vocabulary.signs)
        if not harmless
    )


def _shown(sentence: Sentence, vocabulary: Vocabulary) -> Iterator[str]:
    for sign, harmless in _signs(sentence, vocabulary.signs):
        if sign.certain:
            yield from () if harmless else (f"{_CERTAIN}{sign.danger.value}",)
            continue
        word = "harmless" if harmless else "sign"
        yield f"{word}:{sign.about}"
        yield f"{word}:{sign.danger.value}"
    for vital in extreme(sentence, vocabulary.vitals, vocabulary.ages):
        yield f"vital:{vital.name}"
        yield "sign:vital"


def _signs(sentence: Sentence, signs: Sequence[Sign]) -> Iterator[tuple[Sign, bool]]:
    """Each sign that stands in the sentence, and whether it is harmless wherever it stands."""
    words = sentence.words
    for sign in signs:
        if sign.says.may_match(words):
            starts = [found.start() for found in sign.says.pattern.finditer(sentence.text)]
            if starts:
                yield sign, all(is_harmless(sentence, start, sign.harmless) for start in starts)


def _words(message: str) -> Iterator[str]:
    before = ""
    for item in message.split():
        if item in _MARKS:
            before = "" if item in SENTENCE_ENDS else before
            continue
        word = "#" if item[0].isdigit() else item
        yield f"w:{word}"
        if before:
            yield f"w:{before} {word}"
        before = word


def _length(message: str) -> Iterator[str]:
    words = sum(item not in _MARKS for item in message.split())
    if words < _FEW_WORDS:
        yield "few words"
    if words > _MANY_WORDS:
        yield "many words"
