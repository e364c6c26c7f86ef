"""What people say that speak and do not write: hesitations, reasons in front, corrections, tags behind."""

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from services.data_science.language.text.endings import without_endings
from services.data_science.language.text.order import in_written_order

_HESITATION: Final = re.compile(r"\b(?:um+|uh+|erm*|hmm+|you know)\b(?: ,)? ?")
_OPENER: Final = re.compile(
    r"^(?:(?:hey|hi|hiya|hello|okay|ok|alright|all right|right|well|oh|yeah|anyway|listen"
    r"|now)(?: there| then)?(?: ,)? )+"
    r"(?=so\b)(?:so (?:,|yeah|basically)? ?)+"
)
_INVITATION: Final = re.compile(
    r"^(?:so )?(?:(?:i am|i was) (?:just )?(?:curious|interested|asking|wondering)(?: really| though)? ,? ?(?:but )?"
    r"|(?:could|can|would|will) you (?:please )?(?:have|take) a (?:quick )?(?:look"
    r"|peek)(?: for me)? and (?:tell|show) me "
    r"|(?:what )?i would (?:really )?(?:love|like) to know (?:is )?(?=(?:my|the) ))"
)
_TAG: Final = re.compile(
    r"(?:(?:^| )(?:, )?(?:"
    r"if (?:you|u) (?:can|could) (?:tell(?: me)?|say|see|check|work (?:it|that) out)|if (?:that"
    r"|it) is (?:ok|okay|alright|possible)"
    r"|if you (?:do not|would not) mind(?: me asking)?|if you would(?: not mind)?|if (?:you know|any"
    r"|possible|at all|i may ask)"
    r"|(?:please|thanks) and thank you|(?:is|that is) (?:what|all) i (?:would like to|did like to"
    r"|want to|wanted to|need to) know"
    r"|is (?:my|the) question|(?:would|could|can) you say|do you (?:know|think|reckon)|i wonder"
    r"|i (?:was )?wonder(?:ing)?"
    r"|(?:roughly|approximately|broadly|generally) speaking|give or take|more or less"
    r"|off the top of your head|(?<!not )at all"
    r"|as far as you (?:know|can (?:tell|see))|just out of (?:interest|curiosity)|out of (?:interest|curiosity)"
    r"|by the end of (?:it|the day)|when all is said and done|at the end of the day|or thereabouts"
    r"|or something(?: like that)?"
    r"))+$"
)
_ROUGHLY: Final = re.compile(r"(?: ,)? (?:roughly|approximately|about|ish|really|exactly|actually|then|though|again)$")
_OR_SO: Final = re.compile(r"\b((?:days?|nights?|weeks?|weekends?|months?|years?|fortnight)) or so\b")
_QUESTION: Final = (
    r"(?:(?:on|in|for|at|out of|of) )?(?:how|what|when|which|where|who|did|do|does|was|is|are|were|am|have|has|had|can"
    r"|could|give|show|tell|list)\b"
)
_REASON: Final = re.compile(
    rf"^(?P<said>(?:so |well )?(?:i|my|we|people|everyone|everybody|they|someone|the|it|there|been|feeling|just)\b.+?)"
    rf"(?: ,)? (?:so|and so|hence) (?:now |then |tell me |just )?(?={_QUESTION})"
)
_HAVING: Final = r"(?:have|has|had)(?: i)? (?:(?:ever|not|only|never|actually|already) )?(?:got )?"
_LATELY: Final = re.compile(r"\b(?:lately|recently|these days|for (?:a while|ages|weeks|months)|at the moment|again)\b")
_RESTRICTS: Final = re.compile(
    r"\b(?:only|except|without|unless|apart from|not counting|if|whenever|target|goal|aim)\b"
)
_REFERS: Final = re.compile(
    r"\b(?:that|those|then|there|it|them|they|next|following|afterwards?|same|one|ones|so)\b"
    r"(?! (?:has been|is since|been since|take|ever))"
)
_EXPLETIVE: Final = re.compile(
    r"\b(?:is|has|was) it (?:been )?(?:since|that)\b|\bone (?:single )?(?:day|night|go)\b|\bso far\b"
)
_CORRECTING: Final = (
    r"(?: ,)? (?:(?:no|oh|wait|sorry|well|actually|or) (?:, )?)*(?:i mean|i meant|make that|or rather|no wait) (?:, )?"
)
_THAN: Final = (
    r"(?:more|less|fewer|greater|higher|lower|longer|shorter|later|earlier|better|worse) than"
    r"|over|under|above|below|at least|at most|before|after|by|past|up to"
)
_UNIT: Final = (
    r"(?: (?:h|hours?|min|minutes?|steps|days?|nights?|km|k|miles?|bpm|kcal|calories|am|pm|o clock|ms"
    r"|%|percent|times))?"
)
_AMOUNT: Final = rf"[\d:]+(?:\.\d+)?{_UNIT}(?: and (?:a half|[\d:.]+{_UNIT}))?"
_AMENDED: Final = re.compile(
    rf"\b(?P<than>(?:{_THAN}) )?(?:an? )?(?P<old>{_AMOUNT})(?P<between>(?: (?!{_THAN}\b)[a-z]+){{0,5}}?)"
    rf"{_CORRECTING}(?P<other>(?:{_THAN}) )?(?P<new>{_AMOUNT})(?: ,)?(?= |$)"
)
_HIGH: Final = re.compile(
    rf"\b(?:an? )?(?:really |very )?(?:high|low|big|bad|good|poor|short|long|late|early) (?P<what>(?:[a-z]+ ){{1,3}}?)"
    rf", i mean (?P<bound>(?:{_THAN}) {_AMOUNT})(?: ,)?(?= |$)"
)
_SAME_START: Final = re.compile(
    rf"\b(?P<first>in|on|last|the|this|during|since) (?P<old>[^,]+?){_CORRECTING}(?=(?P=first)\b)"
)
_NAMED_LAST: Final = re.compile(
    r"(?: ,)? (?:in )?(?P<what>steps|hours|minutes|distance wise|number wise) i mean(?: just)?$"
)
_ADDED_LAST: Final = re.compile(r"(?: ,)? (?P<what>(?:on|in|as|at|of|for) [a-z ]+?|just roughly|roughly) i mean$")
_ADDED: Final = re.compile(r" , i mean (?P<what>(?:just )?(?:on|in|as|at|since|during|for|over|from|between) [^,]+)$")


