"""The Boolean rubric: each item is yes or no of a whole conversation, by rules on the text that the person reads."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from amy.client.models import FactEntry
from evals.briefing.judging import NOUNS
from evals.coach.exclusions import suggested
from evals.coach.scripts import WORDS, Kind, Script, any_of, asked, closes, greets, questions
from evals.everyday.tokens import Amount, tokens
from evals.sheet import body, numbers_told

MOST_WORDS: Final = 150
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]?(?=\s|$)|[^.!?\n]+")
_WORD: Final = re.compile(r"[a-zà-ÿ']{4,}")
_ANEW: Final = frozenset({Kind.AGREE, Kind.PROGRESS, Kind.OTHER})
"""Whether a step suits, and how it goes, may be asked again."""
_SAID: Final = WORDS["said"]
_COMMON: Final = frozenset(" ".join(_SAID["common"]).split())


class Item(Enum):
    """In the order in which they are printed."""

    COACHED = "the coach answers"
    GOES_ON = "and to every line that is not goodbye"
    ONE_QUESTION = "exactly one question, and it is last"
    NOT_ASKED_AGAIN = "nothing asked that is known"
    GOAL_COMPLETE = "a goal is agreed, and complete"
    CAPPED = "the goal stays near the person's own level"
    ANCHOR = "a personal anchor"
    PROGRESS = "progress opens the answer"
    NO_REJECTED = "no rejected finding"
    FILTERED = "nothing suggested that is excluded"
    TECHNIQUE = "a technique id"
    SHORT = "at most 150 words"
    ASKS_FIRST = "asks before it recommends"
    FRESH = "nothing said twice, no work announced"


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """One line of the person's and the reply to it.

    Attributes:
        answers: the kind of question that the line answers; None for a line of the script's own.
        rejected: ids of findings that the validator rejected in the turn.
        technique_ids: of the behaviour change ontology, where an event shows them.
        goals: texts of the goals in memory after the turn.
        is_later: of a later conversation.
        heard_danger: whether whom to call stands below the reply.
    """

    line: str
    answers: Kind | None
    reply: str
    agents: tuple[str, ...]
    sheet: tuple[FactEntry, ...] = ()
    rejected: frozenset[str] = frozenset()
    technique_ids: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    is_later: bool = False
    heard_danger: bool = False

    @property
    def text(self) -> str:
        """What the coach says: without sources, and without whom to call, which the safety check puts below it."""
        text = body(self.reply).strip()
        return text[: text.rindex("?") + 1] if self.heard_danger and "?" in text else text

    @property
    def is_coaching(self) -> bool:
        return "health_coach" in self.agents

    @property
    def may_end(self) -> bool:
        """Whether the line gives the coach nothing more to ask: a thanks, a goodbye, a yes."""
        return self.answers is Kind.AGREE or closes(self.line)


def judge(script: Script, exchanges: Sequence[Exchange], most: Mapping[str, float]) -> dict[Item, bool | None]:
    """Yes or no by item; None where it does not apply, which is everything where the coach never spoke."""
    said = [each for each in exchanges if each.is_coaching]
    judged: dict[Item, bool | None] = dict.fromkeys(Item)
    judged[Item.COACHED] = bool(said)
    judged[Item.GOES_ON] = all(each.is_coaching or closes(each.line) or greets(each.line) for each in exchanges)
    if said:
        judged |= {item: check(script, said) for item, check in _CHECKS.items()}
        judged[Item.CAPPED] = all(not over(each, most) for each in said)
    return judged


def one_question(each: Exchange) -> bool:
    asked_now = questions(each.text)
    return (each.may_end and not asked_now) or (len(asked_now) == 1 and each.text.rstrip("*_ ").endswith("?"))


def asked_again(script: Script, said: Sequence[Exchange]) -> list[str]:
    """The questions of a kind that was answered before, and those asked word for word; what suits may be asked anew."""
    known = set(script.known)
    texts: set[str] = set()
    again = []
    for each in said:
        if each.answers is not None:
            known.add(each.answers)
        for question in questions(each.text):
            kind = asked(question)
            if (question.lower() in texts and kind is not Kind.AGREE) or (kind in known and kind not in _ANEW):
                again.append(question)
            texts.add(question.lower())
    return again


def is_complete(goal: str) -> bool:
    """Behaviour, number, unit, frequency, and when it is looked at again, whose own number does not count."""
    parts = WORDS["goal"]
    without_review = re.sub("|".join(parts["review"]), " ", goal, flags=re.IGNORECASE)
    return any_of(parts["number"], without_review) and all(any_of(words, goal) for words in parts.values())


def goal_complete(script: Script, said: Sequence[Exchange]) -> bool | None:
    """Told back in the reply to a yes, or as it is kept; None where no goal is expected."""
    agreeing = [each for each in said if each.answers is Kind.AGREE]
    told = [text for each in agreeing for text in (each.text, *each.goals)]
    return any(map(is_complete, told)) if script.goal else None


def over(each: Exchange, most: Mapping[str, float]) -> list[str]:
    """The proposing sentences with a number above what the person's own level allows; measured numbers left out."""
    kept = [fact.value for fact in each.sheet if fact.source != "coach"]
    found = []
    for sentence in _SENTENCE.findall(each.text):
        if not any_of(_SAID["proposes"], sentence):
            continue
        for amount in (token for token in tokens(sentence) if isinstance(token, Amount)):
            metric = _metric(amount, sentence)
            is_fact = any(abs(value - amount.value) <= amount.half_step for value in kept)
            if metric in most and amount.value > most[metric] and not is_fact:
                found.append(sentence.strip())
    return found


