"""What people say around a question and not as part of it: greetings, thanks, "do you know if", "my doctor asks"."""

import re
from typing import Final

_SOMEBODY: Final = (
    r"(?:my|the) (?:doctor|dr|gp|physician|cardiologist|nurse|coach|trainer|physio|therapist|wife|husband|partner|mom|"
    r"mum|mother|dad|father|friend|boss)"
)
_OPENING: Final = re.compile(
    r"^(?:(?:ok|okay|so|well|and|now) ?,? ?)?(?:(?:"
    r"(?:hey|hi|hello|hiya|good (?:morning|evening|afternoon)|um|uh)(?: there)?(?: amy)?|amy|"
    r"(?:a |just a )?quick (?:1|one|question|q|check)(?: for you| from me)?|"
    r"(?:just )?(?:checking|asking|wondering|curious)(?: about)?|"
    r"out of (?:pure )?curiosity|(?:1|one) (?:more )?question|another question|"
    r"(?:what )?(?:could|can) you (?:please )?(?:tell me|say) about|what do you know about|"
    r"(?:do|would|could|can) you (?:please |kindly )?(?:happen to )?"
    r"(?:know|tell me|say|remember|recall|see|check|remind me|work out|calculate|compute|figure out|find out|identify)|"
    r"(?:could|can|would|will) you (?:please )?be so kind (?:as to|and) tell me|"
    r"(?:any|no) idea|remind me|(?:please )?tell me|let me know|"
    r"i (?:wonder|am wondering|was (?:just )?wondering|have been wondering|am curious|was curious|need to know)|"
    r"(?:i )?(?:would|did) (?:like|love) to (?:know|see|find out)|"
    r"i(?: just| only)? want(?:ed)? to (?:know|see|check|find out|ask)|"
    rf"{_SOMEBODY} (?:asks|asked|wants to know|wanted to know|would like to know|is asking|was asking)(?: me)?"
    r"(?: for| about)?|"
    rf"for {_SOMEBODY}|"
    r"it would be (?:nice|good|great|interesting) to know|"
    r"(?:no |oh |oops |wait |actually )*,? ?(?:sorry )?,? ?i (?:mean|meant)(?: to (?:say|ask))?|"
    r"(?:no|nope|sorry|oops|wait|actually) ,"
    r")(?: |$)(?:(?:,|that) ?)?)+"
)
_WHETHER: Final = re.compile(r"^(?:if|whether) ")
_CLOSING: Final = re.compile(
    r"(?:(?:^| )(?:, )?(?:please|thanks|thank you|thx|cheers|ty|many thanks|that would be (?:great|nice))"
    r"(?: (?:a lot|so much|very much|in advance|a bunch|for (?:your|the) help|amy))*)+$"
)
_TELLING: Final = re.compile(
    r"(?:(?: ,)? (?:so|and|so that i know))? what (?:do|should|can|shall) i (?:tell|say to|answer|report to) "
    rf"(?:her|him|them|{_SOMEBODY})$"
)
"""What one wants to pass on to somebody is the answer itself."""
_AUXILIARY: Final = re.compile(r"\b(is|was|are|were|has|have|did|does|do|am)\b")


def without_courtesies(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of the question itself; what was asked as "if I slept well" as "did I sleep well"."""
    said = " ".join(words)
    opened = _OPENING.sub("", said)
    closed = _CLOSING.sub("", _TELLING.sub("", opened))
    return tuple((_as_question(closed) if opened != said else closed).split())


def _as_question(clause: str) -> str:
    """What is asked as "if my sleep is getting worse" as "is my sleep getting worse"."""
    if not _WHETHER.match(clause):
        return clause
    clause = _WHETHER.sub("", clause)
    auxiliary = _AUXILIARY.search(clause)
    if auxiliary is None:
        return f"did {clause}"
    before, after = clause[: auxiliary.start()].strip(), clause[auxiliary.end() :].strip()
    return f"{auxiliary[0]} {before} {after}"
