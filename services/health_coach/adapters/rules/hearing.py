"""What a message does in a coaching conversation, by its words."""

import re
from collections.abc import Iterable
from typing import Final

from services.health_coach.domain.decisions import Change
from services.health_coach.domain.own_words import plain
from services.health_coach.domain.situation import Situation

_LONGEST_FAREWELL: Final = 14


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_YES: Final = _words(
    r"^\W*(?:(?:oh|ok|okay|hm+|ha(?:ha)*|ah|right|well|great|cool|nice|good|thank you|thanks|inshallah)[,.! ]+)*"
    r"(?:yes+|yep|aye|go on then|will do|that i can do|"
    r"yeah+|yup|ya|kk?|lovely|gladly"
    r"|sure|ok(?:ay)?|alright|all right|i agree|agree|very (?:good|well)|good|absolutely"
    r"|definitely|agreed"
    r"|deal|perfect|great|sounds? (?:good|great|fine|doable|fair|like a plan)"
    r"|(?:that|it) (?:(?:sounds?|feels?|looks?|seems?)"
    r" (?:good|great|fine|doable|safe|right|realistic|ok(?:ay)?)|works"
    r"|would work|is doable|is fine)|works for me|good idea|i(?:'ll| will| can| could) (?:do|try|manage|commit|start)"
    r"|let's (?:do|try|go)|go for it|of course|we will|i'm in|count me in|fine|happy to|why not|no problem"
    r"|i'd like (?:that|to try)|doable)\b|(?<=[,.!] )(?:yes+|yep|agreed|deal)\W*$"
)
_YES_TO_THAT: Final = _words(
    r"\b(?:i|we)(?:'ll| will| can| could| would)? (?:do|try|manage|commit to|start with|take|go with)"
    r" (?:that|this|it|those|these)\b|\b(?:that|this|it)(?:'s| is| would be| sounds| feels| seems) (?:\w+ )?"
    r"(?:good|fine|ok|okay|great|lovely|perfect|doable|realistic|manageable|reasonable|fair)\b"
    r"|\b(?:happy|glad) (?:with that|to do (?:that|it))\b"
)
"""A yes that does not begin with one."""
_NEGATED: Final = _words(r"\b(?:not|never|no|already|why|if)\b|n't\b")
_THANKED: Final = _words(
    r"\b(?:thanks|thank you|thx|ty|cheers|bye|goodbye|see you|good night|that's all|that is all|all set|i'm good"
    r"|nothing else|talk (?:soon|later)|that's it|done for (?:now|today))\b"
)
_LEAVES: Final = _words(r"\b(?:bye|goodbye|see you|good night|that's all|talk (?:soon|later)|done for (?:now|today))\b")
_RESERVED: Final = _words(r"\b(?:but|except|only if|unless|however|not sure|although|too)\b")
_HARD: Final = _words(
    r"\btoo (?:hard|much|difficult|ambitious|far|long|early|many|steep|big|high|strict)|(?:can't|cannot|won't"
    r"|couldn't) (?:manage|do"
    r" (?:that|it|this) (?:much|many|often)|keep (?:it |that )?up)|not realistic|unrealistic|\b(?:easier|smaller"
    r"|fewer|less"
    r" (?:often|ambitious|strict))\b|start (?:small|slow)|not sure i can"
)
_EASY: Final = _words(
    r"\btoo (?:easy|little|small|low)|more (?:challenging|ambitious)|\b(?:harder|bigger|tougher)\b|aim higher"
    r"|i can do more"
    r"|bit more than that"
)
_OTHER: Final = _words(
    r"^\W*(?:(?:hm+|well|oh|ha+|uh|sorry)[,.! ]+)?(?:no|nope|nah)\b(?! (?:limit|injur|problem"
    r"|worries|constraint|doubt))|(?:don't|do not|doesn't|won't"
    r"|not) (?:\w+ ){0,2}(?:want|like|work for me|fit|suit|for me|possible|an"
    r" option|my thing)|rather not|something (?:else|different)|any(?:thing| other) (?:else|idea|option)"
    r"|another (?:idea|way|option"
    r"|one)|other (?:ideas?|options?|suggestions?)|what else|instead\b|\bhate\b|already (?:do|did|tried|have)"
    r"|i(?:'m| am)"
    r" already|not (?:really )?my thing|allerg|can't (?:do|eat|use|go|have)|i can't\b"
)
_TELL_ME: Final = _words(
    r"just (?:tell|give) me|tell me what to do|what (?:should|shall|can|could|do) i (?:actually )?(?:do|change"
    r"|start|try)\b"
    r"|(?:give|suggest|recommend|propose) (?:me )?(?:something|a (?:goal|plan|step|tip)|one|some|an? )|stop asking"
    r"|no more questions|any (?:tips|advice|suggestions?|ideas?|recommendations?)\b"
)
_JUST_TELL: Final = _words(
    r"just (?:tell|give|say|one)|(?:give|tell) me (?:only )?(?:one|a single) |\bone thing\b|stop asking"
    r"|no more questions|enough questions|tell me what to do|get to the point"
)
_ASKS_FOR_WAYS: Final = _words(
    r"\b(?:how|what|which|should|does|do|can|could|is|are|will|would)\b[^.!]*\?|\bhow (?:to|do|can|could|should)\b"
    r"|\b(?:tips?|ideas?|alternatives?|ways to|advice|suggestions?)\b"
)
_WHY: Final = _words(
    r"\bwhy\b|how (?:does|would|will|is) (?:that|this|it)|does (?:that|this|it) (?:really )?(?:help|work)"
)
_WHY_ASKED: Final = _words(
    r"\bwhy (?:do|are|would|did|should) (?:you|i) (?:ask|asking|want|need|tell|care)|\bwhy (?:does|would) (?:that|it)"
    r" matter\b|^\W*why\W*$|none of your business"
)
_PLACE: Final = _words(
    r"^\W*(?:(?:ok|yes|hm+|oh|i think|maybe|probably|i'd (?:take|say|go with)|let's (?:do|try|take))\W+)*(?:the )?"
    r"(?P<place>first|1st|second|2nd|other|latter|third|3rd|fourth|4th|last)(?: (?:one|way|idea|thing|option))?"
    r"(?: (?:please|pls|sounds \w+|then|i guess|maybe))?\W*$"
)
_PLACES: Final = {
    "first": 0,
    "1st": 0,
    "second": 1,
    "2nd": 1,
    "other": 1,
    "latter": -1,
    "last": -1,
    "third": 2,
    "3rd": 2,
    "fourth": 3,
    "4th": 3,
}
_HOW_MUCH: Final = _words(r"\bhow (?:often|much|many|long)\b|what (?:would be |is )?the goal")
_SAFE: Final = _words(r"\bsafe\b|dangerous|harmful|\brisk")
_PROGRESS: Final = _words(
    r"how (?:am i|are we) (?:doing|getting on)|\bupdate\b|back again|how(?:'s| is) it going"
    r"|my (?:goal|progress|plan)|on track|check[- ]?in|did i (?:make|reach|hit|manage|keep)"
    r"|how (?:is|did|was) (?:it|my|i)|progress|last week|this week|i (?:managed|missed|made it|failed|kept|hit|reached)"
)
_WISH: Final = _words(
    r"\b(?:help|improve|better|health(?:y|ier)|goals?|habits?|change|start|motivat\w*|advice|tips?|coach|plan"
    r"|shape|feel|more"
    r" energy|i (?:really )?(?:want|need|wish)|i'd like|i would like|how (?:do|can|should) i|what (?:should|can"
    r"|could) i do|lifestyle|wellbeing|well-being)\b"
)
_TIMES: Final = _words(
    r"\b(?:managed|did|made|kept|done|got|walked|trained)\b[^.?!]{0,30}?"
    r"\b(?P<number>\d|once|twice|one|two|three|four|five|six|seven|every)\b"
    r"(?= (?:times?|days?|nights?|evenings?|mornings?|of|out)\b|\W*$)"
    r"|\b(?P<none>not once|never|not at all|didn't do|did nothing)\b"
)
_DAYS: Final = _words(
    r"\b(?P<number>\d|once|twice|one|two|three|four|five|six|seven)\b"
    r"(?=\W*$| (?:times?|days?|nights?|evenings?|mornings?|workdays?|weekdays?)\b| a week\b)"
)
_DAY: Final = (
    r"(?:week-?ends?|week-?days?|work-?days?|(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:r|rs)?|fri|sat(?:ur)?|sun)(?:day)?s?)\b"
)
_DAYS_LISTED: Final = rf"(?P<days>{_DAY}(?:(?:\s*[,&/+]\s*|,? (?:and|or) )(?:on )?{_DAY}(?! (?:is|are|i)\b))*)"
_ON_THESE_DAYS: Final = tuple(
    _words(pattern)
    for pattern in (
        rf"(?<!not )\b(?:only|just) (?:(?:do|manage|have|got|free|time|off|at|on|during|the) ){{0,4}}{_DAYS_LISTED}",
        rf"\b(?:can|could|would|able to) (?:(?!not\b)\w+ ){{0,3}}?(?:on |at )?(?:the )?{_DAYS_LISTED}",
        rf"{_DAYS_LISTED} (?:(?:is|are|would be|could be) (?:\w+ )?(?:free|possible|best|ok|okay|fine|good)|works?\b)",
    )
)
"""The days that are named as those on which it can be."""
_SEVERAL_DAYS: Final = (("weekend", 2), ("weekday", 5), ("workday", 5))
_AT_MOST: Final = _words(r"\b(?:only|just|at most|no more than|manage|could do|can do|maybe)\b(?P<rest>[^.?!]*)")
_COUNTS: Final = {
    **dict(zip(("one", "two", "three", "four", "five", "six", "seven"), range(1, 8), strict=True)),
    "once": 1,
    "twice": 2,
    "every": 7,
}
"""How many days of a week a word comes to."""
_WELL: Final = _words(
    r"\b(?:well|good|great|fine|ok(?:ay)?|easy|did it|every day|better|perfect|nice|so far so good)\b"
)
_BADLY: Final = _words(
    r"\b(?:not|n't|bad(?:ly)?|hard|difficult|forgot|missed|skipped|failed|no time|rarely|hardly|never|barely)\b|n't\b"
)
_WHETHER: Final = _words(
    r"^\W*(?:(?:so|and|hi|hey|ok|amy)\W+)*(?:should|shall|must|do) i (?:need to |have to )?(?:\w+ ){0,3}"
    r"(?:more|less|longer|earlier|later|enough)\b"
)
_WHEN: Final = _words(
    r"\b(?:mornings?|evenings?|afternoons?|midday|noon|lunch|weekends?"
    r"|(?:after|before|during|at) (?:work|school|dinner|breakfast|bed)"
    r"|mon(?:day)?s?|tue(?:s|sday)?s?|wed(?:nesday)?s?|thu(?:rs|rsday)?s?|fri(?:day)?s?"
    r"|sat(?:urday)?s?|sun(?:day)?s?)\b"
)
_AGAINST: Final = _words(
    r"\b(?:no|not|never|short|busy|full|too|late|hate"
    r"|(?<!could )(?<!would )(?<!can )(?<!might )work(?:ing)?|impossible|only|but)\b|n't\b"
)


