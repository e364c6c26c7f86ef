"""What people in danger are told."""

import re

import pytest

from services.orchestrator.adapters.safety import SafetyByWords
from services.orchestrator.adapters.safety.texts import lines
from services.orchestrator.domain.safety import Danger, Heard
from services.orchestrator.domain.safety.help import country_of

SAFETY = SafetyByWords()


def answer(*dangers: Danger, locale: str = "", earlier: bool = False) -> str:
    return SAFETY.answer(Heard(dangers=dangers, earlier=earlier), locale=locale)


@pytest.mark.parametrize(
    ("locale", "country"),
    [("en-GB", "GB"), ("de_AT.UTF-8", "AT"), ("zh-Hant-TW", "TW"), ("en", ""), ("C", ""), ("", ""), ("en-419", "")],
)
def test_the_country_is_read_from_a_language_tag(locale: str, country: str) -> None:
    assert country_of(locale) == country


@pytest.mark.parametrize(
    ("locale", "number"), [("en-GB", "999"), ("en-US", "911"), ("de-DE", "112"), ("en-AU", "000"), ("pt-BR", "192")]
)
def test_an_emergency_is_sent_to_the_number_of_the_country(locale: str, number: str) -> None:
    told = answer(Danger.EMERGENCY, locale=locale)
    assert f"**{number}** (or your local emergency number)" in told


def test_where_the_country_is_not_known_the_number_fits_anywhere() -> None:
    assert "your local emergency number" in answer(Danger.EMERGENCY)
    assert "your local emergency number" in answer(Danger.EMERGENCY, locale="en-ZZ")


@pytest.mark.parametrize(("locale", "line"), [("en-US", "988"), ("en-GB", "116 123"), ("en-AU", "13 11 14")])
def test_self_harm_is_given_a_crisis_line(locale: str, line: str) -> None:
    assert f"call **{line}**" in answer(Danger.SELF_HARM, locale=locale)


@pytest.mark.parametrize("danger", [Danger.SELF_HARM, Danger.VIOLENCE, Danger.EATING])
@pytest.mark.parametrize("locale", ["", "en-ZZ", "en-CA", "nl-NL"])
def test_everybody_is_given_a_directory_of_lines(danger: Danger, locale: str) -> None:
    assert "findahelpline.com" in answer(danger, locale=locale)


def test_violence_is_sent_to_the_police() -> None:
    assert "**117**" in answer(Danger.VIOLENCE, locale="de-CH")


def test_body_mind_and_eating_are_told_different_things() -> None:
    assert len({answer(danger) for danger in Danger}) == len(Danger)


@pytest.mark.parametrize("danger", list(Danger))
def test_it_is_short_and_holds_no_number_but_those_to_call(danger: Danger) -> None:
    told = answer(danger, locale="en-GB")
    assert len(told.split()) < 140
    known = " ".join((*lines().ambulance.values(), *lines().police.values()))
    called = re.findall(r"\*\*([\d ]+)\*\*|SHOUT to (\d+)|Fri ([\d-]+)", told)
    rest = told
    for group in called:
        for number in filter(None, group):
            rest = rest.replace(number, "")
    assert not re.search(r"\d", rest), known


def test_a_second_danger_is_helped_as_well() -> None:
    told = answer(Danger.EMERGENCY, Danger.SELF_HARM, locale="en-US")
    assert "911" in told
    assert "988" in told


def test_what_was_said_earlier_is_taken_up_again() -> None:
    assert answer(Danger.SELF_HARM, earlier=True).startswith("Before anything else")


def test_every_number_can_be_dialled() -> None:
    numbers = [*lines().ambulance.values(), *lines().police.values()]
    numbers += [line.call for table in lines().for_danger.values() for here in table.values() for line in here]
    assert all(re.fullmatch(r"[\d\s*+\-]*", number) for number in numbers)
    assert all(re.fullmatch("[A-Z]{2}", country) for country in {**lines().ambulance, **lines().police})


@pytest.mark.parametrize("danger", list(Danger))
def test_below_an_answer_it_is_a_sentence_or_two_and_whom_to_call(danger: Danger) -> None:
    told = SAFETY.beside_answer(Heard(dangers=(danger,), faint=True), locale="en-GB")
    assert len(told.split()) < 60
    assert "999" in told or "findahelpline.com" in told
