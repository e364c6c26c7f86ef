"""What is for one specialist by its words alone, whatever else could be made of it."""

import re
from typing import Final

from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.adapters.rules.subjects import subjects_in
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.plan import MemoryKind
from services.orchestrator.domain.understanding import Computable, NotMine, Topic, Understood

_WEARY: Final = (
    "tired|exhausted|knackered|drained|worn out|wiped(?: out)?|sluggish|fatigued?|no energy|low (?:on )?energy"
    "|lethargic|run ?down"
)
_SOURCES: Final = re.compile(r"\s+Sources:\s+\d+\.\s.*", re.DOTALL)
"""What stands below an answer."""
_CARE: Final = re.compile(r"(?<=\?)\s+And if .*", re.DOTALL)
"""Whom to call, below an answer to somebody who may need it."""
_WHY_SO: Final = re.compile(
    rf"\bwhy\b(?:(?!\bmy\b).)*\b(?:{_WEARY})\b"
    rf"|\b(?:{_WEARY})\b[^.?!]*[,.!?]*\s*(?:why|what(?:['\u2019]?s| is) (?:wrong|going on|up)|how come)\b",
    re.IGNORECASE,
)


_WISH: Final = re.compile(
    r"\b(?:i['\u2019]?d|would) (?:really )?(?:like|love) to (?:be|do|get|stay|eat|sleep|move|walk|run|lose|become"
    r"|feel)\b|\b(?:i )?(?:want to|wanna|need to|have to) (?:get|be|do|stay|eat|sleep|move|walk|lose|become|feel|fix"
    r"|stop|quit)\b",
    re.IGNORECASE,
)
_AGREED: Final = re.compile(r"It's agreed:")
"""How a coach closes an agreement."""
_OF_WHAT_WAS_AGREED: Final = re.compile(
    r"^\W*(?:hm+\W+)?(?:yes|no|but|only|wait|actually)\b"
    r"|^\W*(?:hm+\W+)?(?:and |but |so )?(?:why|how)\b[^.?!]*\b(?:that|this|it)\b"
    r"|\b(?:make (?:that|it)|instead)\b",
    re.IGNORECASE,
)
"""It changes what was just agreed on, or asks about it."""
_GOES: Final = re.compile(
    r"\bhow (?:am i|are we|is it|did (?:it|i)|do i) (?:doing|getting on|going|go|do)\b|\bgetting on\b"
    r"|\bcheck(?:ing)? in\b|\b(?:that|this|it) (?:won|doesn|didn)['\u2019]?t (?:work|fit|go)\b|\bback again\b"
    r"|\b(?:too|was) (?:hard|easy|much|difficult)\b|\bi (?:did it|managed|missed|failed|skipped|kept)\b|\bupdate\b",
    re.IGNORECASE,
)
_CHECKS_IN: Final = re.compile(
    r"\bgetting on\b|\bhow are we doing\b|\bback again\b|\b(?:[a-z]+ )?update\s*[.?!]*$"
    r"|\bhow(?:['\u2019]?s| is| did| has) (?:it|that) (?:been )?(?:going|go|gone)\b"
    r"|^\W*i (?:did it|managed|missed|failed|skipped|kept)\b",
    re.IGNORECASE,
)
_CHANGE: Final = (
    r"(?:to (?:get|be|become|do|stay|keep|eat|sleep|move|walk|run|swim|cycle|lose|feel|fix|stop|quit|cut|drink|bring"
    r"|build|reduce|improve|start|go|take|wake|fall)\b|(?:\d+ (?:min\w*|hours?) )?(?:more|less|fewer|better)\b)"
)
_STATED_WISH: Final = re.compile(
    rf"\b(?:want|wanna|would (?:really )?(?:like|love)|i['\u2019]?d (?:really )?(?:like|love)|need|trying) {_CHANGE}"
    r"|\bwanna \w+|\b(?:be|become) my (?:\w+ )?(?:buddy|coach|partner)\b",
    re.IGNORECASE,
)
_PLEASE: Final = re.compile(r"^\W*(?:more|less|fewer|better) (?:\w+ ){1,2}?(?:pls|plz|please)\b", re.IGNORECASE)
_TO_KNOW: Final = (
    r"(?:know|see|find|understand|learn (?:about|what|how|why)|ask|check|hear|look|compare|view|show|tell|plot"
    r"|list|graph|chart|calculate|compute|export|import|upload|delete|remove|add|log|track|record|measure|correlate|analy[sz]e|report|talk|say"
    r"|get (?:my|the|a|an) )"
)
_HAS_TO_DO: Final = re.compile(
    rf"\b(?:i (?:really )?(?:want|need)|i['\u2019]?d (?:really )?(?:like|love)|i would (?:really )?(?:like|love)"
    rf"|(?:i['\u2019]?m |^\W*)trying) to (?!{_TO_KNOW}\b)[a-z]+\b"
    r"|\bi (?:\w+ly )?(?:never|hardly|barely|don['\u2019]?t|no longer) \w+(?: \w+){0,3}? (?:any ?more|enough)\b"
    r"|^\W*\w{2,}ing\b[^.,;:?!]* would (?:\w+ )?(?:be|help)\b"
    r"|\bmy (?:\w+ ){1,2}(?:says?|said|wants|told|thinks|asked|suggests?|keeps telling)(?: (?:that|me))?"
    r" (?:i (?:should|must|have to|need to|ought to)|(?:me )?to) [a-z]+",
    re.IGNORECASE,
)
"""It says what somebody means to do, or what others think that they should."""
_BARE_WISH: Final = re.compile(
    r"^\W*(?:(?:please|pls|plz|just|maybe|to)\W+)*+(?!(?:i|my|your|the|is|are|am|was|were|do|does|did|has|have|any|a|an|no|not"
    rf"|yes|what|how|why|when|where|who|which|give|{_TO_KNOW})\b)(?=[^?\d]*$)"
    r"(?![^?]*\b(?:than|last|this|yesterday|today|tonight|average|week(?:s|ly)?|month(?:s|ly)?|trend|vs|my data|about"
    r"|detail\w*|info\w*)\b)"
    r"(?:(?:more|less|fewer|better|earlier|healthier) (?:[\w'-]+ ?){1,4}"
    r"|(?:lose|quit|stop|cut (?:down|out)|give up|learn) (?:[\w'-]+ ?){1,5}"
    r"|(?:[\w'-]+ ){1,4}(?:more|less|better|earlier|again|daily|regularly|every (?:day|night|morning|evening))"
    r"|[a-z]+ (?:more|less|fewer|better) (?:[\w'-]+ ?){1,3})\W*(?:pls|plz|please)?\W*$",
    re.IGNORECASE,
)
"""All of it is a wish, without a word for wishing: "read more", "bed earlier"."""
_LEAST_TELLING: Final = 3
"""Words; a shorter question behind a wish asks nothing of its own."""
_OF_A_GOAL: Final = re.compile(
    r"\bhow(?:['\u2019]?s| is| am| are| do| did)\b[^.?!]*\b(?:my|the|our) (?:\w+ )?(?:goals?|plan|progress)\b"
    r"|\bam i (?:still )?(?:on track|getting there|keeping up)\b|\b(?:my|any) progress\b|\bcheck[- ]?in\b"
    r"|\b(?:did|have) i (?:\w+ )?(?:reach|reached|meet|met|hit|keep|kept|make|made) (?:my|the|our) (?:\w+ )?"
    r"(?:goals?|plan)\b",
    re.IGNORECASE,
)


