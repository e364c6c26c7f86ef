"""The journal through the public API: what is told is offered once, kept after a yes, and computed from then on."""

import re
from collections.abc import Iterator

import pytest

from amy.client import Amy
from evals.system import System

DAILY = "date,steps,sleep_minutes\n" + "".join(
    f"2024-0{month}-{day:02},8000,{400 + day}\n" for month in (1, 2) for day in range(1, 29)
)


class Talk:
    """A person who talks to Amy."""

    def __init__(self, amy: Amy) -> None:
        self._amy = amy
        self._messages: list[dict[str, str]] = []

    def say(self, text: str) -> str:
        self._messages.append({"role": "user", "content": text})
        turn = self._amy.turns.create(messages=self._messages, stream=False, context={"include_memory": False})
        assert turn.result is not None, turn.error
        self._messages.append({"role": "assistant", "content": turn.result.answer})
        return turn.result.answer


@pytest.fixture
def talk(system: System, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    file = tmp_path_factory.mktemp("daily") / "daily.csv"
    file.write_text(DAILY)
    user = re.sub(r"\W", "-", request.node.name)[-60:]
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=user) as amy:
        amy.data.import_file(file)
        yield Talk(amy)


def test_what_was_had_is_noted_after_a_yes_and_counted(talk: Talk) -> None:
    assert "no entries for alcohol yet" in talk.say("how many drinks did I have in total?")
    assert talk.say("I had three beers on 14 February 2024") == "Shall I note 3 beers on 14 February 2024?"
    assert talk.say("yes please") == "Noted: 3 beers on 14 February 2024."
    assert "was 3 " in talk.say("how many drinks did I have in February 2024?")


def test_after_a_no_nothing_is_noted(talk: Talk) -> None:
    talk.say("I had three beers on 14 February 2024")
    assert talk.say("no") == "All right, I have noted nothing."
    assert "no entries for alcohol yet" in talk.say("how many drinks did I have in total?")


def test_days_without_are_known_once_it_is_said_that_all_is_noted(talk: Talk) -> None:
    talk.say("note 2 coffees on 1 January 2024")
    asked = talk.say("what was my average sleep on days without coffee?")
    assert "“I always log my coffee”" in asked
    assert "as a day without coffee" in talk.say("yes")
    assert "55 " in talk.say("how many days without coffee were there?")
