"""Readings that are stated, and which of them are an emergency. The limits are those of docs/safety.md."""

import pytest

from services.orchestrator.adapters.safety.vocabulary import vocabulary
from services.orchestrator.domain.safety.clues import parts_of
from services.orchestrator.domain.safety.vitals import age_in, as_number

WORDS = vocabulary()


def extremes(said: str) -> set[str]:
    parts = parts_of(WORDS.spelling.plain(said), WORDS)
    return {clue.removeprefix("vital:") for part in parts for clue in part.shown if clue.startswith("vital:")}


@pytest.mark.parametrize(
    ("said", "vital"),
    [
        ("heart rate 165 sitting on the couch", "heart rate"),
        ("pulse of 29 and I feel faint", "heart rate"),
        ("bp 210/130", "blood pressure, upper"),
        ("185 over 120 right now", "blood pressure, upper"),
        ("my oxygen is 84 right now", "oxygen"),
        ("I'm 72 and my oxygen is 84", "oxygen"),
        ("72 year old with 85 oxygen", "oxygen"),
        ("her oxygen is 85 and her lips are blue", "oxygen"),
        ("my oxygen is 91", "oxygen"),
        ("watch says oxygen 91 and I'm short of breath", "oxygen"),
        ("oxygen 86 last night and I'm short of breath now", "oxygen"),
        ("my oxygen dipped to 86 and stays there", "oxygen"),
        ("my baby's oxygen was 88 while he slept", "oxygen"),
        ("he is snoring and gurgling with oxygen 86", "oxygen"),
        ("lowest oxygen last night was 82", "oxygen"),
        ("heart rate 155 for an hour last night in bed", "heart rate"),
        ("my watch shows spo2 90 and it keeps dropping", "oxygen"),
        ("my watch says my oxygen is 86", "oxygen"),
        ("fever of 41.2", "body temperature in C"),
        ("temp 105 f", "body temperature in F"),
        ("my newborn has 38.4", "a baby's fever in C"),
        ("blood sugar 38", "blood glucose in mg/dL"),
        ("glucose 2.1 mmol", "blood glucose in mmol/L"),
    ],
)
def test_an_extreme_reading_is_seen(said: str, vital: str) -> None:
    assert vital in extremes(said)


@pytest.mark.parametrize(
    "said",
    [
        "heart rate 165 on my run",
        "my resting heart rate is 52",
        "bp 128/82",
        "bp 165/100, feel fine, do i need to go to hospital",
        "left arm 128, right 142, is something wrong",
        "bp was 190/120 years ago",
        "my oxygen was 97",
        "my watch says my oxygen is 91",
        "oxygen was 90 once and 96 after",
        "one oxygen reading of 91, should I worry",
        "my spo2 dipped to 88 and my wife says I snore",
        "lowest oxygen in the night was 85, 96 in the morning",
        "blood oxygen dropped to 90 while I slept, awake it's 97",
        "temp 37.2",
        "my baby is 8 months old and has 38.2",
        "blood sugar 95",
        "I ran 180 km",
        "I'm 72 and my oxygen at night is around 94",
        "my mum is 80 and her oxygen is around 94",
        "72 year old with oxygen 95",
    ],
)
def test_an_ordinary_reading_is_not(said: str) -> None:
    assert not extremes(said)


@pytest.mark.parametrize(
    ("said", "years"),
    [
        ("my 6 week old", 6 / 52),
        ("he is 4 years old", 4.0),
        ("our 3 month old", 0.25),
        ("a newborn", 0.1),
        ("me", 30.0),
    ],
)
def test_the_age_that_is_said_counts(said: str, years: float) -> None:
    assert age_in(WORDS.spelling.plain(said), WORDS.ages) == pytest.approx(years)


@pytest.mark.parametrize(("text", "value"), [("38.5", 38.5), ("38,5", 38.5), ("1,200", 1200.0), ("7", 7.0)])
def test_numbers_are_read_as_people_type_them(text: str, value: float) -> None:
    assert as_number(text) == value
