"""Documents as people have them, and what people ask of them."""

from collections.abc import Iterable

from services.domain_expert.domain.documents.chunking import chunks_of
from services.domain_expert.domain.documents.document import Chunk, MediaType, Shelf
from services.domain_expert.domain.documents.stems import asked_for

LETTER = """Dr. Anna Meyer, Internal Medicine
Harbour Street 4

Letter of 3 March 2026

Dear Ms. Lindqvist,

Thank you for coming in on 2 March. Your ferritin was 18 ug/L, which is
below what I would like to see for you. Haemoglobin was normal at 13.4 g/dL.
Please come back for a repeat ferritin test in the second week of June.
Take 100 mg of iron every other day with orange juice.

Your CRP was < 5 mg/L. The thyroid ultrasound showed a small nodule of 6 mm on the left; it is looked at in one year.

Kind regards,
Dr. Meyer
"""
PLAN = """# Half marathon in twelve weeks

Written by coach Tomas for a first half marathon.

## Week 1
- Monday: rest
- Tuesday: 4 km easy
- Saturday: long run of 7 km

## Week 7
- Monday: rest
- Tuesday: 6 x 400 m fast with 90 seconds of walking between
- Saturday: long run of 14 km at talking pace

## Shoes and surfaces
Change between two pairs of shoes. Run on grass once a week to spare the shins.
"""
COMMENT = """Laboratory Nordlab, comment on order 4711

Potassium could not be judged: the sample was haemolysed. Please send a new tube.
LDL cholesterol 142 mg/dL. Triglycerides were measured without fasting and may read high.
"""
PHYSIO = """Rehabilitation after ankle sprain

Your left ankle was sprained on 11 April. Wear the brace for four weeks outside the house.
Balance on one leg for a minute, three times, each morning. Jumping is allowed again from the eighth week.
Swimming is fine as soon as the swelling has gone.
"""
SLEEP = """Sleep laboratory, discharge summary

You stayed for two nights. The apnoea index was 4 per hour. Restless leg movements were counted 22 times per hour.
We suggest to keep a sleep diary for six weeks and to bring it to the check on 9 September.
"""
DIET = """# Notes from the dietitian

Aim for a piece of fruit with breakfast. Lactose was tolerated up to one glass of milk in the breath test.
Try oats instead of white bread. Next talk: 14 October at 10:30 in room 207.
"""
DOCUMENTS = {
    "Letter of 3 March": (LETTER, MediaType.PLAIN),
    "Running plan": (PLAN, MediaType.MARKDOWN),
    "Lab comment": (COMMENT, MediaType.PLAIN),
    "Physio sheet": (PHYSIO, MediaType.PLAIN),
    "Sleep lab": (SLEEP, MediaType.PLAIN),
    "Dietitian": (DIET, MediaType.MARKDOWN),
}

ANSWERED = (
    ("What did my doctor say about my ferritin?", "18 ug/L"),
    ("when should I repeat the ferritin test according to the letter?", "second week of June"),
    ("what did dr meyer write about the thyroid nodule", "nodule of 6 mm"),
    ("What was my CRP in the letter of 3 March?", "less than 5 mg/L"),
    ("was my haemoglobin ok in the letter", "13.4 g/dL"),
    ("what's in week 7 of my running plan?", "6 x 400 m"),
    ("how long is the long run in week 7 of my plan", "14 km"),
    ("how long is the long run in week 1?", "7 km"),
    ("which shoes does my training plan recommend", "two pairs of shoes"),
    ("Why could my potassium not be judged?", "haemolysed"),
    ("did the lab comment mention haemolysis or haemolysed potassium", "haemolysed"),
    ("what does the lab report say about triglycerides", "without fasting"),
    ("how long do I have to wear the ankle brace?", "four weeks"),
    ("when is jumping allowed again", "eighth week"),
    ("when can I go swimming according to the physio notes", "swelling"),
    ("what was my apnoea index", "4 per hour"),
    ("how many restless leg movements were counted?", "22 times"),
    ("when do I bring the sleep diary", "9 September"),
    ("what did the dietitian say about lactose", "one glass of milk"),
    ("when is my next talk with the dietitian?", "14 October"),
)
"""A question, and words of the sentence that answers it."""

UNANSWERED = (
    "What is a normal HRV?",
    "is my resting heart rate normal?",
    "How can I improve my sleep?",
    "why is my rem sleep lower when I drink alcohol",
    "is an LDL of 190 dangerous?",
    "how many steps should I walk each day",
    "what raises blood sugar after breakfast",
    "is coffee bad for sleep",
    "does magnesium help with sleep",
    "what does a high TSH mean",
    "is a watch accurate for blood oxygen",
    "how much water should I drink when I run a marathon in the heat",
    "what is a good VO2 max for a woman of 40",
    "what does my letter say about vitamin D",
    "what did my doctor say about my blood pressure",
    "according to my plan, when do I taper?",
    "what does the report say about my liver",
    "did the cardiologist's letter mention a murmur?",
    "Is strength training good for bone density?",
    "who won the world cup in 2018",
)
"""What no document here answers."""


def chunks(title: str, text: str, media_type: MediaType = MediaType.PLAIN) -> tuple[Chunk, ...]:
    return chunks_of(text, document_id=f"doc_{title}", title=title, media_type=media_type)


def everything() -> tuple[Chunk, ...]:
    return tuple(chunk for title, (text, kind) in DOCUMENTS.items() for chunk in chunks(title, text, kind))


def shelf(of: Iterable[Chunk], question: str) -> Shelf:
    """What a store gives for a question."""
    every = tuple(of)
    asked = set(asked_for(question))
    return Shelf(
        chunks=tuple(chunk for chunk in every if asked & set(chunk.words.split())),
        of=len(every),
        words=sum(len(chunk.words.split()) for chunk in every),
    )