def plainly(words: tuple[str, ...], names_a_time: Callable[[Sequence[str]], bool]) -> tuple[str, ...]:
    """The question as its speaker would write it: "um more than 6, I mean 6.5 hours" as "more than 6.5 hours".

    What is left out names neither a time nor a number, and nothing that the question goes back to.
    """
    said = _HESITATION.sub("", " ".join(words))
    said = _OPENER.sub("", said)
    said = _in_plain_verbs(_INVITATION.sub("", said))
    said = _without_tags(_OR_SO.sub(r"\1", said))
    said = _without_tags(_corrected(_without_reason(said, names_a_time)))
    said = in_written_order(without_endings(said))
    return tuple(said.removesuffix(" ,").split()) or words


@lru_cache(maxsize=1)
def _idioms() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What idioms look like and what they are read as; what follows "have" before what does not."""
    lexicon = tomllib.loads(Path(__file__).with_name("idioms.toml").read_text("utf-8"))
    found: list[tuple[str, str]] = []
    for idiom in lexicon["idiom"]:
        base, past, done, going = idiom["read"]
        found.append((f"(?P<have>{_HAVING})(?:{idiom['past']})", rf"\g<have>{done}"))
        found += [(idiom["past"], past), (idiom["base"], base), (idiom["going"], going)]
    found += [(each["said"], each["read"]) for each in lexicon["phrase"]]
    return tuple((re.compile(rf"\b(?:{said})(?= |$)"), read) for said, read in found)


def _in_plain_verbs(said: str) -> str:
    for idiom, read in _idioms():
        said = idiom.sub(read, said)
    return said


def _without_tags(said: str) -> str:
    shorter = _TAG.sub("", said)
    found = _ROUGHLY.search(shorter)
    hedged = shorter[: found.start()] if found else shorter
    if found and (found[0].startswith(" ,") or found[0] == " roughly") and not re.search(r"\d[^ ]*(?: \w+)?$", hedged):
        shorter = hedged
    return shorter if shorter == said else _without_tags(shorter)


def _without_reason(said: str, names_a_time: Callable[[Sequence[str]], bool]) -> str:
    """The question behind "I have been tired lately so"; kept where the reason says of which days or how much."""
    found = _REASON.match(said)
    if found is None:
        return said
    reason, rest = _LATELY.sub("", found["said"]), said[found.end() :]
    holds = re.search(r"\d", reason) or names_a_time(reason.split()) or _RESTRICTS.search(reason)
    return said if holds or _REFERS.search(_EXPLETIVE.sub("", rest)) else rest


def _corrected(said: str) -> str:
    """The last of what is said twice: "under 6 hours, I mean under 6.5 hours"; a unit said once stands for both."""
    said = _HIGH.sub(lambda found: f"{found['what'].strip()} {found['bound']}", said)
    said = _AMENDED.sub(_amended, said)
    said = _SAME_START.sub("", said)
    said = _NAMED_LAST.sub("", said) if re.search(r"\b(?:steps|how much|how far|longest|furthest)\b", said) else said
    said = _ADDED_LAST.sub(lambda found: f" {found['what']}", said)
    return _ADDED.sub(lambda found: f" {found['what']}", said)


def _amended(found: re.Match[str]) -> str:
    new, unit = found["new"], re.search(r"[a-z%]+$", found["old"])
    if unit and not re.search(r"[a-z%]$", new):
        new = f"{new} {unit[0]}"
    return f"{found['other'] or found['than'] or ''}{new}{found['between']}"
