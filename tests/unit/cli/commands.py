"""Commands as a person types them, and events as a server sends them."""

import json
from typing import Any

from typer.testing import CliRunner, Result

from amy.cli.main import app
from tests.unit.client.scripted_server import ScriptedServer


def amy(*args: str, server: ScriptedServer | None = None, posix_locale: str = "C", stdin: str = "") -> Result:
    where = ["--base-url", server.base_url, "--api-key", "k"] if server else []
    return CliRunner().invoke(app, [*args, *where], input=stdin, env={"LC_ALL": posix_locale})


def frames(*events: tuple[str, dict[str, Any]]) -> bytes:
    return b"".join(
        f"id: {number}\nevent: {name}\ndata: {json.dumps(data)}\n\n".encode()
        for number, (name, data) in enumerate(events, start=1)
    )
