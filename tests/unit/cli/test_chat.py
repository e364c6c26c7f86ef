"""`amy chat` from a pipe, against a scripted server: what is sent, what is shown, and how each failure ends."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from amy.cli.main import app
from tests.unit.cli.commands import amy, frames
from tests.unit.cli.test_commands import FAILED
from tests.unit.client.scripted_server import Reply, ScriptedServer, json_reply, problem, stream
from tests.unit.client.test_calls import TURN
from tests.unit.client.test_events import RESULT


def chat(server: ScriptedServer, typed: str | bytes, *args: str) -> Result:
    where = ["--base-url", server.base_url, "--api-key", "k"]
    return CliRunner().invoke(app, ["chat", *args, *where], input=typed, env={"LC_ALL": "C"})


def answered(text: str, **fields: Any) -> tuple[Reply, Reply]:
    """A turn that is created and completes with this answer."""
    result = {**RESULT, "answer": text, "fact_sheet": [], **fields}
    completed = ("turn.completed", {"turn_id": "turn_1", "result": result})
    return json_reply(TURN, 201), stream(frames(completed))


def sent(server: ScriptedServer) -> list[list[str]]:
    """The texts of the messages of each turn that was asked for."""
    bodies = [json.loads(request.body) for request in server.requests if request.method == "POST"]
    return [[message["content"] for message in body["messages"]] for body in bodies]


def test_each_line_is_a_question_that_follows_on_the_answers_before_it(server: ScriptedServer) -> None:
    server.play(*answered("7 h."), *answered("6 h."))
    result = chat(server, "How did I sleep?\n\n  And last month?  \n")
    assert result.exit_code == 0, result.output
    assert sent(server) == [["How did I sleep?"], ["How did I sleep?", "7 h.", "And last month?"]]
    roles = [message["role"] for message in json.loads(server.requests[-2].body)["messages"]]
    assert roles == ["user", "assistant", "user"]
    told = [line for line in result.stdout.splitlines() if line and "validated" not in line]
    assert told == ["> How did I sleep?", "7 h.", "> And last month?", "6 h."]


def test_new_starts_over(server: ScriptedServer) -> None:
    server.play(*answered("7 h."), *answered("6 h."))
    result = chat(server, "How did I sleep?\n/new\nAnd you?\n")
    assert result.exit_code == 0
    assert sent(server) == [["How did I sleep?"], ["And you?"]]
    assert "A new conversation." in result.stdout


def test_quit_ends_before_the_rest(server: ScriptedServer) -> None:
    server.play(*answered("7 h."))
    assert chat(server, "How did I sleep?\n/quit\nNever asked\n").exit_code == 0
    assert sent(server) == [["How did I sleep?"]]


def test_a_command_that_is_none_is_said_to_be_none_and_not_sent(server: ScriptedServer) -> None:
    result = chat(server, "/forget [all]\n")
    assert result.exit_code == 1
    assert result.stderr == "amy: There is no /forget. /new starts over, /quit ends.\n"


@pytest.mark.parametrize(
    ("replies", "said"),
    [
        ((problem(429, "concurrency_limit_exceeded", "Three turns run."),), "Three turns run."),
        ((json_reply(TURN, 201), stream(frames(FAILED))), "Broke."),
        ((Reply(pieces=(b"<html>",)),), "is not a"),
    ],
    ids=["refused", "failed", "no api"],
)
def test_what_goes_wrong_is_said_and_the_conversation_goes_on_without_it(
    server: ScriptedServer, replies: tuple[Reply, ...], said: str
) -> None:
    server.play(*answered("7 h."), *replies, *answered("6 h."))
    result = chat(server, "one\ntwo\nthree\n")
    assert result.exit_code == 1
    assert said in result.output
    assert "Traceback" not in result.output
    assert sent(server)[-1] == ["one", "7 h.", "three"]


def test_what_cannot_be_sent_is_said(server: ScriptedServer) -> None:
    server.play(*answered("7 h."))
    result = chat(server, b"How\xff did I sleep?\n")
    assert (result.exit_code, sent(server)) == (0, [["How\N{REPLACEMENT CHARACTER} did I sleep?"]])


def test_options_hold_for_every_question(server: ScriptedServer) -> None:
    server.play(*answered("7 h."), *answered("6 h."))
    chat(server, "one\ntwo\n", "--no-memory", "--user", "anna")
    contexts = [json.loads(request.body)["context"] for request in server.requests if request.method == "POST"]
    assert contexts == [{"include_memory": False}] * 2
    assert {request.headers["amy-user"] for request in server.requests} == {"anna"}


def test_pictures_are_offered_after_the_answer(server: ScriptedServer) -> None:
    picture = {"finding_ids": ["ds-001"], "title": "Sleep", "vega_lite": "{}"}
    server.play(*answered("7 h.", pictures=[picture]))
    assert "To save: amy turns show turn_1 --pictures DIR" in chat(server, "one\n").stdout


def test_the_end_of_nothing_is_no_failure(server: ScriptedServer) -> None:
    result = chat(server, "")
    assert (result.exit_code, result.output) == (0, "")


def test_without_a_running_system_the_way_to_start_one_is_told() -> None:
    result = amy("chat")
    assert result.exit_code == 1
    assert result.stderr.endswith("Start it with: amy up\n")