def asks_why_so(question: str, understood: Understood | None) -> bool:
    """Whether it asks why somebody has so little energy, of which their records, if there are any, may show a part."""
    has_records = not (isinstance(understood, NotMine) and understood.topic is Topic.NO_RECORDS)
    return has_records and bool(_WHY_SO.search(question))


def is_for_the_coach(conversation: Conversation, understood: Understood | None) -> bool:
    """Whether it answers the coach, or asks how far somebody has come, and asks nothing that can be computed."""
    question = conversation.question
    if isinstance(understood, Computable) and question.rstrip().endswith("?"):
        return False
    goes_on = answers_the_coach(conversation) or _goes_on_from_agreement(conversation) or _comes_back(conversation)
    return bool(goes_on or _OF_A_GOAL.search(question))


def checks_in(question: str, understood: Understood | None) -> bool:
    """Whether somebody with a goal asks or tells how it goes."""
    return bool(_CHECKS_IN.search(question)) and not isinstance(understood, Computable)


def wishes_a_change(question: str, understood: Understood | None) -> bool:
    """Whether it says what somebody wants to change about how they live, and asks for no number or explanation."""
    if _PLEASE.search(question):
        return True
    asks = [each for each in re.findall(r"[^.!?]*\?", question) if len(each.split()) >= _LEAST_TELLING]
    is_coach = re.search(r"\bmy (?:\w+ )?(?:buddy|coach|partner)\b", question, re.IGNORECASE)
    says_so = _STATED_WISH.search(question) or _HAS_TO_DO.search(question)
    return bool(says_so) and not (isinstance(understood, Computable) or (asks and not is_coach))


