"""What the data scientist says when it declines is said to the person: the number check must not hold it back."""

import asyncio
import tomllib
from datetime import date
from pathlib import Path

import pytest

from services.data_science.adapters.rules import RulesMind
from services.data_science.domain.analysis import Decline
from services.data_science.domain.data import DataDescription
from services.orchestrator.domain.numbers import AnswerWriter, Clean

LEXICON = Path("services/data_science/adapters/rules/words.toml")
DATA = DataDescription(
    first_date=date(2025, 1, 1),
    reference_date=date(2025, 12, 31),
    units={"steps": "count", "sleep_minutes": "min", "deep_sleep_minutes": "min", "heart_rate_variability": "ms"},
    recorded=("steps", "sleep_minutes", "deep_sleep_minutes", "heart_rate_variability"),
    activity_units={"duration_min": "min", "distance_m": "m", "average_heart_rate": "bpm"},
    activity_kinds=("Run", "Outdoor Bike"),
)
DECLINED = [
    "What was my average heart rate on my longest run?",
    "Average distance of my three longest runs",
    "How many of my last runs were over 20 km?",
    "Is my HRV higher than my deep sleep?",
    "By what percentage did my deep sleep increase?",
    "How is my sleep affected by my sleep?",
    "My HRV on weekdays on weekends",
    "Steps on days when I slept well or ran",
    "Why did my HRV drop?",
    "What is my LDL?",
    "How far did I swim?",
    "What is my average resting heart rate?",
    "Wie war meine HRV gestern?",
    "How many steps will I take tomorrow?",
]


def test_every_reason_of_the_lexicon_can_be_told() -> None:
    for reason in tomllib.loads(LEXICON.read_text())["off_topic"]:
        told = AnswerWriter(()).check(f"I can't compute that from your data, because {reason}.")
        assert isinstance(told, Clean), reason


@pytest.mark.parametrize("question", DECLINED)
def test_every_sentence_of_a_decline_can_be_told(question: str) -> None:
    declined = asyncio.run(RulesMind().plan(question, DATA))
    assert isinstance(declined, Decline)
    assert isinstance(AnswerWriter(()).check(declined.answer), Clean), declined.answer
