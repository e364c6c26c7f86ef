"""What a prompt shows of the turn: texts and lists are cut, so that no prompt grows with a history."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from services.orchestrator.domain.conversation import Conversation, Message
from services.orchestrator.domain.evidence import AgentAnswer, Citation, Evidence, Fact, FindingSummary, Verdict
from services.orchestrator.domain.numbers import user_facts
from services.orchestrator.domain.understanding import Computable, NotMine, Partly, Understood

MOST_MESSAGES: Final = 10
LONGEST_MESSAGE: Final = 2000
LONGEST_QUESTION: Final = 4000
LONGEST_DRAFT: Final = 4000
LONGEST_MEMORY: Final = 4000
LONGEST_SOURCE: Final = 400
MOST_FINDINGS: Final = 24
MOST_FACTS: Final = 200
MOST_SOURCES: Final = 20
MOST_ASKED: Final = 8000
"""Characters of the person's messages whose numbers are shown."""
NONE: Final = "(none)"
_COMPUTED_ONCE: Final = (
    "Amy says below the answer that nothing has computed it a second time, so do not say how sure it is"
)


def cut(text: str, most: int) -> str:
    """The text, or as much of its beginning as fits."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def question(conversation: Conversation) -> str:
    return cut(conversation.question, LONGEST_QUESTION)


def history(conversation: Conversation) -> str:
    """The newest messages before the question, oldest first."""
    return listed(f"{said.role}: {cut(said.content, LONGEST_MESSAGE)}" for said in _newest(conversation.history))


def understood(found: Understood | None) -> str:
    match found:
        case None:
            return "It could not be asked."
        case Computable(said_back=said):
            return f"All of it can be computed: {said}"
        case Partly(said_back=said, unread=unread):
            return f"A part of it can be computed: {said}\nThe rest: {unread}"
        case NotMine(topic=topic, reason=reason):
            names = "" if found.own_numbers is None else f"\nIt names what is on record: {found.own_numbers.said_back}"
            return f"Nothing of it can be computed ({topic.value}): {reason}{names}"


def answers(given: Iterable[AgentAnswer]) -> str:
    return listed(
        f"{answer.agent.value}, asked “{cut(answer.question, LONGEST_MESSAGE)}” ({answer.status.value}):\n"
        f"{cut(answer.draft, LONGEST_DRAFT) or 'nothing'}"
        for answer in given
    )


def findings(found: Sequence[FindingSummary]) -> str:
    """The strongest first; of what was rejected only that it was, for it is not to be told."""
    order = (Verdict.VALIDATED, Verdict.CONDITIONAL, Verdict.REJECTED)
    ranked = sorted(found, key=lambda each: order.index(each.verdict))
    return listed(_finding(each) for each in ranked[:MOST_FINDINGS])


def facts(evidence: Evidence, conversation: Conversation) -> str:
    """The sheet, and the numbers that the person stated, newest message first, as they are named."""
    asked = _newest_words(conversation)
    known = (*evidence.fact_sheet, *evidence.literature, *user_facts("\n".join(asked)))
    return listed(_fact(fact) for fact in known[:MOST_FACTS])


def sheet(known: Sequence[Fact]) -> str:
    return listed(_fact(fact) for fact in known[:MOST_FACTS])


def sources(cited: Sequence[Citation]) -> str:
    return listed(
        f"[{number}] {one.title}, {one.publisher}: {cut(one.text, LONGEST_SOURCE)}"
        for number, one in enumerate(cited[:MOST_SOURCES], start=1)
    )


def listed(lines: Iterable[str]) -> str:
    return "\n".join(lines) or NONE


def _newest_words(conversation: Conversation) -> list[str]:
    """The person's messages, newest first and each whole, so that the numbers in them keep their names."""
    asked = [message.content for message in reversed(conversation.messages) if message.role == "user"]
    lengths = accumulate(map(len, asked))
    return [
        text for at, (text, length) in enumerate(zip(asked, lengths, strict=True)) if not at or length <= MOST_ASKED
    ]


def _newest(messages: Sequence[Message]) -> Sequence[Message]:
    return messages[-MOST_MESSAGES:]


def _finding(found: FindingSummary) -> str:
    if found.verdict is Verdict.REJECTED:
        plain = f"; plain reading on the sheet as reading-{found.id}" if found.reading_keys else ""
        return f"- {found.id} rejected{plain}: {found.reason}"
    said = [f"- {found.id} {found.verdict.value}: {found.claim}"]
    said += [_COMPUTED_ONCE if found.by_code else f"uncertain because {found.reason}"] if found.reason else []
    said += [f"how sure: {found.range} {found.basis}".rstrip()] if found.range else []
    said += [f"mechanism: {found.mechanism}"] if found.mechanism else []
    said += [f"next step: {found.strategy}"] if found.strategy else []
    return "; ".join(said)


def _fact(fact: Fact) -> str:
    about = " · ".join(filter(None, (f"n {fact.n}" if fact.n else "", fact.window or "", fact.citation or "")))
    return f"- {fact.claim} = {fact.value:g} {fact.unit or ''} ({fact.verdict.value}) {about}".rstrip()
