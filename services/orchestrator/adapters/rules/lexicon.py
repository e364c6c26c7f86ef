"""The words by which the rules tell what a question is about."""

import re
from typing import Final

from services.orchestrator.domain.numbers.reading.metric_names import METRIC_NAME


def words(text: str) -> re.Pattern[str]:
    """A pattern that finds any of the alternatives, which stand between " | ", as whole words.

    A line break within an alternative is layout.
    """
    alternatives = (re.sub(r"\s*\n\s*", "", part) for part in re.split(r"\s+\|\s+", text.strip()))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(alternatives)})(?![\w-])", re.IGNORECASE)


METRIC: Final = METRIC_NAME

POSSESSIVE: Final = words(
    r"""
    my | mine | i | i've | i'm | i'd | i'll | me | myself | im | ive | our
    """
)

COACHING: Final = words(
    r"""
    how (?:can|could|do|should|would|might) i (?:\w+ ){0,2}?(?:improve|increase|raise|boost|lower|reduce|decrease
    |lose|gain|get|make|build|sleep|manage|fix|stop|start|become|feel|recover|relax|fall|stay|keep|maintain|cut
    |lift|calm|optimi[sz]e|prepare|train|eat|exercise|wake|deal|cope|handle|reach|hit|achieve|bring|wind|stick|plan
    |move|be|run|go|avoid|prevent)
    | how to (?!read\b|interpret\b|sync\b|pair\b|reset\b|charge\b)\w+
    | (?:should|shall|must) i(?!\s+(?:worry|be (?:worried|concerned)|know|be aware))
    | (?:what|how (?:much|many|long|often)|which|when|where) (?:\w+ ){0,3}should (?:i|my)
    | what (?:\w+ ){0,2}can i (?:do|change|try|eat) | what (?:\w+ ){0,2}can i make | ways? (?:that i can|to|i can)
    | tips? | advice | advise | recommend\w* | suggest\w* | coach(?:ing)?
    | (?:help|motivate|encourage|guide|teach|push) me(?! (?:understand|see|find|read|with the (?:app|sync)))
    | motivat(?:ion|ed) | goals? | habits?
    | (?:exercise |workout |training |meal |sleep |bedtime |evening |morning |weekly |fitness |\w+ day )?(?:routine
    |plan|programme|program|schedule)
    | i(?:'d like| want| would like|'m trying| am trying| need|'m hoping| hope|'m aiming|'m planning) to(?! (?:know
    |see|understand|find|learn|ask|check|hear|look|compare|view|get (?:my|the) (?:average|mean)))
    | wind[- ]down | walk me through | ideal (?:fat|workout|bedtime|bed time|routine|meal)
    | good (?:meal|breakfast|lunch|dinner|workout|routine|snack) | alternative (?:workouts?|exercises?)
    | next steps? | challenge me | what(?:'s| is) the best (?:way|time|routine|workout|exercise) | milestones?
    | meal
    """
)

MEDICAL: Final = words(
    r"""
    condition | disease | disorder | diagnos\w+ | medications? | meds | medicines? | drugs? | pills?
    | dos(?:e|age)s? | beta[- ]?blockers? | statins? | insulin | antidepressants? | supplements? | creatine
    | melatonin | caffeine | magnesium | asthma | diabet\w+ | prediabet\w+ | hypertension | blood pressure | ldl
    | hdl | cholesterol | triglycerides | a1c | hba1c | glucose | ferritin | vitamin \w+ | tsh | crp | thyroid
    | kidneys? | liver | lungs? | heart (?:disease|condition|failure|attack) | arrhythmias? | afib
    | atrial fibrillation | apnea | apnoea | insomnia | depress\w+ | anxi\w+ | adhd | migraines? | injur(?:y|ies|ed)
    | surgery | pregnan\w+ | menopaus\w+ | menstrua\w+ | period cycle | hormon\w+ | cancer | arthritis
    | pain(?:ful)? | covid | flu | infection | allerg\w+ | symptoms? | doctor(?:'s)? | cardiologist | physio\w*
    | bloat\w* | trauma | brain | protein | diets? | nutrition\w* | fasting | alcohol | smok\w+ | vaccin\w+
    | overtraining | immune | inflammation | circadian | jet ?lag | dehydrat\w+ | strokes? | nutrients?
    | vegetables? | fruits? | metabolism | mental health | family history | health | body | muscles? | wellness
    | fitness
    """
)
"""Health topics that ask for knowledge from outside the user's data."""

