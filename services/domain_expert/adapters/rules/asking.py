"""What a question wants to know of its subject."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from services.domain_expert.domain.case import Case
from services.domain_expert.domain.knowledge.passages import Kind
from services.domain_expert.domain.knowledge.querying import subjects_in, terms_of
from services.domain_expert.domain.quantities import Quantity

_WHICH: Final = (
    r"\bwhich (?:one )?(?:is (?:right|correct|true)|counts|matters|(?:should|do|can) i (?:trust|believe|go by))\b"
)
"""Two numbers are set against each other."""
_PATTERNS: Final[Mapping[Kind, str]] = {
    Kind.MEASURING: (
        r"\b(?:acc?ura\w+|reliable|trust|precise|(?:how )exact|correct|how good (?:is|are)|wrong(?! with (?:me|my))"
        r"|get .{1,20} right|false alarms?)\b"
        r"|(?<!what does )\b(?:measured?|measures)\b(?! (?:up|of))"
        rf"|{_WHICH}"
    ),
    Kind.IMPROVING: (
        r"\bhow (?:can|do|could|should|would|to)\b.*"
        r"\b(?:improve|increase|raise|boost|lower|reduce|better|more|less|higher|up|down)\b"
        r"|\bhelps?\b"
        r"|\b(?:can|could) i (?:\w+ ){0,2}(?:lower|raise|improve|increase|reduce|bring|change)\b"
        r"|\b(?:bring|get)s? .{1,30} (?:up|down)\b|\bwhat can i do\b|\btips?\b"
    ),
    Kind.CAUSES: (
        r"\bwhy\b|\by (?:do|does|did|is|are)\b"
        r"|\bhow come\b|\bcaus(?:e|es|ed|ing)\b|\bdue to\b|\bbecause of\b|\b(?:related|linked|connected)\b"
        r"|\bwhat (?:can |could |might )?(?:causes?|makes?|affects?|raises?|lowers?|drives?|brings?)\b"
        r"|\bto do with\b|\bwhenever\b|\b(?:the|a|any) reasons?\b|\breasons? (?:for|why|of)\b|\bis behind\b"
        r"|\b(?:does|do|did|can|could|will|would|might)(?! i\b) .+"
        r" (?:affect|raise|lower|increase|change|mess|ruin|hurt|drop|spike|cause|make|bring|push|explain)\b"
        r"|\bnormal (?:that|to|if|when|after|up here)\b|\b(?:started|since i|after i)\b"
        r"|\b(?:do|have) i (?:have|got) (?!enough|a (?:normal|good|high|low))"
        r"|\b(?<!any )(?:a )?sign of\b|\bmeans? (?:that )?i have\b"
    ),
    Kind.USUAL: (
        r"\b(?:normal|usual|average|typical|good|great|healthy|ideal|optimal|ranges?"
        r"|too (?:low|high|much|little|many|few|short|long|slow|fast)|how (?:much|many|high|low)"
        r"|bad|ok|okay|fine|alright|decent|enough|suffic\w+|adequate|acceptable|about right|poor|terrible|awful"
        r"|worrying|any good|not (?:very |that |so )?(?:much|many|a lot|enough)|any signs? of|should .+ be|high|low)\b"
        r"|\b(?:is|are) (?:this|that|it|these) (?:\w+ ){0,2}"
        r"(?:(?:pre)?diabet|ana?emi|hypertensi|obes|overweight|underweight)"
        r"|\bam i (?:\w+ )?(?:overweight|underweight|obese)\b"
        r"|\bhow (?:do|does|is|are) .+ (?:look|compare|doing)\b|\bfor (?:someone |somebody |a person )?my age\b"
    ),
    Kind.WHEN_TO_ASK: r"\b(?:worr|concern|danger|serious|doctor|see someone|problem|risk|harm|scar|alarm|panic)",
    Kind.MYTH: r"\b(?:myth|is it true|really)\b",
    Kind.MEANING: r"\bwhat(?:'?s| is| are| does| do)\b|\bmean(?:s|ing)?\b|\bexplain\b|\btell\b|\bdifference\b",
}
_COMPILED: Final = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _PATTERNS.items()}
_WHAT_IT_MEASURES: Final = re.compile(r"\bwhat (?:do|does) (?:\S+ ){1,3}measures?\b", re.IGNORECASE)
_FEW_OTHERS: Final = 1
_OF_ANY_CHANGE: Final = frozenset(
    [
        "make",
        "makes",
        "go",
        "goes",
        "going",
        "gone",
        "come",
        "comes",
        "down",
        "up",
        "bring",
        "brings",
        "drive",
        "drives",
    ]
)
"""They say that something changes, and nothing particular."""
_OF_A_CASE: Final = re.compile(
    r"\bwhat (?:if|happens)\b"
    r"|\bgood for\b(?! (?:my|me|an?|some\w+|his|her|your?|\d+|wom[ae]n|m[ae]n|(?:fe)?males?|adults?|people)\b)",
    re.IGNORECASE,
)
"""It asks what follows, or what something does, and not what is usual."""
_OF_DOING: Final = re.compile(
    r"\b(?:(?:can|may|could|should) i|(?:ok(?:ay)?|safe|fine|dangerous|risky|alright) to)"
    r" (?!(?:be|have|get|see|worry|trust|ignore|take|stop|start|expect|ask|go to)\b)\w+\b.{0,40}?"
    r"\b(?:with|on|at)\b.{0,40}?\d",
    re.IGNORECASE,
)
_OWN: Final = re.compile(
    r"\b(?:my(?! age)|mine|am i|do i (?!need)|i(?:'m| am) (?:getting|sleeping|walking)|i (?:get|sleep|walk))\b",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"\b(?:my age|(?:other|most|average) (?:people|wom[ae]n|m[ae]n|person|adults)|compared?|than (?:most|others)"
    r"|people like me|percentile|at \d\d|\d\d[ -]?(?:year|yo\b|y/o))",
    re.IGNORECASE,
)


_MEDICINE: Final = re.compile(
    r"(?<!without )(?<!without any )\b\w+(?:pril|olol|statin|sartan|dipine|formin|thyroxine|prazole|azepam)\b"
    r"|\b(?:half (?:of )?my|halve|skip my|come off)\b"
    r"|(?<!without )(?<!without any )(?<!instead of )(?<!no )"
    r"\b(?:(?:mg|mcg|iu)(?! ?/| per)|dose|dosage|pills?|tablets?|supplements?|medicat\w+|medicines?|statins?|melatonin|"
    r"(?:take|stop|start)\b.{0,30}\b(?:iron|vitamin|magnesium|it|them))\b",
    re.IGNORECASE,
)


class Aim(StrEnum):
    """What an answer begins with: a verdict on a number, that and a passage, what is usual, or a passage."""

    VERDICT = "verdict"
    VERDICT_AND_PASSAGE = "verdict and passage"
    USUAL = "usual"
    PASSAGE = "passage"


def is_plain(question: str, quantity: Quantity) -> bool:
    """Whether it asks for a quantity alone, and for nothing particular about it."""
    own = {word for name in (quantity.noun.lower(), *quantity.spoken) for word in terms_of(name)}
    terms = (term for term in subjects_in(terms_of(question)) if term not in _OF_ANY_CHANGE)
    others = [term for term in terms if term not in own and not term[0].isdigit()]
    return len(others) <= _FEW_OTHERS and not _OF_A_CASE.search(question)


def wanted(question: str) -> tuple[Kind, ...]:
    """The kinds that a question asks for, the surest first."""
    plain = _WHAT_IT_MEASURES.sub("what does it mean", question.replace("\u2019", "'"))
    return tuple(kind for kind, pattern in _COMPILED.items() if pattern.search(plain))


def kinds_of(case: Case) -> tuple[Kind, ...]:
    """Those of the question; of one that asks for none by itself, those of what it goes on from."""
    return wanted(case.question) or (wanted(case.earlier[-1]) if case.earlier else ())


def weighs_two(question: str) -> bool:
    """Whether it asks which of two numbers counts."""
    return bool(re.search(_WHICH, question, re.IGNORECASE))


def is_of_doing(question: str) -> bool:
    """Whether it asks if something may be done with a value: to fly, to lift, to train."""
    return bool(_OF_DOING.search(question))


def is_of_a_case(question: str) -> bool:
    """Whether it asks what follows, or what something is good for."""
    return bool(_OF_A_CASE.search(question))


def aim_of(kinds: Sequence[Kind], *, is_stated: bool, has_own: bool, is_plain: bool) -> Aim:
    """What the answer of a question that names a quantity begins with.

    Args:
        kinds: that it asks for.
        is_stated: the person wrote a number.
        has_own: a number of the person's own was found.
        is_plain: nothing particular is asked.
    """
    is_particular = bool({Kind.MEASURING, Kind.IMPROVING, Kind.CAUSES} & set(kinds))
    if is_stated and kinds[:1] != (Kind.MEASURING,):
        return Aim.VERDICT_AND_PASSAGE if is_particular else Aim.VERDICT
    if not is_particular and {Kind.USUAL, Kind.WHEN_TO_ASK} & set(kinds) and (has_own or is_plain):
        return Aim.VERDICT if has_own else Aim.USUAL
    return Aim.PASSAGE


_PLAINER: Final = tuple(
    (re.compile(said, re.IGNORECASE), plain)
    for said, plain in (
        (
            (
                r"(?<!an )(?<!the )(?<!any )(?<!high[ -])(?<!low[ -])\b(?:impact|influence)(?P<ending>s|ed)?\b"
                r"(?= \w)(?! on\b)"
            ),
            r"affect\g<ending>",
        ),
        (r"\b(?:the|my|your) ability to ", ""),
        (r"\bmy (?:current|present) ", "my "),
        (r"\b(?:inconsistent|erratic)(?= (?:bed ?times?|sleep\w*))", "irregular"),
        (
            (
                r",? \b(?:based|going|judging) (?:on|off|by|from)(?: of)? my (?:\w+ )?"
                r"(?:data|numbers|metrics|records)\b"
            ),
            "",
        ),
    )
)
"""What is said in a roundabout way, and how the passages say it."""


def plainer(question: str) -> str:
    """The question as it is looked up: an effect called one, and without what says nothing of its subject."""
    for said, plain in _PLAINER:
        question = said.sub(plain, question)
    return question


def without_likeness(question: str) -> str:
    """The question without the one whom it is asked for: "someone of my weight" is not asked about."""
    return _LIKENESS.sub("", question)


_LIKENESS: Final = re.compile(
    r" (?:for|in) (?:someone|somebody|a person|a (?:wo)?man|people|others) (?:of|with|at|around) my"
    r" (?:(?:current|own) )?(?:weight|height|size|build|bmi)\b",
    re.IGNORECASE,
)


def asks_for_a_range(question: str) -> bool:
    """Whether it asks between which limits something should be."""
    return bool(_RANGE.search(question))


_RANGE: Final = re.compile(r"\b(?:what|which|normal|healthy) (?:\w+ )?ranges?\b", re.IGNORECASE)


def cause_in(question: str) -> str:
    """What is said to act on something: "stress" of "how does stress affect my sleep"; empty where nothing is."""
    found = _EFFECT.search(plainer(question))
    return found["cause"] if found else ""


_EFFECT: Final = re.compile(
    r"\bhow (?:do|does|can|could|would|will|might) (?P<cause>(?!i\b|you\b|we\b)[^.?!]+?) affects?\b", re.IGNORECASE
)


def asks_amount_of_another(question: str, quantity: Quantity) -> bool:
    """Whether it asks what a number of the quantity makes of something else: "how many calories are 9,000 steps"."""
    found = _AMOUNT.search(question)
    names = (quantity.noun.lower(), *quantity.spoken)
    return found is not None and not any(found[1].lower() in name for name in names)


_AMOUNT: Final = re.compile(
    r"\bhow (?:many|much) (calories|kcal|energy|fat|weight|kilos?|kg|pounds|km|kilomet\w+|miles?)\b", re.IGNORECASE
)


def asks_of_treatment(question: str) -> bool:
    """Whether it asks how something is treated."""
    return bool(_TREATMENT.search(question))


_TREATMENT: Final = re.compile(r"\b(?:treat(?:ed|ment|ments)?|surgery|cured?)\b", re.IGNORECASE)


def asks_of_medicine(question: str) -> bool:
    """Whether it asks about taking something."""
    return bool(_MEDICINE.search(question))


def asks_of_own(question: str) -> bool:
    """Whether it asks about the person's own number."""
    return bool(_OWN.search(question.replace("\u2019", "'")))


def asks_of_others(question: str) -> bool:
    """Whether it asks where others are."""
    return bool(_OTHERS.search(question))
