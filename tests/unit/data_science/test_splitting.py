"""A message is split into the sentences that ask something, and nothing of it is lost."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.data_science.adapters.rules.splitting import sentences


@pytest.mark.parametrize(
    ("message", "texts"),
    [
        ("What was my average HRV last week?", ["What was my average HRV last week?"]),
        ("What was my HRV? And my resting heart rate?", ["What was my HRV?", "And my resting heart rate?"]),
        ("How far did I run, and how long did I sleep?", ["How far did I run", "how long did I sleep?"]),
        ("How did I sleep and is my HRV rising?", ["How did I sleep", "is my HRV rising?"]),
        ("Days when I ran and slept more than 7.5 hours", ["Days when I ran and slept more than 7.5 hours"]),
        ("Sleep this week vs. last week", ["Sleep this week vs. last week"]),
        ("1. average HRV\n2. total steps", ["average HRV", "total steps"]),
        ("- average HRV\n- total steps", ["average HRV", "total steps"]),
        ("average HRV; total steps.", ["average HRV;", "total steps."]),
        ("?!", []),
        ("", []),
    ],
)
def test_a_message_is_split_where_a_new_question_begins(message: str, texts: list[str]) -> None:
    assert [sentence.text for sentence in sentences(message)] == texts


def test_a_sentence_that_continues_the_one_before_is_known_by_how_it_begins() -> None:
    first, second, third = sentences("What was my HRV last week? What about my steps? How did I sleep?")
    assert [first.follows, second.follows, third.follows] == [False, True, False]


def test_only_what_is_joined_by_and_is_joined() -> None:
    first, second, third = sentences("How far did I run and how long did I sleep? What was my HRV?")
    assert [first.joined, second.joined, third.joined] == [False, True, False]


def test_a_statement_beside_a_question_is_a_remark() -> None:
    statement, question = sentences("I felt tired. How did I sleep?")
    assert statement.remark
    assert not question.remark


def test_a_request_alone_is_no_remark() -> None:
    (request,) = sentences("My average HRV last week.")
    assert not request.remark


@given(st.text(max_size=200))
def test_any_text_is_split_without_losing_a_letter_that_is_no_joint(message: str) -> None:
    kept = "".join(sentence.text for sentence in sentences(message))
    joints = r"\b(?:and|also|plus|but)\b|^\s*\(?\d{1,2}[.)]\s"
    assert set(re.findall(r"[a-z]", re.sub(joints, "", message))) <= set(kept) | set("andlsopubt")
