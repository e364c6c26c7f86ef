"""What a person asks of Amy's memory: to tell what is in it, to forget, to put something right."""

import re
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.adapters.rules.plain_words import plain, spelled
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.memory_requests import MemoryAction, MemoryRequest


def _laid_out(pattern: str) -> re.Pattern[str]:
    """A line break, the blanks around it, and the blank behind a bar that begins a line are layout."""
    return re.compile(re.sub(r"\s*\n\s*(?:(\|) )?", r"\1", pattern), re.IGNORECASE)


_POLITE: Final = (
    r"\W*(?:(?:ok(?:ay)?|no|oh|well|hey|hi|amy|so|please|sorry|actually|just|and|now|(?:can|could|would|will) you"
    r"|i(?:'d like| want| need) you to)\W+)*"
)
_END: Final = (
    r"(?:\W+(?:please|amy|thanks|thank you|again|now|too|then|about me|for me|already|so far|lol|ok(?:ay)?"
    r"|(?:from|in|out of) (?:your |my )?(?:memory|notes|records)))*\W*"
)
_FORGET: Final = (
    r"(?:forget|delete|erase|remove|scratch|un-?remember|drop|wipe|clear|undo|take back|stop remembering"
    r"|(?:don't|do not|no need to) (?:remember|keep|save|store))"
)
_KNOW: Final = (
    r"(?:remember(?:ed)?|know?|no|recall|stored?|saved?|keep|kept|learned|learnt|got|have|had|noted|written"
    r"|written down|recorded|on file|down)"
)
_THING: Final = r"(?:thing|fact|part|bit|stuff|entry|note)s?"
_TOLD: Final = r"what i (?:just )?(?:said|told you|wrote|mentioned)"
_OF_SELF: Final = (
    r"my (?:goals?|preferences?|injur(?:y|ies)|conditions?|health problems?|allerg(?:y|ies)|diets?|meds|medications?"
    r"|medicines|limits|habits)"
)
_RECALL: Final = _laid_out(
    rf"""{_POLITE}(?:
      (?:what|anything)(?: all| else| exactly| stuff| things| info)?(?: do| did| have)? you(?: actually| even)?
        (?: still)? {_KNOW}(?: (?!(?:about|of|on|from|as|for)\b)\w+){{0,2}}
        (?: (?:about|of|on|from) (?:me|us|{_OF_SELF}))?
    | what(?:'s| is) (?:all )?(?:in|on) your (?:memory|notes?|records?|files?)(?: (?:about|on|of) me)?
    | what (?:all )?(?:have|did) i (?:ever |already )?(?:told?|tell|said|say|mention(?:ed)?|shared?)
        (?: to)?(?: you)?(?: about (?:me|myself))?(?: (?:already|before|till now|until now|last time))?
    | do you (?:still )?(?:remember|know|recall) (?:me|anything about me|who i am)
    | (?:show|tell|list|give)(?: me)? (?:my|your) memor(?:y|ies)
    | (?:show|tell|list|give)(?: me)? (?:everything |anything |all )?(?:what |that )?you(?:'ve| have)?
        (?: actually)? {_KNOW}(?: (?!(?:about|of|on|from)\b)\w+){{0,2}}(?: (?:about|of|on) (?:me|{_OF_SELF}))?
    ){_END}"""
)
_RECALL_ABOUT: Final = _laid_out(
    rf"""{_POLITE}(?:
      (?:did|have) i (?:ever |already |not )?(?:tell|told|mention(?:ed)?)(?: to)?(?: you)? (?:that |about )?
    | do you (?:still )?(?:remember|recall) (?:that |about |{_TOLD} about )?(?=(?:my|i|i'm|i've)\b)
    | what (?:do you have|have you got) (?:down|on file|noted) (?:as|for) (?=my\b)
    | what (?:did|have) i (?:say|said|tell you|told you) about (?=(?:my|me)\b)
    | what(?:'s| is| are) (?=my (?:goals?|preferences?|allerg(?:y|ies)|injur(?:y|ies))\W*(?:again|now)?\W*$)
    | which(?: of)? (?=my \w+ do you {_KNOW}\b)
    )(?P<about>(?!what\b|how\b|when\b|why\b)\w[^?]*?)(?: do you {_KNOW}(?: (?:about|of))?)?{_END}"""
)
_FORGET_ALL: Final = _laid_out(
    rf"""{_POLITE}(?:yes\W+)?{_FORGET} (?:
      (?:everything|it all|all(?: (?:of it|that|this|the stuff))?|anything|whatever)
        (?: (?:about me|(?:that )?you(?:'ve| have)? {_KNOW}(?: \w+){{0,2}}?(?: (?:about|of|on) me)?
        |i (?:said|told you|ever told you)))?
    | all (?:my|the|your) (?:memor(?:y|ies)|data about me)(?: (?:of|about|on) me)?
    | (?:my|your|the) (?:whole |entire )?memor(?:y|ies)(?: (?:of|about|on) me)?
    | all about me | me
    ){_END}"""
)
_FORGET_LAST: Final = re.compile(
    rf"{_POLITE}(?:{_FORGET} (?:(?:about )?(?:that|it|this)|that one"
    rf"|(?:the|that|my) last (?:one|thing|message|bit|part)|{_TOLD}(?: just now)?)"
    rf"|(?:i )?take (?:that|it) back|(?:never ?mind|ignore) {_TOLD}){_END}",
    re.IGNORECASE,
)
_FORGET_ABOUT: Final = re.compile(
    rf"{_POLITE}(?:(?:forget|un-?remember|stop remembering|(?:don't|do not|no need to) (?:remember|keep|save|store)"
    rf"|you can forget) (?:(?:that|about|{_TOLD} about|the {_THING} (?:about|that)) )*"
    rf"|(?:never ?mind|ignore|disregard) (?:{_TOLD} about|the {_THING} (?:about|that)) "
    rf"|(?:delete|remove|erase|drop|scratch|wipe|clear) (?:(?:{_TOLD} about|the {_THING} (?:about|that)) "
    r"|that (?=i\b|i'm\b|i've\b|my\b)|(?=my (?:goals?|preferences?)\b)|(?=(?:my|the) (?:\w+ ){1,3}goals?\b)))"
    rf"(?P<about>(?!to\b|how\b|what\b)\w[^?]*?){_END}",
    re.IGNORECASE,
)
_GOAL_GIVEN_UP: Final = re.compile(
    rf"{_POLITE}i (?:don't|do not) (?:want|need) (?:to (?:do|keep|follow|chase|pursue|have) )?"
    r"(?P<about>(?:the|my|that|this) (?:\w+ ){0,3}goals?)(?: any ?more)?"
    rf"(?:\W+(?:and |so )?(?:please )?{_FORGET} (?:it|that))?{_END}",
    re.IGNORECASE,
)
_REASON: Final = re.compile(
    r"[,;.]?\s+(?:(?:it|that|this|she|he)(?:'?s|\s+is|\s+was)|they(?:'re|\s+are)|because|since|as (?:it|that|i))\b.*$",
    re.IGNORECASE,
)
"""Why it is to be forgotten."""
_GOES_ON: Final = re.compile(
    r"[,.;:!]\s*(?:and |but |so )?(?:how|what|why|when|which|who|is|are|do|does|did|can|could|show|tell|give)\b"
    r"|[,.;:!]\s*(?:and |but |so )?(?:let's|i'd rather (?!not\b)|(?:i (?:want|need)|i'd like) to (?!forget\b))",
    re.IGNORECASE,
)
"""It asks or wishes for something else behind that."""
_YES: Final = re.compile(
    r"\W*(?:yes|yep|yeah|yup|sure|ok(?:ay)?|please do|do it|go ahead|i'm sure|confirm(?:ed)?|correct)"
    r"(?:[\s,.!]+(?:please|do it|go ahead|delete it|delete everything|forget everything|everything|i'm sure|all of it"
    r"|amy|sure))*\W*",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"\W*(?:no|nope|nah|don't|do not|stop|cancel|never ?mind|keep (?:it"
    r"|everything))\b[\w\s,.!']{0,30}\W*",
    re.IGNORECASE,
)
_CORRECTS: Final = re.compile(
    r"\W*(?:(?:no|sorry|oh|well|hey|amy|ok(?:ay)?)\W+)*(?:that(?:'s| is| was| isn't| is not) (?:wrong"
    r"|not (?:right|true"
    r"|correct)|right|true|incorrect|outdated|old)|you(?:'re| are|'ve got (?:it|that)| got (?:it|that)) wrong|wrong\b"
    r"|actually\b|i meant\b|i never said\b|make (?:it|that) \d|it'?s [\w ]{2,30}? not\b|not \d|no\W+(?:i|i'm|my|not)\b"
    r"|correction\b)",
    re.IGNORECASE,
)