CLINICAL: Final = words(
    r"""
    condition | disease | disorder | diagnos\w+ | medications? | meds | medicines? | beta[- ]?blockers? | statins?
    | insulin | antidepressants? | asthma | (?:pre)?diabet\w+ | hypertension | (?:high|elevated|low) blood pressure
    | ldl | hdl | cholesterol | triglycerides | a1c | hba1c | ferritin | thyroid | kidneys?
    | heart (?:disease|condition|failure|attack) | arrhythmias? | afib | atrial fibrillation | apnea | apnoea
    | insomnia | depression | anxiety | adhd | migraines? | injur(?:y|ies|ed) | surgery | pregnan\w+ | menopaus\w+
    | cancer | arthritis | chronic pain | covid | anaemia | anemia | (?:over|under)weight | obes\w+
    """
)
"""What turns advice on one's data into advice that needs a clinical view as well."""

DEVICE: Final = words(
    r"""
    sync(?:s|ed|ing)? | (?<!body )batter(?:y|ies) | charg(?:e|es|ed|ing|er) | pair(?:ed|ing)? | bluetooth | firmware
    | wristbands? | factory reset | app (?:crash\w*|freez\w*|store) | notifications? | waterproof
    | (?:update|restart|reboot|reset|turn (?:on|off)|set up) (?:my |the )?(?:watch|device|tracker|band|ring|fitbit
    |garmin|whoop|app)
    | (?:can|does|will|why (?:is|does|won't|isn't)) (?:my|the) (?:watch|device|tracker|band|ring|fitbit|garmin
    |whoop|app|screen|sensor)
    (?! (?:\w+ )?(?:tell|know|see|detect|diagnose|notice|find|spot|warn|measure|count|miss|read|estimate
    |get|think|say|show)\b)
    | algorithms? used by | audits?
    """
)

NOTIFY: Final = words(r"(?:notify|alert|warn|ping) me (?:when|if|whenever|about|of|as soon as)")
"""It wants to be told of something by itself."""

