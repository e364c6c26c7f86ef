"""What of a plain reply stands in every wording of it, and the rules that a wording keeps beside those of any reply."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from services.health_coach.domain.case import Case, Fact
from services.health_coach.domain.checking import REFERENCE, broken_rules
from services.health_coach.domain.events import Reply
from services.health_coach.domain.likes import involved_in
from services.health_coach.domain.situation import AGREED, LEADS, Situation
from services.health_coach.domain.strategy import Strategy
from services.health_coach.domain.tags import Tag

GOAL_OPENS: Final = "Your goal is"
"""What an answer opens with where a goal is on file."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
_MARK: Final = re.compile(r"\[\d+\]")
_QUOTE: Final = re.compile(r"“([^”]*)”|\"([^\"]*)\"")
_SOURCE: Final = re.compile(r"\[\d+\]|://|\bwww\.|\]\(", re.IGNORECASE)
_DOCTOR: Final = re.compile(r"\bdoctor\b", re.IGNORECASE)
_HIDDEN: Final = ((Tag.WEIGHING, "weight_kg"), (Tag.WALKING, "steps"))
_GOAL: Final = "goal-"


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What every wording of a reply keeps.

    Attributes:
        kept: its sentences that carry a step, a goal, a source or a doctor, in their order; by them a later turn
            knows what was said.
        opens: the one among them that stays first; empty where none has to.
        closing: the question it ends with; empty where the words are free, or where there is none.
    """

    kept: tuple[str, ...]
    opens: str = ""
    closing: str = ""


def frame_of(plain: Reply, situation: Situation, *, free_question: bool) -> Frame:
    """`free_question`: whether the words of its question do not matter to a later turn."""
    sentences = _SENTENCE.split(plain.draft)
    closing = sentences[-1] if sentences[-1].endswith("?") else ""
    kept = tuple(each for each in sentences if each != closing and _carries(each, situation.library))
    first = sentences[0] if sentences[0].startswith((AGREED, GOAL_OPENS)) else ""
    return Frame(kept=kept, opens=first, closing="" if free_question else closing)


def hidden_from(situation: Situation) -> frozenset[str]:
    """The measures that are not told: no weight to who should not weigh themselves, no steps to who does not walk."""
    return frozenset(measure for tag, measure in _HIDDEN if tag in situation.limits.excluded)


def visible_facts(situation: Situation) -> tuple[tuple[str, Fact], ...]:
    """The numbers that may be told, by the metric that they are of; empty of workouts."""
    hidden = hidden_from(situation)
    named = ((getattr(question, "metric", ""), fact) for question, fact in situation.case.facts.items())
    return tuple((name, fact) for name, fact in named if name not in hidden)


def broken_in(draft: str, plain: Reply, frame: Frame, situation: Situation) -> tuple[str, ...]:
    """The rules that a wording of a reply breaks, in words."""
    case = situation.case
    return (*broken_rules(replace(plain, draft=draft), case), *_broken(draft, plain, frame, situation))


def _broken(draft: str, plain: Reply, frame: Frame, situation: Situation) -> Iterator[str]:
    rest, at = draft, 0
    for each in frame.kept:
        at = draft.find(each, at)
        if at < 0:
            yield "a kept sentence is missing, changed or out of its order"
            return
        at += len(each)
        rest = rest.replace(each, " ", 1)
    if not draft.startswith(frame.opens):
        yield "the first sentence is not the one that stays first"
    if frame.closing and not draft.endswith(frame.closing):
        yield "it does not end with the closing question as it is given"
    rest = rest.removesuffix(frame.closing)
    if _SOURCE.search(rest):
        yield "a source is marked, or an address stands, outside the kept sentences"
    told = set(_told(rest))
    if not told <= {fact.claim for _, fact in visible_facts(situation)}:
        yield "a reference outside the kept sentences is not to a number of the person's own"
    if _own_numbers(plain.draft) and not _own_numbers(draft):
        yield "it tells no number of the person's own"
    if not _quotes_the_person(rest, situation.case):
        yield "something is quoted that the person did not say"
    known = (*_SENTENCE.split(plain.draft), *(each.called for each in situation.limits.found))
    if involved_in(_without(rest, known)) & situation.limits.excluded:
        yield "it names what the person cannot or will not do"


def _without(text: str, known: Iterable[str]) -> str:
    """What is said beside what the rules say."""
    for each in known:
        text = text.replace(each, " ")
    return text


def _carries(sentence: str, library: Sequence[Strategy]) -> bool:
    is_step = sentence.startswith((*LEADS, AGREED, GOAL_OPENS)) or any(each.text in sentence for each in library)
    return is_step or f"{{{{{_GOAL}" in sentence or bool(_MARK.search(sentence) or _DOCTOR.search(sentence))


def _told(text: str) -> list[str]:
    return [found["claim"] for found in REFERENCE.finditer(text)]


def _own_numbers(text: str) -> list[str]:
    return [claim for claim in _told(text) if not claim.startswith(_GOAL)]


def _quotes_the_person(text: str, case: Case) -> bool:
    said = "\n".join(case.said).casefold()
    return all((found[1] or found[2] or "").strip(" .,").casefold() in said for found in _QUOTE.finditer(text))
