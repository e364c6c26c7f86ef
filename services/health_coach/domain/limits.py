"""What a person cannot or will not do, and what that rules out: the hard filter before anything is worded.

Limits are read generously: one too many costs a suggestion, one too few may cost a knee.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from services.health_coach.domain.own_words import own_clauses
from services.health_coach.domain.tags import Tag


@dataclass(frozen=True)
class Limit:
    """`pattern` finds it in what the person said; `called` says it back, after "I plan around"."""

    kind: str
    pattern: str
    excludes: frozenset[Tag]
    called: str
    needs_doctor: bool = False


def _limit(kind: str, pattern: str, called: str, *excludes: Tag, needs_doctor: bool = False) -> Limit:
    return Limit(kind, pattern, frozenset(excludes), called, needs_doctor)


_ON_FOOT: Final = (Tag.WALKING, Tag.RUNNING, Tag.JUMPING, Tag.STAIRS, Tag.SQUATS, Tag.STANDING, Tag.BALANCE)
_IMPACT: Final = (Tag.RUNNING, Tag.JUMPING)
_HARMED: Final = (
    r"(?:(?:bad|weak|injured|sore|hurt|broken|dodgy|painful|torn|arthritic|operated|replaced) (?:\w+ ){{0,2}}{part}"
    r"|{part}\w* (?:\w+ ){{0,3}}(?:hurts?|aches?|pains?|injur\w+|surgery|operation|replace\w+|arthritis|problems?"
    r"|trouble|issues?|gives? out|is (?:bad|weak|shot|sore)|are (?:bad|weak|shot|sore))"
    r"|(?:pain|injur\w*|arthritis|problems?|trouble|surgery) (?:\w+ ){{0,4}}{part}"
    r"|^\W*(?:(?:my|the|just|only|left|right|lower|both) ){{0,3}}{part}s?\W*$)"
)
_ANY_AT_ALL: Final = r"\w*\b(?! (?:\w+ )?(?:enough|as (?:much|often|far)|regularly|more|much|often))"
"""The end of a word of which "not enough" is no refusal."""


def _harmed(part: str) -> str:
    return _HARMED.format(part=part)


LIMITS: Final = (
    _limit("vegan", r"\bvegan\b|plant[- ]based", "your vegan diet", Tag.FISH, Tag.MEAT, Tag.PORK, Tag.DAIRY, Tag.EGGS),
    _limit(
        "vegetarian",
        r"\bvegetarian|\bveggie\b|don't eat (?:any )?meat",
        "your vegetarian diet",
        *(Tag.FISH, Tag.MEAT, Tag.PORK),
    ),
    _limit("pescatarian", r"pescatarian", "your diet", Tag.MEAT, Tag.PORK),
    _limit(
        "no fish",
        r"\b(?:no|not|don't|never|hate|dislike|without|can't|avoid|allerg\w+)[^.!?]{0,30}\b(?:fish|seafood|shellfish"
        r"|salmon)" + _ANY_AT_ALL,
        "meals without fish",
        Tag.FISH,
    ),
    _limit(
        "no dairy",
        r"lactose|dairy[- ]free|\b(?:no|not|don't|can't|avoid|allerg\w+)[^.!?]{0,30}\b(?:dairy|milk|cheese|yogh?urt)",
        "meals without dairy",
        Tag.DAIRY,
    ),
    _limit(
        "no gluten",
        r"c(?:o?e)liac|gluten[- ]free|\b(?:no|not|don't|can't|avoid|allerg\w+|intoleran\w+)[^.!?]{0,30}\b(?:gluten"
        r"|wheat)",
        "meals without gluten",
        Tag.GLUTEN,
    ),
    _limit(
        "no nuts",
        r"\b(?:no|not|don't|can't|avoid|allerg\w+)[^.!?]{0,30}\b(?:nuts?|peanuts?|almonds?)\b|nut allergy",
        "meals without nuts",
        Tag.NUTS,
    ),
    _limit(
        "no eggs",
        r"\b(?:no|don't|can't|avoid|allerg\w+)[^.!?]{0,30}\beggs?\b|egg allergy",
        "meals without eggs",
        Tag.EGGS,
    ),
    _limit(
        "no soy", r"\b(?:no|don't|can't|avoid|allerg\w+)[^.!?]{0,30}\b(?:soy|soya|tofu)\b", "meals without soy", Tag.SOY
    ),
    _limit("halal", r"\bhalal\b|\bmuslim\b", "your halal diet", Tag.PORK, Tag.ALCOHOL),
    _limit("kosher", r"\bkosher\b|don't eat pork|\bno pork", "your diet", Tag.PORK),
    _limit(
        "fasting month",
        r"\bramadan\b|fasting (?:from|until|during)",
        "your fasting",
        *(Tag.FASTING, Tag.CAFFEINE, Tag.HARD_EFFORT, Tag.EATING_BY_DAY),
    ),
    _limit(
        "no alcohol",
        r"\b(?:don't|do not|never|stopped|quit|\bno longer) (?:drink(?:ing)?|touch|have) (?:any )?(?:alcohol|wine|beer)"
        r"|i \b(?:don't|do not|never) drink\b(?! (?:enough|water|coffee|tea|much))|\bsober\b|teetotal|\bno alcohol"
        r"|recovering alcoholic",
        "your life without alcohol",
        Tag.ALCOHOL,
    ),
    _limit(
        "dependence",
        r"\balcohol(?:ism| dependen\w+| withdrawal)|\ban alcoholic\b|(?:shak|sweat)\w*[^.!?]{0,30}without (?:a "
        r"|my )?drink"
        r"|bottle of (?:vodka|whisk\w+|gin|rum|wine) (?:a|every|each) (?:day|night)",
        "coming off alcohol safely",
        Tag.ALCOHOL,
        needs_doctor=True,
    ),
    _limit(
        "no caffeine",
        r"\b(?:don't|do not|never|stopped|quit|\bno longer|gave up) (?:drink\w*|have|having|touch)? ?(?:any )?"
        r"(?:coffee|caffeine)|\bno (?:coffee|caffeine)",
        "your life without coffee",
        Tag.CAFFEINE,
    ),
    _limit("knee", _harmed("knee"), "your knee", *_IMPACT, Tag.STAIRS, Tag.SQUATS),
    _limit(
        "back",
        _harmed("back") + r"|\bback (?:\w+ )?(?:went|gave|goes|gives|is) out\b|slipped dis[ck]|herniated|sciatica",
        "your back",
        *_IMPACT,
        Tag.LIFTING,
        Tag.FLOOR,
    ),
    _limit("hip", _harmed("hip"), "your hip", *_IMPACT, Tag.SQUATS, Tag.STAIRS),
    _limit(
        "shoulder",
        _harmed("shoulder") + r"|rotator cuff|frozen shoulder",
        "your shoulder",
        *(Tag.OVERHEAD, Tag.LIFTING, Tag.SWIMMING, Tag.STRENGTH),
    ),
    _limit(
        "foot",
        _harmed("(?:foot|feet|ankle|heel|toe|achilles)") + r"|plantar fasc\w+|sprained ankle",
        "your foot",
        *_IMPACT,
        Tag.STAIRS,
        Tag.WALKING,
    ),
    _limit("arthritis", r"\barthritis|osteoporosis|joint pain", "your joints", *_IMPACT, Tag.SQUATS, Tag.LIFTING),
    _limit(
        "pregnancy",
        r"\bpregnan|\bexpecting (?:a baby|our|my)|trimester",
        "your pregnancy",
        *(
            Tag.HARD_EFFORT,
            Tag.HOT_BATH,
            Tag.COLD_WATER,
            Tag.FASTING,
            Tag.EATING_LESS,
            Tag.BREATH_HOLDING,
            Tag.LIFTING,
            Tag.ALCOHOL,
        ),
        *(Tag.JUMPING, Tag.BALANCE, Tag.WEIGHING, Tag.COUNTING_CALORIES),
        needs_doctor=True,
    ),
    _limit(
        "asthma", r"\basthma|\bcopd\b|inhaler", "your breathing", Tag.HARD_EFFORT, Tag.BREATH_HOLDING, Tag.COLD_WATER
    ),
    _limit(
        "heart",
        r"heart (?:condition|disease|attack|failure|surgery|problem|valve)|pacemaker|\bstents?\b|afib"
        r"|atrial fibrillation|arrhythmia|angina|bypass|cardiomyopathy|heart murmur",
        "your heart",
        *(Tag.HARD_EFFORT, Tag.HOT_BATH, Tag.COLD_WATER, Tag.BREATH_HOLDING, Tag.LIFTING, Tag.FLUIDS),
        needs_doctor=True,
    ),
    _limit(
        "blood pressure",
        r"high blood pressure|hypertension|(?:suffered|had) a stroke",
        "your blood pressure",
        *(Tag.BREATH_HOLDING, Tag.HARD_EFFORT, Tag.LIFTING, Tag.COLD_WATER),
        needs_doctor=True,
    ),
    _limit(
        "kidneys",
        r"\bkidney (?:disease|failure|problem|trouble|transplant|issue)|\bdialysis",
        "your kidneys",
        Tag.FLUIDS,
        needs_doctor=True,
    ),
    _limit("diabetes", r"\bdiabet|insulin", "your blood sugar", Tag.FASTING, Tag.HARD_EFFORT, needs_doctor=True),
    _limit(
        "epilepsy",
        r"epilep|seizures?",
        "your seizures",
        Tag.SWIMMING,
        Tag.WATER,
        Tag.HOT_BATH,
        Tag.LESS_TIME_IN_BED,
        needs_doctor=True,
    ),
    _limit(
        "eating",
        r"eating disorder|anorexi|bulimi|binge|orthorexi",
        "your way with food",
        *(Tag.WEIGHING, Tag.COUNTING_CALORIES, Tag.EATING_LESS, Tag.FASTING),
        needs_doctor=True,
    ),
    _limit(
        "after surgery",
        r"(?:after|since|recovering from|had) (?:my |an? |the )?(?:\w+ ){0,2}(?:surgery|operation|c-section"
        r"|caesarean)|post[- ]?op\b",
        "your recovery",
        *(Tag.HARD_EFFORT, Tag.LIFTING, Tag.RUNNING, Tag.JUMPING, Tag.SWIMMING, Tag.HOT_BATH),
        needs_doctor=True,
    ),
    _limit(
        "dizziness",
        r"\bvertigo|dizz(?:y|iness)|balance (?:problem|issue|disorder)|fall easily",
        "your balance",
        *(Tag.BALANCE, Tag.STAIRS, Tag.CYCLING, Tag.JUMPING, Tag.RUNNING),
    ),
    _limit(
        "wheelchair",
        r"wheel ?chair|can't walk|cannot walk|unable to walk|parapleg|amput",
        "your wheelchair",
        *_ON_FOOT,
        Tag.CYCLING,
    ),
    _limit(
        "blind",
        r"\bblind\b|visually impaired|can't see|low vision|poor eyesight",
        "your sight",
        Tag.READING,
        Tag.SCREEN,
        Tag.CYCLING,
        Tag.RUNNING,
    ),
    _limit(
        "night shifts",
        r"(?:night|rotating|late|graveyard) shifts?|shift work\w*|work(?:ing)? (?:at )?nights?\b|on nights\b",
        "your shifts",
        *(Tag.FIXED_HOURS, Tag.EVENING, Tag.MORNING_LIGHT, Tag.EARLY_MORNING),
    ),
    _limit(
        "no gym",
        r"\b(?:no|not|hate|don't|can't|without|never)[^.!?]{0,30}\bgyms?\b|gyms? (?:is|are)(?:n't| not) (?:for me|my)",
        "doing without a gym",
        Tag.GYM,
        Tag.CLASS,
    ),
    _limit(
        "no swimming",
        r"\b(?:can't|cannot|don't|hate|no|not|never)[^.!?]{0,25}\b(?:swim|pool)" + _ANY_AT_ALL,
        "dry land",
        Tag.SWIMMING,
        Tag.WATER,
    ),
    _limit(
        "no running",
        r"\b(?:can't|cannot|don't|hate|no|not|never|dislike|without)[^.!?]{0,25}\b(?:run|jog)" + _ANY_AT_ALL,
        "doing without running",
        *_IMPACT,
    ),
    _limit(
        "no cycling",
        r"\b(?:can't|cannot|don't|hate|no|not|never|dislike)[^.!?]{0,25}\b(?:bike|cycl|bicycle)" + _ANY_AT_ALL,
        "doing without a bike",
        Tag.CYCLING,
    ),
    _limit(
        "no walking", r"\b(?:hate|dislike|don't like|can't stand)[^.!?]{0,15}\bwalk", "doing without walks", Tag.WALKING
    ),
    _limit("no stairs", r"\b(?:can't|cannot|hate|avoid|no)[^.!?]{0,20}\bstairs", "doing without stairs", Tag.STAIRS),
    _limit(
        "no strength",
        r"\b(?:can't|hate|don't|no|dislike)[^.!?]{0,20}\b(?:lift|weights|strength)",
        "doing without weights",
        Tag.STRENGTH,
        Tag.LIFTING,
    ),
    _limit(
        "no meditation",
        r"\b(?:can't|hate|don't|no|not|dislike)[^.!?]{0,25}\b(?:meditat|mindful|breathing exercise)",
        "doing without breathing exercises",
        Tag.MEDITATION,
    ),
    _limit("no yoga", r"\b(?:can't|hate|don't|no|not|dislike)[^.!?]{0,25}\byoga", "doing without yoga", Tag.YOGA),
    _limit(
        "after illness",
        r"\b(?:after|had|since|over|from) (?:\w+ )?(?:covid|flu|pneumonia|infection|illness|bronchitis)\b|long covid",
        "your recovery",
        Tag.HARD_EFFORT,
    ),
    _limit(
        "no weighing",
        r"\b(?:no|hate|don't|won't|not|never|stopped)[^.!?]{0,25}\b(?:scales?\b|weigh)",
        "doing without the scales",
        Tag.WEIGHING,
    ),
    _limit(
        "no counting",
        r"\b(?:no|hate|don't|won't|not|never)[^.!?]{0,25}\b(?:calorie|macros|count\w* food)",
        "doing without counting",
        Tag.COUNTING_CALORIES,
    ),
    _limit(
        "no mornings",
        r"not a morning person|\b(?:no|hate|can't|never|don't)[^.!?]{0,25}\b(?:mornings?\b|early starts?|get up early)",
        "your mornings",
        Tag.EARLY_MORNING,
    ),
    _limit(
        "no evenings",
        r"\b(?:no|not|don't have|never|can't|work|busy|hate)[^.!?]{0,25}\bevenings?\b|evenings? (?:\w+ ){0,3}(?:busy"
        r"|full|taken|impossible|chaos)",
        "your evenings",
        Tag.EVENING,
    ),
    _limit(
        "no money",
        r"can't afford|cannot afford|\bno money|tight budget|on a budget|low income|unemployed|too expensive"
        r"|broke\b(?! my)",
        "your budget",
        *(Tag.COSTS, Tag.GYM, Tag.CLASS),
    ),
    _limit(
        "young children",
        r"(?:newborn|baby|babies|toddlers?|infant|twins|(?:small|young|little) (?:kids?|children)|(?:kids?|children)"
        r" (?:under|at home)"
        r"|single (?:mom|mum|dad|parent|mother|father)|(?:breast|night) ?feeding)",
        "your children",
        *(Tag.LONG_TIME, Tag.LESS_TIME_IN_BED, Tag.FIXED_HOURS),
    ),
    _limit(
        "no time",
        r"\bno time\b|not (?:much|enough|a lot of) time|don't have (?:the |much |enough |any )?time|so busy|too busy"
        r"|very busy|short on time|long hours",
        "the little time you have",
        Tag.LONG_TIME,
        Tag.CLASS,
    ),
    _limit(
        "indoors",
        r"pollen|hay ?fever|unsafe (?:area|neighbou?rhood|street)|not safe (?:to|out)|can't (?:go|get) (?:out"
        r"|outside)|house ?bound|\b(?:hate|don't like|not) (?:going |being )?(?:outside|outdoors)",
        "staying indoors",
        Tag.OUTDOORS,
    ),
    _limit(
        "alone",
        r"\b(?:prefer|rather|like) (?:to be |being |do it |train |walk )?(?:alone|by myself)|introvert"
        r"|social anxiety|hate (?:groups|company|people)",
        "doing it by yourself",
        Tag.COMPANY,
        Tag.CLASS,
    ),
    _limit(
        "cold",
        r"\b(?:hate|can't stand|no|not|raynaud)[^.!?]{0,20}\b(?:cold (?:water|shower|plunge)|ice bath)|raynaud",
        "keeping warm",
        Tag.COLD_WATER,
    ),
    _limit(
        "keeps phone",
        r"\b(?:don't|do not|not|never|can't|won't) (?:\w+ )?(?:take|touch|say|lose|give up)\b[^.!?]{0,15}\bphone",
        "keeping your phone",
        Tag.PHONE_AWAY,
    ),
    _limit(
        "no bath",
        r"\bno (?:bath ?tub|shower|hot water)|\b(?:hate|can't have|not allowed)[^.!?]{0,15}\b(?:baths?|hot showers?)",
        "doing without a bath",
        Tag.HOT_BATH,
    ),
)
_PATTERNS: Final = tuple((limit, re.compile(limit.pattern, re.IGNORECASE)) for limit in LIMITS)


@dataclass(frozen=True, kw_only=True)
class Limits:
    found: tuple[Limit, ...] = ()

    @property
    def excluded(self) -> frozenset[Tag]:
        return frozenset().union(*(limit.excludes for limit in self.found))

    @property
    def needs_doctor(self) -> bool:
        return any(limit.needs_doctor for limit in self.found)

    def allow(self, tags: Iterable[Tag]) -> bool:
        return self.excluded.isdisjoint(tags)


def limits_in(texts: Iterable[str]) -> Limits:
    """All limits in a person's own words, whichever message or memory they stand in."""
    clauses = [clause for text in texts for clause in own_clauses(text)]
    return Limits(found=tuple(limit for limit, pattern in _PATTERNS if any(map(pattern.search, clauses))))
