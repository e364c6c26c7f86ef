"""What a bare why asks of, after a briefing."""

import pytest

from services.orchestrator.adapters.rules.after_briefing import has_nothing_to_explain, standing_alone
from services.orchestrator.domain.conversation import Conversation, Message

LEVELS = "\n\n**How it stands, on average**\n- Sleep duration: 7 h 8 min"


def after(*lines: str, asked: str = "and why is that?", below: str = LEVELS) -> Conversation:
    found = "\n".join(f"- {line}" for line in lines)
    briefing = f"Over the last 30 days it went well.\n\n**What stands out**\n{found}{below}" if lines else below
    told = (Message(role="user", content="How am I doing?"), Message(role="assistant", content=briefing))
    return Conversation(messages=(*told, Message(role="user", content=asked)))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("✓ Sleep duration was shorter: 6 h on average, 7 h before.", "Why was my sleep duration shorter?"),
        ("✓ REM sleep has been shorter since about 3 May 2026: 1 h.", "Why was my REM sleep shorter?"),
        ("~ Calories burned were lower: 1,800 kcal on average.", "Why were my calories burned lower?"),
        ("✓ On weekends bed time is later: 23:40 on average.", "Why is my bed time later on weekends?"),
        (
            "✓ On days with a later bed time, sleep duration tends to be shorter (correlation -0.6).",
            "Why is my sleep duration shorter on some days?",
        ),
    ],
)
def test_why_is_asked_of_the_first_thing_that_stands_out(line: str, why: str) -> None:
    assert standing_alone(after(line, "✓ Step count was higher: 9 on average.")).question == why


@pytest.mark.parametrize("asked", ["why?", "And why is that?", "how come?", "so why", "what's behind that?"])
def test_it_is_asked_in_many_ways(asked: str) -> None:
    line = "✓ Step count was lower: 9 on average."
    assert standing_alone(after(line, asked=asked)).question == "Why was my step count lower?"


@pytest.mark.parametrize("asked", ["why is my pulse high?", "thanks", "why is the sky blue", "how is that?"])
def test_what_says_what_it_asks_about_is_left_alone(asked: str) -> None:
    conversation = after("✓ Step count was lower: 9 on average.", asked=asked)
    assert standing_alone(conversation) == conversation
    assert not has_nothing_to_explain(conversation)


def test_without_anything_that_stands_out_it_is_the_laboratory_value() -> None:
    lab = "Your newest Ferritin was 9 ng/mL, below the laboratory's own lower limit of 15 ng/mL; worth showing."
    assert standing_alone(after(below=f"{lab}{LEVELS}")).question == "Why is my ferritin low?"


def test_where_nothing_stands_out_there_is_nothing_to_explain() -> None:
    assert has_nothing_to_explain(after())
    assert standing_alone(after()) == after()


def test_after_any_other_answer_why_is_what_it_was() -> None:
    conversation = after(below="Your average step count was 9,000 steps.")
    assert standing_alone(conversation) == conversation
    assert not has_nothing_to_explain(conversation)
