"""The analyst's decisions by rule. The same question about the same data is always read, computed and told alike."""

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from services.data_science.adapters import pandas_code
from services.data_science.adapters.pictures import picture_of
from services.data_science.adapters.rules.halves import halves
from services.data_science.domain import interpretation
from services.data_science.domain.algebra import Question
from services.data_science.domain.analysis import AnyPart, Computed, Decline, Part, Picture, Plan, Summary
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.interpretation import Interpretation
from services.data_science.domain.run import Frames, JsonValue
from services.data_science.domain.well_typed import problem_of
from services.data_science.language.believing import believable, is_average
from services.data_science.language.interpreting import Computable, NotMine, Partly, interpret, passed_over
from services.data_science.language.own_numbers import own_numbers
from services.data_science.language.resolving.noted import names_noted
from services.data_science.language.saying import say
from services.data_science.language.telling.answering import answer_of
from services.data_science.language.telling.computed import Asked, ComputedQuestion
from services.data_science.language.text.english import is_english
from services.data_science.language.understanding import Reader
from services.data_science.language.vocabulary import plain

NOT_ENGLISH: Final = interpretation.NotMine(
    topic=interpretation.Topic.OTHER_LANGUAGE,
    reason="I understand English only for now.",
    nearest="Please ask again in English.",
)
_IMPORTS: Final[Mapping[str, str]] = MappingProxyType(
    {"pd": "import pandas as pd", "np": "import numpy as np", "stats": "from scipy import stats"}
)
_DIRECTIONS: Final[Mapping[int, Asked]] = MappingProxyType({1: Asked.HIGHER, -1: Asked.LOWER, 0: Asked.DIFFERENT})
_CHOICES: Final = MappingProxyType({1: Asked.WHICH, -1: Asked.WHICH_LOWER, 0: Asked.WHICH})
_LEFT_OUT: Final = "I leave out values that are hardly believable."
_COUNTED_AS_ZERO: Final = "Some were recorded without any, and count as nothing."
_HARDLY_BELIEVABLE: Final = "That is hardly believable, but there is no other value."
MOST_READERS: Final = 64
_MOST_INTERPRETED: Final = 64
_UNREAD: Final = "I leave out the rest of your question, because I can't read it."
_UNDEFINED: Final = re.compile(r"NameError: name '(\w+)' is not defined")


@dataclass(frozen=True, kw_only=True)
class _Understood:
    """What is computed of a message, and which part of it is not, in one sentence."""

    plan: Plan
    unread: str = ""


_Read: TypeAlias = "_Understood | interpretation.NotMine"


