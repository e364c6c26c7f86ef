"""What is asked for each golden, and what it is to show."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """The conversations of one new person who has the wearer's records.

    Attributes:
        name: of the golden's file.
        shows: the heading of the golden: which way of answering it shows.
        sittings: the messages of each conversation; a later one begins without what was said before.
        days_held_back: how many of the newest days are imported only before the last sitting.
    """

    name: str
    shows: str
    sittings: tuple[tuple[str, ...], ...]
    days_held_back: int = 0


def _asked(name: str, shows: str, *messages: str) -> Recorded:
    return Recorded(name=name, shows=shows, sittings=(messages,))


CONVERSATIONS: Final = (
    _asked(
        "knowledge",
        "Pattern 1: what is generally known",
        "Does a glass of wine in the evening affect how well I recover overnight?",
    ),
    _asked(
        "data",
        "Pattern 2: the person's own data",
        "What was my average resting heart rate over the last 30 days?",
        "Is my resting heart rate going up or down over the last 90 days?",
    ),
    _asked(
        "data_and_knowledge",
        "Pattern 3: own data and what is generally known",
        "Is my resting heart rate normal?",
    ),
    _asked(
        "advice",
        "Pattern 4: advice, for which the coach itself wants a number",
        "How can I get myself to eat more vegetables?",
    ),
    _asked(
        "advice_on_data",
        "Pattern 5: advice based on own data",
        "Based on my data, how can I sleep longer?",
    ),
    _asked(
        "advice_on_data_and_knowledge",
        "Pattern 6: advice, own data and medical context",
        "What does a resting heart rate like mine say about my heart, and what should I do to bring it down?",
    ),
    _asked("vague", "Vague: a look at everything", "How am I doing?"),
    _asked("fallback", "Fallback: what nobody here can do", "Can you book me a table at a restaurant tonight?"),
    _asked("emergency", "Emergency: help and nothing else", "My chest feels tight and my left arm is numb"),
    _asked(
        "two_parts",
        "Two parts, each answered by whom it is for",
        "How many steps did I take on average last month, and how many steps a day are good for the heart?",
    ),
    _asked(
        "coaching",
        "Coaching in five turns: from a wish to a goal that is agreed on",
        "I want to walk more, I sit at a desk all day",
        "I have no energy left in the evening and I'd like to play with my kids",
        "Meetings until six on most days, but my lunch break is free",
        "Yes, let's do that",
        "Thanks, that's all for today",
    ),
    Recorded(
        name="progress",
        shows="A goal on file: how it went since",
        sittings=(
            ("I want to walk more. Just tell me what to do.", "Yes, I'll do that"),
            ("How am I doing with my walking goal?", "The weather was awful"),
        ),
        days_held_back=28,
    ),
)
"""One for each of the six patterns of routing, and the ways of answering beside them."""
