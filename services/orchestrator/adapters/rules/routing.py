"""Who should answer: the kind of answer a message needs, by its words and by what data science makes of it."""

import re
from dataclasses import replace
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.after_briefing import NOTHING_TO_EXPLAIN, has_nothing_to_explain
from services.orchestrator.adapters.rules.asked import Asked, asked
from services.orchestrator.adapters.rules.documents import asks_of_documents
from services.orchestrator.adapters.rules.in_general import (
    asks_how_it_should_be,
    is_of_treatment_or_signs,
    is_on_an_effect,
    is_whether,
)
from services.orchestrator.adapters.rules.kinds import kind_of
from services.orchestrator.adapters.rules.languages import OTHER_LANGUAGE, is_in_another_language
from services.orchestrator.adapters.rules.left_to_others import Left, left_to_others
from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.adapters.rules.own_days import GOES_TOGETHER, OF_OWN_DAYS, SET_APART, TO_COME
from services.orchestrator.adapters.rules.patterns import (
    ADVICE,
    ADVICE_ON_DATA,
    ADVICE_ON_DATA_AND_KNOWLEDGE,
    AMONG_OTHERS,
    DATA,
    DATA_AND_KNOWLEDGE,
    FALLBACK,
    KEPT,
    KNOWLEDGE,
    NOT_THE_DEVICE,
    OF_KIND,
    UNREAD,
    VAGUE,
    WHY_SO,
)
from services.orchestrator.adapters.rules.specialists import (
    asks_why_so,
    is_a_bare_wish,
    is_for_the_coach,
    says_a_goal,
    wishes_a_change,
)
from services.orchestrator.adapters.rules.vagueness import classify, has_words
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.plan import Agent, RawRouting, Vagueness
from services.orchestrator.domain.understanding import Computable, NotMine, Partly, Topic, Understood

_DS, _DE, _HC = Agent.DATA_SCIENCE.value, Agent.DOMAIN_EXPERT.value, Agent.HEALTH_COACH.value
_CONVERSATIONAL: Final = (
    lexicon.GREETING,
    lexicon.THANKS,
    lexicon.ACKNOWLEDGEMENT,
    lexicon.FAREWELL,
)
"""Each is all of a message."""
_ABOUT_AMY: Final = (lexicon.ABOUT_AMY, lexicon.ABOUT_MEMORY, lexicon.NOTIFY, lexicon.DEVICE)
_ACCURACY: Final = re.compile(
    r"\b(?:acc?ura\w+|relia\w+|trust(?:worthy)?|precise)\b|\bget \w+(?: \w+){0,2} right\b"
    r"|\breal or (?:fantasy|fake|not|made up|nonsense)\b|\b(?:independent|scientific) (?:studies|tests|research)\b"
    r"|\b(?:can|could|does|do|will|would) (?:my|the|a) (?:\w+ )?(?:watch|tracker|ring|band|fitbit|garmin|oura|whoop)"
    r" (?:\w+ )?(?:detect|identify|recogni[sz]e|notice|diagnose|pick up|sense)\b",
    re.IGNORECASE,
)
"""It asks how well something is measured, or at all."""
_DIFFERENCE: Final = re.compile(r"\bdiff?er\w+ between\b(?!.*\b(?:my|mine|i)\b)", re.IGNORECASE)
"""It asks how things differ: in general, unless they are numbers that were told before."""
_ASKS: Final = re.compile(
    r"\?|\b(?:how|what|which|when|where|who|why|did|does|was|were|should|show|tell|compare|plot|list|please|pls|plz)\b"
    r"|\b(?:is|are|am|can|could|would) (?:i|it|this|that|my|the)\b|\b(?:look at|check my|coach me|help me|explain)\b",
    re.IGNORECASE,
)


