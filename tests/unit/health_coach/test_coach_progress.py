"""With a goal on file an answer opens with where the person stands, and what follows fits it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from services.health_coach.domain.asked import Level, Workouts, full_weeks, last_30_days
from services.health_coach.domain.case import Case
from services.health_coach.domain.goals import Goal
from services.health_coach.domain.preparing import MOST, preparation
from services.health_coach.domain.topics import Topic
from tests.unit.health_coach.coaching import EVERYTHING, TODAY, Records, converse, remembered

STEPS = Goal(
    behaviour="walk 8,000 steps a day",
    metric="steps",
    target=8000,
    unit="count",
    baseline=7300,
    baseline_question=Level(metric="steps", span=last_30_days(TODAY)),
    strategy_id="walk-after-meal",
)
BEDTIME = replace(STEPS, behaviour="be in bed", metric="bed_time_clock", target=1410, unit="clock", at_most=True)
TRAINING = Goal(
    behaviour="work out regularly",
    target=3,
    unit="days",
    days_per_week=3,
    baseline_question=Workouts(span=last_30_days(TODAY)),
    strategy_id="one-more-workout",
)


def walked(*weeks: float, level: float = 7432.4) -> Records:
    return Records(levels={"steps": level, "sleep_minutes": 402.0}, weeks={"steps": weeks})


@pytest.mark.parametrize(
    "message", ["How am I doing?", "I walked a lot", "I want to sleep better", "what else can I do?", "thanks"]
)
async def test_every_answer_opens_with_where_the_person_stands(message: str) -> None:
    (turn,) = await converse(message, memories=[remembered(STEPS)], records=walked(8200, 7400, 8100))
    body = turn.text.removeprefix("You're welcome. ")
    assert body.startswith("Your goal is 8,000 steps a day on average: last week it was 8,200, the week before 7,400.")
    assert set(re.findall(r"\{\{(ds-[^}]+)\}\}", turn.reply.draft)) <= {fact.claim for fact in turn.facts.values()}


@pytest.mark.parametrize(
    ("weeks", "offered"),
    [
        ((7300, 7400, 8100), 7700),
        ((7300, 8100, 7400), None),
        ((8100, 7300, 7400), None),
        ((8100, 8200, 8300), 8600),
        ((8100, 8200), None),
    ],
)
async def test_two_missed_weeks_make_it_easier_and_three_met_ones_further(
    weeks: Sequence[float], offered: float | None
) -> None:
    level = 7900.0 if offered == 8600 else 7432.4
    (turn,) = await converse("How am I doing?", memories=[remembered(STEPS)], records=walked(*weeks, level=level))
    proposed = [each.value for each in turn.reply.proposals[1:]]
    assert proposed == ([offered] if offered else [])
    assert turn.reply.recommended is bool(offered)


async def test_of_a_bedtime_earlier_is_met() -> None:
    records = Records(weeks={"bed_time_clock": (1400.0, 1405.0, 1410.0)})
    (turn,) = await converse("How am I doing?", memories=[remembered(BEDTIME)], records=records)
    assert "You got there." in turn.text or turn.reply.recommended
    assert "last week it was 23:20" in turn.text


async def test_workouts_are_counted_by_their_days() -> None:
    records = Records(weeks={"workouts": (1.0, 2.0, 3.0)})
    (turn,) = await converse("How is my training going?", memories=[remembered(TRAINING)], records=records)
    assert "Your goal is workouts on 3 days a week: last week it was 1 days, the week before 2 days." in turn.text
    assert turn.reply.proposals[1].value == 2


async def test_what_records_cannot_show_is_asked() -> None:
    goal = Goal(behaviour="write a list", target=3, unit="days", days_per_week=3, strategy_id="worry-list")
    turns = await converse("How am I doing?", "work was crazy", "ok", memories=[remembered(goal)])
    assert "your records cannot show it" in turns[0].text
    assert turns[0].text.endswith("How has it gone so far?")
    assert turns[1].reply.proposals[-1].value == 2
    assert turns[2].reply.agreed is not None


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("i managed 4 times", "By your own count you got there. What has helped you most?"),
        ("I did it twice", "By your own count it was less than that. Weeks like that happen; what got in the way?"),
    ],
)
async def test_what_the_person_says_they_did_is_counted(message: str, said: str) -> None:
    goal = Goal(behaviour="write a list", target=3, unit="days", days_per_week=3, strategy_id="worry-list")
    (turn,) = await converse(message, memories=[remembered(goal)])
    assert turn.text.endswith(said)


async def test_another_question_is_answered_and_the_goal_not_asked_about() -> None:
    first, second = await converse(
        "how can i lower my ldl?", "my doctor said so", memories=[remembered(STEPS)], records=walked(8200, 7400)
    )
    assert first.text.startswith("Your goal is 8,000 steps a day on average")
    assert "You'd like to lower your ldl." in first.text
    assert "How has it gone" not in first.text
    assert "Your goal is" not in second.text


async def test_weeks_before_the_goal_was_set_say_nothing_of_it() -> None:
    goal = replace(STEPS, started_on=TODAY)
    (turn,) = await converse("How am I doing?", memories=[remembered(goal)], records=walked(5000, 5000, 5000))
    assert "there is no full week on record since" in turn.text
    assert not turn.reply.recommended


async def test_an_easier_goal_that_is_agreed_on_takes_the_place_of_the_first() -> None:
    turns = await converse("How am I doing?", "ok", "thanks", memories=[remembered(STEPS)], records=walked(7300, 7400))
    assert turns[1].reply.agreed is not None
    assert turns[2].text.count("your goal:") == 1
    assert "7,700" in turns[2].text


@pytest.mark.parametrize(
    ("today", "monday"), [(date(2026, 6, 17), date(2026, 6, 8)), (date(2026, 6, 14), date(2026, 6, 8))]
)
def test_full_weeks_are_over(today: date, monday: date) -> None:
    weeks = full_weeks(today)
    assert [week.start for week in weeks] == [monday, date(2026, 6, 1), date(2026, 5, 25)]
    assert all((week.end - week.start).days == 6 for week in weeks)


def test_no_more_is_asked_of_the_records_than_may_be() -> None:
    goals = tuple(
        remembered(replace(STEPS, metric=metric, behaviour=metric))
        for metric in ("steps", "sleep_minutes", "active_zone_minutes", "bed_time_clock")
    )
    case = Case(message="I want 8,000 steps a day", memories=goals)
    prepared = preparation(case, [Topic.STEPS, Topic.STRESS], EVERYTHING)
    assert len(prepared.questions) == len(set(prepared.questions)) == MOST


def test_without_a_record_nothing_is_asked_of_it() -> None:
    assert preparation(Case(message="I want to walk more"), [Topic.STEPS], None).questions == ()
