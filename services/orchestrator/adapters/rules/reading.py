"""Reading a question in its conversation: without politeness, and with what a follow-up leaves out."""

import re
from dataclasses import replace
from typing import Final

from services.orchestrator.adapters.rules.lexicon import (
    ACTIVITY,
    CHANGE,
    COACHING,
    KNOWLEDGE,
    METRIC,
    OTHERS,
    QUESTION,
    RELATION,
    STATISTIC,
    TELLING,
    WINDOW,
)
from services.orchestrator.domain.conversation import Conversation

_POLITE_START: Final = re.compile(
    r"^(?:\s*(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear|ok(?:ay)?|so|well|please|thanks|thank you"
    r"|amy|fitbit llm|great|cool"
    r"|(?:can|could|would|will) you (?:please |kindly |maybe )?(?:(?:tell|show|give|let|help) me(?: know| see"
    r"| understand| with| find out)?"
    r"|find out|check|compute|calculate|work out|look up)"
    r"|(?:i(?:'m| am| was)|i've been) (?:just )?(?:wondering|curious)(?: about| to know)?|(?:i(?:'d"
    r"| would)? (?:just )?(?:like|want|love)|i want(?:ed)?|i need) to (?:know|see|ask|understand|find out)"
    r"|do you know|(?:please )?(?:tell|show|give) me|let me know|may i ask|quick question|just)(?:\b"
    r"|(?<=\W))[\s,:;!.\u2013-]*)+",
    re.IGNORECASE,
)
_POLITE_END: Final = re.compile(
    r"[\s,]*(?:\b(?:please|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|cheers|amy"
    r"|if (?:you can|possible))\b[\s,.!]*)+(?P<mark>[?.!]?)\s*$",
    re.IGNORECASE,
)
_INDIRECT: Final = re.compile(
    r"(?P<word>what|how \w+|if|whether) (?P<subject>(?:my|the) .+?) (?P<verb>was|is|were|are|has"
    r"|have)\b(?P<rest>.*?)[?.!]*$",
    re.IGNORECASE | re.DOTALL,
)
"""What is left of "I was wondering what my lowest heart rate was"."""
_NOUN_PHRASE: Final = re.compile(
    r"(?:my|the) (?!.*\b(?:is|are|was|were|has|have|had|do|does|did)\b)", re.IGNORECASE | re.DOTALL
)
"""What is left of "show me my average heart rate"."""
_SENTENCE: Final = re.compile(r"(?<=[?.!])\s+(?=\S)|\n+")
_SECOND_QUESTION: Final = re.compile(
    r"\s*(?:,|;|\s[\u2013\u2014-])?\s+(?:and|also|so)\s+(?:also\s+)?(?=(?:what (?:should|can|could|does|do"
    r"|would)|how (?:can|should|do i|could|does (?:it|that|this)|do (?:they|these))"
    r"|why|is (?:that|it|this)|are (?:those|these|they)|should|can|could|do you|does (?:that|it|this)|what(?:'s"
    r"| is) (?:normal|healthy|good))\b)",
    re.IGNORECASE,
)
_FOLLOW_UP: Final = re.compile(
    r"^\W*(?:(?:and|but|ok(?:ay)?|so|then|now)[\s,]+)*(?:(?:what|how) about|what of|same (?:for|with|over"
    r"|question for)|(?:the )?same|and|but|only|just|instead)?[\s,]*(?P<rest>.*?)[\s?.!]*$",
    re.IGNORECASE | re.DOTALL,
)
_STARTS_LIKE_ONE: Final = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|then|now)[\s,]+)?(?:and|but|(?:what|how) about|what of|(?:the )?same|only|just"
    r"|instead|for|over|in|during|on|last|past|this|yesterday|today|my)\b",
    re.IGNORECASE,
)
_POINTS_BACK: Final = re.compile(
    r"\b(?:that|it|this|those|these|they)\b|^\W*(?:but |and |so )?why\W*(?:not\W*)?$", re.IGNORECASE
)
_SCOPE: Final = re.compile(
    r"\W*(?:looking at|considering|based on|given|over|for|in|during|on|since)\b[^?]*\.\s*$", re.IGNORECASE
)
"""A sentence that only says which data is meant."""
_MOST_READ: Final = 2000
_LONGEST_FOLLOW_UP: Final = 12
_OWN_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|do|does|did|should|can|could|has|have|am|will|would)\b", re.IGNORECASE
)
_STATISTIC_WORD: Final = re.compile(
    r"\b(?:average|mean|median|minimum|min|maximum|max|lowest|highest|total|sum|standard deviation|count|latest"
    r"|most recent)\b",
    re.IGNORECASE,
)


def readable(text: str) -> str:
    """As much of a text as the rules read: its first characters, runs of blanks as one, so that reading stays quick."""
    return re.sub(r"\n\s*", "\n", re.sub(r"[^\S\n]+", " ", text[:_MOST_READ]))


def readable_conversation(conversation: Conversation) -> Conversation:
    return Conversation(
        messages=tuple(replace(message, content=readable(message.content)) for message in conversation.messages)
    )