_NATURE: Final = re.compile(
    rf"""\W*what(?:['\u2019]?s|\ is|\ are|\ exactly\ (?:is|are))\s+(?:an?\ |the\ )?(?:{lexicon.METRIC.pattern})\W*
    |\W*what(?:['\u2019]?s|\ is|\ are|\ does)\s+(?!my\b|the\b)\S+(?:\ \S+){{0,2}}?\ (?:on|in|mean\ on)\ my
    \ (?:lab|blood|test|report|results?|sheet|watch|app|ring|tracker)\b.*
    |.*\bwhat\ (?:does|do|can|is)\ (?:(?:a|the|my)\ )?(?:{lexicon.METRIC.pattern})(?:\ \w+)?
    \ (?:tell|mean|say|measure|show|stand\ for)\b.*""",
    re.IGNORECASE | re.VERBOSE,
)
"""It asks what a quantity is, whatever could be computed of it."""


_EFFECT: Final = re.compile(
    r"\W*(?:(?:so|and|but|ok|hey|hi|amy)\W+)*how (?:does|do|can|would) (?!i\b|we\b)(?:(?!\bmy\b|\bmine\b|\bi\b)[^.?!])*"
    r"\b(?:affect|influence|impact|change|raise|lower|mess with)\b(?:(?!\bmy\b|\bmine\b)[^.?!])*(?:[.?!]|$)",
    re.IGNORECASE,
)
"""It asks how one thing acts on another, and of nobody's own."""


_OF_ONESELF: Final = re.compile(r"\b(?:i|my|me|mine|i['\u2019]m)\b", re.IGNORECASE)
_FURTHER: Final = re.compile(r"\W*(?:and|but|or|even|what|because|since|i mean|then|so)\b", re.IGNORECASE)
"""It goes on with what was said before it."""
_SURE: Final = 0.8
"""Of a fact about the person; how they live is less."""


def route(conversation: Conversation, available: frozenset[Agent], understood: Understood | None) -> RawRouting:
    """Small talk goes to nobody, what is computed to data science, the rest to whom its kind calls for.

    What nobody installed could answer is computed as far as it can be; where nothing can, the reply says why.
    """
    question = conversation.question
    if at_once := _at_once(conversation, understood):
        return at_once
    if Agent.HEALTH_COACH in available and (is_for_the_coach(conversation, understood) or is_a_bare_wish(conversation)):
        return ADVICE
    if Agent.INVESTIGATOR in available and asks_why_so(question, understood):
        return WHY_SO
    if not has_words(question) or _is_small_talk(conversation, understood):
        return ADVICE if Agent.HEALTH_COACH in available and says_a_goal(question) else FALLBACK
    wanted = _routed(conversation, available, understood)
    wishes = wishes_a_change(question, understood) and not is_whether(question)
    if wanted.main_agent != _HC and Agent.HEALTH_COACH in available and wishes:
        return ADVICE
    unread = understood is None and wanted.main_agent == _DE and _DS in wanted.supporting_agents
    return replace(wanted, remark=UNREAD) if unread else wanted


def _at_once(conversation: Conversation, understood: Understood | None) -> RawRouting | None:
    """Where nothing else of a message counts: what rests on what the person notes is computed, or they are told how."""
    question = conversation.question
    if is_in_another_language(question) or has_nothing_to_explain(conversation):
        return _said(OTHER_LANGUAGE if is_in_another_language(question) else NOTHING_TO_EXPLAIN)
    match understood:
        case Computable(noted=True) if not asks_for_advice(question):
            return DATA
        case NotMine(noted=True) if _OF_ONESELF.search(question) and _ASKS.search(question):
            return _said(_why(understood))
        case _:
            return None


def _is_small_talk(conversation: Conversation, understood: Understood | None) -> bool:
    question = conversation.question
    is_of_things = _ACCURACY.search(question) or _DIFFERENCE.search(question)
    about_amy = () if isinstance(understood, Computable | Partly) or is_of_things else _ABOUT_AMY
    return any(pattern.search(question) for pattern in (*_CONVERSATIONAL, *about_amy)) or _only_tells(
        conversation, understood
    )


