"""The words of durable facts: of health, work, food, and of what is said again and again."""

from typing import Final

I_AM: Final = r"(?:i'm|i am|im)"
I_HAVE: Final = r"(?:i've got|i have got|i've|i have|ive|i got)"
NOT: Final = r"(?:don't|do not|dont|never|no longer|won't|can't|cannot|cant|can not|shouldn't|must not|mustn't)"
DIETS: Final = (
    r"(?:vegan|vegetarian|veggie|pescatarian|plant[- ]based|lactose[- ]intolerant|gluten[- ]free|celiac|coeliac"
    r"|kosher|halal|keto|teetotal)"
)
BODY_PARTS: Final = (
    r"(?:knee|back|shoulder|hip|ankle|foot|wrist|neck|elbow|achilles|heel|hamstring|calf|groin|rotator cuff)"
)
BAD: Final = r"(?:bad|dodgy|weak|injured|messed up|shot|torn|replaced|arthritic|broken|wrecked|fused)"
CONDITIONS: Final = (
    r"(?:asthma|copd|(?:type \w+ |gestational )?(?:pre-?)?diabet\w+|hypertension|(?:high|low) blood pressure"
    r"|sleep apn(?:o)?ea|insomnia|(?:rheumatoid |osteo)?arthritis|osteoporosis|afib|atrial fibrillation|arrhythmia"
    r"|adhd|anxiety|depression|bipolar|ptsd|migraines?|ana?emia|epilepsy|c(?:o)?eliac(?: disease)?|crohn'?s|ibs|pcos"
    r"|endometriosis|hypothyroidism|hashimoto'?s|lupus|multiple sclerosis|ms|parkinson'?s|gout|vertigo|tinnitus"
    r"|long covid|cancer|heart (?:disease|failure|condition)|high cholesterol|kidney disease|plantar fasciitis"
    r"|sciatica|scoliosis|fibromyalgia|chronic (?:pain|fatigue)|restless legs|eczema|psoriasis|(?:acid )?reflux"
    r"|a (?:slipped|herniated) disc|an? (?:\w+ ){0,2}(?:injury|condition|allergy|disorder|intolerance|pacemaker|stent"
    r"|implant|prosthesis|stoma|insulin pump)"
    rf"|(?:an? |two )?(?:really |very )?{BAD} (?:left |right |lower |upper )?{BODY_PARTS}s?)"
)
MEDICATIONS: Final = (
    r"(?:beta[- ]?blockers?|medications?|statins?|insulin|antidepressants?|ssris?|melatonin|blood thinners?|the pill"
    r"|hrt|steroids|sertraline|fluoxetine|citalopram|escitalopram|venlafaxine|levothyroxine|thyroxine|warfarin"
    r"|prednisone|ritalin|adderall|ozempic|wegovy|lithium|creatine|magnesium|iron tablets"
    r"|vitamin \w+|(?:\w+ )?supplements?|\w{3,}(?:olol|pril|sartan|statin|formin|prazole|azepam|glutide|gliptin"
    r"|gliflozin|dipine|thiazide|semide|triptyline|oxetine|xaban|parin|zolam|pidem))"
)
OFTEN: Final = (
    r"(?:every (?:single )?(?:day|morning|night|evening|week|weekend|other \w+|year|month|lunch\w*|workday|weekday)"
    r"|(?:\w+|\d+) times (?:a|per) (?:day|week|month)|(?:once|twice) a \w+|most (?:days|nights|mornings"
    r"|evenings|weeks)"
    r"|a day|per day|a week|all day|daily|only at night|on (?:week|work)(?:days|ends)|at weekends"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)"
)
PAST: Final = (
    r"(?:was|were|had|did|slept|ran|went|ate|drank|got|took|felt|woke|thought|meant|have been|'ve been|\w+ed"
    r"|want|need|would|wonder|hope|think|know|see|saw|could|should|guess)"
)
NOT_A_GOAL: Final = (
    r"(?!know|see|understand|ask|find out|hear|learn (?:what|how|if)|check|look|compare|view|be sure|say|thank"
    r"|talk|try asking|go\b|tell|plan\b|change (?:it|that)|switch topic"
    r"|get (?:my|the) (?:average|mean|data)|a (?:chart|graph|plot|list|table|summary)"
    r"|the (?:average|mean|median|total|sum|minimum|maximum|number|percentage|standard deviation)"
    r"(?: [\w-]+){0,3} (?:of|for|during)\b(?!.* (?:to be|above|below|over|under|up|down|higher|lower|at least)\b))"
)
"""What is wished for without being a goal: to know or to talk, a picture, a figure."""
ROLES: Final = (
    r"(?:nurse|doctor|medic|paramedic|teacher|student|driver|pilot|chef|cook|cleaner|carer|farmer|gardener|waiter"
    r"|waitress|waitressing|builder|programmer|developer|engineer|lawyer|musician|postman|firefighter|policeman"
    r"|police officer|soldier|shift worker|desk worker|freelancer|courier|runner|cyclist|swimmer|rower|climber|dancer"
    r"|triathlete|athlete|footballer|weightlifter|beginner|single (?:mum|mom|dad|parent)|new (?:mum|mom|dad|parent)"
    r"|stay[- ]at[- ]home (?:mum|mom|dad|parent)|smoker|ex-smoker|vegan|vegetarian)"
)