def resolved_question(conversation: Conversation) -> str:
    """The question as it would read without the conversation before it.

    "And over the last 7 days?" is the previous question with its window replaced; "What about HRV?" with its metric;
    "And the median?" with its statistic. Anything else is itself.
    """
    question = conversation.question
    if not _is_follow_up(question):
        return question
    asked = [message.content for message in conversation.history if message.role == "user"]
    complete = [position for position, text in enumerate(asked) if not _is_follow_up(text)]
    if not complete:
        return question
    resolved = asked[complete[-1]]
    for follow_up in (*asked[complete[-1] + 1 :], question):
        resolved = _merged(resolved, follow_up)
    return resolved


def antecedent(conversation: Conversation) -> str:
    """The last question about a metric, if this one points back at it ("Why?", "Is that normal?"); else empty."""
    question = conversation.question
    if METRIC.search(question) or not _POINTS_BACK.search(question) or len(question.split()) > _LONGEST_FOLLOW_UP:
        return ""
    asked = (message.content for message in reversed(conversation.history) if message.role == "user")
    return next((text for text in asked if METRIC.search(text)), "")


def data_question(question: str) -> str:
    """All that a question asks of the person's data, in the person's words.

    Left out are greetings and thanks, sentences that ask nothing, and what asks only for a meaning or for advice:
    "What was it last week, and is that normal?" without its second half.
    """
    sentences = [stripped for part in _SENTENCE.split(question) if (stripped := _stripped(part))]
    asking = [sentence for sentence in sentences if _asks_data(sentence)]
    if not asking:
        best = max(sentences, key=_asks, default=question.strip())
        return _without_second_question(best)
    return " ".join(map(_without_second_question, asking))


def _asks_data(sentence: str) -> bool:
    asks = bool(QUESTION.search(sentence)) or (_computes(sentence) and not TELLING.match(sentence))
    return bool(_SCOPE.match(sentence)) or (asks and not _only_asks_for_more(sentence))


def _without_second_question(sentence: str) -> str:
    """The sentence up to where it goes on to ask for a meaning or for advice."""
    for second in _SECOND_QUESTION.finditer(sentence):
        if _only_asks_for_more(sentence[second.end() :]):
            return sentence[: second.start()].rstrip(" ,;") + ("?" if sentence.endswith("?") else "")
    return sentence


def _only_asks_for_more(text: str) -> bool:
    """Whether it asks for what no data can tell, and for nothing else; what points back asks nothing of its own."""
    if _computes(text) or OTHERS.search(text):
        return False
    return bool(
        KNOWLEDGE.search(text) or COACHING.search(text) or (_POINTS_BACK.search(text) and not METRIC.search(text))
    )


def _computes(text: str) -> bool:
    return any(pattern.search(text) for pattern in (STATISTIC, CHANGE, RELATION))


def _stripped(sentence: str) -> str:
    text = _POLITE_END.sub(lambda found: found["mark"], _POLITE_START.sub("", sentence.strip())).strip()
    if re.fullmatch(r"\W*", text):
        return ""
    if indirect := _INDIRECT.match(text):
        word = indirect["word"].lower()
        asked = [] if word in ("if", "whether") else [word]
        text = " ".join((*asked, indirect["verb"], indirect["subject"])) + indirect["rest"] + "?"
    elif _NOUN_PHRASE.match(text):
        text = f"what is {text[0].lower()}{text[1:].rstrip(' ?.!')}?"
    return text[0].upper() + text[1:]


def _asks(sentence: str) -> int:
    """How much a sentence looks like a computation on a metric."""
    topic = bool(METRIC.search(sentence) or ACTIVITY.search(sentence))
    computes = bool(STATISTIC.search(sentence) or RELATION.search(sentence))
    return 4 * topic + 2 * sentence.endswith("?") + computes


def _is_follow_up(question: str) -> bool:
    rest = _rest(question)
    return (
        bool(_STARTS_LIKE_ONE.match(question) or WINDOW.fullmatch(rest))
        and len(question.split()) <= _LONGEST_FOLLOW_UP
        and bool(rest)
        and not _OWN_VERB.search(rest)
        and bool(WINDOW.search(rest) or METRIC.search(rest) or _STATISTIC_WORD.search(rest))
    )


def _rest(question: str) -> str:
    found = _FOLLOW_UP.match(question)
    return found["rest"] if found else question


def _merged(base: str, follow_up: str) -> str:
    """The base question with the window, metric and statistic that the follow-up names."""
    rest, merged = _rest(follow_up), base
    if window := WINDOW.search(rest):
        merged = _with_window(merged, window.group().strip())
        rest = rest[: window.start()] + rest[window.end() :]
    for pattern in (METRIC, _STATISTIC_WORD):
        if named := pattern.search(rest):
            replaced = pattern.search(merged)
            merged = merged[: replaced.start()] + named.group() + merged[replaced.end() :] if replaced else merged
    return merged


def _with_window(question: str, window: str) -> str:
    if WINDOW.search(question):
        return WINDOW.sub(lambda _: window, question, count=1)
    body = question.rstrip(" ?.!")
    return f"{body} {window}{question[len(body) :].strip() or '?'}"