def _routed(conversation: Conversation, available: frozenset[Agent], understood: Understood | None) -> RawRouting:
    question = conversation.question
    if asks_of_documents(question):
        return _installed(KNOWLEDGE, available, understood)
    wanted = _wanted(conversation, understood)
    left = left_to_others(question)
    if left in _NEVER_COACHED:
        wanted = _of_what_is_known(wanted)
    if left in _NEVER_PASSED_OVER and wanted in (DATA, FALLBACK) and isinstance(understood, NotMine):
        wanted = KNOWLEDGE
    match understood:
        case Computable() | Partly() if not wanted.main_agent:
            return DATA
        case NotMine() if understood.topic is Topic.OTHER_LANGUAGE:
            return _said(understood.reason)
        case NotMine() if wanted is DATA:
            is_known = Agent.DOMAIN_EXPERT in available and _may_be_known(conversation, understood)
            known = DATA_AND_KNOWLEDGE if understood.own_numbers is not None else KNOWLEDGE
            return replace(known, instead=_why(understood)) if is_known else _said(_why(understood))
        case NotMine():
            return _with_reason(_installed(wanted, available, understood), question, understood)
        case _:
            return _installed(wanted, available, understood)


_NEVER_COACHED: Final = (Left.DIAGNOSIS, Left.PRODUCT, Left.MEDICINE, Left.SUPPLEMENT, Left.DOCTOR)


_NEVER_PASSED_OVER: Final = (Left.MEDICINE, Left.SUPPLEMENT)
"""Who asks what to take is always told whom to ask."""


def _of_what_is_known(wanted: RawRouting) -> RawRouting:
    """What is looked up of it in place of coaching, or of a look at everything, which would pass over what is asked."""
    if wanted is VAGUE or wanted is ADVICE:
        return KNOWLEDGE
    return DATA_AND_KNOWLEDGE if wanted in (ADVICE_ON_DATA, ADVICE_ON_DATA_AND_KNOWLEDGE) else wanted


def _with_reason(wanted: RawRouting, question: str, understood: NotMine) -> RawRouting:
    """The pattern with what is said where nothing is known either, or beside a look at everything."""
    if wanted.vague:
        is_missing = understood.topic is Topic.NOT_RECORDED
        return replace(wanted, remark=understood.reason) if is_missing else wanted
    if lexicon.DEVICE.search(question):
        return replace(wanted, instead=NOT_THE_DEVICE)
    return replace(wanted, instead=_why(understood)) if understood.topic in _NOT_HERE else wanted


def _may_be_known(conversation: Conversation, understood: NotMine) -> bool:
    """Whether something general can answer what no record does: it asks no number of somebody's own days."""
    question = conversation.question
    if _COMMAND.match(question) or TO_COME.search(question):
        return False
    if _WHY.match(question) or asks_how_it_should_be(question) or is_on_an_effect(question):
        return True
    if any(pattern.search(question) for pattern in (OF_OWN_DAYS, _OF_RECORDS, _OF_A_NUMBER, _OF_A_CHANGE)):
        return False
    if understood.topic is Topic.NO_RECORDS or _RESULT.search(question):
        return True
    if understood.topic is Topic.NOT_COMPUTABLE:
        return bool(_IN_GENERAL.search(question))
    wants = asked(conversation, names_own=understood.own_numbers is not None)
    is_general = (wants.general and not wants.own) or (wants.judgement and wants.own)
    return bool(is_general or _IN_GENERAL.search(question) or _goes_on_from_what_is_known(conversation))


def _goes_on_from_what_is_known(conversation: Conversation) -> bool:
    """Whether the message before asked how things are in general."""
    earlier = [message for message in conversation.history if message.role == "user"]
    if not earlier or _OF_A_NUMBER.search(earlier[-1].content):
        return False
    before = asked(Conversation(messages=(earlier[-1],)), names_own=False)
    return (before.general or before.meaning) and not before.own


