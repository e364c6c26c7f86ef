"""What is translated word by word from another language, put as it is said in English.

"Since three weeks" is over the last three weeks, "the day in which I slept most" is the day I slept most, and "in which
hour" is at what time. Each way of saying it is put in words that mean the same and name every number and every time.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

_HOUR: Final = r"(?:midnight|noon|\d{1,2}(?::\d{2})?)(?: o'?clock)?(?: [ap]m)?(?: in the (?:morning|evening|night))?"
_BETTER: Final = (
    r"(?:more|less|fewer|higher|lower|longer|shorter|better|worse|earlier|later|bigger|smaller|greater|faster|slower|"
    r"deeper)"
)
_MONTH: Final = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_DAY: Final = r"(?:day|days|night|nights|date|dates|morning|mornings|weekend|weekends)"
_UNIT: Final = r"(?:days?|nights?|weeks?|months?|years?)"
_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_IS: Final = r"(?:is|was|are|were)"
_ASKING: Final = r"(?:when|how long|how many|since|for how long|until when)"
_WHAT: Final = r"(?:which|what)"
_HEART: Final = r"(?:pulse|heart rate|heartbeat|heart beat|heart frequency|cardiac frequency|cardiac rate|heart rhythm)"

_THAN: Final = (
    r"(?: \d| in\b| on\b| at\b| last\b| normal| usual| before\b| average\b| my\b"
    r"| the (?:last|previous|usual|normal|average|week|weekend|month before|year before|day before)\b)"
)
_PART: Final = r"(?:part|share|proportion|percentage|fraction|portion)"
_MEASURED: Final = r"(?:sleep|steps|calories|minutes|kilometers|km|runs|pulse|hrv)"
_CHANGE: Final = r"(change|changed|develop|developed|evolve|evolved)"
_WHEN: Final = r"(?: (?:between|in|since|over|from|during|month|week|this|these|the|last)\b|$)"
_IT_IS: Final = rf"(?: {_IS} (?:it|they|this|that|these)| (?:it|they|this|that) {_IS}| {_IS})"
_SINCE: Final = rf"(?:since|for) (?:when|how long|how much time|how many ({_UNIT}))(?: have| do| did| has)?"
_HOW_BIG: Final = rf"how (?:big|high|large) {_IS} the"
_MOST: Final = {"most": "most", "least": "least", "fewest": "least"}
_PLAIN: Final = r"my (?!last|this)(?:(?!last|this|in|on|yesterday|today|tonight)[a-z]+ ?){1,3}(?<! )"
_EACH: Final = r"(?:month by month|week by week|(?:from|each|per|every) (?:week|month)\b)"
_OF_ALL: Final = r"(?:of|from) all (?:of )?(?:the |my )?"
_THE_ONE: Final = rf"{_WHAT} (?:is|was) the (?:1|one) with the"
_PERCENT: Final = r"in (?:percent|percentage|%)"

_Said = tuple[str, str | Callable[[re.Match[str]], str]]
"""What is said, and what it is in English."""

_NAMES: Final[tuple[_Said, ...]] = (
    (rf"\b{_HEART} (?:in|at|of|during) (?:the |my )?(?:rest|repose|calm)\b", "resting heart rate"),
    (rf"\b(?:rest|repose|resting) {_HEART}\b", "resting heart rate"),
    (r"\b(?:heart|cardiac) frequency\b", "heart rate"),
    (r"\b(?:variability|variation) (?:of|in) (?:my |the )?heart (?:rate|frequency|beat)\b", "heart rate variability"),
    (r"\b(?:breathing|breath|respiratory|respiration) frequency\b", "breathing rate"),
    (r"\bfrequency of (?:my |the )?(?:breathing|breath|respiration)\b", "breathing rate"),
    (r"\b(?:saturation|level) of (?:the |my )?(?:blood )?oxygen\b", "oxygen saturation"),
    (r"\boxygen (?:in|of) (?:the |my )?blood\b", "blood oxygen"),
    (r"\bsugar (?:in|of) (?:the |my )?blood\b", "blood sugar"),
    (r"\b(?:temperature of (?:the |my )?skin)\b", "skin temperature"),
    (r"\bminutes (?:of activity|in activity|with activity)\b", "active minutes"),
    (r"\b(?:profound|deep phase of) sleep\b", "deep sleep"),
    (r"\b(?:superficial|soft) sleep\b", "light sleep"),
    (r"\b(?:deep|light|rem) (?=sleep|phase)(?:sleep )?phases?\b", lambda found: f"{found[0].split()[0]} sleep"),
    (r"\b(?:sleeped|sleept)\b", "slept"),
    (r"\b(?:runned|runed)\b", "ran"),
    (r"\b(?:waked|awaked|awoke) up\b", "woke up"),
    (r"\b(go|goes|going|went|gone) (?:by|on) (?:the )?foot\b", r"\1 walking"),
    (r"\b(stand|standing) up\b", "get up"),
    (r"\bstood up\b", "got up"),
)
"""What is measured and done, under the names that other languages have for it."""

_TIMES: Final[tuple[_Said, ...]] = (
    (rf"\b(?:in|at) {_WHAT} (?=day\b|night\b|date\b|days\b|nights\b)", "on which "),
    (r" (?:until|till) now\b(?=.*\bthis (?:week|month|year)\b)", ""),
    (r"\b(this (?:week|month|year)) (?:until|till) now\b", r"\1 so far"),
    (rf"\b{_WEEKDAY}\b(?=(?:(?: ,| and)+ (?:on )?{_WEEKDAY})+ of (?:the )?((?:last|this) week)\b)", r"\g<0> of \1"),
    (r"^(?:until|till) now , (?=.*\bthis (?:week|month|year)\b)", ""),
    (r"^(how (?:long|much|well) (?:do|did) i \w+) in the week$", r"\1 during the week"),
    (r"^how often in the week\b", "how often per week"),
    (rf"\bin the month of (?={_MONTH}\b)", "in "),
    (r"\bthe last (?=days\b|weeks\b|months\b)", "the last few "),
    (r"\bhow many (\w+) (?:are|have|has|is) (?:passed|gone|past|over) since\b", r"how many \1 since"),
    (r"^how (long|many days) (is|was) (.+) ago$", r"how \1 ago \2 \3"),
    (r"\b(do|did) i (sleep|walk|move|feel) then\b", r"\1 i \2"),
    (rf"\b(?:in|at) {_WHAT} hours?\b", "at what time"),
    (
        rf"\bbetween {_WHAT} (?:hours|times) (do|did) i (?:normally |usually )?sleep(?: (?:normally|usually))?$",
        r"when \1 i go to bed and when \1 i wake up",
    ),
    (
        r"\bhow late (?:is|was) it when i (go|went) to bed\b",
        lambda found: f"what time {'did' if found[1] == 'went' else 'do'} i go to bed",
    ),
    (
        r"\bhow late (?:is|was) it when i (wake|woke|get|got) up\b",
        lambda found: f"what time {'did' if found[1] in {'woke', 'got'} else 'do'} i wake up",
    ),
    (rf"\b(?:until|till|by|before) ({_HOUR}) at (?:the )?latest\b", r"no later than \1"),
    (rf"\bat (?:the )?latest (?:at|until|till|by) ({_HOUR})(?![\w:])", r"no later than \1"),
    (r"\b([1-5]) (?:o'?clock )?(?:in the|at) night\b", r"\1 am"),
    (r"\b(1[3-9]|2[0-4]) o'?clock\b", r"\1:00"),
    (r"\b(go|goes|going|went|gone) (earlier|sooner|later|late|early) (?:to|into|in) bed\b", r"\1 to bed \2"),
    (r"\b(go|going|went) sooner to sleep\b", r"\1 to sleep earlier"),
    (r"\bto bed sooner\b", "to bed earlier"),
    (
        rf"\bsince (?:the )?(?:last )?(\d+|a|an?other) ({_UNIT})(?! (?:ago|after|before|later|that|which|i))\b",
        lambda found: f"over the last {found[1].replace('a', '1')} {found[2]}",
    ),
    (rf"\b(?:before|ago) (\d+|a) ({_UNIT})$", r"\1 \2 ago"),
    (r"\b(?:in|over|during) the (?:whole|entire|complete) last (?=week|month|year)", "last "),
    (rf"\b(?:the )?night (?:of|from) ({_WEEKDAY}) (?:to|on|until) (?:the )?{_WEEKDAY}\b", r"\1 night"),
    (r"\b(week|month) (?:for|after|to) \1\b", r"\1 by \1"),
    (r"\bin the last time$", "recently"),
)
"""When and since when."""

_AMOUNTS: Final[tuple[_Said, ...]] = (
    (r"\b(?:the )?most (high|low|long|short)\b", r"the \1est"),
    (r"\b(?:at (?:the )?(?:minimum|least)|minimum) (?=\d)", "at least "),
    (r"\b(?:at (?:the )?(?:maximum|most)|maximum) (?=\d)", "at most "),
    (r"\barrived? (?:to|at|until) (?:the )?(?=\d)", "reach "),
    (r"\b(?:overpass|overpassed|overcome|overcame|passed over|pass over) (?:the )?(?=\d)", "exceed "),
    (r"^(how (?:much|many) .*?)\bby (?=day\b|night\b)", r"\1per "),
    (r"^(how (?:often|many times) [^,]*) in the (?=week$)", r"\1 per "),
    (r"\bin (?:the )?mean(?= ,| how| per| a |$)", "on average"),
    (r"\bhow much (?=days|nights|weeks|months|weekends|times|hours|minutes|runs|trainings|workouts)", "how many "),
    (r"\bby how (?:much|many) percent\b", "by what percent"),
    (
        rf"\b({_BETTER}(?: or {_BETTER})?) as(?={_THAN})",
        r"\1 than",
    ),
    (
        rf"(?<!as )\b({_BETTER} (?:\w+ ){{0,2}}{_MEASURED}) as(?={_THAN})",
        r"\1 than",
    ),
    (r"\bthan (normally|usually)\b", lambda found: f"than {found[1].removesuffix('ly')}"),
    (r"\bthe 1 with (?:the )?less\b", "the 1 with the least"),
    (r"\bthe one with (?:the )?less\b", "the one with the least"),
    (r"\bthe one with more\b", "the one with the most"),
    (r"\b(?:one|1) (?:after|behind) the other\b", "in a row"),
    (
        rf"^(?:{_WHAT}|{_HOW_BIG}) {_PART} of (?:the )?(.+?) (?:in|of|from) (my (?:sleep|nights?))(?: {_IS})?(?= ,|$)",
        r"what share of \2 is \1",
    ),
    (rf"^{_WHAT} (?:part|portion) of (?=my )", "what share of "),
    (
        rf"^(?:of|from) all (?:of )?(my |the )?(\w+) , (?:in |on )?how many (?:of them )?(.+?)(?: ,)? {_PERCENT}$",
        r"what percent of my \2 \3",
    ),
)
"""How much, and more than what."""

_CLAUSES: Final[tuple[_Said, ...]] = (
    (r"^it (?:gives|has|is there) (?=how )", ""),
    (r"\bdoes it give\b", "are there"),
    (r"^please , ", ""),
    (r"^what for an? ", "what "),
    (rf"^which (?:one|1) ({_IS}) ", r"which \1 "),
    (r"^how looks? (my [^,]+?)(?: out)?$", r"how is \1"),
    (r"\bin comparison (?:with|to)\b", "compared to"),
    (r"^i (?:slept|sleep) how (long|much)\b", r"how \1 did i sleep"),
    (r"^depends? (my .+?) (?:on|of|from) (my .+)$", r"does \1 depend on \2"),
    (r"^(?:does |do )?(?:there )?exists? (?:there )?(?=an? |any |some )", "is there "),
    (r"\b(influence|effect|impact) (?:to|over|in|for) (?=my )", r"\1 on "),
    (r"\b(show|give|say|tell|explain) to me\b", r"\1 me"),
    (r"\bfor to\b|\bin order to\b", "to"),
    (rf"\b({_DAY}) (?:in|on|at|during) {_WHAT} (?=i |my )", r"\1 when "),
    (rf"\b(the {_DAY}) (?:that|where) (?=my |i )", r"\1 "),
    (r"\bthe (best|worst|longest|shortest) (\w+) (?:that )?i (?:have )?(?:ever )?had\b", r"my \1 \2"),
    (
        r"^(?:from when (?:to|until) when|when) (?:did|was) (my (?:longest|best|biggest) .+?) (?:go|begin|start|last)$",
        r"when was \1",
    ),
    (rf"^how (?:did|does|do|has) (my .+?) {_CHANGE} ({_EACH}.*)$", r"how was \1 \3"),
    (rf"(?<= , ){_WHAT} ({_IS}) (?=my )", r"what \1 "),
    (rf"^{_WHAT} ({_IS}) (?=my |the (?:longest|shortest) (?:time|pause|period|series|streak))", r"what \1 "),
    (
        r"\bthe (longest|shortest) (?:pause|break|interruption|time|period)(?: of time)? (?:in|during) which (?=i )",
        r"the \1 time ",
    ),
    (
        r"\b(?:sleep|slept) (?:badly|bad|poorly|little|well|long) , (?=(?:less|more|under|over|fewer) )",
        lambda found: f"{found[0].split()[0]} ",
    ),
    (r"\bto bed (?:late|early) , (?=(?:after|before) )", "to bed "),
    (
        rf"^{_OF_ALL}(day|night|week|month)s((?: (?:since|in|of) [^,]+)?) , {_THE_ONE} (.+)$",
        r"which \1\2 had the \3",
    ),
    (r"\bcompare (it|this|that) please\b", r"compare \1"),
    (r"\bi (?:walk|walked) (?=the (?:most|fewest|least) steps\b)", "i did "),
    (r"\b(sleep|slept) the (most|least|fewest) hours\b", lambda found: f"{found[1]} the {_MOST[found[2]]}"),
    (
        rf"^how ({_IS}) ({_PLAIN}) compared to (?:the )?(?:last|previous) (week|month|year)$",
        r"how \1 \2 this \3 compared to last \3",
    ),
    (
        rf"^compared to (?:the )?(?:last|previous) (week|month|year) , how ({_IS}) ({_PLAIN})$",
        r"how \2 \3 this \1 compared to last \1",
    ),
    (
        rf"^how (?:do|does) ({_PLAIN}) compare (?:to|with) (?:the )?(?:last|previous) (week|month|year)$",
        r"compare \1 this \2 to last \2",
    ),
    (rf"^how (?:do|does) ({_PLAIN}) compare (?:to|with) (?:a|1) (week|month) ago$", r"compare \1 this \2 to last \2"),
    (
        rf"^how (?:do|does) ({_PLAIN}) compare (?:to|with) (?:a|1) year ago$",
        r"compare \1 this month to the same month last year",
    ),
    (r"\bhave i (?=the (?:most|least|highest|lowest|best|worst|longest|shortest)\b)", "do i have "),
    (
        r"^(how (?:many|much) (?:\w+ )?(?:more|less|fewer)(?: (?!do |did )\w+)?) i (make|do|walk|sleep|burn)\b",
        r"\1 do i \2",
    ),
    (rf"\bdo i\b([^,]*?) on ({_WEEKDAY}) than (?:on )?({_WEEKDAY})\b", r"do i\1 on \2s than on \3s"),
    (r" that i (?:have |had )?ever had$", " ever"),
    (r"^since how many (days|nights) in a row (?:do |have |did )?i\b", r"how many \1 in a row up to now i"),
    (r"\bfulfil(?:l|led|ls)?\b", "reach"),
    (r"\baccording to (?:the |my )?", "by "),
    (rf" {_IS} the (?:ones|one|1) with (?:the )?(?=most|least|highest|lowest|fewest)", " have the "),
    (r"\b(am|was) i the (most|least) (?=active\b)", r"\1 i \2 "),
    (r"\bnot even (?:1|one|a single) time\b", "not even once"),
    (
        rf"\bhow (did|does|do|has) (?:it )?{_CHANGE} (my .+?)(?={_WHEN})",
        r"how \1 \3 \2",
    ),
    (rf"\bhow (did|does|do|has) it {_CHANGE} ", r"how \1 \2 "),
    (r"\bwhen (did|does) (?:it )?(begin|start|end|finish) (my .+)$", r"when \1 \3 \2"),
    (
        r"^how (?:strong|strongly|much|tight) (?:do |does )?(?:hang|hangs) (?:together )?(.+?)(?: together)?$",
        r"how strongly are \1 related",
    ),
    (
        r"^(?:has|have) (?:the )?(.+?) (?:an |any |some )?(influence|effect|impact) (?:on|over|in)\b",
        r"does \1 have an \2 on",
    ),
    (r"\bhow (long|much|well|late|early|far|deep) (sleep|walk|run|go|wake|get|move) i\b", r"how \1 do i \2"),
    (r"\bhow (long|much|well|late|early|far|deep) (slept|walked|ran|went|woke|got|moved) i\b", r"how \1 i \2"),
    (r"^(how (?:much|many) (?:\w+ ){1,3})(burn|run|walk|reach) i\b", r"\1do i \2"),
    (r"\bhow much time (?:do )?i pass\b", "how much time do i spend"),
    (r"\bhow much time (?:have i not|i have not|have i|is it|since)\b", lambda found: f"how long{found[0][13:]}"),
)
"""The order of the parts of a clause."""

_SINCE_LAST: Final[tuple[_Said, ...]] = (
    (
        rf"^{_SINCE} i (?:have |do |did )?not (?:any ?more )?(?=\w)",
        lambda found: f"how many {found[1]} since i last " if found[1] else "when did i last ",
    ),
    (r"^(when|how long ago) (?:have|did|had) i (\w+) (?:for )?the last time\b", r"\1 did i last \2"),
    (
        rf"^({_ASKING}\b.*?) i (have|had) (?:for )?the last time (?=(?:more|less|fewer|over|under|at|an?|my|\d)\b)",
        r"\1 i last \2 ",
    ),
    (rf"^({_ASKING}\b.*?) (did )?i (?:have |had )?(?:for )?the last time (?=\w)", r"\1 \2i last "),
    (rf"^({_ASKING}\b.*?) i (?:have |had )?(\w+)( .*?)? (?:for )?the last time$", r"\1 i last \2\3"),
)
"""How long it is since something was last so: "since how many days I have not slept 8 hours"."""

_TAIL: Final = re.compile(rf"^((?:the|my|that) [^,]+) , {_WHAT}(?: 1| one| ones| {_DAY})?{_IT_IS}$")
_WHEN_IT_WAS: Final = re.compile(r"^((?:the|my) (?!last time)[^,]+) , when (?:(?:it )?was|was it)$")
_WORST_NIGHT: Final = re.compile(
    r"^((?:on |in )?(?:the|my) [^,]*\b(day|night)\b[^,]*) , (.+) (?:in|on|of) this \2\b(.*)$"
)
_WHICH_ONE: Final = re.compile(
    rf"^(?:(?:on |in |at )?{_WHAT}(?: was the)?|the) (?:day|night|week|month|weekday)s?(?: of the week)?"
    r" (?:i|did|do|have|had|has|was|am|with|that|when) "
)
_COMPARED: Final = re.compile(r"\d| (?:than|or|as|half|twice) | , (?:do|does|did|is|was)\b|\b(?:and|but)\b")
_ENDS: Final = {"more": "most", "less": "least", "fewer": "fewest"}
_PAST: Final = re.compile(r"\b(?:did|was|were|slept|had|have|went)\b")
_TONIGHT: Final = re.compile(r"\btonight\b")
_RULES: Final = tuple(
    (re.compile(said), meant) for said, meant in (*_NAMES, *_TIMES, *_AMOUNTS, *_CLAUSES, *_SINCE_LAST)
)


@lru_cache(maxsize=4)
def as_in_english(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a sentence with each literal translation put as it is said in English.

    Kept for the sentence at hand, which is put so again once what is said around it is left out.
    """
    said = " ".join(words)
    for pattern, meant in _RULES:
        said = pattern.sub(meant, said)
    if _WHICH_ONE.match(said) and not _COMPARED.search(said):
        said = re.sub(r"\b(?:the )?(more|less|fewer)\b", lambda found: f"the {_ENDS[found[1]]}", said)
    if fronted := _TAIL.match(said):
        said = f"what was {fronted[1]}"
    elif fronted := _WHEN_IT_WAS.match(said):
        said = f"when was {fronted[1]}"
    if same := _WORST_NIGHT.match(said):
        said = f"on {same[1].removeprefix('on ').removeprefix('in ')} , {same[3]} that {same[2]}{same[4]}"
    if _PAST.search(said):
        said = _TONIGHT.sub("last night", said)
    return tuple(said.split())
