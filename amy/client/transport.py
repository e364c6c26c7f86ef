"""Carries calls out, and waits for their answers."""

import time
from collections.abc import Callable, Iterator
from io import BufferedWriter
from pathlib import Path
from typing import TypeVar

import httpx

from amy.client.calls import Call
from amy.client.errors import connection_failed, error_of
from amy.client.hearing import Heard, ImportHearing, is_told
from amy.client.retry import Backoff

T = TypeVar("T")


class Transport:
    """Carries calls out, trying again where that is safe and may help."""

    def __init__(self, http: httpx.Client, *, timeout_s: float, backoff: Backoff) -> None:
        self.http = http
        self._timeout_s = timeout_s
        self._backoff = backoff

    def timeout(self, at_least_s: float) -> httpx.Timeout:
        """The client's own, but for the wait for an answer that is known to take longer."""
        return httpx.Timeout(self._timeout_s, read=max(self._timeout_s, at_least_s))

    def run(self, call: Call[T], progress: Callable[[int], None] | None = None, heard: Heard | None = None) -> T:
        """Carries a call out.

        Args:
            call: what to send.
            progress: told how many bytes of its content have been sent.
            heard: told how far an import is, where the server tells.

        Raises:
            AmyError: it failed.
        """
        failures = 0
        while True:
            try:
                response = self._answer(call, progress, heard)
            except httpx.TransportError as error:
                failures += 1
                pause_s = self._backoff.delay_s(failures) if call.may_repeat_after(error) else None
                if pause_s is None:
                    raise connection_failed(error, str(self.http.base_url)) from error
            else:
                failures += 1
                pause_s = self._backoff.delay_s(failures) if call.worth_another_try(response) else None
                if pause_s is None:
                    return call.read(response)
            time.sleep(pause_s)

    def download(self, call: Call[None], file: Path) -> None:
        """Writes what a call answers with into a new file, which is not there if that fails.

        Raises:
            FileExistsError: there is such a file.
            AmyError: it failed.
        """
        with file.open("xb") as written:
            try:
                self._download(call, written)
            except BaseException:
                file.unlink()
                raise

    def _download(self, call: Call[None], written: BufferedWriter) -> None:
        timeout = self.timeout(call.timeout_s)
        try:
            with self.http.stream(call.method, call.path, params=call.params, timeout=timeout) as response:
                if not response.is_success:
                    response.read()
                    raise error_of(response)
                written.writelines(response.iter_bytes())
        except httpx.TransportError as error:
            raise connection_failed(error, str(self.http.base_url)) from error

    def _answer(self, call: Call[T], progress: Callable[[int], None] | None, heard: Heard | None) -> httpx.Response:
        with self.http.stream(
            call.method,
            call.path,
            params=call.params,
            json=call.json,
            content=_counted(call.content(), progress) if call.content else None,
            headers=call.headers,
            timeout=self.timeout(call.timeout_s),
        ) as response:
            if heard is None or not is_told(response):
                response.read()
                return response
            hearing = ImportHearing(response, heard)
            for chunk in response.iter_bytes():
                hearing.take(chunk)
            return hearing.answer()


def _counted(content: Iterator[bytes], progress: Callable[[int], None] | None) -> Iterator[bytes]:
    """The content; `progress` is told how many bytes have been sent."""
    sent = 0
    for piece in content:
        yield piece
        sent += len(piece)
        if progress is not None:
            progress(sent)
