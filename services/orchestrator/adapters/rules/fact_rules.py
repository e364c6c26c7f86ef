"""What of what people say about themselves holds for longer than a day, and how it is said to them."""

from typing import Final

from services.orchestrator.adapters.rules.fact_rule import rule
from services.orchestrator.adapters.rules.fact_rules_wishes import GOALS, TASTES
from services.orchestrator.adapters.rules.fact_words import (
    BAD,
    BODY_PARTS,
    CONDITIONS,
    DIETS,
    I_AM,
    I_HAVE,
    MEDICATIONS,
    NOT,
    OFTEN,
    PAST,
    ROLES,
)
from services.orchestrator.domain.plan import MemoryKind

_CHANGES: Final = (
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        rf"\b{I_AM} (?:not|no longer) (?:an? )?(?P<what>{DIETS})(?: any ?more| now)?$",
        form="you are no longer {what}",
    ),
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        r"\bi (?:do |can |actually )?(?P<what>(?:eat|drink) [\w ]{2,40}?)(?: now| again| these days)+$",
        form="you {what} again",
    ),
    rule(MemoryKind.PREFERENCE, 0.9, r"\bi do (?P<what>(?:eat|drink) [\w ]{2,40})$", form="you {what}"),
    rule(
        MemoryKind.BARRIER,
        0.8,
        rf"\b(?P<what>my (?:\w+ )?{BODY_PARTS}s? (?:is|are|has|have) (?:fully |completely |all )?(?:fine|better"
        rf"|ok|okay"
        r"|healed|recovered|good|healthy)(?: again| now)?)$",
    ),
    rule(
        MemoryKind.DECISION,
        0.8,
        r"\b(?P<what>i (?:don't|do not|dont) (?!know|think|understand|see|want|care|feel|remember|get)[\w' ]+? "
        r"any ?more)$",
    ),
    rule(
        MemoryKind.DECISION,
        0.8,
        rf"\b(?P<what>i(?:'ve| have)? (?:stopped|quit|came off|gave up|given up) (?:taking |using )?(?:{MEDICATIONS}"
        r"|smoking|drinking|vaping|alcohol|coffee|caffeine|meat|sugar|running|cigarettes)\b.*)",
    ),
)
_HEALTH: Final = (
    rule(
        MemoryKind.BARRIER,
        0.9,
        rf"\b(?:i have|{I_HAVE}|{I_HAVE} had|i suffer from|i live with|i get|i was diagnosed with"
        rf"|{I_HAVE} been diagnosed with|i got diagnosed with|{I_AM} diagnosed with|{I_AM} living with) "
        rf"(?P<what>{CONDITIONS}\b.*)",
        form="you have {what}",
    ),
    rule(MemoryKind.BARRIER, 0.8, rf"^(?P<what>{CONDITIONS} means i .+)"),
    rule(
        MemoryKind.BARRIER,
        0.9,
        rf"\b(?P<what>my (?:left |right |lower |upper |\w+ )?{BODY_PARTS}s? (?:(?:is|are|has been"
        rf"|have been) (?:really "
        rf"|very |pretty |always )?{BAD}|goes out|gives out|(?:always )?hurts? (?:if|when|whenever|every time)"
        r"|can't take|doesn't like|won't)\b.*)",
    ),
    rule(
        MemoryKind.BARRIER,
        0.9,
        rf"(?:\b(?:{I_AM} |i got |i was )|^(?=allergic to|recovering from|pregnant with|\d+ (?:weeks|months)))"
        r"(?P<what>(?:allergic to|\d+ (?:weeks|months) pregnant|pregnant|recovering"
        r"|breast ?feeding|blind|deaf|paraly[sz]ed|an amputee|(?:pre-?)?diabetic|asthmatic|epileptic"
        r"|in (?:the )?(?:peri)?menopause"
        r"|perimenopausal|menopausal|hypertensive|an?emic)\b.*)",
        form="you are {what}",
    ),
    rule(
        MemoryKind.BARRIER,
        0.9,
        rf"(?:\b{I_AM} |^)(?P<what>on (?:\w+ ){{0,3}}?{MEDICATIONS}\b.*)",
        form="you are {what}",
    ),
    rule(
        MemoryKind.BARRIER,
        0.9,
        rf"\b(?P<what>i (?:take|use|inject) (?:(?:\d+ ?m?c?g of|\w+) ){{0,3}}?(?:{MEDICATIONS}|pills?|a cpap|cpap"
        r"|an inhaler|a wheelchair|crutches|a cane|a walker|hearing aids)\b.*)",
    ),
    rule(MemoryKind.BARRIER, 0.9, r"\b(?P<what>i take \d+ ?m?c?g .+)"),
    rule(
        MemoryKind.BARRIER,
        0.9,
        r"\b(?:my )?(?P<what>(?:doctor|gp|physio(?:therapist)?|cardiologist|surgeon|dietitian|dietician) (?:has )?"
        r"(?:put me on|told me|says? (?:that )?(?:i|no|to)|said (?:that )?(?:i|no|to)|wants me to|prescribed|advised"
        r"|recommends?|warned)\b.+)",
        form="your {what}",
    ),
    rule(
        MemoryKind.BARRIER,
        0.8,
        r"(?:\bi |^)(?P<what>had (?:an? |my )?(?:\w+ ){0,3}(?:replacement|surgery|operation|bypass|transplant|stroke"
        r"|heart attack|eating disorder|removed|\w{3,}(?:ectomy|ostomy|plasty)|c[- ]section|concussion"
        r"|blood clot)\b.*)",
        form="you {what}",
    ),
    rule(
        MemoryKind.BARRIER,
        0.8,
        r"\bi(?:'ve| have) (?P<what>had (?:an? )?(?:\w+ ){0,2}(?:replacement|surgery|operation|bypass|transplant"
        r"|stroke|heart attack|eating disorder|\w{3,}(?:ectomy|ostomy|plasty)|c[- ]section|concussion|blood clot)\b.*)",
        form="you have {what}",
    ),
    rule(
        MemoryKind.BARRIER,
        0.8,
        rf"\b(?P<what>i {NOT} (?:really |easily |always |usually )?(?:run|walk|swim|jump|lift|squat|kneel|climb|bend"
        r"|do (?:any )?(?:high[- ]impact|cardio|sport|squats|lunges|push[- ]?ups|weights|hard)|exercise|train"
        r"|cycle|bike"
        r"|stand for|sit for|digest|tolerate|swallow)\b.*)",
    ),
    rule(
        MemoryKind.BARRIER,
        0.9,
        r"\b(?P<what>i (?:can't|cannot|can not|couldn't|am unable to|struggle to) .*"
        r"\b(?:because|since|due to|as i|with my|until|any ?more)\b.+)",
    ),
)
_LIFE: Final = (
    rule(
        MemoryKind.BARRIER,
        0.8,
        r"\b(?P<what>i (?:struggle (?:to|with) (?!it\b|this\b|that\b)|(?:don't|do not|dont) have (?:a |an |any "
        r"|enough "
        r"|much |access to )*(?:time|access|space|money|say|kitchen|gym|car|equipment|weights|garden|bike|oven"
        r"|treadmill)"
        r"|have no (?:time|access|space|money|kitchen|car|equipment)|never have time|can't afford"
        r"|only have \d+ \w+)\b ?.*)",
    ),
    rule(MemoryKind.BARRIER, 0.8, r"^(?P<what>(?:can't|cannot|cant) afford .+)", form="you {what}"),
    rule(
        MemoryKind.BARRIER,
        0.8,
        rf"\b(?:{I_AM} )(?P<what>(?:really |a bit |very )?(?:scared|afraid|terrified) of (?!h(?:er|im)\b|them\b"
        rf"|eating\b|dying\b|being\b|going home\b|it\b|that\b|this\b"
        rf"|you\b).+)",
        form="you are {what}",
    ),
    rule(
        MemoryKind.BARRIER,
        0.9,
        r"\b(?P<what>i work (?:\w+ ){0,2}(?:nights?|shifts?|days?|evenings?|weekends?|from home|outdoors|outside"
        r"|part[- ]time|full[- ]time|at a desk|in (?:an office|a warehouse|a kitchen|a hospital|construction)"
        r"|\d+ hours?)\b.*)",
    ),
    rule(
        MemoryKind.BARRIER,
        0.9,
        rf"(?:\b{I_AM} |^)(?:now |back )+on (?P<what>days|nights|earlies|lates"
        r"|(?:day|night|early|late) shifts?)(?: again| now)*$",
        form="you work {what}",
    ),
    rule(
        MemoryKind.DECISION,
        0.8,
        rf"\b{I_AM} (?P<what>(?:(?:an? )(?:\w+ ){{0,2}}?{ROLES}|retired|self[- ]employed|unemployed|on parental leave"
        r"|on maternity leave|left[- ]handed)\b.*)",
        form="you are {what}",
    ),
    rule(MemoryKind.DECISION, 0.8, rf"\b(?P<what>i was an? (?:\w+ )?{ROLES} for .+)"),
    rule(
        MemoryKind.DECISION,
        0.8,
        r"\b(?P<what>i (?:have|'ve got) (?:(?:an?|one|two|three|four|five|\d+|small|young|little|new|teenage"
        r"|year|month|old|school[- ]age) ){0,4}(?:kids?|children|baby|toddlers?|newborn|twins|dogs?)\b.*)",
    ),
    rule(MemoryKind.DECISION, 0.8, r"\b(?P<what>i live (?:alone|at altitude|in the|on a|with|up|near|by|far)\b.*)"),
    rule(
        MemoryKind.DECISION,
        0.8,
        r"\b(?P<what>i (?:sit|stand|drive|commute|travel)\b.*\b(?:all day|for work"
        r"|at work|to work|for a living|a lot|long hours"
        r"|every \w+|at a desk|\w+ (?:days|times) a (?:week|month))\b.*)",
    ),
    rule(
        MemoryKind.DECISION,
        0.8,
        r"\b(?P<what>my (?:commute|job|work|shift) (?:is|starts|ends|means|involves|takes) .+)",
    ),
    rule(
        MemoryKind.DECISION,
        0.9,
        rf"\b{I_AM} (?:an? |already |now )?(?P<what>(?:1[6-9]|[2-9]\d))(?:[- ]?(?:years?|yrs?|yo|y/o)(?:[- ]olds?)?)?"
        r"(?: (?:man|woman|male|female|guy))?(?: now)?$",
        form="you are {what} years old",
    ),
    rule(
        MemoryKind.DECISION,
        0.9,
        rf"\b(?:{I_AM} |i weigh )(?:about |around )?(?P<what>\d{{2,3}}(?:\.\d)? ?(?:kg|kilos?|pounds?|lbs?))$",
        form="you weigh {what}",
    ),
    rule(
        MemoryKind.DECISION,
        0.9,
        rf"\b{I_AM} (?:about |around )?(?P<what>\d(?:\d\d ?cm|\.\d\d? ?m|'\d+(?:\"|'')?))(?: tall)?$",
        form="you are {what} tall",
    ),
    rule(MemoryKind.DECISION, 0.8, r"\b(?P<what>i (?:smoke|vape)\b.*)"),
    rule(MemoryKind.DECISION, 0.8, r"\bi (?P<what>used to (?!it\b).+)", form="you {what}"),
    rule(
        MemoryKind.DECISION,
        0.8,
        r"\b(?P<what>(?:i've been|i have been) (?!waiting|wondering|thinking|asking|trying to (?:find|see)).+\b(?:for"
        r"|since) .+)",
    ),
    rule(
        MemoryKind.DECISION,
        0.8,
        r"^(?:been )(?P<what>(?:doing|running|training|taking|on|vegan|vegetarian|lifting) .+\b(?:for|since) .+)",
        form="you have been {what}",
    ),
    rule(
        MemoryKind.DECISION,
        0.8,
        r"(?:\bi(?:'ve| have)? |^)(?P<what>(?:quit|stopped|started|gave up|given up|switched to|moved to|ran"
        r"|completed"
        r"|finished|took up) .+\b(?:in|since|ago|last (?:week|month|year|spring|summer|autumn|fall|winter)"
        r"|years?)\b.*)",
        form="you {what}",
    ),
)
_HABITS: Final = (
    rule(
        MemoryKind.DECISION,
        0.7,
        rf"^(?P<what>i (?!{PAST}\b)(?:\w+ )+.*\b{OFTEN}\b.*)",
    ),
    rule(
        MemoryKind.DECISION,
        0.7,
        rf"^(?P<what>i (?:usually|always|normally|generally|rarely) (?!{PAST}\b)\w+ .+)",
    ),
    rule(MemoryKind.DECISION, 0.7, r"^(?P<what>never (?:touch|eat|drink|have) .+)", form="you {what}"),
)
RULES: Final = (*_CHANGES, *GOALS, *TASTES, *_HEALTH, *_LIFE, *_HABITS)
"""The first that fits tells."""
