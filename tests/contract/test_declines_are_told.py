"""What the data scientist says when it declines is said to the person: the number check must not hold it back."""

import asyncio

import pytest

from services.data_science.adapters.rules import RulesMind
from services.data_science.domain.analysis import Decline
from services.orchestrator.domain.numbers import AnswerWriter, Clean
from tests.contract.told import record

DECLINED = [
    "What was my average heart rate on my longest run?",
    "How many of my last runs were over 20 km?",
    "Is my HRV higher than my deep sleep?",
    "By what percentage did my deep sleep increase?",
    "My HRV on weekdays on weekends",
    "Steps on days when I slept well or ran",
    "Why did my HRV drop?",
    "What is my LDL?",
    "How far did I swim?",
    "What is my average resting heart rate?",
    "Wie war meine HRV gestern?",
    "How many steps will I take tomorrow?",
]


@pytest.mark.parametrize("question", DECLINED)
def test_every_sentence_of_a_decline_can_be_told(question: str) -> None:
    _, catalogue = record(["Run", "Outdoor Bike"], ["HDL"], ["mg/dL"])
    declined = asyncio.run(RulesMind().plan(question, catalogue))
    assert isinstance(declined, Decline)
    assert isinstance(AnswerWriter(()).check(declined.answer), Clean), declined.answer
