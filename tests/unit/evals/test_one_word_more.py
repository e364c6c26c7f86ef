"""A word put into a question that is read leaves the old answer only where it is declared or said back."""

from typing import Final

import pytest

from evals.mutations import WORDS, Asked, Judge, Mutation, Mutator, Verdict, _bounds, with_word, words_of
from tests.unit.data_science.analysts import catalogue_of

QUESTIONS: Final = (
    "How many steps did I take on average last month?",
    "What was my highest resting heart rate in the last 14 days?",
    "On how many days did I walk more than 10,000 steps?",
    "Is my sleep duration related to my steps?",
    "How has my resting heart rate changed over time?",
    "Which day did I sleep the least?",
    "Do I sleep more on weekends?",
    "What percentage of nights did I sleep less than 7 hours?",
)
ASKED: Final = tuple(Asked(person="a", messages=(question,)) for question in QUESTIONS)


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge({"a": catalogue_of()})


def put_in(word: str, question: str, place: float) -> Mutation:
    messages = (with_word(question, word, place),)
    return Mutation(asked=Asked(person="a", messages=(question,)), kind="one", word=word, messages=messages)


def test_every_question_is_read_as_it_is(judge: Judge) -> None:
    assert [asked.messages for asked in ASKED if not judge.reads(asked)] == []


def test_no_word_is_passed_over(judge: Judge) -> None:
    mutator = Mutator(words_of(WORDS.read_text("utf-8")), {"ours": ASKED}, judge.reads)
    judged = [judge.judged(each) for each in mutator.mutations(100, seed=3)]
    assert [each.mutation.messages for each in judged if each.verdict is Verdict.KEPT] == []
    assert sum(each.verdict is Verdict.DECLINED for each in judged) > 50


@pytest.mark.parametrize("word", ["only", "still", "even", "again", "overnight", "tired", "not", "twice", "barefoot"])
@pytest.mark.parametrize("place", [0.0, 0.3, 0.6, 0.99])
def test_a_word_that_can_change_a_number_is_used_or_declined(judge: Judge, word: str, place: float) -> None:
    judged = judge.judged(put_in(word, QUESTIONS[0], place))
    assert judged.verdict in {Verdict.DECLINED, Verdict.CHANGED}


def test_usually_asks_for_an_average_and_for_nothing_else(judge: Judge) -> None:
    assert judge.judged(put_in("usually", QUESTIONS[0], 0.45)).verdict in {Verdict.SAID, Verdict.FILLER}
    assert judge.judged(put_in("usually", QUESTIONS[1], 0.3)).verdict is Verdict.DECLINED


def test_a_word_is_not_taken_for_the_slip_of_another(judge: Judge) -> None:
    assert judge.judged(put_in("sleepy", QUESTIONS[2], 0.5)).verdict is Verdict.DECLINED


def test_a_word_that_is_passed_over_is_seen(judge: Judge) -> None:
    assert judge.judged(put_in("please", QUESTIONS[0], 0.0)).verdict is Verdict.FILLER


def test_a_part_that_changes_nothing_is_declined(judge: Judge) -> None:
    for question in ("Is my weekly sleep duration related to my steps?", "How many workouts did I do on average?"):
        assert not judge.reads(Asked(person="a", messages=(question,))), question


def test_lines_hold_words_or_phrases() -> None:
    assert words_of("# no\na: one two one\nb: on call, at sea") == {"a": ("one", "two"), "b": ("on call", "at sea")}
    assert sum(map(len, words_of(WORDS.read_text("utf-8")).values())) >= 300


def test_a_hedge_is_filler_only_where_it_is_one(judge: Judge) -> None:
    assert judge.judged(put_in("roughly", QUESTIONS[0], 0.99)).verdict is Verdict.FILLER
    assert judge.judged(put_in("very", QUESTIONS[0], 0.99)).verdict is Verdict.DECLINED


def test_what_makes_an_amount_a_bound_is_said_back() -> None:
    assert _bounds("minimum", "days since i got 20,000 steps minimum?")
    assert not _bounds("minimum", "minimum days since i got 20,000 steps?")
    assert not _bounds("roughly", "days since i got 20,000 steps roughly?")


def test_a_word_that_a_message_was_read_without_is_said_back(judge: Judge) -> None:
    judged = judge.judged(put_in("by my doctor", "What was my best HRV?", 0.99))
    assert judged.verdict is Verdict.SAID
    assert "“by my doctor”" in judged.said