_WHY: Final = re.compile(r"\W*(?:(?:so|and|but|ok|hey|hi|amy)\W+)*(?:why\b|y (?:do|does|did|is|are)\b)", re.IGNORECASE)
_OF_A_NUMBER: Final = re.compile(
    r"\b(?:how (?:many|much|high|low|long|far|often)(?! \w+ (?:is|are|in|does|make|until|before|till) )|average|avg"
    r"|which (?:one|of|day|night|week|month|run|ride|workout)"
    r"|when(?:['\u2019]?s)? (?:was|did|is|the|my)|last time|what(?:['\u2019]?s| was| were| is) mine"
    r"|(?:show|list|plot|graph|give|compare|pull up|look up) (?:me )?(?:my|all|the)"
    r"|(?:any|readings?|values?|numbers?) of mine)\b"
    r"(?!.*\b(?:should|need|normal|enough|recommended|good|healthy|safe|too)\b)",
    re.IGNORECASE,
)
"""It asks how much something was, and not how much it should be."""
_OF_A_CHANGE: Final = re.compile(
    r"\b(?:is|are|has|have) my\b(?:(?!\b(?:normal|ok|okay|fine|good|bad|too|healthy|enough)\b).)*"
    r"\b(?:chang\w*|trend\w*|related?|correlat\w*|linked|connected|improv\w*|going|getting|been|gone|higher|lower|better"
    r"|worse)\b",
    re.IGNORECASE,
)
"""It asks how the person's own numbers went, or go together."""
_IN_GENERAL: Final = re.compile(
    r"(?:^|[.!?,;]\s)\W*(?:(?:so|and|but|ok|hey|hi|amy)\W+)*(?:(?:can|could|does|do|will|would|is it true"
    r"|what (?:can|could|might|causes|raises|lowers|pushes|drives|makes|affects|influences))\b"
    r"(?! (?:i|my|we|you|u|mine|it be)\b)"
    r"|(?:can|does|do|will) (?:my|the|a) (?:tracker|watch|ring|band|fitbit|garmin|oura|whoop|phone|period|cycle|age)\b"
    r"|is it (?:possible|true|common|normal|usual|bad|ok|okay|healthy|safe) (?:that|if|when|for|to)\b"
    r"|if (?:my|a|the) (?:watch|tracker|ring|band|fitbit|garmin|oura|whoop) (?:says|shows|tells)\b"
    r"|(?:is|are) (?:that|this|it) (?:a thing|common|possible|true)\b"
    r"|(?:can|could) (?:that|this|it) be (?:it|why|the (?:reason|cause)|because)\b)",
    re.IGNORECASE,
)
"""It asks whether or why one thing does something to another, whoever it is done to."""
_NOT_HERE: Final = (Topic.NOT_RECORDED, Topic.NO_RECORDS, Topic.NOT_COMPUTABLE)


def _why(understood: NotMine) -> str:
    return f"{understood.reason} {understood.nearest}".strip()


def _wanted(conversation: Conversation, understood: Understood | None) -> RawRouting:
    """The pattern that a message calls for, whoever is there.

    What a thing is, and how well it is measured, is asked in general. So is what a number means that the person states
    and does not set beside others of theirs, unless data science can compute something of it.
    """
    question = conversation.question
    if (by_words := _by_words(question, understood)) is not None:
        return by_words
    wanted = _weighed(OF_KIND[kind_of(conversation, understood)], question)
    if _is_not_recorded(question, understood, is_vague=wanted is VAGUE):
        return DATA
    has_own = understood is not None and understood.own_numbers is not None
    wants = asked(conversation, names_own=has_own)
    is_known = is_on_an_effect(question) or (is_whether(question) and not wants.advice)
    if wanted in _ON_ADVICE and isinstance(understood, NotMine) and is_known:
        wanted = DATA_AND_KNOWLEDGE if has_own else KNOWLEDGE
    if wanted is VAGUE or (not conversation.history and classify(question) is Vagueness.HIGH):
        return KNOWLEDGE if _OF_ONE_THING.search(question) else VAGUE
    is_of_days = OF_OWN_DAYS.search(question) and not (has_own and wants.judgement)
    if isinstance(understood, NotMine) and (is_of_days or _COMMAND.match(question)):
        return DATA
    if wanted is DATA or (wanted in _ON_KNOWLEDGE and _is_of_records(question, wanted, wants, understood)):
        return _judged(conversation, wants, understood) if wanted is DATA else DATA
    return _with_own(question, wanted, wants, understood) if wanted in _ON_KNOWLEDGE else wanted


