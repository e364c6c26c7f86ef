"""What people call going to bed, an activity and what is measured at night; and what no record of theirs can tell."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from services.data_science.domain.catalogue import Quantity
from services.data_science.language.interpreting import NotMine, interpret
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.understanding import Reader
from tests.unit.data_science.analysts import catalogue_of
from tests.unit.data_science.reading.brief import brief

_AT_REST = "Of the heart rate, the daily records hold the resting value only."
_DAILY = (
    Quantity(name="bed_time_clock", unit="clock", noun="bed time", spoken=("bedtime", "go to bed"), nightly=True),
    Quantity(name="wake_up_time_clock", unit="clock", noun="wake-up time", spoken=("wake up",), nightly=True),
    Quantity(name="awake_minutes", unit="min", noun="time awake", spoken=("awake",), nightly=True),
    Quantity(
        name="resting_heart_rate",
        unit="bpm",
        noun="resting heart rate",
        spoken=("rhr",),
        loose=MappingProxyType({"heart rate": _AT_REST}),
    ),
)
_START = Quantity(name="start_clock", unit="clock", noun="start time", spoken=("start time",))
_KNOWN = catalogue_of()
READER = Reader(
    replace(
        _KNOWN,
        metrics={**_KNOWN.metrics, **{each.name: each for each in _DAILY}},
        fields={**_KNOWN.fields, _START.name: _START},
    )
)


def expression(said: str) -> str:
    (one,) = READER.understand([said])
    assert isinstance(one, Reading), one
    return brief(one.question)


@pytest.mark.parametrize(
    ("said", "as_said_plainly"),
    [
        ("At which hour I go to the bed normally?", "what is my average bedtime"),
        ("what time did i crash last nite", "when did I go to bed last night"),
        ("what time did I get to sleep on Saturday", "when did I go to bed on Saturday"),
        ("how late was I up on average", "what is my average bedtime"),
        ("what time was I up on Saturday", "when did I wake up on Saturday"),
        ("how many nights did I sleep past 9 am", "how many days did I wake up after 9 am"),
        ("how fast is my pulse when resting, on average", "what is my average resting heart rate"),
        ("whats the highest my resting heart rate has gone", "what is my highest resting heart rate"),
        ("how long was I up during the night on Tuesday", "how long was I awake on Tuesday"),
        ("how many steps have I clocked up altogether this month", "what is my total step count this month"),
        ("my resting heart rate, how much is it normally?", "what is my average resting heart rate"),
        ("how long do I run for typically", "what is the average duration of my runs"),
        ("how many of my sessions were runs", "how many runs did I do"),
        ("at what time of day do I usually train", "what is the average start time of my workouts"),
        ("how many times did I start a run before 8 in the morning", "how many runs started before 8 am"),
        ("what's the earliest in the day I've set off on a run", "what is the earliest start time of my runs"),
    ],
)
def test_everyday_words_mean_what_plain_ones_do(said: str, as_said_plainly: str) -> None:
    assert expression(said) == expression(as_said_plainly)


def test_a_heart_rate_that_was_only_measured_at_rest_is_told_as_such() -> None:
    (one,) = READER.understand(["what is my max heart rate"])
    assert isinstance(one, Reading)
    assert "resting" in " ".join(one.notes)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("how many steps does my wife take", "I only know your own records, not those of other people."),
        ("Will I run faster next month?", "I can't see into the future, only what is on record."),
        ("do I have sleep apnea?", "I can't tell: your records hold nothing about sleep apnea."),
    ],
)
def test_what_no_record_tells_is_declined_with_the_true_reason(said: str, reason: str) -> None:
    found = interpret(READER, [said])
    assert isinstance(found, NotMine)
    assert found.reason == reason