class RulesMind:
    """Implements `AnalystMind` without a model."""

    def __init__(self) -> None:
        self._readers: list[Reader] = []
        self._interpreted: OrderedDict[tuple[str, ...], tuple[Reader, _Read]] = OrderedDict()

    async def plan(self, question: str, catalogue: Catalogue, *, earlier: Sequence[str] = ()) -> Plan | Decline:
        messages = (*earlier, question)
        understood = self._read_before(messages, catalogue) or self._understood(messages, catalogue)
        if isinstance(understood, interpretation.NotMine):
            return Decline(answer=f"{understood.reason} {understood.nearest}".rstrip())
        return understood.plan

    async def plan_of(self, questions: Sequence[Question], catalogue: Catalogue) -> Plan | Decline:
        problem = next(filter(None, (problem_of(each, catalogue) for each in questions)), None)
        if problem is not None:
            return Decline(answer=f"I can't compute that, because {problem}.")
        return plan_of_parts([Part(question=each, said=say(each, catalogue)) for each in questions])

    async def interpret(self, messages: Sequence[str], catalogue: Catalogue) -> Interpretation:
        understood = self._understood(messages, catalogue)
        self._interpreted[tuple(messages)] = (self.reader(catalogue), understood)
        if len(self._interpreted) > _MOST_INTERPRETED:
            self._interpreted.popitem(last=False)
        own = self.own_numbers(messages, catalogue)
        if isinstance(understood, interpretation.NotMine):
            return replace(understood, own_numbers=own)
        said_back, questions = "; and ".join(part.said for part in understood.plan.parts), understood.plan.questions
        if understood.unread:
            return interpretation.Partly(
                said_back=said_back, unread=understood.unread, questions=questions, own_numbers=own
            )
        noted = any(names_noted(each, catalogue) for each in questions)
        return interpretation.Computable(said_back=said_back, questions=questions, own_numbers=own, noted=noted)

    def own_numbers(self, messages: Sequence[str], catalogue: Catalogue) -> interpretation.OwnNumbers | None:
        """Of what the last message names or, where it names nothing, the newest before it that does."""
        vocabulary = self.reader(catalogue).vocabulary
        for message in reversed(messages):
            if questions := own_numbers(plain(message).split(), vocabulary):
                said = "; and ".join(say(each, catalogue) for each in questions)
                return interpretation.OwnNumbers(said_back=said, questions=questions)
        return None

    def _read_before(self, messages: tuple[str, ...], catalogue: Catalogue) -> "_Read | None":
        """What was interpreted a moment ago, and is computed now; it is kept until then."""
        reader, understood = self._interpreted.pop(messages, (None, None))
        return understood if reader is self.reader(catalogue) else None

    def _understood(self, messages: Sequence[str], catalogue: Catalogue) -> _Read:
        """What the last message asks: all of it, or its first half where the rest asks for advice or a meaning."""
        reader = self.reader(catalogue)
        found = interpret(reader, messages)
        if isinstance(found, NotMine) and not is_english(messages[-1]):
            return NOT_ENGLISH
        if not isinstance(found, Computable):
            least = len(found.readings) if isinstance(found, Partly) else 1
            found = _first_half(reader, messages, least=least) or found
        if isinstance(found, NotMine):
            topic = interpretation.Topic(found.topic.value)
            return interpretation.NotMine(topic=topic, reason=found.reason, nearest=found.nearest, noted=found.noted)
        if isinstance(found, Partly):
            found = replace(found, unread=without_numbers(found.unread))
        unread = found.unread if isinstance(found, Partly) else ""
        return _Understood(plan=_planned(found, catalogue), unread=unread)

    def reader(self, catalogue: Catalogue) -> Reader:
        """The reader of a catalogue; those asked for last are kept, because what each can read is made once."""
        known = (each for each in reversed(self._readers) if each.catalogue == catalogue)
        reader = next(known, None) or Reader(catalogue)
        self._readers = [*(each for each in self._readers if each is not reader), reader][-MOST_READERS:]
        return reader

    async def write_code(self, part: AnyPart, frames: Frames) -> str:
        """What the question language can say is compiled; for anything else a rule can write nothing."""
        del frames
        return pandas_code.code_for(part.question) if isinstance(part, Part) else ""

    async def repair(self, part: AnyPart, code: str, problem: str, frames: Frames) -> str:
        """Adds an import that the code forgot; there is nothing else that a rule could mend without guessing."""
        del part, frames
        undefined = _UNDEFINED.search(problem)
        line = _IMPORTS.get(undefined[1]) if undefined else None
        return f"{line}\n{code}" if line and line not in code else code

    async def summarise(self, computed: tuple[Computed, ...], catalogue: Catalogue, *, prefix: str) -> Summary:
        answered = [_answered(each.part, each) for each in computed if isinstance(each.part, Part)]
        told = answer_of(answered, catalogue, prefix=prefix)
        return replace(told, pictures=_pictures(answered, told, catalogue))


def without_numbers(unread: str) -> str:
    """What is left out, where it holds no number: one in an answer would look as if it had been computed."""
    return _UNREAD if any(letter.isnumeric() for letter in unread) else unread


