"""Hearing how an import goes: progress while it lasts, and an answer at its end."""

import json
from collections.abc import Callable

import httpx
from pydantic import ValidationError

from amy.client.data_models import ImportProgress
from amy.client.sse import ServerSentEvent, SseParser

Heard = Callable[[ImportProgress], None]


def is_told(response: httpx.Response) -> bool:
    """Whether a response tells what happens, event by event; an older server answers at the end."""
    return str(response.headers.get("content-type", "")).startswith("text/event-stream")


class ImportHearing:
    """The state of one import's event stream, whatever carries the bytes.

    Args:
        told: with the head of the stream.
        heard: called with each progress.
    """

    def __init__(self, told: httpx.Response, heard: Heard) -> None:
        self._told = told
        self._heard = heard
        self._parser = SseParser()
        self._answer: httpx.Response | None = None

    def take(self, chunk: bytes) -> None:
        for event in self._parser.feed(chunk):
            self._take(event)

    def answer(self) -> httpx.Response:
        """The answer that the stream has ended with, as one that came whole.

        Raises:
            httpx.RemoteProtocolError: it ended without.
        """
        if self._answer is None:
            raise httpx.RemoteProtocolError("The event stream ended before the import did.")
        return self._answer

    def _take(self, event: ServerSentEvent) -> None:
        headers = {"X-Request-Id": self._told.headers.get("x-request-id", "")}
        if event.event == "import.completed":
            self._answer = httpx.Response(201, content=event.data.encode(), headers=headers)
        elif event.event == "import.failed":
            self._answer = _failure(event.data, headers)
        elif event.event == "import.progress":
            try:
                self._heard(ImportProgress.model_validate_json(event.data))
            except ValidationError:
                return


def _failure(data: str, headers: dict[str, str]) -> httpx.Response:
    try:
        failed = json.loads(data)
        return httpx.Response(int(failed["status"]), json={"error": failed["error"]}, headers=headers)
    except (ValueError, KeyError, TypeError):
        return httpx.Response(500, content=data.encode(), headers=headers)