def _weighed(wanted: RawRouting, question: str) -> RawRouting:
    """The pattern with what is known beside it, where the question is whether more of something would do good."""
    return ADVICE_ON_DATA_AND_KNOWLEDGE if wanted is ADVICE_ON_DATA and _WHETHER_MORE.match(question) else wanted


def _by_words(question: str, understood: Understood | None) -> RawRouting | None:
    """The pattern of which the words alone leave no doubt; numbers are set apart or related where that is computed."""
    is_computable = isinstance(understood, Computable)
    if _STANDS_AMONG.search(question) and not (lexicon.METRIC.search(question) or lexicon.CLINICAL.search(question)):
        return AMONG_OTHERS
    if is_computable and _WEIGHT_KEPT.search(question):
        return replace(KEPT, questions={_DS: question, _DE: "When does a weight count as stable?"})
    if _BY_WEIGHT.search(question) and understood is not None and understood.own_numbers is not None:
        return DATA_AND_KNOWLEDGE
    is_compared = GOES_TOGETHER.search(question) or SET_APART.match(question)
    if TO_COME.search(question) or (is_computable and is_compared):
        return DATA
    is_general = any(pattern.search(question) for pattern in (_ACCURACY, *(() if is_computable else (_DIFFERENCE,))))
    is_clinical = isinstance(understood, NotMine) and is_of_treatment_or_signs(question)
    is_known = is_general or is_clinical or _NATURE.fullmatch(question) or _EFFECT.match(question)
    return KNOWLEDGE if is_known else None


def _is_not_recorded(question: str, understood: Understood | None, *, is_vague: bool) -> bool:
    """Whether it asks to see what the records do not hold, or, vaguely, for one number of that kind."""
    is_missing = isinstance(understood, NotMine) and understood.topic is Topic.NOT_RECORDED
    return is_missing and bool(_TO_SEE.match(question) or (is_vague and _OF_RECORDS.search(question)))


def _with_own(question: str, wanted: RawRouting, wants: Asked, understood: Understood | None) -> RawRouting:
    """Knowledge with or without the person's own number beside it."""
    if wanted is KNOWLEDGE:
        has_own = understood is not None and understood.own_numbers is not None
        is_judged = wants.judgement and not (wants.general or wants.stated or wants.symptom)
        return DATA_AND_KNOWLEDGE if has_own and (is_judged or _USUAL.search(question)) else KNOWLEDGE
    is_told = wants.stated and not _BESIDE_OTHERS.search(question)
    return KNOWLEDGE if is_told and isinstance(understood, NotMine) else DATA_AND_KNOWLEDGE


def _judged(conversation: Conversation, wants: Asked, understood: Understood | None) -> RawRouting:
    """Who judges a number, where a question of records asks for that: one that is named, stated or told before."""
    question = conversation.question
    if isinstance(understood, Computable):
        is_judged = _IS_IT_NORMAL.fullmatch(question) or _IS_IT_NORMAL_HOW.search(question)
        return DATA_AND_KNOWLEDGE if is_judged else DATA
    if not isinstance(understood, NotMine) or _COMMAND.match(question):
        return DATA
    is_told = wants.judgement and wants.stated and not _BESIDE_OTHERS.search(question)
    if is_told or (wants.judgement and _PRESSURE.search(question)) or _RESULT.search(question):
        return KNOWLEDGE
    return DATA_AND_KNOWLEDGE if wants.judgement and understood.own_numbers is not None else DATA


