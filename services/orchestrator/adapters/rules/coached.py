"""What stands in an answer that a coach ends with a question: what is known first, then what the coach says of it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from services.orchestrator.adapters.rules.left_open import is_on
from services.orchestrator.adapters.rules.paragraphs import is_item
from services.orchestrator.adapters.rules.specialists import asks_to_know
from services.orchestrator.adapters.rules.subjects import subjects_in
from services.orchestrator.domain.evidence import AgentAnswer
from services.orchestrator.domain.numbers import references
from services.orchestrator.domain.numbers.answer_writer import without_markers
from services.orchestrator.domain.numbers.writing.sentences import split_sentences
from services.orchestrator.domain.plan import Agent

_MOST_WORDS: Final = 120
"""Above a coach's question, a number counted as one."""
_MOST_KNOWN: Final = 45
"""Words of what is known, before what a coach says."""
_SOURCES_AT_END: Final = re.compile(r"((?: ?\[\d{1,2}\])+)[.!]\s*$")


def known_first(answers: Sequence[AgentAnswer]) -> list[AgentAnswer]:
    """The answers with what is known at the head, where that was asked: who asks is answered before they are asked.

    It is told in brief: what the coach says of it follows, and is to be read.
    """
    known = [each for each in answers if each.agent is Agent.DOMAIN_EXPERT and asks_to_know(each.question)]
    brief = [replace(each, draft="\n\n".join(map(_in_brief, each.draft.split("\n\n")))) for each in known]
    return [*brief, *(each for each in answers if each not in known)]


def _in_brief(block: str) -> str:
    """The first sentences of what is known, with the sources of all of it."""
    sentences = split_sentences(block)
    lengths = accumulate(len(sentence.split()) for sentence in sentences)
    told = "".join(
        s for s, length in zip(sentences, lengths, strict=True) if s == sentences[0] or length <= _MOST_KNOWN
    )
    sources = _SOURCES_AT_END.search(block)
    bare = told.rstrip()
    if sources is None or bare == block.rstrip() or not bare.endswith((".", "!")):
        return bare
    return f"{without_markers(bare[:-1])}{sources[1]}{bare[-1]}"


def to_the_point(answer: AgentAnswer) -> AgentAnswer:
    """What somebody was asked besides, without what is not to the point.

    A number of the person's that the expert tells by itself is left out too: the coach tells where they stand.
    """
    if answer.agent is not Agent.DOMAIN_EXPERT:
        return answer
    asks = asks_to_know(answer.question)
    is_fit = is_on(answer.question, answer.draft) if asks else _is_of_the_same(answer.question, answer.draft)
    cited = filter(_cites, answer.draft.split("\n\n")) if is_fit else ()
    return replace(answer, draft="\n\n".join(cited))


def _is_of_the_same(question: str, draft: str) -> bool:
    """Whether they name a quantity or substance in common: behind a coach's own words a stray one is out of place."""
    return not subjects_in(question).isdisjoint(subjects_in(draft))


def _cites(block: str) -> bool:
    return without_markers(block) != block


def short(blocks: Sequence[str]) -> list[str]:
    """The first block, and of the others as much as leaves it short: a question follows, to be answered.

    Of one that is too long the sentences stay that tell the person's own numbers.
    """
    lengths = accumulate(len(block.split()) for block in blocks)
    told = (
        block if not at or length <= _MOST_WORDS else _own_numbers(block)
        for at, (block, length) in enumerate(zip(blocks, lengths, strict=True))
    )
    return [block for block in told if block]


def _own_numbers(block: str) -> str:
    return "".join(sentence for sentence in split_sentences(block) if references(sentence)).strip()


def asking_nothing(block: str) -> str:
    """The block without its questions: the one that a coach ends with is to be answered."""
    sentences = split_sentences(block)
    return "".join(each for each in sentences if is_item(each) or not each.rstrip().endswith("?")).strip()


def closing_question(draft: str) -> tuple[str, str]:
    """A coach's draft without its last question, and that question, which is to come last."""
    sentences = split_sentences(draft)
    for position, sentence in reversed(list(enumerate(sentences))):
        if sentence.rstrip().endswith("?"):
            return "".join(sentences[:position] + sentences[position + 1 :]), sentence.strip()
    return draft, ""
