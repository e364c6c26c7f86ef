"""`amy ask` and `amy turns show`: the pictures of an answer, saved or told of."""

import json
from pathlib import Path
from typing import Any

from tests.unit.cli.commands import amy, frames
from tests.unit.client.scripted_server import ScriptedServer, json_reply, stream
from tests.unit.client.test_calls import TURN
from tests.unit.client.test_events import RESULT

CHART = {
    "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
    "data": {"values": [{"x": 1, "y": 2}]},
    "mark": "point",
    "encoding": {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"}},
}
STEPS = {"finding_ids": ["ds-001"], "title": "Steps [red]", "vega_lite": json.dumps(CHART)}
READS_FILES = {**STEPS, "title": "Bad", "vega_lite": json.dumps({**CHART, "data": {"url": "file:///etc/passwd"}})}


def pictured(*pictures: dict[str, Any], left_out: int = 0) -> dict[str, Any]:
    return {**RESULT, "pictures": list(pictures), "pictures_left_out": left_out}


def completed(result: dict[str, Any]) -> bytes:
    return frames(("turn.completed", {"turn_id": "turn_1", "result": result}))


def test_pictures_are_saved_where_they_are_wanted_and_never_over_a_file(server: ScriptedServer, tmp_path: Path) -> None:
    server.play(*(json_reply(TURN, 201), stream(completed(pictured(STEPS)))) * 2)
    for name in ("steps-red.svg", "steps-red-2.svg"):
        result = amy("ask", "Is it?", "--pictures", str(tmp_path / "new"), server=server)
        assert result.exit_code == 0, result.output
        assert result.stdout.splitlines()[-1] == f"saved {tmp_path / 'new' / name}"
        assert (tmp_path / "new" / name).read_text().startswith("<svg")


def test_a_picture_can_be_saved_later_and_as_png(server: ScriptedServer, tmp_path: Path) -> None:
    server.play(json_reply({**TURN, "status": "completed", "result": pictured(STEPS)}))
    result = amy("turns", "show", "turn_1", "--pictures", str(tmp_path), "--picture-format", "png", server=server)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "steps-red.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_is_not_asked_for_is_told_of_and_how_to_save_it(server: ScriptedServer) -> None:
    server.play(json_reply(TURN, 201), stream(completed(pictured(STEPS, left_out=1))))
    assert amy("ask", "Is it?", server=server).stdout.splitlines()[-2:] == [
        "Some pictures were too large to be kept.",
        "There is a picture: “Steps [red]”. To save: amy turns show turn_1 --pictures DIR",
    ]


def test_a_picture_that_would_read_files_is_not_drawn_and_the_others_are(
    server: ScriptedServer, tmp_path: Path
) -> None:
    server.play(json_reply(TURN, 201), stream(completed(pictured(READS_FILES, STEPS))))
    result = amy("ask", "Is it?", "--pictures", str(tmp_path), server=server)
    assert result.exit_code == 1
    assert "more than its own data" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["steps-red.svg"]


def test_saving_pictures_leaves_json_alone(server: ScriptedServer, tmp_path: Path) -> None:
    server.play(json_reply(TURN, 201), stream(completed(pictured(STEPS))))
    result = amy("ask", "Is it?", "--json", "--pictures", str(tmp_path), server=server)
    assert [json.loads(line)["event"] for line in result.stdout.splitlines()] == ["turn.completed"]
    assert "saved" in result.stderr