def _first_half(reader: Reader, messages: Sequence[str], *, least: int) -> Partly | None:
    """What is computed of a message that goes on to ask for advice or a meaning, if that are so many questions."""
    *earlier, question = messages
    for half, left_out in halves(question):
        found = interpret(reader, [*earlier, half])
        if isinstance(found, Computable) and len(found.readings) >= least:
            return Partly(readings=found.readings, unread=left_out)
    return None


def _planned(understood: Computable | Partly, catalogue: Catalogue) -> Plan:
    parts = tuple(
        Part(
            question=reading.question,
            said=say(reading.question, catalogue),
            notes=(*map(_sentence, reading.notes), *([passed_over(reading.unused)] if reading.unused else [])),
            asked_in=reading.unit,
            yes_no=reading.yes_no,
            direction=reading.direction,
            choice=reading.choice,
            most_told=reading.most_told,
            believable=believable(reading.question, catalogue),
        )
        for reading in understood.readings
    )
    if isinstance(understood, Partly):
        parts = (*parts[:-1], replace(parts[-1], notes=(*parts[-1].notes, understood.unread)))
    return plan_of_parts(parts)


def plan_of_parts(parts: Sequence[AnyPart]) -> Plan:
    """The plan of what was read, with the approach that says so."""
    several = " several questions" if len(parts) > 1 else ""
    return Plan(parts=tuple(parts), approach=f"I read this as{several}: {'; '.join(part.said for part in parts)}.")


def _sentence(note: str) -> str:
    return note if note.endswith((".", "!", "?")) else f"{note[:1].upper()}{note[1:]}."


def _answered(part: Part, each: Computed) -> ComputedQuestion:
    """What is told of a part: of believable values alone where that comes to something else, and then it is said."""
    told = _computed(part, part.question, each.result)
    if part.believable is None or each.believable is None:
        return told
    bounded = _computed(part, part.believable, each.believable)
    if "effect" not in bounded.numbers and told.numbers.get("effect") == 0:
        return replace(bounded, told_as=part.question)
    if "effect" not in bounded.numbers:
        return replace(told, notes=(*told.notes, _HARDLY_BELIEVABLE)) if "effect" in told.numbers else told
    if _without_counts(bounded.numbers) == _without_counts(told.numbers):
        return told
    if is_average(part.question):
        return replace(told, notes=(*told.notes, _COUNTED_AS_ZERO))
    return replace(bounded, told_as=part.question, notes=(*bounded.notes, _LEFT_OUT))


def _without_counts(numbers: Mapping[str, float]) -> Mapping[str, float]:
    """What is told, aside from how many values it was picked from."""
    return {key: value for key, value in numbers.items() if key not in {"n", "ties"}}


def _computed(part: Part, question: Question, result: JsonValue) -> ComputedQuestion:
    """What the code returned under the keys of the question's answer; anything else in it is no part of that."""
    returned = result if isinstance(result, Mapping) else {}
    return ComputedQuestion(
        question=question,
        numbers=pandas_code.numbers_of(question, returned),
        texts=pandas_code.texts_of(returned),
        points=pandas_code.points_of(question, returned),
        baseline_points=pandas_code.baseline_points_of(returned),
        pairs=pandas_code.pairs_of(returned),
        asked_in=part.asked_in,
        asked=_DIRECTIONS[part.direction] if part.yes_no else _CHOICES[part.direction] if part.choice else None,
        most_told=part.most_told,
        notes=part.notes,
    )


def _pictures(answered: Sequence[ComputedQuestion], told: Summary, catalogue: Catalogue) -> tuple[Picture, ...]:
    """The chart of each part that has one, under the finding it shows."""
    drawn = (
        picture_of(each, catalogue, finding_ids=(finding.id,))
        for each, finding in zip(answered, told.findings, strict=True)
    )
    return tuple(picture for picture in drawn if picture is not None)
