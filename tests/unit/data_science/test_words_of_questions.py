"""Words, numbers and the lexicon they are looked up in."""

import pytest

from services.data_science.adapters.rules.activities import activity_phrases
from services.data_science.adapters.rules.biomarkers import biomarker_phrases
from services.data_science.adapters.rules.fields import FIELDS
from services.data_science.adapters.rules.language import is_english
from services.data_science.adapters.rules.metrics import METRICS, metric_phrases, words_for
from services.data_science.adapters.rules.numerals import with_digits
from services.data_science.adapters.rules.tokens import mended, tokens
from services.data_science.adapters.rules.units import unit_phrases
from services.data_science.adapters.rules.words import lexicon, ordinary_words, other_phrases


@pytest.mark.parametrize(
    ("said", "digits"),
    [
        ("ten thousand steps", "10000 steps"),
        ("one hundred and fifty", "150"),
        ("twenty five runs", "25 runs"),
        ("seven and a half hours", "7.5 hours"),
        ("half an hour", "0.5 hour"),
        ("more than an hour", "more than 1 hour"),
        ("an hour and a half", "1.5 hours"),
        ("7 hours and 30 minutes", "7.5 hours"),
        ("7 h 30 min", "7.5 hours"),
        ("which one was it", "which one was it"),
        ("a dozen runs", "12 runs"),
    ],
)
def test_a_number_in_words_is_one_in_digits(said: str, digits: str) -> None:
    assert " ".join(with_digits(said.split())) == digits


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What's my HRV?", "what my hrv"),
        ("I didn't run", "i did not run"),
        ("i didnt run w/ friends", "i did not run with friends"),
        ("10k steps, 7.5h", "10000 steps , 7.5 h"),
        ("7h30m of sleep", "7.5 hours of sleep"),
        ("on 2024/03/01 and 13.02.2024 and 2/13/2024", "on 2024-03-01 and 2024-02-13 and 2024-02-13"),
        ("on 03/05/2024", "on 03/05/2024"),
        ("before 11:30pm", "before 11:30 pm"),
        ("HbA1c of ≥6%", "hba1c of >= 6 %"),
        ("March 3rd", "march 3rd"),
    ],
)
def test_a_question_is_split_into_words(question: str, words: str) -> None:
    assert " ".join(tokens(question)) == words


def test_only_a_few_words_are_mended_and_only_into_what_can_be_meant() -> None:
    meant, known = frozenset({"average", "sleep", "slept", "month"}), frozenset({"mouth"})
    assert mended(("avreage", "slep", "mouth"), meant, known) == ("average", "sleep", "mouth")
    gibberish = ("avreage", "zxq", "zxw", "zxr", "zxt")
    assert mended(gibberish, meant, known) == gibberish


@pytest.mark.parametrize(
    "question",
    [
        "Cuántos pasos di ayer",
        "Wie viele Schritte habe ich gestern gemacht?",
        "Combien de pas ai-je faits hier?",
        "我昨天走了多少步",
        "Сколько шагов я сделал вчера?",
    ],
)
def test_another_language_is_told_from_english(question: str) -> None:
    assert not is_english(question)


@pytest.mark.parametrize(
    "question", ["steps yesterday", "avg HRV", "", "42?", "my LDL", "averge slep last weeek", "HRV in die Hard"]
)
def test_short_and_misspelt_questions_count_as_english(question: str) -> None:
    assert is_english(question)


def test_every_phrase_of_the_lexicon_can_be_said() -> None:
    """A phrase that the words of a question never come as would never be found."""
    phrases = (
        *other_phrases(),
        *unit_phrases(),
        *biomarker_phrases(()),
        *activity_phrases(()),
        *metric_phrases((), ()),
    )
    unsaid = [
        phrase for phrase in phrases if " ".join(tokens(phrase)) not in (phrase, " ".join(with_digits(phrase.split())))
    ]
    assert unsaid == []


def test_a_phrase_means_one_thing() -> None:
    meanings: dict[str, set[str]] = {}
    for section, entries in lexicon().items():
        for name, said in entries.items() if section != "ordinary" else ():
            for phrase in said.split(","):
                meanings.setdefault(" ".join(phrase.split()), set()).add(f"{section}: {name}")
    assert {phrase: found for phrase, found in meanings.items() if len(found) > 1} == {}


def test_an_ordinary_word_has_no_meaning() -> None:
    said = {word for phrase in (*other_phrases(), *metric_phrases((), ())) for word in phrase.split()}
    assert ordinary_words() & said == set()


def test_every_metric_and_field_has_a_noun_and_a_direction() -> None:
    assert all(words.noun for words in METRICS.values())
    assert all(words.noun for words in FIELDS.values())
    assert words_for("resting_heart_rate").better is False
    assert words_for("steps").better is True
    assert words_for("weight_kg").better is None
