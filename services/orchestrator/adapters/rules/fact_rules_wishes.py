"""What people want, like and value, and how it is said to them."""

from typing import Final

from services.orchestrator.adapters.rules.fact_rule import rule
from services.orchestrator.adapters.rules.fact_words import (
    DIETS,
    I_AM,
    NOT,
    NOT_A_GOAL,
)
from services.orchestrator.domain.plan import MemoryKind

GOALS: Final = (
    rule(MemoryKind.GOAL, 0.9, r"\b(?P<what>my (?:new |next )?goal is no longer .+)", surely=True),
    rule(
        MemoryKind.GOAL,
        0.9,
        r"\bmy (?:main |new |next |big |current )?(?:goal|target|aim) (?:for [\w ]+ )?(?:is|was"
        r"|would be)(?: still)? to "
        r"(?P<what>.+)",
        form="you want to {what}",
    ),
    rule(
        MemoryKind.GOAL,
        0.9,
        r"(?:\bmy (?:main |new |next |big |current )?|^)(?:goal|target|aim)(?: for [\w ]+?)?(?: is(?: still)?|:) "
        r"(?P<what>.+)",
        form="your goal is {what}",
    ),
    rule(
        MemoryKind.GOAL,
        0.8,
        rf"\b(?:i want|i wanna|i'd like|i would like|i'd love|i would love|^would love|^would like|^want|^wanna"
        rf"|(?:{I_AM} |^)(?:trying|hoping|aiming|planning|gonna try|going to try)|i hope|i aim|i plan|i intend"
        rf"|i need(?=.*(?:\b(?:more|less|cut|reduce|lose|lower|better|quit|stop|earlier|fitter|stronger"
        rf"|healthier|by)\b|\d))) to {NOT_A_GOAL}(?P<what>(?!for\b|that\b|you\b).+)",
        form="you want to {what}",
    ),
    rule(
        MemoryKind.GOAL,
        0.8,
        rf"\b(?:i want|i wanna|i'd like|i would like|i'd love|i would love) {NOT_A_GOAL}(?P<what>(?!to\b|for\b"
        rf"|that\b|you\b)"
        r".+)",
        form="you want {what}",
    ),
    rule(
        MemoryKind.GOAL,
        0.8,
        rf"(?:\b{I_AM} |^)(?:currently )?(?P<what>(?:aiming|training|working|preparing|hoping|trying) "
        rf"(?:for|on) .+)",
        form="you are {what}",
    ),
    rule(MemoryKind.GOAL, 0.8, r"^let's aim for (?P<what>.+)", form="you are aiming for {what}"),
    rule(
        MemoryKind.GOAL,
        0.9,
        rf"^(?:{I_AM} |i(?:'ll| will) be )?(?P<what>\w.{{3,80}}?)[, -]+that(?:'s| is) (?:my|the) "
        r"(?:goal|target|aim|plan)$",
        form="your goal is {what}",
    ),
    rule(
        MemoryKind.DECISION,
        0.8,
        r"\b(?P<what>i(?:'ve| have)? (?:signed|just signed) up (?:for|to) .+)",
    ),
    rule(MemoryKind.DECISION, 0.8, r"\b(?P<what>we(?:'re| are) trying for a baby)"),
    rule(
        MemoryKind.DECISION,
        0.9,
        r"\b(?:i decided|i've decided|i have decided|i(?:'ve| have)? chose(?:n)?|i(?:'ve| have) committed) "
        r"(?P<what>(?:to|that|on|against) .+)",
        form="you decided {what}",
    ),
    rule(MemoryKind.DECISION, 0.8, r"\b(?P<what>my plan is (?:to |no )?.+)"),
    rule(
        MemoryKind.DECISION,
        0.8,
        r"\bfrom now on,? (?:i(?:'ll| will) )?(?P<what>.+)",
        form="you decided: {what} from now on",
    ),
)
TASTES: Final = (
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        rf"(?:\b{I_AM} (?:strictly |mostly |now |actually )?|^as |^)(?:an? )?(?P<what>{DIETS})\b(?: here"
        rf"| myself| now)?"
        r"(?=$| (?:so|but|since|for|and|not|i)\b)",
        form="you are {what}",
    ),
    rule(MemoryKind.PREFERENCE, 0.9, r"\b(?P<what>(?:we|i) (?:keep|eat) (?:halal|kosher|vegan|vegetarian)\b.*)"),
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        rf"\b(?P<what>{I_AM} (?:not |really not )?an? (?:morning|night|evening) (?:person|owl)|{I_AM} (?:a night owl"
        r"|an early bird))\b",
    ),
    rule(MemoryKind.PREFERENCE, 0.9, r"\b(?P<what>i (?:really |much |strongly )?prefer (?!the other|not to say).+)"),
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        r"\b(?P<what>i(?:'d| would)(?: much)? rather (?!not say|know|see|hear)\w+ .*\bthan .+)",
    ),
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        rf"(?:\b(?:i|we) |^)(?P<what>(?:only |{NOT} )(?:really )?(?:eat|drink) (?!more\b|anything\b|properly\b|much\b"
        rf"|enough\b).+)",
        form="you {what}",
    ),
    rule(MemoryKind.PREFERENCE, 0.9, rf"\bi (?P<what>{NOT} drink)(?: at all| alcohol)?$", form="you {what} alcohol"),
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        r"^no (?P<what>(?!more\b)[\w ,]+?),? for me\b",
        form="you don't eat {what}",
    ),
    rule(
        MemoryKind.PREFERENCE,
        0.8,
        r"\bi (?:really |absolutely |actually |just )*(?P<what>(?:love|enjoy|like|hate|loathe|detest|dislike"
        r"|don't like"
        r"|do not like|dont like|don't enjoy|do not enjoy|can't stand|cant stand|cannot stand|avoid) (?!up\b"
        r"|straight\b|still\b|more\b).+)",
        form="you {what}",
    ),
    rule(
        MemoryKind.PREFERENCE,
        0.8,
        rf"(?:\b(?:i|we) |^)(?P<what>{NOT} (?:really |usually )?do (?!it\b|that\b|this\b|these\b|them\b|the\b|much\b"
        r"|anything\b|enough\b|well\b|so\b|my\b|what\b|more\b|any ?more\b)[\w -]{3,40})$",
        form="you {what}",
    ),
    rule(MemoryKind.PREFERENCE, 0.8, rf"\b{I_AM} (?P<what>not (?:a fan of|into|keen on) .+)", form="you are {what}"),
    rule(MemoryKind.PREFERENCE, 0.8, r"^(?P<what>[\w ]{3,40} (?:isn't|is not|isnt|aren't|are not) for me)$"),
    rule(
        MemoryKind.PREFERENCE,
        0.8,
        r"^(?P<what>[\w ]{3,40} (?:is|are) the only (?:\w+ ){1,3}i (?:actually |really )?(?:enjoy|like|love"
        r"|can do)\b.*)",
    ),
    rule(MemoryKind.PREFERENCE, 0.8, r"^(?P<what>[\w ]{3,40} keeps? me (?:going|motivated|sane|accountable)\b.*)"),
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        r"^(?:please )?(?:don't|do not|dont|never|stop) (?:suggest(?:ing)?|recommend(?:ing)?|offer(?:ing)?"
        r"|tell(?:ing)? me (?:about|to)|mention(?:ing)?|talk(?:ing)? about|bring(?:ing)? up) (?P<what>.+)",
        form="you don't want to hear of {what}",
    ),
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        r"^(?:please )?(?:always )?(?:use|give me|show me|talk in) (?P<what>(?:kilomet\w+|km|miles|metric"
        r"|imperial|kilos?"
        r"|kg|pounds|lbs|celsius|fahrenheit|metres|meters|stone)\b.*)",
        form="you want {what}",
    ),
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        r"^(?:please )?keep (?:your |the |my )?(?P<what>(?:answers?|replies|messages) (?:short|brief|simple|long"
        r"|detailed).*)",
        form="you want {what}",
    ),
    rule(
        MemoryKind.PREFERENCE,
        0.9,
        r"^(?:please |just |you can )*(?:call me|i go by) (?P<what>(?!back\b|when\b|if\b|at\b|on\b|in\b|later\b|an?\b"
        r"|the\b|tomorrow\b|crazy\b|stupid\b|old\b|whatever\b)[^\W\d_][\w'-]+)$",
        form="you like to be called {name}",
    ),
    rule(
        MemoryKind.VALUE,
        0.8,
        r"\b(?P<what>.{1,120}\b(?:matters?|is (?:very |really |most )?important) (?:a lot |most |more )?to me\b.*)",
    ),
    rule(MemoryKind.VALUE, 0.8, r"^(?P<what>.{1,120}\bmatters? (?:the )?most to me\b.*)"),
    rule(
        MemoryKind.VALUE,
        0.8,
        r"\b(?P<what>i (?:really |deeply )?(?:value|care (?:a lot |deeply |most |more )?about) .+)",
    ),
)