def _metric(amount: Amount, sentence: str) -> str:
    """Durations under three hours are what is added, not how long is slept."""
    if amount.unit == "steps":
        return "steps"
    is_night = amount.unit == "min" and amount.value >= 180 and "sleep" in sentence.lower()
    return "sleep_minutes" if is_night else ""


def anchored(script: Script, said: Sequence[Exchange], each: Exchange) -> bool:
    """A number of the person's own, or a word of theirs that is not everybody's."""
    lines = [one.line for one in said[: said.index(each) + 1]] + [text for _, text in script.memories]
    own = _words(" ".join(lines))
    return bool(numbers_told(each.reply, each.sheet)) or bool(own & _words(each.text))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower())) - _COMMON


def opens_with_progress(script: Script, said: Sequence[Exchange]) -> bool | None:
    """The first two sentences say where the person stands; None without a goal on file."""
    due = [each for each in said if script.on_file and not each.is_later and not each.may_end][:1]
    if goal_complete(script, said):
        due += [each for each in said if each.is_later][:1]
    return all(_stands(each.text, script.on_file) for each in due) if due else None


def _stands(text: str, metric: str) -> bool:
    opening = " ".join(_SENTENCE.findall(text)[:2])
    noun = NOUNS.get(metric, r"\w+")
    return any_of(_SAID["standing"], opening) and any_of([rf"\b(?:{noun})"], opening)


def asks_first(script: Script, said: Sequence[Exchange]) -> bool | None:
    """None where the person wants no questions, has told all that is asked, or has a goal already."""
    if script.direct or script.on_file or {Kind.WHY, Kind.CONSTRAINT} <= script.known:
        return None
    first = said[0]
    return bool(questions(first.text)) and not recommends(first.text)


def recommends(text: str) -> bool:
    return any_of(_SAID["recommends"], text) or any(asked(question) is Kind.AGREE for question in questions(text))


def fresh(said: Sequence[Exchange]) -> bool:
    if any(any_of(_SAID["announces"], each.text) for each in said):
        return False
    told = [{one.strip().lower() for one in _SENTENCE.findall(each.text) if len(one.split()) > 5} for each in said]
    return not any(now & before for before, now in pairwise(told))


def _has_technique(_: Script, said: Sequence[Exchange]) -> bool | None:
    """None where no event shows any: they are no part of the public answer."""
    return True if any(each.technique_ids for each in said) else None


def _tells_rejected(each: Exchange) -> bool:
    return any(fact.claim.rsplit(".", 1)[0] in each.rejected for fact in each.sheet)


_CHECKS: Final[Mapping[Item, Callable[[Script, Sequence[Exchange]], bool | None]]] = {
    Item.ONE_QUESTION: lambda _, said: all(map(one_question, said)),
    Item.NOT_ASKED_AGAIN: lambda script, said: not asked_again(script, said),
    Item.GOAL_COMPLETE: goal_complete,
    Item.ANCHOR: lambda script, said: all(each.may_end or anchored(script, said, each) for each in said),
    Item.PROGRESS: opens_with_progress,
    Item.NO_REJECTED: lambda _, said: not any(map(_tells_rejected, said)),
    Item.FILTERED: lambda script, said: (
        not any(suggested(each.text, script.excluded) for each in said) if script.excluded else None
    ),
    Item.TECHNIQUE: _has_technique,
    Item.SHORT: lambda _, said: all(len(each.text.split()) <= MOST_WORDS for each in said),
    Item.ASKS_FIRST: asks_first,
    Item.FRESH: lambda _, said: fresh(said),
}
