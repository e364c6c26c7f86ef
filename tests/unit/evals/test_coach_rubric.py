"""The rubric of the coach, on conversations written by hand: each item is no where it should be, and yes elsewhere."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from amy.client.models import FactEntry
from evals.coach.exclusions import EXCLUDED, suggested
from evals.coach.records import PROFILES, daily, most
from evals.coach.rubric import Exchange, Item, is_complete, judge
from evals.coach.scripts import Answered, Kind, Script, asked, closes, questions, scripts

LEVEL = FactEntry(claim="ds-001.mean", value=6120.4, unit="steps", source="data_science", verdict="validated")
MOST = {"steps": 7200.0, "sleep_minutes": 450.0}
SCRIPT = Script(
    id=1,
    records="average",
    turns=("i want to walk more, my desk job is killing me", "*", "*"),
    answers={"why": "the stairs", "agree": "yes", "default": "hm"},
    goal=True,
)
PROPOSED = "You get 6,120 steps a day beside that desk job. How about 6,700 steps a day: would that suit you?"
AGREED = "Agreed: you walk 6,700 steps a day, on average over the week, and we look at it again in two weeks."


def exchange(line: str, reply: str, answers: Kind | None = None) -> Exchange:
    return Exchange(line=line, answers=answers, reply=reply, agents=("data_science", "health_coach"), sheet=(LEVEL,))


GOOD = (
    exchange(SCRIPT.turns[0], "A desk job makes that hard: 6,120 steps a day so far. Why does it matter to you now?"),
    exchange("the stairs", PROPOSED, Kind.WHY),
    exchange("yes", AGREED, Kind.AGREE),
)


def judged(exchanges: Sequence[Exchange], script: Script = SCRIPT) -> dict[Item, bool | None]:
    return judge(script, exchanges, MOST)


def failing(exchanges: Sequence[Exchange], script: Script = SCRIPT) -> set[Item]:
    return {item for item, value in judged(exchanges, script).items() if value is False}


def with_reply(at: int, text: str) -> list[Exchange]:
    changed = list(GOOD)
    changed[at] = replace(changed[at], reply=text)
    return changed


def test_a_good_conversation_keeps_every_item() -> None:
    assert not failing(GOOD)


def test_a_coach_that_never_speaks_fails_and_nothing_else_is_judged() -> None:
    silent = [replace(each, agents=()) for each in GOOD]
    assert failing(silent) == {Item.COACHED, Item.GOES_ON}
    assert failing([*GOOD[:2], silent[2]]) >= {Item.GOES_ON}


@pytest.mark.parametrize(
    ("at", "text", "item"),
    [
        (0, "A desk job is hard. Why does it matter? When do you have time?", Item.ONE_QUESTION),
        (0, "Why does it matter to you? A desk job makes it hard.", Item.ONE_QUESTION),
        (0, "A desk job makes it hard.", Item.ONE_QUESTION),
        (1, "With a desk job: what is your reason for it?", Item.NOT_ASKED_AGAIN),
        (2, "Great, agreed. Walk more.", Item.GOAL_COMPLETE),
        (1, "At your desk: how about 9,500 steps a day, would that suit you?", Item.CAPPED),
        (0, "That is a fine plan. Why does it matter to you now?", Item.ANCHOR),
        (0, "At a desk: " + "on and on " * 60 + "why does it matter to you?", Item.SHORT),
        (0, "At your desk job: how about a stroll, would that suit you?", Item.ASKS_FIRST),
        (0, "Let me look at your desk job. Why does it matter to you now?", Item.FRESH),
    ],
)
def test_each_item_fails_where_it_should(at: int, text: str, item: Item) -> None:
    assert item in failing(with_reply(at, text))


def test_what_was_said_in_the_reply_before_is_not_said_again() -> None:
    again = "A desk job makes that hard: 6,120 steps a day so far. Would a stroll suit you?"
    assert Item.FRESH in failing(with_reply(1, again))


def test_a_finding_that_was_rejected_must_not_be_on_the_sheet() -> None:
    rejected = [replace(each, rejected=frozenset({"ds-001"})) for each in GOOD]
    assert failing(rejected) == {Item.NO_REJECTED}
    assert not failing([replace(each, rejected=frozenset({"ds-002"})) for each in GOOD])


def test_with_a_goal_on_file_the_opening_says_where_the_person_stands() -> None:
    script = replace(SCRIPT, on_file="steps", goal=False)
    opened = exchange("how am i doing", "You walked 6,120 steps a day, desk and all. What helped you?")
    assert judged([opened], script)[Item.PROGRESS] is True
    assert Item.PROGRESS in failing(
        [replace(opened, reply="Nice to hear from you. What helped you at the desk?")], script
    )


def test_whoever_wants_no_questions_may_be_told_at_once() -> None:
    direct = replace(SCRIPT, direct=True)
    assert judged(with_reply(0, PROPOSED), direct)[Item.ASKS_FIRST] is None


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("vegetarian", "How about salmon for dinner?"),
        ("knee", "You could go for a short run on Saturday."),
        ("wheelchair", "A ten-minute walk would be a start."),
        ("night_shifts", "Try to be in bed earlier, before midnight."),
        ("no_meditation", "A breathing exercise helps many."),
        ("no_money", "A gym nearby may have a free hour."),
        ("eating_disorder", "You could count calories for a week."),
    ],
)
def test_a_suggestion_of_what_is_excluded_is_found_and_an_echo_is_not(kind: str, sentence: str) -> None:
    assert suggested(sentence, [kind])
    assert not suggested("Would a quarter of an hour on the balcony suit you?", [kind])


def test_saying_that_something_is_left_out_suggests_nothing() -> None:
    assert not suggested("Since you don't eat fish, lentils may do.", ["vegetarian"])
    assert not suggested("Beans can take the place of much meat.", ["vegetarian"])
    assert not suggested("Without running, then.", ["knee"])


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Why does that matter to you?", Kind.WHY),
        ("What gets in the way on weekdays?", Kind.CONSTRAINT),
        ("What time of day would fit?", Kind.TIME),
        ("What kind of movement do you enjoy?", Kind.PREFERENCE),
        ("Would that suit you?", Kind.AGREE),
        ("How does that sound to you?", Kind.AGREE),
        ("What have you tried already, or would you enjoy trying?", Kind.PREFERENCE),
        ("Which of these would you like to work on?", Kind.TOPIC),
        ("How did it go since, and what got in the way?", Kind.PROGRESS),
        ("What would be different if you slept well?", Kind.MEANING),
        ("And then?", Kind.OTHER),
    ],
)
def test_a_question_is_of_the_kind_it_asks_for(question: str, kind: Kind) -> None:
    assert asked(question) is kind


def test_a_question_in_quotation_marks_is_nobodys() -> None:
    assert questions("You said “why me?” and smiled. When do you get up?") == ["When do you get up?"]


def test_a_goal_needs_all_five_parts() -> None:
    assert is_complete("Walk 6,700 steps a day, reviewed in two weeks.")
    assert not is_complete("Walk 6,700 steps a day.")
    assert not is_complete("Walk more each day, reviewed in two weeks.")


def test_the_person_does_not_say_the_same_thing_twice() -> None:
    answered = Answered()
    assert [answered.next(SCRIPT, Kind.WHY) for _ in range(2)] == ["the stairs", "hm"]
    assert [answered.next(SCRIPT, Kind.AGREE) for _ in range(2)] == ["yes", "yes"]
    assert answered.next(SCRIPT, Kind.TOPIC) == SCRIPT.turns[0]
    assert closes("ok thx")
    assert not closes("what about tuesday")


def test_the_scripts_are_varied_and_half_of_them_are_set_aside() -> None:
    loaded = scripts()
    assert len(loaded) >= 80
    assert len({each.id for each in loaded}) == len(loaded)
    assert sum(each.is_set_aside for each in loaded) == len(loaded) // 2
    assert all(3 <= len(each.turns) + len(each.again) <= 8 for each in loaded)
    assert {each.records for each in loaded} == {*PROFILES, "none"}
    used = {kind for each in loaded for kind in each.excluded}
    assert len(used) >= 20
    assert used <= set(EXCLUDED)


def test_a_goal_may_ask_a_step_more_than_the_last_thirty_days() -> None:
    steps = float(daily("sedentary")["steps"].tail(30).mean())
    assert most("sedentary")["steps"] == pytest.approx(steps + 1050)
    assert most("none") == {}