GREETING: Final = re.compile(
    r"^\W*(?:hi|hello|hey|hiya|yo|howdy|greetings|good (?:morning|afternoon|evening|day))(?:[\s,]+(?:amy|there"
    r"|again|everyone|you))*"
    r"(?:[\s,!.]+(?:how are you(?: doing)?(?: today)?|how's it going|what's up|nice to meet you))?\W*$",
    re.IGNORECASE,
)
THANKS: Final = re.compile(
    r"^\W*(?:ok(?:ay)?[\s,!.]+|great[\s,!.]+|perfect[\s,!.]+|cool[\s,!.]+"
    r"|awesome[\s,!.]+)?(?:many\s+)?(?:thanks?|thank you|thx|ty|cheers|much appreciated|appreciate it)\b"
    r"(?:[\s,!.]*(?:that (?:really )?helped|that helps|so much|very much|a lot|a bunch|again|amy"
    r"|for (?:the|your|that|this)(?: \w+){0,4}|that(?:'s"
    r"| was| is)(?: \w+){0,4}|you(?:'re| are)(?: \w+){0,4}))*\W*$",
    re.IGNORECASE,
)
ACKNOWLEDGEMENT: Final = re.compile(
    r"^\W*(?:ok(?:ay)?|great|perfect|cool|awesome|got it|understood|i see|makes sense|nice|wow|sounds good"
    r"|good to know|yes|no|yep|nope|sure|never ?mind|lol|haha|alright|interesting)"
    r"(?:[\s,!.]+(?:amy|then|that makes sense|that's (?:great|good|helpful|all)))*\W*$",
    re.IGNORECASE,
)
FAREWELL: Final = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|k|alright|cool|thanks)[\s,!.]+)?(?:bye(?:[- ]bye)?|goodbye|good ?night"
    r"|see (?:you|ya)(?: later| soon"
    r"| tomorrow)?|talk (?:later|soon)|take care|have a (?:nice|good) (?:day|night|evening))(?:[\s,]+amy)?\W*$",
    re.IGNORECASE,
)
ABOUT_AMY: Final = words(
    r"""
    who are you | what are you | what can you (?:do|help)(?:.{0,20}) | what do you do | how can you help(?: me)?
    | what (?:kind of )?(?:questions|things) can i ask(?:.{0,10})
    | are you (?:a |an )?(?:bot|robot|human|ai|real|person|doctor|chatgpt|model).{0,10} | how do you work
    | what's your name | what is your name | tell me a joke | how are you | are you there | you(?:'re| are) funny
    | (?:do|where do|how do|will) (?:you|u) (?:store|keep|share|sell|save|use) my data.{0,20}
    | who (?:can )?sees? my data
    | how (?:do|can) i (?:upload|import|add|delete|connect|link|export|download) .{1,40}
    | (?:can|could|will) (?:you|u) (?:book|call|order|email|remind|schedule an? appointment) .{1,40}
    | (?:please )?forget (?:what|that|it|about|everything|my) .{0,60} | forget it
    | (?:please )?remember (?:that|this|i|my) .{1,80}
    """
)
ERRAND: Final = words(r"(?:can|could|will) (?:you|u) (?:book|call|order|email|remind|schedule an? appointment) .{1,40}")
ABOUT_MEMORY: Final = words(
    r"""
    (?:what|anything) (?:do|did|have) you (?:remember|know|remembered|stored?|saved?|learned)(?: \w+)? (?:about|of
    |on|from) (?:me|us|my (?:goals?|preferences?))
    | what (?:do|did|have) you (?:remember(?:ed)?|stored?|saved?) | do you remember (?:me|my|what i)
    | show (?:me )?(?:my|your) memor(?:y|ies)
    """
)
KINDS_OF_GOAL: Final = words(
    r"""
    sleep\w* | slept | nap\w* | bed\w* | wake | waking | rest(?:ed)? | recover\w* | energy | tired\w*
    | steps? | walk\w* | run\w* | ran | jog\w* | hik\w* | cycl\w* | bik\w* | rid(?:e|ing) | swim\w*
    | row(?:ing)? | danc\w*
    | climb\w* | ski\w* | yoga | pilates | stretch\w* | mobility | flexib\w* | posture | sit(?:ting)? less
    | mov(?:e|ing) more
    | \d+ ?k(?:m|ms)? | miles? | (?:half[- ])?marathons? | triathlons? | ironman | ultras? | parkrun
    | races? | pb | pr
    | exercis\w* | work(?:ing)? out | workouts? | train\w* | gym | lift\w* | squat\w* | deadlift\w*
    | push[- ]?ups? | pull[- ]?ups?
    | strength\w* | strong\w* | muscle\w* | fit(?:ter|ness)? | in shape | endurance | stamina | active | sports?
    | cardio\w* | zone \d | vo2 ?max | hrv | heart[- ]rate\w* | pulse | blood pressure | breath\w* | spo2 | oxygen
    | weight | kilos? | kg | pounds? | lbs | body fat | lean\w* | bmi | waist | belly | tummy | slim\w*
    | eat\w* | diet\w* | food | meals? | cook\w* | protein | fib(?:er|re) | vegetables | fruit | sugar
    | salt | calori\w* | fasting
    | drink\w* | water | hydrat\w* | alcohol | sober | coffee | caffeine | smok\w* | cigarettes?
    | vap(?:e|ing) | nicotine
    | stress\w* | relax\w* | calm\w* | meditat\w* | mindful\w* | anxi\w* | mood | screen time | phone
    | cholesterol | ldl | hdl | triglycerides | glucose | a1c | hba1c | ferritin | iron | vitamins? | labs?
    | blood (?:sugar|work)
    | health\w* | habits? | routine | injur\w* | pain | knees? | back
    """
)
"""What a goal can be about: one that names none of these is not kept as a goal."""
