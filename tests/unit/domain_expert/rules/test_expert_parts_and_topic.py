"""A question of several parts is looked up part by part, and a passage on another quantity is out of place."""

import pytest

from services.domain_expert.adapters.rules.on_topic import on_topic
from services.domain_expert.adapters.rules.parting import parts_of, standing_alone
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.decisions import Answer, NothingKnown, SearchKnowledge
from services.domain_expert.domain.knowledge.passages import Kind
from tests.unit.domain_expert.experts import passage
from tests.unit.domain_expert.rules.test_expert_rules_mind import case, run, texts

PULSE = passage("pulse", title="Pulse in heat", text="Heat raises it.", about=("resting_heart_rate",), kind=Kind.CAUSES)
OXYGEN = passage("oxygen", title="Oxygen in heat", text="Oxygen stays.", about=("spo2",), kind=Kind.CAUSES)
OF_NOTHING = passage("heat", title="Heat", text="Drink.", about=(), kind=Kind.CAUSES)
SPOKEN = passage("heat-2", title="What heat does to resting heart rate", text="It rises.", about=("heat",))


def test_passages_on_another_quantity_than_the_one_that_is_named_are_left_out() -> None:
    named = [mention.quantity for mention in quantities().in_text("what does heat do to my resting heart rate?")]
    assert on_topic([OXYGEN, OF_NOTHING, PULSE, SPOKEN], named) == (OF_NOTHING, PULSE, SPOKEN)
    assert on_topic([OXYGEN, PULSE], []) == (OXYGEN, PULSE)


async def test_the_next_passage_on_the_right_quantity_answers() -> None:
    _, answer, _ = await run(case("why is my resting heart rate up in the heat?"), passages=[OXYGEN, PULSE])
    assert texts(answer) == [PULSE.text]


async def test_a_quantity_is_not_judged_where_most_of_the_question_is_about_something_else() -> None:
    _, answer, _ = await run(case("How do video games and loud neighbours vary with my sleep and mood?"))
    assert isinstance(answer, NothingKnown)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How exact is my pedometer, and what distance should I walk?",
            ("How exact is my pedometer", "what distance should I walk?"),
        ),
        ("Is my ferritin fine and how do I raise it?", ("Is my ferritin fine", "how do I raise it?")),
        ("How did I sleep last week and is tea bad for sleep?", ()),
        ("What is ferritin, and how does it compare to athletes?", ()),
        ("I am 50. Is a pulse of 70 fine? Should I worry?", ()),
    ],
)
def test_parts_ask_for_what_is_known_and_name_something(question: str, parts: tuple[str, ...]) -> None:
    assert parts_of(question) == parts


def test_a_part_that_points_back_is_looked_up_by_name() -> None:
    assert standing_alone("how do I raise it?", "ferritin") == "how do I raise ferritin?"


async def test_each_part_is_looked_up_by_itself() -> None:
    calls, answer, _ = await run(case("How exact is my pedometer, and what distance should I walk?"), passages=[PULSE])
    assert [call.query for call in calls if isinstance(call, SearchKnowledge)] == [
        "How exact is my pedometer, and what distance should I walk?",
        "How exact is my pedometer",
        "what distance should I walk?",
    ]
    assert not isinstance(answer, Answer) or texts(answer) == [PULSE.text]
