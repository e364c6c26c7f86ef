"""What a person has told without being asked: the words for it, and the form in which people tell it."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.health_coach.domain.case import Case
from services.health_coach.domain.decisions import Unknown
from services.health_coach.domain.likes import likes_in
from services.health_coach.domain.own_words import own_clauses, plain
from services.health_coach.domain.situation import Situation
from services.health_coach.domain.wishes import wished

_KNOWN: Final[Mapping[Unknown, re.Pattern[str]]] = MappingProxyType(
    {
        Unknown.WHY: re.compile(
            r"\bbecause\b|\bsince i\b|\bso (?:that )?i (?:can|could|am|don't)|in order to|my doctor"
            r"|for my (?:\w+ )?(?:kids?|children|health"
            r"|wedding|job|heart|family|mood|race)|i(?:'m| am) (?:always|so|constantly|often|really"
            r"|just) (?:\w+ )?(?:tired|exhausted"
            r"|stressed|out of breath|sluggish|irritable)|i feel\b|matters? to me|important to me|to (?:keep up"
            r"|have more energy"
            r"|be there|live longer|feel better|lose weight)|i'm (?:worried|afraid|scared)|before my"
            r"|i wake up (?:tired|exhausted)|\bwhy ?:|\breasons? ?:|\bi(?:'m| am) (?:moody|irritable|always late)"
            r"|helps? me sleep|doctor (?:said|says|told|wants)|\bbefore (?:a|an|my|the) |(?:tired|sick) of\b"
            r"|i feel (?:like|heavy|awful|tired|bad|old|low)\b"
            r"|so (?:that )?i don't|ever since|wants me to|worr(?:y|ied|ies)\b|\bscared\b|at risk|runs in my family"
            r"|\bmy (?:wife|husband|partner|mum|mom|dad|boss|doctor|gp) (?:says|thinks|complains|worries|told)"
            r"|is killing me|\b(?:hurts?|aches?|migraines?|headaches?|frighten\w*|scares?|cried|crying|dread)\b"
            r"|\bi(?:'m| am) (?:sick|tired|afraid|ashamed|embarrassed)"
            r"|\bi (?:miss|fell|can't|cannot|keep|get \w+ when)\b"
            r"|(?:consultant|gp|physio|nurse|dietitian) (?:said|says|told|wants)|diagnosed|\bwhy it matters\b",
            re.IGNORECASE,
        ),
        Unknown.MEANING: re.compile(
            r"\d|fall(?:ing)? asleep|wak(?:e|ing) up|earlier|regular|through the night|more energy|\bkg\b|pounds?"
            r"|kilos?|marathon"
            r"|half\b|stairs|clothes|concentrat|focus|so (?:that )?i can|rested|less (?:coffee|wine|beer|alcohol"
            r"|caffeine)",
            re.IGNORECASE,
        ),
        Unknown.CONSTRAINTS: re.compile(
            r"\b(?:i work\b|my (?:work|job|boss|shifts?|schedule|commute)|work (?:long|late|full|from|in|at (?:a"
            r"|an|night))"
            r"|working (?:from|long|late|full)|shifts?\b|kids?\b|children|baby|toddler|busy|injur|travel|commut"
            r"|schedule"
            r"|no (?:real )?(?:limits?|injur|constraints?)|no time|(?:little|much|enough|have) time\b|deadline|desk job"
            r"|works?\b|has (?:a|an|two|three|small|young)\b|limits? ?:|office has|home office"
            r"|nurse|teacher|driver|waiter|waitress|carer|farmer|pilot|single (?:mum|mom|dad|parent)"
            r"|\bi(?:'m| am) an? (?!(?:bit|little|mess|wreck|fan|beginner|bad|terrible|poor|light|heavy)\b)\w+"
            r"|retired|student|exams?\b|care for|budget|afford)"
            r"|\b(?:want|wanna|like|love|trying) [^.!?]*,? but (?!also\b|not\b|how\b|what\b|don't know|have no)",
            re.IGNORECASE,
        ),
        Unknown.ACTIONS: re.compile(
            r"\bi(?:'ve| have)? (?:tried|already|used to|started|usually|normally)"
            r"|\b(?:want|wanna|like|love|thinking about|go(?:ing)? back) (?:\w+ ){0,2}"
            r"(?:walk(?!\w* more)|swim|cycl|danc|hik|row)"
            r"|i (?:like|love|enjoy|prefer"
            r"|could|can imagine)"
            r"|i(?:'m| am) (?:happy|willing|open) to|i(?:'d| would) (?:rather|enjoy|prefer)",
            re.IGNORECASE,
        ),
    }
)
_NEVER: Final = re.compile(r"(?!)")
_DAY: Final = r"(?:(?:week|work)?days?|weekends?|evenings?|mornings?|afternoons?|nights?|lunch(?:time)?s?|\w+days?)"
_TOLD_BY_FORM: Final[Mapping[Unknown, re.Pattern[str]]] = MappingProxyType(
    {
        Unknown.WHY: re.compile(
            # A clause of reason or purpose behind something else.
            r"(?<=\w)[,;]? (?:cos|cause|cuz|coz|bc|since|so that) (?:i|my|we|it)\b"
            r"|(?<=\w)[,;]? so (?:i(?:'m|'ll| can| could| am| don't| won't)|my|we|it)\b"
            r"|(?<=\w) so as to\b|\band then (?:i|i'm)\b"
            # Somebody else who wants, notices or says it.
            r"|\bmy (?:\w+ ){1,2}(?:says?|said|thinks?|thought|asks?|asked|wants?|wanted|told|tells|noticed|complain\w*"
            r"|worr\w+|keeps? \w+ing)\b|\b(?:promised|swore to) (?:my\w*|him|her|them|to)\b"
            # What it does to them.
            r"|\b(?:makes|made|gives|gave|gets|got|drives|keeps|kept|leaves|left|costs|wears|brings|turns|stresses"
            r"|scares) me\b"
            r"|\b\w+s (?:make|give|get|drive|keep|leave|cost|wear|bring|stress|scare) me\b"
            r"|\bi(?:'m| am) (?:fed up|bored|always|constantly|so|too) \w+",
            re.IGNORECASE,
        ),
        Unknown.MEANING: _NEVER,
        Unknown.CONSTRAINTS: re.compile(
            # What is possible at all, and what is not.
            rf"\bonly (?:(?:do|manage|cook|have|got|at|on|in|the|during|after|before) ){{0,3}}"
            rf"(?:{_DAY}|half an? \w+|\d+ min)"
            rf"|\b{_DAY} (?:is|are) (?:\w+ ){{0,2}}(?:full|busy|impossible|free|out|taken|packed|hard|mine|chaos)\b"
            r"|\bi (?:(?:always|usually) )?(?:start|begin|finish|get (?:home|up|back|in)|leave)(?: \w+)? (?:at|before"
            r"|after|around) \d"
            r"|\bi live (?:alone|with|in|on)\b|\b(?:half an hour|\d+ min\w*) (?:a|before|after|at|in) \w+"
            r"|\bafter (?:the|my) (?:kids?|children|boys|girls|shift)\b|\b(?:won't|doesn't|don't) (?:pay for|have a)\b",
            re.IGNORECASE,
        ),
        Unknown.ACTIONS: re.compile(
            r"\bi (?:always |keep )?(?:give|gave|giving) up after\b"
            r"|\bnever (?:do|did|stick to|keep up) (?:it|them|that)\b",
            re.IGNORECASE,
        ),
    }
)
"""How a reason, a limit or an experience is told, whatever it is."""
_FEWEST_WORDS: Final = 5
_OF_THEMSELVES: Final = re.compile(r"\b(?:i|i'm|i've|me|my)\b", re.IGNORECASE)
_OF_A_LEVEL: Final = re.compile(
    r"\d|\?|\b(?:don't|do not|no) (?:really )?(?:know|idea)|\b(?:watch|tracker|records?|data|app)\b", re.IGNORECASE
)
_SPLIT: Final = re.compile(r",\s+|\s+(?:and|but|because|so)\s+", re.IGNORECASE)


def is_known(unknown: Unknown, situation: Situation) -> bool:
    """Whether the person said it of themselves in any message, or it is remembered of them."""
    words = [plain(text) for text in situation.case.own_words()]
    if any(map(_KNOWN[unknown].search, words)) or any(map(_TOLD_BY_FORM[unknown].search, words)):
        return True
    kinds = {memory.kind for memory in situation.case.memories}
    match unknown:
        case Unknown.CONSTRAINTS:
            return bool(situation.limits.found) or "barrier" in kinds
        case Unknown.ACTIONS:
            refused = any(limit.kind.startswith("no ") for limit in situation.limits.found)
            return bool(likes_in(words)) or refused or "preference" in kinds
        case Unknown.WHY:
            return "value" in kinds or _tells_more_than_a_wish(situation.case)
        case _:
            return False


def _tells_more_than_a_wish(case: Case) -> bool:
    """Whether the person opened with something of themselves beside their wish, their limits and what they like.

    Whoever writes so much says why.
    """
    opening = next((text for text in case.said if wished(text)), "")
    clauses = (part.strip() for clause in own_clauses(opening) for part in _SPLIT.split(clause))
    return any(
        len(part.split()) >= _FEWEST_WORDS
        and _OF_THEMSELVES.search(part)
        and not (wished(part) or _OF_A_LEVEL.search(part) or likes_in([part]))
        and not any(
            pattern.search(part)
            for unknown in (Unknown.CONSTRAINTS, Unknown.ACTIONS)
            for pattern in (_KNOWN[unknown], _TOLD_BY_FORM[unknown])
        )
        for part in clauses
    )
