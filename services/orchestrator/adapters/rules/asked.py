"""What a message asks for, by its words and by those before it: advice, a judgement, a reason, general knowledge."""

import re
from dataclasses import dataclass
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.adapters.rules.lexicon import words
from services.orchestrator.domain.conversation import Conversation

_OWN: Final = words(
    r"""
    my | mine | i | i'm | i've | i'd | i'll | im | ive | me | myself | our
    """
)
_NOT_OWN: Final = words(
    r"""
    i (?:was )?(?:read|heard|saw|told|listening|wonder\w*|want to know|mean|thought|think|keep (?:reading
    |hearing|seeing)) | i (?:wanted|want|would like|'d like)(?: to)? (?:to )?(?:ask|know|understand|learn)
    | tell me | show me | explain (?:to )?me | like i'?m (?:five|5) | someone my age | people my age
    | (?:my|a) (?:mum|mom|dad|father|mother|wife|husband|son|daughter|friend|doctor|sister|brother|partner
    |girlfriend|boyfriend|colleague)(?:'s)?
    """
)
"""The person is in it, and yet it asks nothing of their records."""
_JUDGEMENT: Final = words(
    r"""
    normal | ok | okay | good | bad | fine | alright | healthy | unhealthy | enough | worry\w* | worried
    | worries | concern\w* | danger\w* | risky? | at risk | serious | problem | safe | harmful | alarming | fit
    | great | terrible | poor | too (?:high|low|much|little|many|few|short|long|fast|slow|late|early)
    | (?:so|very|really|pretty|actually|quite|abnormally|a bit|kind of) (?:high|low|short|bad|fast|slow) | high
    | low | elevated | (?:in|within|outside|out of|near) (?:an? |the |my )?(?:\w+ )?ranges?
    | (?:normal|healthy|reference|target|optimal) ranges?
    | (?:compare[sd]?|comparison|stack up|measure up|rank) (?:\w+ ){0,4}?(?:to|with
    |against) (?:\w+ ){0,3}?(?:others?|people|women|men|normal|average|peers|guidelines?|recommendations?
    |limits?|adults?|range|someone|athletes?)
    | for (?:my|a|an|someone(?:'s)?) (?:\w+[- ]){0,3}?(?:age|sex|gender|height|weight|old|woman|man|women|men
    |person|runner|athlete) | (?:guidelines?|recommendations?|recommended|who|doctors?) | percentile
    | typical for
    | worth (?:it|any\w*|some\w*) | overdo\w* | a thing | consistent with
    | is it (?:because of |due to )?my | prediabet\w+ | a sign of | signs of
    | inflammation | insomnia | overtrain\w+ | meet the | not (?:very |that |so )?(?:much|many|a lot|enough|great)
    """
)
_ASKS_OF_OWN: Final = re.compile(
    r"(?:^|[.!?;]\s)\W*(?:(?:so|ok|okay|but|and|well|hey|hi|amy)[\s,]+)*(?:is|are|was|were|am|do|does|did|should|could|can|would"
    r"|how)\b|\?|\b(?:is|are|was) (?:it|that|this|they|mine)\b|\btell me\b|\bshould i\b|\bor (?:is|am)\b"
    r"|^\W*(?:normal|ok|okay|good|bad)\W*$|\b(?:good|ok|okay|fine|normal) or (?:not?|bad|too \w+)\b",
    re.IGNORECASE,
)
_REASON: Final = words(
    r"""
    why | y (?:do|does|did|is|are) | how come
    | what(?:'s| is| was| has| could be| might be| can be)? (?:causing|caused|behind|the reason|driving)
    | reason for | reasons? | because of | due to | could (?:\w+ ){1,6}be (?:the|why|because|from|due)
    | what (?:could|can|might|would) (?:cause|explain|be causing)
    """
)
_MEANING: Final = words(
    r"""
    what (?:do|does|did|would) .{1,60}? (?:mean|say|tell|indicate|suggest)s? | meaning of | what it means
    | means? for me | interpret\w* | make sense of | explain
    """
)
_GENERAL: Final = words(
    r"""
    what(?:'s|s| is| are| r| happen\w*)(?! (?:my|the|mine|been|new)\b) | what (?:does|do)
    | how (?:does|do|is|are|would)(?= (?!i\b|my\b|we\b|mine\b|you\b|u\b)) | is it true
    | (?:does|do|can|could|will|would|is|are)(?= (?!i\b|my\b|mine\b|we\b|you\b|u\b|it\b|that\b|this\b|they\b
    |these\b|there\b)) | difference between | mechanism | study | studies | research | evidence | scientific\w*
    | science | myth | made up | in general | like for everyone
    | (?:should|do) (?:people|teenagers|adults|women|men|kids|children|athletes|runners) | people | everyone
    | adults | athletes | benefits? | side effects? | symptoms? of | risks? of | causes? of
    | how (?:much|many|long|often)(?= (?!(?:\w+ ){0,4}(?:i|my|did|have)\b)) | where does
    | which (?:is|foods?|kinds?|types?|exercises?) | pros and cons | who (?:recommends|says) | best times? to
    | worst times? to | guidelines? | recommended
    """
)
_ADVICE: Final = words(
    r"""
    how (?:can|could|do|should|would|might|shall) (?:i|we)(?! (?:know|tell|read|compare|measure|rank|stack|do\b
    |sleep\b(?! (?:better|more|longer|deeper))))
    | how to (?!read\b|interpret\b|sync\b|pair\b|reset\b|charge\b)\w+
    | (?:what|how|when|where|which)(?:\W+\w+){0,6}? should (?:i|my)
    | (?:should|shall|must) (?:i|we)(?! (?:worry|be (?:worried|concerned|scared)|see a|call))
    | what (?:else |exactly |exercise |kind of exercise )?(?:can|could|do|would|might
    |shall) i (?:\w+ ){0,3}?(?:do|change|try|eat|drink|make|work|improve|take|use|have|instead)
    | what(?:ever)? (?:actually |else |really )?(?:could|would|can|might) (?:help|work|bring|fix|improve)
    | what (?:actually |really )?(?:helps|works) | anything (?:i|we) can (?:do|try|change|eat)
    | ways? (?:that i can|to|i can) | tips? | advice | advise | recommend(?! ?ed\b|ations?\b)\w* | suggest\w*
    | propose | coach\w*
    | (?:help|motivate|encourage|guide|teach|push) me(?! (?:understand|see|find|read|with the (?:app|sync)))
    | motivat\w+
    | (?:set|give|make|build|create|design|write|need|want|base) (?:me |us |up |it )?(?:an? |my |some\s
    |the |new )*(?:\w+ ){0,4}?(?:goals?|targets?|plans?|programmes?|programs?|routines?|schedules?|workouts?
    |recipes?|meals?|challenge|strategy) | goals? for (?:me|my)
    | (?:good|next|realistic|sensible) (?:\w+ )?(?:target|goal|step)
    | (?:plan|structure|organi[sz]e|schedule|tailor|adjust|adapt) (?:my|the next|next|mine|a|me|this) | plan pls
    | plan please | help (?:me )?plan
    | i(?:'d like| want| wanna| would like|'m trying| am trying| need|'m hoping| hope|'m aiming|'m planning
    | wish)(?: to)? (?:to )?(?!know\b|see\b|understand\b|find\b|learn\b|ask\b|check\b|hear\b|look\b|compare\b
    |view\b|a (?:new )?goal\b)(?:\w+ )?(?:lose|gain|sleep|get|run|walk|lower|raise|bring|drink|eat|quit|stop
    |start|improve|be|feel|cut|build|exercise|train|move|reduce|increase|go|have|reach|hit)
    | wanna (?:quit|stop|lose|get|start|be) | i want (?:a new|another) goal | want to bring | base it on
    | teach me | what (?:time|should|would be) (?:\w+ ){0,6}?(?:good|best|ideal|right)
    | (?:change|improve|fix|raise|lower|increase|bring) (?:it|that|this|them|mine|my)\b.*\?
    | get (?:it|that|them) (?:up|down|better|lower|higher) | how (?:can|do|could) (?:i|that|it)
    | room for improvement
    | what(?:'s| is) (?:one|the (?:best|one|biggest)) (?:\w+ ){0,3}?(?:change|thing|way|time|habit)
    | (?:i|to|should) work on | keep (?:that|it|this) up | get healthier | any ideas | program\w* look like
    | avoid (?:those|that|it|them) | (?:bulking|cutting|meal prep\w*|stretching) | next steps?
    | what(?:'s| is) next | what now | do differently | beat (?:last|my|that) | instead | alternatives?
    | recipes? | macros? .*set | can you make it | too much, go by | set mine up | what (?:do|should) i do
    | what helps | make (?:it|that|them) better
    """
)
_NO_ADVICE: Final = words(
    r"""
    should (?:i|that|this|it) (?:\w+ )?(?:worry|be (?:worried|concerned|scared|alarmed|panicking))
    | how do i compare
    | how (?:do|does) (?:i|my|that|it|mine) (?:\w+ ){0,3}compare
    """
)
_BASED_ON_DATA: Final = words(
    r"""
    (?:based|going|go|judging|looking|basing) (?:\w+ )?(?:on|by|at|from) | given (?:my|how|what|that|the|last)
    | considering | look at (?:my|mine|what|how|the) | from what i
    | (?:use|using|check|take|see|with) (?:my|mine) | you(?:'ve| have)? (?:can )?(?:see|got|have) | u can see
    | as (?:u|you) (?:can )?see | you see | taking into account | into account
    | what i(?:'m| am|'ve| have)? (?:do(?:ing)?|did|ran|run|walked?|sle(?:ep|pt)) | fits? (?:what|when|how)
    | so far | my (?:current|present|usual|normal|average|last)
    | last (?:week|month|\w+ weeks|night|year)(?:'s)? | this (?:week|month)
    | (?:past|last|next) (?:\w+ )?(?:days|weeks|months) | when i | my data | my numbers | my habits
    | my weekdays | on track
    """
)
_CLINICAL: Final = words(
    r"""
    hypothyroid\w* | hyperthyroid\w* | pcos | perimenopaus\w* | endometriosis | fatty liver | osteo\w+ | copd
    | epilep\w+ | my doctor (?:says|said|told) | weeks pregnant | heart attacks? | stroke | tsh | crp
    | triglycerides? | vitamin (?:d|b12) | b12 | iron | overtrain\w* | overall (?:health|wellness|wellbeing)
    | (?:my|health) (?:labs?|blood ?work) | labs | blood pressure | wellness | cholesterol
    | (?:areas|part)s? of my health | (?:my|our) health | slipped disc | knee | sciatica | sleep apn\w+
    """
)
_SYMPTOM: Final = words(
    r"""
    (?:a |an |this |my )?(?:\w+ )?(?:head|tooth|stomach|back|ear|tummy|belly|neck)[- ]?aches? | headaches?
    | migraines? | dizzy | dizziness | light[- ]?headed | nause\w+ | queasy | sick to my stomach | throwing up
    | vomit\w* | cramps? | cramping | cough\w* | sore (?:throat|\w+) | throat | runny nose | stuffy
    | blocked (?:nose|ear) | ear(?:s)? (?:feels?|is|are) | itch\w* | rash | hives | bloat\w* | constipat\w*
    | diarrh\w+ | heartburn | reflux | indigestion | twitch\w* | numb | tingl\w+ | swollen | swelling
    | stiff(?:ness)? | clicks? | hurts? | pain(?:ful)? | ache | aching | fever(?:ish)? | chills | sweats?
    | palpitations | flutter\w* | skipp\w+ beats? | ringing | tinnitus | blurry | eyelid | eyes? | nosebleeds?
    | don't feel (?:well|good|right) | feel(?:ing)? (?:unwell|ill|sick|off|faint|weak|shaky) | exhausted
    | knackered | fatigued? | short of breath | out of breath | breathless | bruis\w+ | burning | lump
    | mouth ulcers? | dry mouth | peeing | pee | stool
    """
)
_HAS: Final = words(
    r"""
    i(?:'ve| have)? (?:had|got|been|keep|get|feel|felt|am|woke) | i have | i've | i'm | im | i feel | i keep
    | i get | i woke | i don't feel | been | my | since
    | for (?:like |about |a )?(?:\w+ )?(?:days?|weeks?|months?) | keeps? | having
    | most (?:evenings|mornings|nights|days) | every (?:morning|evening|night|day|meal) | after (?:every|each)
    """
)
_STATED: Final = re.compile(
    r"\b(?:a |an |my |the |of |is |are |was |at |came back |it's |its |about |around )?"
    r"(?:\d{1,3}(?:[.,]\d+)?)\s*(?:%|percent|bpm|mg/?dl|mmol(?:/l)?|ng/?ml|ms|/\s*\d{2,3})?\b"
    r"(?!\s*(?:k\b|years?|days?|weeks?|months?|hours?|h\b|mins?|minutes?|km|kilos?|kg|miles?"
    r"|pm|am|steps|year|st|nd|rd|th|times|beers?|drinks?|cups?|nights?))",
    re.IGNORECASE,
)
_DATE: Final = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? )?(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
    r"(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,? (?:19|20)\d\d)?\b|\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\b",
    re.IGNORECASE,
)
_AGE: Final = re.compile(
    r"\b(?:i['\u2019]?m|i am|he['\u2019]?s|she['\u2019]?s|aged?|turned|men|women|people|those)\W+"
    r"(?:(?:now|only|just|nearly|almost|over|of|in) )*\d{2}s?\b(?!\s*(?:%|bpm|kg|lbs))"
    r"|\b(?:for|from|with|to|vs) (?:an? |the |my )?(?:\w+ ){0,2}?(?:of )?\d{2}(?:[-\u2013 ]\d{2})?s?\b"
    r"(?=\W*(?:$|[,.?!;]|and\b|or\b|w/|with\b|year|yr|yo\b|y/?o|m\b|f\b|man|woman|male|female|guy|girl|dude|who\b))"
    r"|\b(?:man|woman|male|female|guy|girl|lady|fella|bloke|person|someone|somebody) (?:of|at|aged) \d{2}\b"
    r"|\bat (?:age )?\d{2}(?=\W*$)|\b\d{1,3}[- ]?(?:years?|yrs?|yo\b|y[ /]?o\b|m\b|f\b)",
    re.IGNORECASE,
)
_DATA_ASIDE: Final = words(
    r"""
    not based on my (?:data|numbers|records) | never ?mind my (?:data|numbers|records)
    | without (?:using|looking at) my \w+ | forget (?:about )?my (?:data|numbers|records) | in general terms
    | regardless of my (?:data|numbers)
    """
)
_MEASURED: Final = words(
    r"""
    cardio | runs? | ran | running | rides? | rode | cycl\w+ | walk\w* | swim\w* | swam | exercise[sd]?
    | train\w* | workouts? | labs? | blood ?work | results? | heart | fit | fitness | the watch | my watch
    | nights? | weight | weigh | spo2 | bedtimes?
    """
)
_MY_QUANTITY: Final = re.compile(
    rf"\b(?:my|mine)\b(?:\W+\w+){{0,3}}?\W+(?:{lexicon.METRIC.pattern})", re.IGNORECASE | re.VERBOSE
)
_FILLER: Final = re.compile(
    r"^\W*(?:(?:so|ok|okay|hey|hi|hello|um|uh|well|amy|and|but|right|cool|thanks|please|like)\b[\s,.!]*)+",
    re.IGNORECASE,
)
_MINE: Final = words("mine | how far off am i | compared to me | my own")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a message asks for.

    Attributes:
        advice: what to do.
        judgement: what a number of the person's is worth: is it normal, enough, worrying.
        reason: why something is as it is.
        meaning: what something tells.
        general: how things are for everybody.
        symptom: what a complaint may be.
        stated: it states the number that it asks about.
        own: it is about the person's own numbers.
        on_data: it is about what is on record of the person.
        clinical: about a condition, a laboratory value, or health as a whole.
    """

    advice: bool
    judgement: bool
    reason: bool
    meaning: bool
    general: bool
    symptom: bool
    stated: bool
    own: bool
    on_data: bool
    clinical: bool


def asked(conversation: Conversation, *, names_own: bool) -> Asked:
    """What the last message asks for; one that names nothing is about what was spoken of before.

    Args:
        conversation: the last message is what is asked.
        names_own: it, or those before it, name something that is on record.
    """
    newest = _FILLER.sub("", conversation.question)
    earlier = [message.content for message in conversation.history if message.role == "user"]
    before = earlier[-1] if earlier and not _names(newest) else ""
    subject = f"{before} . {newest}" if before else newest
    context = " . ".join([*earlier, newest])
    quantity = bool(lexicon.METRIC.search(subject) or _MEASURED.search(subject)) or names_own
    own = _is_own(newest) or (bool(before) and (_is_own(before) or _tells_of_data(before)))
    set_aside = bool(_DATA_ASIDE.search(newest))
    based = bool(_BASED_ON_DATA.search(newest) or (names_own and _MY_QUANTITY.search(newest)))
    return Asked(
        advice=bool(_ADVICE.search(newest)) and not _NO_ADVICE.search(newest),
        judgement=bool(_JUDGEMENT.search(newest) and _ASKS_OF_OWN.search(newest)),
        reason=bool(_REASON.search(newest)),
        meaning=bool(_MEANING.search(newest)),
        general=bool(_GENERAL.search(newest)),
        symptom=bool(_SYMPTOM.search(subject) and _HAS.search(subject)),
        stated=bool(_STATED.search(_AGE.sub(" ", _DATE.sub(" ", newest)))) and quantity and not _MINE.search(newest),
        own=own and quantity,
        on_data=not set_aside and (based or any(map(_tells_of_data, earlier))),
        clinical=not set_aside and bool(_CLINICAL.search(context) or lexicon.CLINICAL.search(context)),
    )


def _is_own(text: str) -> bool:
    return bool(_OWN.search(_NOT_OWN.sub(" ", text)))


def _tells_of_data(text: str) -> bool:
    """Whether it asks for a number of what is measured."""
    measured = lexicon.METRIC.search(text) or _MEASURED.search(text)
    return bool(measured) and not (_GENERAL.search(text) or _ADVICE.search(text) or _SYMPTOM.search(text))


def _names(text: str) -> bool:
    """Whether it names what it is about."""
    return any(pattern.search(text) for pattern in (lexicon.METRIC, lexicon.CLINICAL, _CLINICAL, _SYMPTOM))