def times_managed(message: str) -> int | None:
    """On how many days of a week the person says they did it; None where they do not say."""
    found = _TIMES.search(plain(message))
    if found is None:
        return None
    number = (found["number"] or "").lower()
    return int(number) if number.isdigit() else _COUNTS.get(number, 0)


def days_wanted(message: str) -> int | None:
    """On how many days of a week the person would do something; None where they do not say."""
    found = _DAYS.search(plain(message))
    number = found["number"].lower() if found else ""
    return int(number) if number.isdigit() else _COUNTS.get(number)


def most_days(said: Iterable[str]) -> int | None:
    """On how many days of a week the person can do something at most; None where they never said."""
    texts = [plain(text) for text in said]
    counted = (days_wanted(rest["rest"]) for text in texts for rest in _AT_MOST.finditer(text))
    named = (
        _days_in(found["days"]) for text in texts for pattern in _ON_THESE_DAYS for found in pattern.finditer(text)
    )
    return min(filter(None, (*counted, *named)), default=None)


def _days_in(listed: str) -> int:
    """How many days of a week a list of them comes to."""
    names = [each.lower().replace("-", "") for each in re.findall(_DAY, listed, re.IGNORECASE)]
    return sum(next((many for start, many in _SEVERAL_DAYS if name.startswith(start)), 1) for name in names)


