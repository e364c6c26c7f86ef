"""What Amy says of herself and of what she cannot do: short, one reason, one suggestion, no word of her machinery."""

import re
from dataclasses import replace
from itertools import product

import pytest

from services.orchestrator.adapters.rules import hedging, replying, synthesis
from services.orchestrator.adapters.rules.languages import is_in_another_language
from services.orchestrator.adapters.rules.not_reported import not_reported
from services.orchestrator.adapters.rules.phrases import people_words
from services.orchestrator.app.writing import ANALYSIS_FAILED, NOTHING_LEFT, NUMBERS_UNSEEN
from services.orchestrator.domain.evidence import FindingSummary, Verdict
from services.orchestrator.domain.plan import Agent
from tests.unit.orchestrator.mind.builders import finding

ONLY_DATA = frozenset({Agent.DATA_SCIENCE})
METRICS = ("steps", "resting_heart_rate", "sleep_minutes", "weight_kg", "steps_mean_30d")
MOST_WORDS = 35
MACHINERY = re.compile(
    r"plain reading|structural|spearman|\beffects?\b|selected days|data.science|over all data|\bgates?\b|conditional"
    r"|reject|\bfindings?\b|validat|install|\bagents?\b|preliminary|compute[sd]? again",
    re.IGNORECASE,
)
UNANSWERED = (
    "What is heart rate variability?",
    "Help me build a morning routine",
    "Is anything interesting in my data?",
    "What's the weather in Paris?",
    "How do I sync my watch?",
    "Wie viele Schritte habe ich gestern gemacht?",
    "asdf",
)


def reply(question: str, metrics: tuple[str, ...] = METRICS) -> str:
    return replying.compose(question, memory_summary="", remembers=True, available=ONLY_DATA, known_metrics=metrics)


def rejected(kind: str, *, compares: bool, reason: str) -> FindingSummary:
    return replace(finding(Verdict.REJECTED, kind=kind, reason=reason), compares=compares)


WITHHELD = tuple(
    not_reported(rejected(kind, compares=compares, reason=reason))
    for kind, compares, reason in product(
        ("scalar", "trend", "association"),
        (False, True),
        (
            "Only 7 days with a value; at least 10 are needed.",
            "Seen next to the other things tested, this could be luck.",
        ),
    )
)


@pytest.mark.parametrize("question", UNANSWERED)
@pytest.mark.parametrize("metrics", [METRICS, ()])
def test_a_refusal_has_one_reason_and_one_suggestion_and_is_short(question: str, metrics: tuple[str, ...]) -> None:
    said = reply(question, metrics)
    assert len(said.split()) <= MOST_WORDS
    assert not MACHINERY.search(said)
    assert said.count("You could ask") <= 1
    assert said.count(",") <= 2, "no list of everything"


@pytest.mark.parametrize(
    "said",
    [*WITHHELD, synthesis.NOT_COACHED, synthesis.COACHED_BY_OTHERS, synthesis.NOT_LOOKED_AT,
     synthesis.LOOKED_AT_IN_PART, NUMBERS_UNSEEN, synthesis.DECLINED,
     synthesis.NOTHING_CERTAIN, synthesis.OTHERS_LEFT_OUT,
     synthesis.NO_ADVICE, synthesis.NO_INTERPRETATION, synthesis.NOT_LOOKED_UP,
     synthesis.ONLY_YOUR_DATA, NOTHING_LEFT, ANALYSIS_FAILED,
     hedging.CHANCE_FOR_ONE, hedging.CHANCE_FOR_MANY],
)  # fmt: skip
def test_what_is_left_unsaid_is_explained_in_plain_words(said: str) -> None:
    assert len(said.split()) <= MOST_WORDS
    assert not MACHINERY.search(said)


@pytest.mark.parametrize(
    "question",
    [
        "Wie viele Schritte habe ich gestern gemacht?", "Combien de pas hier ?", "¿Cuántos pasos di ayer?",
        "Quanto ho dormito? Come stai?", "Hoeveel stappen heb ik gezet?", "昨日は何歩歩きましたか", "Сколько шагов?",
        "Was war mein durchschnittlicher Ruhepuls letzte Woche?", "Quelle était ma fréquence cardiaque au repos ?",
        "¿Cuál fue mi frecuencia cardíaca en reposo la semana pasada?", "ما هو متوسط معدل ضربات القلب أثناء الراحة؟",
    ],
)  # fmt: skip
def test_another_language_is_told_apart(question: str) -> None:
    assert is_in_another_language(question)


@pytest.mark.parametrize("question", ["What's the weather in Paris?", "asdf", "who is los angeles", "", "die?", "?!"])
def test_english_and_what_is_no_language_are_not(question: str) -> None:
    assert not is_in_another_language(question)


@pytest.mark.parametrize(
    ("question", "about"),
    [("Should I weigh my weight?", "weight"), ("tell a story of time", "time asleep"), ("blah", "resting heart rate")],
)
def test_the_suggestion_is_about_what_was_asked_about(question: str, about: str) -> None:
    assert reply(question).endswith(f'You could ask: "What was my average {about} last month?"')


def test_what_is_noted_and_what_has_digits_in_its_name_is_said_as_people_say_it() -> None:
    told = {name: people_words(name) for name in ("journal_late_meal", "vo2_max", "body_fat_percent")}
    assert list(told.values()) == ["late meal", "maximal oxygen uptake", "body fat"]
