"""`amy ask` by somebody in danger: the help, and where they are."""

import json

from tests.unit.cli.commands import amy, frames
from tests.unit.client.scripted_server import ScriptedServer, json_reply, stream
from tests.unit.client.test_calls import TURN
from tests.unit.client.test_events import RESULT

HELP = {**RESULT, "answer": "Call **999** now.", "fact_sheet": [], "safety": ["emergency"]}


def test_help_stands_alone(server: ScriptedServer) -> None:
    completed = ("turn.completed", {"turn_id": "turn_1", "result": HELP})
    server.play(json_reply(TURN, 201), stream(frames(completed)))
    result = amy("ask", "my chest hurts", server=server)
    assert result.exit_code == 0
    assert result.stdout.split() == ["Call", "**999**", "now."]


def test_the_country_of_the_terminal_is_sent_along(server: ScriptedServer) -> None:
    completed = ("turn.completed", {"turn_id": "turn_1", "result": HELP})
    server.play(json_reply(TURN, 201), stream(frames(completed)))
    amy("ask", "my chest hurts", server=server, posix_locale="en_GB.UTF-8")
    assert json.loads(server.requests[0].body)["context"] == {"locale": "en-GB"}