def asks_whether_to(message: str) -> bool:
    """Whether it asks if more or less of something would be right, and not yet how."""
    return bool(_WHETHER.search(message))


def went_well(message: str) -> bool:
    """Whether the person says that it went well, and nothing that speaks against it."""
    return bool(_WELL.search(message)) and not _BADLY.search(plain(message)) and "?" not in message


def says_how_it_went(message: str) -> bool:
    return went_well(message) or times_managed(message) is not None


def says_when(message: str) -> bool:
    """Whether it names a time and nothing that speaks against it."""
    said = plain(message)
    return "?" not in said and bool(_WHEN.search(said)) and not _AGAINST.search(said)


def ends(situation: Situation) -> bool:
    """The finish gate: thanks or a farewell, and nothing that is still to be answered."""
    message = situation.case.message
    if "?" in message or not _THANKED.search(message) or len(message.split()) > _LONGEST_FAREWELL:
        return False
    if _LEAVES.search(message):
        return True
    return not (agrees(situation) or change_wanted(message) is not Change.NONE)


def thanks(message: str) -> bool:
    return bool(_THANKED.search(message))


def agrees(situation: Situation) -> bool:
    """Whether the person says yes to what the last answer offered."""
    message = situation.case.message
    if situation.just_offered is None or "?" in message:
        return False
    said = plain(message)
    is_yes = _YES.search(said) or (_YES_TO_THAT.search(said) and not _NEGATED.search(said))
    return bool(is_yes) and not _RESERVED.search(said)


