"""What a way of eating, of living or a dislike rules out."""

from typing import Final

from services.health_coach.domain.limit_words import ANY_AT_ALL, limit
from services.health_coach.domain.tags import Tag

_IMPACT: Final = (Tag.RUNNING, Tag.JUMPING)
OF_FOOD: Final = (
    limit(
        "vegan",
        r"no animal products|don't eat animals|"
        r"\bvegan\b|plant[- ]based",
        "your vegan diet",
        Tag.FISH,
        Tag.MEAT,
        Tag.PORK,
        Tag.DAIRY,
        Tag.EGGS,
    ),
    limit(
        "vegetarian",
        r"\bvegetarian|\bveggie\b|don't eat (?:any )?meat",
        "your vegetarian diet",
        *(Tag.FISH, Tag.MEAT, Tag.PORK),
    ),
    limit("pescatarian", r"pescatarian", "your diet", Tag.MEAT, Tag.PORK),
    limit(
        "no fish",
        r"\b(?:no|not|don't|never|hate|dislike|without|can't|avoid|allerg\w+)[^.!?]{0,30}\b(?:fish|seafood|shellfish"
        r"|salmon)" + ANY_AT_ALL,
        "meals without fish",
        Tag.FISH,
        thing=r"fish|seafood|shellfish|salmon",
    ),
    limit(
        "no dairy",
        r"lactose|dairy[- ]free|\b(?:no|not|don't|can't|avoid|allerg\w+)[^.!?]{0,30}\b(?:dairy|milk|cheese|yogh?urt)",
        "meals without dairy",
        Tag.DAIRY,
        thing=r"dairy|milk|cheese|yogh?urt",
    ),
    limit(
        "no gluten",
        r"c(?:o?e)liac|gluten[- ]free|\b(?:no|not|don't|can't|avoid|allerg\w+|intoleran\w+)[^.!?]{0,30}\b(?:gluten"
        r"|wheat)",
        "meals without gluten",
        Tag.GLUTEN,
        thing=r"gluten|wheat|bread",
    ),
    limit(
        "no nuts",
        r"\b(?:no|not|don't|can't|avoid|allerg\w+)[^.!?]{0,30}\b(?:nuts?|peanuts?|almonds?)\b|nut allergy",
        "meals without nuts",
        Tag.NUTS,
        thing=r"nuts?|peanuts?|almonds?",
    ),
    limit(
        "no eggs",
        r"\b(?:no|don't|can't|avoid|allerg\w+)[^.!?]{0,30}\beggs?\b|egg allergy",
        "meals without eggs",
        Tag.EGGS,
        thing=r"eggs?",
    ),
    limit(
        "no soy",
        r"\b(?:no|don't|can't|avoid|allerg\w+)[^.!?]{0,30}\b(?:soy|soya"
        r"|tofu)\b",
        "meals without soy",
        Tag.SOY,
        thing=r"soy|soya|tofu",
    ),
    limit("halal", r"\bhalal\b|\bmuslim\b", "your halal diet", Tag.PORK, Tag.ALCOHOL),
    limit(
        "kosher",
        r"\bdon't touch pork|"
        r"\bkosher\b|don't eat pork|\bno pork",
        "your diet",
        Tag.PORK,
    ),
    limit(
        "fasting month",
        r"\bi fast\b|i(?:'m| am) fasting|"
        r"\bramadan\b|fasting (?:from|until|during)",
        "your fasting",
        *(Tag.FASTING, Tag.CAFFEINE, Tag.HARD_EFFORT, Tag.EATING_BY_DAY),
    ),
    limit(
        "no alcohol",
        r"in recovery from (?:alcohol|drinking)|alcoholic in recovery|recovering from alcohol|"
        r"\b(?:don't|do not|never|stopped|quit|\bno longer) (?:drink(?:ing)?|touch"
        r"|have) (?:any )?(?:alcohol|wine|beer)"
        r"|i \b(?:don't|do not|never) drink\b(?! (?:enough|water|coffee|tea|much))|\bsober\b|teetotal|\bno alcohol"
        r"|recovering alcoholic",
        "your life without alcohol",
        Tag.ALCOHOL,
    ),
    limit(
        "dependence",
        r"\balcohol(?:ism| dependen\w+| withdrawal)|\ban alcoholic\b|(?:shak|sweat)\w*[^.!?]{0,30}without (?:a "
        r"|my )?drink"
        r"|bottle of (?:vodka|whisk\w+|gin|rum|wine) (?:a|every|each) (?:day|night)",
        "coming off alcohol safely",
        Tag.ALCOHOL,
        needs_doctor=True,
    ),
    limit(
        "no caffeine",
        r"\bdecaf only|only decaf|"
        r"\b(?:don't|do not|never|stopped|quit|\bno longer|gave up) (?:drink\w*|have|having|touch)? ?(?:any )?"
        r"(?:coffee|caffeine)|\bno (?:coffee|caffeine)",
        "your life without coffee",
        Tag.CAFFEINE,
        thing=r"coffee|caffeine",
    ),
)
OF_LIFE: Final = (
    limit("deaf", r"\bdeaf\b|hard of hearing|hearing (?:loss|aids?|impair\w+)", "your hearing", Tag.MUSIC),
    limit(
        "no screens",
        r"\b(?:no|not|don't|hate|without|can't)[^.!?]{0,20}\b(?:screens?|apps?)\b",
        "doing without screens",
        Tag.SCREEN,
    ),
    limit("hot flushes", r"hot (?:flush|flash)|night sweats|menopaus", "your hot flushes", Tag.HOT_BATH),
    limit(
        "breastfeeding",
        r"breast ?-?feed|\bnursing (?:my|a|the)\b",
        "your breastfeeding",
        *(Tag.FASTING, Tag.EATING_LESS, Tag.COUNTING_CALORIES, Tag.ALCOHOL),
    ),
    limit(
        "young or thin",
        r"\bi(?:'m| am) (?:only )?1[0-7]\b(?! ?(?:%|kg|kilos?|pounds?|lbs?|weeks?|stones?|months?|days?|hours?|min))"
        r"|\bunderweight\b",
        "what your body needs",
        *(Tag.FASTING, Tag.EATING_LESS, Tag.COUNTING_CALORIES, Tag.WEIGHING, Tag.ALCOHOL),
    ),
    limit(
        "night shifts",
        r"\bhour nights?\b|\b(?:shifts?|work) (?:ends?|finish\w*) (?:at|after) (?:midnight|1[0-2]"
        r"|\d ?am)\b|\bi finish (?:work )?at (?:midnight|\d ?am)\b|"
        r"(?:night|rotating|late|graveyard) shifts?|shift work\w*|work(?:ing)? (?:at )?nights?\b|on nights\b",
        "your shifts",
        *(Tag.FIXED_HOURS, Tag.EVENING, Tag.MORNING_LIGHT, Tag.EARLY_MORNING),
    ),
    limit(
        "no gym",
        r"\b(?:no|not|hate|don't|can't|without|never)[^.!?]{0,30}\bgyms?\b|gyms? (?:is|are)(?:n't"
        r"| not) (?:for me|my)",
        "doing without a gym",
        Tag.GYM,
        Tag.CLASS,
        thing=r"gyms?",
    ),
    limit(
        "no swimming",
        r"\b(?:can't|cannot|don't|hate|no|not|never)[^.!?]{0,25}\b(?:swim|pool)" + ANY_AT_ALL,
        "dry land",
        Tag.SWIMMING,
        Tag.WATER,
        thing=r"swim|pools?|water(?= ?(?:\\W|$))",
    ),
    limit(
        "no running",
        r"\b(?:can't|cannot|don't|hate|no|not|never|dislike|without)[^.!?]{0,25}\b(?:run|jog)" + ANY_AT_ALL,
        "doing without running",
        *_IMPACT,
        thing=r"runn?(?:ing)?|jog",
    ),
    limit(
        "no cycling",
        r"\b(?:can't|cannot|don't|hate|no|not|never|dislike)[^.!?]{0,25}\b(?:bike|cycl|bicycle)" + ANY_AT_ALL,
        "doing without a bike",
        Tag.CYCLING,
        thing=r"bik(?:e|ing)|cycl",
    ),
    limit(
        "no walking",
        r"\b(?:hate|dislike|don't like"
        r"|can't stand)[^.!?]{0,15}\bwalk",
        "doing without walks",
        Tag.WALKING,
        thing=r"walk",
    ),
    limit(
        "no stairs",
        r"\b(?:can't|cannot|hate|avoid"
        r"|no)[^.!?]{0,20}\bstairs",
        "doing without stairs",
        Tag.STAIRS,
        thing=r"stairs",
    ),
    limit(
        "no strength",
        r"\b(?:can't|hate|don't|no|dislike)[^.!?]{0,20}\b(?:lift|weights|strength)",
        "doing without weights",
        Tag.STRENGTH,
        Tag.LIFTING,
        thing=r"lifting|weights",
    ),
    limit(
        "no meditation",
        r"\b(?:can't|hate|don't|no|not|dislike)[^.!?]{0,25}\b(?:meditat|mindful|breathing exercise)",
        "doing without breathing exercises",
        Tag.MEDITATION,
        thing=r"meditat|mindful|breathing exercise",
    ),
    limit(
        "no yoga",
        r"\b(?:can't|hate|don't|no|not"
        r"|dislike)[^.!?]{0,25}\byoga",
        "doing without yoga",
        Tag.YOGA,
        thing=r"yoga",
    ),
    limit(
        "after illness",
        r"\bme/cfs|chronic fatigue|fibromyalg|\bchemo|"
        r"\b(?:after|had|since|over|from) (?:\w+ )?(?:covid|flu|pneumonia|infection|illness|bronchitis)\b|long covid",
        "your recovery",
        Tag.HARD_EFFORT,
    ),
    limit(
        "no weighing",
        r"\b(?:no|hate|don't|won't|not|never|stopped)[^.!?]{0,25}\b(?:scales?\b|weigh)",
        "doing without the scales",
        Tag.WEIGHING,
        thing=r"scales?|weighing",
    ),
    limit(
        "no counting",
        r"\b(?:no|hate|don't|won't|not|never)[^.!?]{0,25}\b(?:calorie|macros|count\w* food)",
        "doing without counting",
        Tag.COUNTING_CALORIES,
        thing=r"calorie|macros",
    ),
    limit(
        "no mornings",
        r"\bnight owl|useless before|"
        r"not a morning person|\b(?:no|hate|can't|never|don't)[^.!?]{0,25}\b(?:mornings?\b"
        r"|early starts?|get(?:ting)? up early)",
        "your mornings",
        Tag.EARLY_MORNING,
        thing=r"mornings?|early starts?|get(?:ting)? up early",
    ),
    limit(
        "no evenings",
        r"\b(?:no|not|don't have|never|can't|work|busy|hate)[^.!?]{0,25}\bevenings?\b|evenings? (?:\w+ ){0,3}(?:busy"
        r"|full|taken|impossible|chaos)",
        "your evenings",
        Tag.EVENING,
        thing=r"evenings?",
    ),
    limit(
        "no money",
        r"\bskint\b|money is (?:tight|short)|can't spend|\bno (?:budget|spare cash|cash)\b|"
        r"can't afford|cannot afford|\bno money|tight budget|on a budget|low income|unemployed|too expensive"
        r"|broke\b(?! my)",
        "your budget",
        *(Tag.COSTS, Tag.GYM, Tag.CLASS),
    ),
    limit(
        "young children",
        r"(?:newborn|baby|babies|toddlers?|infant|twins|(?:small|young|little) (?:kids?|children)|(?:kids?|children)"
        r" (?:under|at home)"
        r"|single (?:mom|mum|dad|parent|mother|father)|(?:breast|night) ?feeding)",
        "your children",
        *(Tag.LONG_TIME, Tag.LESS_TIME_IN_BED, Tag.FIXED_HOURS),
    ),
    limit(
        "no time",
        r"\bno time\b|not (?:much|enough|a lot of) time|don't have (?:the |much |enough |any )?time|so busy|too busy"
        r"|very busy|short on time|long hours",
        "the little time you have",
        Tag.LONG_TIME,
        Tag.CLASS,
    ),
    limit(
        "indoors",
        r"agoraphob|\b(?:don't|not) feel safe (?:out|outside|walking)\b|can't leave the house|"
        r"pollen|hay ?fever|unsafe (?:area|neighbou?rhood|street)|not safe (?:to|out)|can't (?:go|get) (?:out"
        r"|outside)|house ?bound|\b(?:hate|don't like|not) (?:going |being )?(?:outside|outdoors)",
        "staying indoors",
        Tag.OUTDOORS,
    ),
    limit(
        "alone",
        r"\b(?:prefer|rather|like) (?:to be |being |do it |train |walk )?(?:alone|by myself)|introvert"
        r"|social anxiety|hate (?:groups|company|people)",
        "doing it by yourself",
        Tag.COMPANY,
        Tag.CLASS,
    ),
    limit(
        "cold",
        r"\b(?:hate|can't stand|no|not|raynaud)[^.!?]{0,20}\b(?:cold (?:water|shower|plunge)|ice bath)|raynaud",
        "keeping warm",
        Tag.COLD_WATER,
        thing=r"cold (?:water|shower|plunge)|ice bath",
    ),
    limit(
        "keeps phone",
        r"\b(?:don't|do not|not|never|can't|won't) (?:\w+ )?(?:take|touch|say|lose|give up)\b[^.!?]{0,15}\bphone",
        "keeping your phone",
        Tag.PHONE_AWAY,
    ),
    limit(
        "no bath",
        r"\bno (?:bath ?tub|shower|hot water)|\b(?:hate|can't have|not allowed)[^.!?]{0,15}\b(?:baths?|hot showers?)",
        "doing without a bath",
        Tag.HOT_BATH,
    ),
)
