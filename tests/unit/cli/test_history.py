"""What of a conversation is sent along with the next question."""

from amy.cli.history import MOST_CHARACTERS, MOST_EXCHANGES, History


def test_the_first_question_stands_alone() -> None:
    assert History().asking("How did I sleep?") == [{"role": "user", "content": "How did I sleep?"}]


def test_a_question_follows_on_what_was_asked_and_answered() -> None:
    history = History().answered("And steps?", "Some.").answered("More?", "No.")
    assert history.asking("Why?") == [
        {"role": "user", "content": "And steps?"},
        {"role": "assistant", "content": "Some."},
        {"role": "user", "content": "More?"},
        {"role": "assistant", "content": "No."},
        {"role": "user", "content": "Why?"},
    ]


def test_the_oldest_exchanges_are_forgotten() -> None:
    history = History()
    for number in range(MOST_EXCHANGES + 3):
        history = history.answered(f"q{number}", f"a{number}")
    said = [message["content"] for message in history.asking("now")]
    assert said == [text for number in range(3, MOST_EXCHANGES + 3) for text in (f"q{number}", f"a{number}")] + ["now"]


def test_no_more_is_sent_than_the_api_takes_and_never_half_an_exchange() -> None:
    half = "x" * (MOST_CHARACTERS // 2)
    history = History().answered("old", half).answered("new", half)
    said = history.asking("now")
    assert [message["content"] for message in said] == ["new", half, "now"]
    assert len(history.asking(half)) == 1


def test_an_empty_answer_is_none() -> None:
    assert History().answered("q", "") == History()