def is_a_bare_wish(conversation: Conversation) -> bool:
    """Whether a conversation begins with what somebody wants more or less of, and nothing else."""
    return not conversation.history and bool(_BARE_WISH.match(conversation.question))


_ASKS_TO_KNOW: Final = re.compile(
    r"(?:^|[.!?;,]\s)\W*(?:(?:so|and|but|ok|okay|hey|hi|amy|please)\W+)*"
    r"(?:how (?:accurate|reliable|exact|good|many|much|long|often|far|fast|high|low|late|early|soon|hard|bad)"
    r"|how (?:does|do|is|are)(?! (?:i|we)\b)"
    r"|what(?:['\u2019]?s| is| are) (?:the|an?|some|my ideal)\b|what (?:time|\w+ should|should i (?:aim|focus|work on))"
    r"|which|when|where|why|is|are|does|do|can|should|will|(?:can you )?(?:walk me through|show me|teach me|explain)"
    r"|how (?:do i|to) (?:do|practi[sc]e|perform|use|warm up|stretch)|give me an?"
    r"|how (?:can|could|do|should) i (?:make|build|create|plan|design|structure|put together))\b(?!\s*:)",
    re.IGNORECASE,
)
"""It asks for a fact or to be shown how; how to reach something is what a coach is for."""


_OF_AIMS: Final = re.compile(
    r"\b(?:goals?|milestones?|aims?|targets?)\b|\b(?:change|focus on|work on|begin with|start with)\b[^.?!]*\bfirst\b"
    r"|\b(?:overall|general) (?:health|well-?being|fitness|wellness)\b|\blive healthier\b",
    re.IGNORECASE,
)
WHICH_AIMS: Final = "Which aims for health should I begin with?"


def asks_for_aims(question: str) -> bool:
    """Whether it asks what to aim for, and names nothing that an aim could be set for."""
    return bool(_OF_AIMS.search(question)) and bool(_ASKS_TO_KNOW.search(question)) and not subjects_in(question)


def asks_to_know(question: str) -> bool:
    """Whether it asks something that may be known, or how a thing is done."""
    return bool(_ASKS_TO_KNOW.search(question))


def says_a_goal(question: str) -> bool:
    """Whether it says what somebody wants to reach."""
    return bool(_WISH.search(question)) or any(memory.kind is MemoryKind.GOAL for memory in extract(question))


def _goes_on_from_agreement(conversation: Conversation) -> bool:
    """Whether Amy's last message closed an agreement, and it says yes or no to it, or asks about it."""
    said = [message.content for message in conversation.history if message.role == "assistant"]
    return bool(said) and bool(_AGREED.match(said[-1])) and bool(_OF_WHAT_WAS_AGREED.search(conversation.question))


def _comes_back(conversation: Conversation) -> bool:
    """Whether something was agreed on in this conversation, and it asks or tells how that goes."""
    said = [message.content for message in conversation.history if message.role == "assistant"]
    return any(_AGREED.search(each) for each in said) and bool(_GOES.search(conversation.question))


def answers_the_coach(conversation: Conversation) -> bool:
    """Whether Amy's last message ended with a question, as only a coach's do; whom to call may stand below it."""
    said = [message.content for message in conversation.history if message.role == "assistant"]
    return bool(said) and _CARE.sub("", _SOURCES.sub("", said[-1])).rstrip().endswith("?")
