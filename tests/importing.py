"""An import whose progress is listened to, so that something can be done in the middle of it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx


@contextmanager
def begun_import(http: httpx.Client, file: Path) -> Iterator[Iterator[dict[str, Any]]]:
    """What is told of an import once the file has been sent, event by event; the client leaves with the block."""
    headers = {"Accept": "text/event-stream"}
    with (
        file.open("rb") as content,
        http.stream(
            "POST", "/v1/data/imports", params={"filename": file.name}, content=content, headers=headers
        ) as answer,
    ):
        assert answer.status_code == 200
        yield (json.loads(line.removeprefix("data:")) for line in answer.iter_lines() if line.startswith("data:"))
