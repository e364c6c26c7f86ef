"""What may leave this machine: general words, and what was offered beforehand."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import services.domain_expert as service
from services.domain_expert.domain.search_terms import (
    MAX_CHARACTERS,
    MAX_WORDS,
    NAMES_WITH_DIGITS,
    NotSendableError,
    SearchTerms,
    names_in,
    page_address,
    search_terms,
    statistic_name,
    words_in,
)


def sent(words: str, *numbers: float, names: tuple[str, ...] = ()) -> str:
    try:
        return search_terms(words, known_numbers=numbers, known_names=names).text
    except NotSendableError:
        return ""


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("resting heart rate athletes", "resting heart rate athletes"),
        ("vitamin B12 and T4, VO2 max; omega-3 / HbA1c", "vitamin b12 t4 vo2 max omega-3 hba1c"),
        ("type 2 diabetes and omega 3", "type 2 diabetes omega 3"),
        ("LDL cholesterol, HRV and the ECG", "ldl cholesterol hrv ecg"),
        ("Crohn's disease or Meniere's", "crohn disease meniere"),
        ("ménière", "meniere"),
        ("what is a normal hrv for me?", "normal hrv"),
        ("mg/dL of ferritin", "mg ferritin"),
        ("sleep sleep and sleep", "sleep"),
        ("high-intensity interval training", "high-intensity interval training"),
    ],
)
def test_general_words_and_known_names_are_kept(words: str, text: str) -> None:
    assert sent(words) == text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("is a resting heart rate of 62 normal at 45", "resting heart rate normal"),
        ("ldl 130 mg, 62bpm, ldl130, 7.5h, 1,234 and 5'11", "ldl mg"),
        ("heart rate sixty two, forty-five years", "heart rate years"),
        ("sleep on 2026-11-23 or 3/4/25 or 3 March 2025 or last Monday", "sleep last"),
        ("anna.schmidt@example.com low ferritin", "low ferritin"),
        ("ferritin anna (at) example.org", "ferritin anna"),
        ("see https://example.com/me?x=anna and www.anna.de about ferritin", "see about ferritin"),
        ("Anna Schmidt has low ferritin", "low ferritin"),
        ("my name is anna and ferritin of anna", "ferritin"),
        ("mr schmidt and dr. weber say ferritin", "say ferritin"),
        ("i am tired and named anna", "tired"),
        ("a1c62 b12345 t44 covid-20", ""),
        ("+49 170 1234567 ferritin", "ferritin"),
        ("ferritin \u0666\u0662 \u2467 \u00bd x\u00b2", "ferritin"),
        ("ferri\u200btin \u0430nna", "ferritin"),
        ("ferritin[title] OR 1=1 -- AND <b>", "ferritin title b"),
        ("", ""),
        ("62 63 64", ""),
        ("x" * 25, ""),
    ],
)
def test_what_tells_of_a_person_is_left_out(words: str, text: str) -> None:
    assert sent(words) == text


def test_names_of_the_person_are_left_out_in_lower_case_too() -> None:
    assert sent("anna schmidt's ferritin in lüneburg", names=("Anna Schmidt", "Lüneburg")) == "ferritin"


def test_a_known_number_in_one_word_is_left_out() -> None:
    assert sent("pulse sixtytwo") == "pulse sixtytwo"
    assert sent("pulse sixtytwo", 62.0) == "pulse"
    assert sent("pulse sixtytwobpm", 61.7) == "pulse"
    assert sent("weight onehundredfive", 105) == "weight"


def test_with_a_vocabulary_no_other_word_leaves() -> None:
    terms = search_terms("anna low ferritin b12", known_numbers=(), vocabulary={"low", "ferritin"})
    assert terms.words == ("low", "ferritin", "b12")


VOCABULARY = {"ferritin", "sleep", "fall", "help"}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("does ferritin fall with sleep", SearchTerms(words=("ferritin", "fall", "sleep"))),
        ("why does ferritin fall on 12 march, mr smith", SearchTerms(words=("ferritin", "fall"))),
        ("anna: does ferritin fall with sleep", SearchTerms(words=("ferritin", "fall", "sleep"), is_part=True)),
        ("does ferritin fall with zyxophane", SearchTerms(words=("ferritin", "fall"), is_part=True)),
    ],
)
def test_what_of_a_question_is_left_out_of_a_search_is_known(question: str, expected: SearchTerms) -> None:
    assert search_terms(question, known_numbers=(), vocabulary=VOCABULARY) == expected


@pytest.mark.parametrize(
    "question",
    ["does zyxophane help sleep", "does zyxophane help", "zyxophane, qwertamine, ferritin, sleep and fall"],
)
def test_a_search_for_something_else_than_what_is_asked_about_is_not_made(question: str) -> None:
    with pytest.raises(NotSendableError, match="too few"):
        search_terms(question, known_numbers=(), vocabulary=VOCABULARY)


def test_a_two_word_name_keeps_its_digit_only_behind_its_word() -> None:
    assert sent("type of 2 diabetes") == "type diabetes"
    assert sent("2 type") == "type"


def test_words_and_characters_are_bounded() -> None:
    many = " ".join(f"word{chr(97 + at)}" for at in range(26))
    assert sent(many).split() == many.split()[:MAX_WORDS]
    long = " ".join(chr(97 + at) * 20 for at in range(12))
    assert sent(long).split() == long.split()[:5]
    assert len(sent(long)) <= MAX_CHARACTERS


@given(text=st.text(max_size=300), numbers=st.lists(st.floats(), max_size=3))
def test_whatever_is_asked_only_plain_words_leave(text: str, numbers: list[float]) -> None:
    for word in sent(text, *numbers).split():
        if word not in NAMES_WITH_DIGITS and word not in {"1", "2", "3", "6", "9", "19"}:
            assert word.isascii()
            assert word.islower()
            assert word.replace("-", "").isalpha()


@given(
    number=st.decimals(min_value=0, max_value=100_000, places=1),
    before=st.sampled_from(["", "ldl ", "ldl", "type ", "b", "vo", "omega-", "~", "(", "-", "type\n"]),
    after=st.sampled_from(["", " mg", "bpm", "%", "-year-old", ")", "/80", ".", "th"]),
)
def test_no_measured_number_leaves(number: float, before: str, after: str) -> None:
    written = f"{before}{number}{after}"
    for word in sent(f"ferritin {written}", float(number)).split():
        assert not any(sign.isdigit() for sign in word) or word in NAMES_WITH_DIGITS


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("heart rate",),
        ("Heart",),
        ("62",),
        ("b12", "62"),
        ("sixty",),
        ("anna@example.com",),
        ("monday",),
        ("a\nb",),
        ("x",) * 13,
        ("x" * 25,),
        ("diabetes", "2"),
        ("abcdefghijklmnopqrst",) * 6,
    ],
)
def test_terms_of_another_shape_cannot_be_made(words: tuple[str, ...]) -> None:
    with pytest.raises(NotSendableError):
        SearchTerms(words=words)


def test_nothing_else_in_the_service_makes_terms_addresses_or_names_of_statistics() -> None:
    folder = Path(str(service.__file__)).parent
    makers = {
        path.name
        for path in folder.rglob("*.py")
        if any(f"{maker}(" in path.read_text() for maker in ("SearchTerms", "PageAddress", "StatisticName"))
    }
    assert makers == {"search_terms.py"}


def test_only_an_offered_page_may_be_fetched() -> None:
    offered = {"https://medlineplus.gov/ferritin.html"}
    assert page_address("https://medlineplus.gov/ferritin.html", offered=offered).url in offered
    with pytest.raises(NotSendableError):
        page_address("https://medlineplus.gov/ferritin.html?anna=62", offered=offered)


def test_only_a_listed_statistic_of_a_listed_place_may_be_asked_for() -> None:
    lists = {"variables": {"Count_Person"}, "places": {"country/USA"}}
    assert statistic_name(variable="Count_Person", place="country/USA", **lists).place == "country/USA"
    for variable, place in (("Count_Person", "anna"), ("62", "country/USA")):
        with pytest.raises(NotSendableError):
            statistic_name(variable=variable, place=place, **lists)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("My name is Rose, and I sleep badly.", {"rose"}),
        ("Mrs. Brook and Dr Reading say so; a nurse called Grace too.", {"brook", "reading", "grace"}),
        ("I sleep badly.", set()),
    ],
)
def test_what_a_text_introduces_as_a_name_is_one(text: str, names: set[str]) -> None:
    assert names <= names_in(text)
    assert "sleep" not in names_in(text)


def test_the_words_of_a_question_are_those_that_would_be_sent() -> None:
    assert words_in("Does Café-au-lait (B12?) hurt?") == {"does", "cafe-au-lait", "b12", "hurt"}
