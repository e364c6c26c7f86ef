"""The judge of what owners of devices ask: a judgement states what is on record, and a relation has one side."""

import pytest

from evals.everyday.judging import Outcome
from evals.owners.__main__ import judged
from evals.owners.person import owner
from evals.owners.questions import DEVELOPMENT, SET_ASIDE, Stated

PRESSURE = Stated(groups=((129.38, 121.0), (78.85,)))


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("An upper number of 129.4 mmHg, with the lower one at 78.85 mmHg, is fine.", Outcome.RIGHT),
        ("An upper number of 129.4 mmHg is fine.", Outcome.REFUSED),
        ("I have no blood pressure of yours at hand; 90 to 120 is normal.", Outcome.REFUSED),
    ],
)
def test_a_judgement_states_a_number_of_each_thing_on_record(answer: str, outcome: Outcome) -> None:
    assert judged(answer, PRESSURE) is outcome


def test_the_person_is_the_same_each_time_and_every_question_has_a_truth() -> None:
    person = owner()
    assert person.days.equals(owner().days)
    assert len({each.said for each in (*DEVELOPMENT, *SET_ASIDE)}) == len(DEVELOPMENT) + len(SET_ASIDE)
    assert all(each.truth(person) for each in (*DEVELOPMENT, *SET_ASIDE))


def test_a_link_that_chance_does_not_make_is_not_denied() -> None:
    (question,) = (each for each in DEVELOPMENT if each.said == "is my bp higher after a bad night")
    truth = question.truth(owner())
    assert judged("Yes. They go together.", truth) is Outcome.RIGHT
    assert judged("No, not clearly.", truth) is Outcome.WRONG
