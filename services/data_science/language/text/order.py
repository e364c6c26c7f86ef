"""What speakers put in another order than writers: what is asked of in front, the whole before its share."""

import re
from typing import Final

_BE: Final = "was|is|were|are|has|have"
_TOPIC: Final = re.compile(
    rf"^(?P<what>(?:my|yesterday|last night) (?!.*\bi\b)[^,]+?) , (?P<asks>(?:what|how [a-z]+"
    rf"|when)) (?P<be>{_BE}) (?:it|they|that)\b"
    r"(?: ,)?(?P<rest>.*)$"
)
_POLAR_TOPIC: Final = re.compile(
    rf"^(?P<what>(?:my|yesterday|last night) [^,]+?) , (?P<be>{_BE}) (?:it|they|that) (?P<rest>.+)$"
)
_SHARE_OF: Final = re.compile(
    r"^(?:out )?of (?P<of>(?:all )?(?:the |my )?[^,]+?)(?: ,)? "
    r"(?:what|which|how big a|how many) (?P<share>share|proportion|percentage|percent|fraction"
    r"|part)(?: of (?:them|those|these))? "
    r"(?P<rest>(?:were|was|are|did|had|have|i|fell) .+)$"
)
_COUNT_OF: Final = re.compile(
    r"^(?:out )?of (?P<of>(?:all )?(?:the |my )[^,]+?)(?: ,)? how many(?: of (?:them|those"
    r"|these))? (?P<rest>(?:were|was|are) .+)$"
)
_BEST_OF: Final = re.compile(
    r"^(?:out )?of all (?:of )?(?:the |my )?(?P<of>[^,]+?)(?: ,)? (?:what|which) (?:are|were|is|was) (?:the |my )?"
    r"(?P<end>top|best|bottom|worst) (?P<count>\d+) (?:for|by|in terms of|in) (?P<by>.+)$"
)
_BY_UNIT: Final = re.compile(
    r"^(?:so )?(?:(?:could|can|would) you )?(?:please )?(?:break|split) (?:down "
    r"|up )?(?P<what>.+?)(?: down| up)? (?:by|per|into)(?: the)? "
    r"(?P<unit>week|weeks|month|months|weekday|day of the week)(?: for me)?$"
)
_COMPARE_IN: Final = re.compile(
    r"^(?:so )?how (?:did|do|does|have|has) (?P<what>my [^,]+?) (?:compare|stack up"
    r"|measure up) (?P<when>(?:in|over|on|between|across) .+)$"
)
_HOW_WELL: Final = re.compile(
    r"\bhow (?:well|badly|much|long|good) (?P<asked>(?:did|do|have"
    r"|was) [^,]+) , i mean (?P<how>how (?:many [a-z]+|much|long))$"
)
_MORE_AND_MORE: Final = re.compile(r"\b(?:getting |going )?(?P<more>\w+er|more|less|worse) and (?P=more)\b")
_TO_BED_LATER: Final = re.compile(
    r"^(?P<have>have|am) i (?:been )?(?P<verb>going to bed|getting up|waking up"
    r"|sleeping) (?P<more>\w+er|worse|less) and (?P=more)\b"
)
_BEDS: Final = {"going to bed": "bedtime", "getting up": "wake time", "waking up": "wake time", "sleeping": "sleep"}
_THAT_DAY_OF_MOST: Final = re.compile(
    r"^(?:so )?that (?=(?:day|night) i \w+[^,]*\b(?:most|least|fewest|longest|latest|earliest)\b)"
)
_EITHER_WAY: Final = re.compile(
    r"\b(?P<first>more|less|higher|lower|above|below|better|worse|longer"
    r"|shorter)\b(?P<rest>.*?),? or (?:(?:about|roughly|pretty much|more or less|just) )?(?:the same"
    r"|not|normal|as usual)$"
)
_MORE_OR_LESS: Final = re.compile(r"\bmore or less (?=than (?:what )?i )")
_ANY_CHANGE: Final = re.compile(
    r"^(?:did|has|have) (?:anything|something|much) changed? (?:in|with"
    r"|about) (?P<what>my [a-z ]+?)(?= (?:around|since|in|at|after|over|during)\b|$)"
)
_HOW_MANY_WAS: Final = re.compile(
    r"^(?P<and>and )?how many (?P<what>rides|runs|walks|swims|workouts|sessions|outings) (?:was|were"
    r"|is|are) (?:that|those|they|it)(?P<all> altogether| in total| in all)?$"
)
_HOW_LONG_ALL: Final = re.compile(
    r"^(?P<and>and )?how long (?:were|are) (?:they|those|these) (?P<all>altogether|in total|all together|in all)$"
)
_NOT_EACH: Final = r"(?!.*\b(?:altogether|together|total|combined|sum|average|all)\b)"
_HOW_LONG: Final = r"(?:and )?how (?:long|many (?:minutes|hours))"
_LENGTHS: Final = re.compile(
    rf"^{_NOT_EACH}{_HOW_LONG} (?:was|were|are) (?P<best>(?:my|the) \d+ (?:longest|shortest) [^,]+)$"
    rf"|^{_NOT_EACH}(?P<first>(?:my |the )?\d+ (?:longest|shortest) [^,]+?) , {_HOW_LONG}"
    r"(?: (?:was|were|are) (?:they|those|these|each|it))?(?: each)?$"
)
"""Of several that are the longest it asks how long each was: they are told with their lengths."""
_ON_THOSE: Final = re.compile(
    r"^(?P<days>(?:[a-z]+ )?(?:days|nights|weekends|weekdays|[a-z]+days))(?: [,:])? "
    rf"(?P<asks>(?:do|did|{_BE}|am) .*\b(?:on|after|during) )(?:those|these|them)\b"
)
_PLACES: Final = re.compile(
    r"\b(?P<place>first|second|third|1st|2nd|3rd)(?= , | and )"
    r"(?=(?:(?: ,| and|,) (?:the )?(?:second|third|fourth|last|2nd|3rd|4th))+"
    r" (?P<unit>week|weekend) (?:of|in)\b)"
)
_OF_LAST_PERIODS: Final = re.compile(
    r"\bhow many (?:of|out of) the (?P<last>(?:last|past) \d+ (?P<unit>weeks|months))\b"
)
_PER_DAY: Final = re.compile(
    r"\b(?P<unit>steps|kilometres|kilometers|km|miles|minutes|hours|calories|kcal)"
    r" (?:a|per|each) (?P<day>day|night|week|month)"
    r"(?: (?P<way>more|less|fewer))?(?= (?:did|do|have|has|am|was|were) )"
)
_MORE_OF: Final = re.compile(
    r"\bhow many (?P<unit>steps|kilometres|kilometers|km|miles|minutes|hours|calories|kcal) (?P<way>more|less|fewer)"
    r"(?= (?:did|do|have|am|was|were|per) )"
)
_IN_ONE_GO: Final = re.compile(r" in (?:1|one|a single|a) (?:go|outing|session)(?= |$)")