def begins_yes(message: str) -> bool:
    """Whether it begins with a yes, whatever it makes of it."""
    return bool(_YES.match(plain(message)))


def change_wanted(message: str) -> Change:
    """What the person would have differently of what was offered."""
    said = plain(message)
    for pattern, change in ((_EASY, Change.HARDER), (_HARD, Change.EASIER), (_OTHER, Change.OTHER)):
        if pattern.search(said):
            return change
    return Change.NONE


def wants_no_question(message: str) -> bool:
    return bool(_JUST_TELL.search(message))


def asks_for_step(message: str) -> bool:
    return bool(_TELL_ME.search(message))


def asks_for_ways(message: str) -> bool:
    """Whether it asks how something is done, or what to do: whoever asks so wants more than a question back."""
    return bool(_ASKS_FOR_WAYS.search(message))


def asks_why(message: str) -> bool:
    return bool(_WHY.search(message))


def asks_why_asked(message: str) -> bool:
    """Whether it asks what a question is asked for."""
    return bool(_WHY_ASKED.search(message))


def place_chosen(message: str) -> int | None:
    """Which of several that were named it takes, from 0; None where it takes none by its place."""
    found = _PLACE.match(plain(message))
    return _PLACES[found["place"].lower()] if found else None


def asks_how_much(message: str) -> bool:
    return bool(_HOW_MUCH.search(message))


def asks_whether_safe(message: str) -> bool:
    return bool(_SAFE.search(message))


def asks_for_progress(message: str) -> bool:
    return bool(_PROGRESS.search(plain(message)))


def wishes(message: str) -> bool:
    """Whether it may be something to coach about, though it names no topic."""
    return bool(_WISH.search(message))