def asked_of_memory(conversation: Conversation) -> MemoryRequest | None:
    """What the last message asks of memory and of nothing else; None where it asks something else."""
    said = plain(conversation.question).strip()
    before = [message.content for message in conversation.history if message.role == "user"]
    command = spelled(said)
    if before and _FORGET_ALL.fullmatch(spelled(plain(before[-1]).strip())):
        if _YES.fullmatch(said):
            return MemoryRequest(action=MemoryAction.FORGET_ALL_CONFIRMED)
        if _NO.fullmatch(said):
            return MemoryRequest(action=MemoryAction.KEEP_ALL)
    for action, pattern in _WHOLE:
        if pattern.fullmatch(command):
            return MemoryRequest(action=action)
    if about := _about(command):
        return about
    if _CORRECTS.match(said) and "?" not in said and (facts := extract(said, before)):
        return MemoryRequest(action=MemoryAction.CORRECT, about=" ".join(fact.text for fact in facts))
    return None


_WHOLE: Final = (
    (MemoryAction.RECALL, _RECALL),
    (MemoryAction.FORGET_ALL, _FORGET_ALL),
    (MemoryAction.FORGET_LAST, _FORGET_LAST),
)


def _about(command: str) -> MemoryRequest | None:
    """What it names of all that is remembered, to be told or forgotten; of what is measured there are records."""
    if recalled := _RECALL_ABOUT.fullmatch(command):
        about = recalled["about"].strip(" .!,")
        is_measured = lexicon.METRIC.search(about) and "goal" not in about.lower()
        return None if is_measured else MemoryRequest(action=MemoryAction.RECALL, about=about)
    if _GOES_ON.search(command):
        return None
    forgotten = _FORGET_ABOUT.fullmatch(command) or _GOAL_GIVEN_UP.fullmatch(command)
    if not forgotten:
        return None
    about = _REASON.sub("", forgotten["about"]).strip(" .!,")
    return MemoryRequest(action=MemoryAction.FORGET_ABOUT, about=about)