def in_written_order(said: str) -> str:
    """The question in its written order: "my bedtime, what was it in May" as "what was my bedtime in May"."""
    said = _BEST_OF.sub(r"\g<end> \g<count> \g<of> by \g<by>", said)
    said = _SHARE_OF.sub(r"what \g<share> of \g<of> \g<rest>", said)
    said = _COUNT_OF.sub(r"how many of \g<of> \g<rest>", said)
    said = _BY_UNIT.sub(r"\g<what> by \g<unit>", said)
    said = _COMPARE_IN.sub(r"\g<what> \g<when>", said)
    said = _HOW_WELL.sub(r"\g<how> \g<asked>", said)
    said = _TO_BED_LATER.sub(lambda found: f"has my {_BEDS[found['verb']]} been getting {found['more']}", said)
    said = _MORE_AND_MORE.sub(r"getting \g<more>", said)
    said = _THAT_DAY_OF_MOST.sub("the ", said)
    said = _MORE_OR_LESS.sub("more ", _EITHER_WAY.sub(r"\g<first>\g<rest>", said))
    said = _ANY_CHANGE.sub(r"did \g<what> change", said)
    said = _PLACES.sub(r"\g<place> \g<unit>", _PLACES.sub(r"\g<place> \g<unit>", said))
    said = _OF_LAST_PERIODS.sub(r"how many \g<unit> in the \g<last>", said)
    said = _HOW_MANY_WAS.sub(r"\g<and>how many \g<what>\g<all>", said)
    said = _LENGTHS.sub(lambda found: found["best"] or found["first"], said)
    said = _ON_THOSE.sub(r"\g<asks>\g<days>", said)
    said = _HOW_LONG_ALL.sub(r"\g<and>how long \g<all>", said)
    said = _MORE_OF.sub(r"how many \g<way> \g<unit>", _PER_DAY.sub(_per_day, said))
    if re.search(r"\b(?:furthest|farthest|longest)\b", said):
        said = _IN_ONE_GO.sub("", said)
    return _asked_in_front(said)


def _asked_in_front(said: str) -> str:
    """What is named first and asked of as "it", in the place of "it"."""
    said = _TOPIC.sub(r"\g<asks> \g<be> \g<what>\g<rest>", said)
    return _POLAR_TOPIC.sub(r"\g<be> \g<what> \g<rest>", said)


def _per_day(found: re.Match[str]) -> str:
    """The unit in front: "steps a day less did I" as "steps less per day did I"."""
    way = f" {found['way']}" if found["way"] else ""
    return f"{found['unit']}{way} per {found['day']}"