def _is_of_records(question: str, wanted: RawRouting, wants: Asked, understood: Understood | None) -> bool:
    """Whether what was taken for general asks for a number of the records, or tells Amy to change one."""
    judged = wants.advice or wants.judgement or wants.reason or wants.meaning
    beyond = wants.general or wants.symptom or wants.stated or wants.clinical
    is_missing = isinstance(understood, NotMine) and understood.topic in (Topic.NO_RECORDS, Topic.NOT_COMPUTABLE)
    asks_no_more = is_missing and wanted is DATA_AND_KNOWLEDGE and not beyond
    return bool(_COMMAND.match(question) or ((_OF_RECORDS.search(question) or asks_no_more) and not judged))


_IS_IT_NORMAL: Final = re.compile(
    r"\W*(?:(?:so|and|ok|hey|amy)\W+)?(?:(?:is|are|was)\s)?(?:my |the |this |that )?(?:[\w-]+\s){1,3}"
    r"(?:normal|ok|okay|fine|good|bad|healthy|too (?:high|low)|high|low)\W*",
    re.IGNORECASE,
)
"""It asks of one quantity whether it is as it should be."""
_IS_IT_NORMAL_HOW: Final = re.compile(
    r"\bis (?:it|that) (?:normal|ok|okay|fine|bad|healthy|unhealthy|too (?:much|little)|a problem)"
    r" (?:how (?:much|long|little|often|many)|that) (?:i|my)\b"
    r"|[?.!,]\s*(?:(?:and|but|or|is (?:that|it)) )?"
    r"(?:too (?:little|litle|much|low|high|few|short)|enough|ok(?:ay)?|normal)\s*\?+\W*$",
    re.IGNORECASE,
)
_PRESSURE: Final = re.compile(r"\b\d{2,3}\s*(?:/|over)\s*\d{2,3}\b", re.IGNORECASE)
_RESULT: Final = re.compile(
    r"\b(?:potassium|sodium|creatinine|egfr|ferritin|ha?emoglobin|hba1c|a1c|ldl|hdl|triglycerides?|cholesterol|tsh|crp"
    r"|uric acid|vitamin d|b12|alt|ast|ggt|calcium|magnesium|troponin|platelets?|glucose|sugar|psa|mcv|bilirubin)\W+"
    r"(?:(?:is|was|of|at|came back|came in|level) ){0,3}\d(?![\d.:]*\s*(?:am|pm|o'clock)\b)",
    re.IGNORECASE,
)
"""It states the result of a blood test."""
_BY_WEIGHT: Final = re.compile(
    r"\bam i (?:\w+ )?(?:overweight|underweight|obese|too (?:heavy|light))\b(?!.*\b(?:because|what|how|why)\b)",
    re.IGNORECASE,
)
"""It asks for a judgement of the weight, whatever it names."""
_STANDS_AMONG: Final = re.compile(
    r"\b(?:where|how) (?:do|does|am|would|can) i (?:\w+ )?(?:compare|stand|rank|stack up|measure up)\b[^.?!]*"
    r"\b(?:others?|people|peers|age|average|wom[ae]n|m[ae]n)\b",
    re.IGNORECASE,
)
_WEIGHT_KEPT: Final = re.compile(
    r"\b(?:maintain\w*|keep(?:ing)?|kept|hold(?:ing)?|stay(?:ed|ing)?|stable|steady)\b[^.?!]*\bweight\b"
    r"|\bweight\b[^.?!]*\b(?:maintain\w*|stable|steady|kept|the same)\b",
    re.IGNORECASE,
)
"""It asks whether a weight is kept, which the change alone does not say."""
_OF_ONE_THING: Final = re.compile(
    r"\b(?i:what(?:['\u2019]?s| is| are| does| do))\s(?:(?i:an?|the|my)\s)?\w*[A-Z]\w*[A-Z]\w*\b"
    r"|\b[A-Z]{2,5}\b.*\b(?i:tell|mean)\b"
)
"""It asks what something is that is named by its abbreviation."""
_USUAL: Final = lexicon.words("normal | usual | typical | healthy range")
"""Beside what is usual the person's own number belongs, if there is one."""
_BESIDE_OTHERS: Final = lexicon.words(
    r"""
    mine | for me | my (?:usual|normal|average|own|baseline|other) | usual(?:ly)? | always | sometimes | keeps?
    | trend | history | records? | recorded | log(?:ged)? | see | data | numbers | than | compared? | since | last
    | yesterday | today | tonight | this (?:week|month|morning|year) | some nights | went | up | jump\w* | drop\w*
    | under | below | above | over
    """
)
"""The number that it states is to be seen beside others of the person's."""
_COMMAND: Final = re.compile(
    r"\W*(?:set|change|delete|drop|ignore|print|overwrite|make) (?:my|the|all|it)\b", re.IGNORECASE
)
_TO_SEE: Final = re.compile(
    r"\W*(?:can|could|may) i (?:please )?(?:see|view|look at)\b(?! (?:a|my) doctor\b)", re.IGNORECASE
)
"""It asks to be shown something of the records."""
_WHETHER_MORE: Final = re.compile(
    r"\W*(?:should|shall) i (?:\w+ )?(?:incorporate|include|add|do|get) (?:in )?more\b", re.IGNORECASE
)
_ON_KNOWLEDGE: Final = (KNOWLEDGE, DATA_AND_KNOWLEDGE)
_ON_ADVICE: Final = (ADVICE, ADVICE_ON_DATA, ADVICE_ON_DATA_AND_KNOWLEDGE)
_OF_RECORDS: Final = re.compile(
    r"\bwhat(?:['\u2019]?s| is| was| were| are) my\b(?!.*\b(?:mean|normal|good|bad|ok|okay|too)\b)", re.IGNORECASE
)
"""It asks for the person's own number."""


def _installed(wanted: RawRouting, available: frozenset[Agent], understood: Understood | None) -> RawRouting:
    """The pattern with those agents that are there: without a coach the expert says what is known to help."""
    if not wanted.main_agent or wanted.main_agent in available:
        return wanted
    if wanted.main_agent == _HC and Agent.DOMAIN_EXPERT in available:
        return KNOWLEDGE if wanted is ADVICE else DATA_AND_KNOWLEDGE
    if isinstance(understood, Computable | Partly):
        return DATA
    return replace(wanted, supporting_agents=()) if understood else wanted


def _said(reply: str) -> RawRouting:
    return RawRouting(main_agent="", workflow="Nothing can be computed; say why.", reply=reply)


def _only_tells(conversation: Conversation, understood: Understood | None) -> bool:
    """Whether it tells something worth knowing and asks nothing.

    Who tells how they sleep or move may well ask what to make of it. Behind an answer it may go on with what was
    computed, or bear on what was advised or said in general.
    """
    question = conversation.question
    if _ASKS.search(question) or not any(memory.confidence >= _SURE for memory in extract(question)):
        return False
    before = [message.content for message in conversation.history if message.role == "user"]
    if not before:
        return True
    bears_on_it = asks_for_advice(before[-1]) or _goes_on_from_what_is_known(conversation)
    return not (bears_on_it or isinstance(understood, Computable | Partly) or _FURTHER.match(question))


def asks_for_advice(question: str) -> bool:
    return bool(lexicon.COACHING.search(question))


def is_health_topic(text: str) -> bool:
    return bool(lexicon.METRIC.search(text) or lexicon.MEDICAL.search(text))
