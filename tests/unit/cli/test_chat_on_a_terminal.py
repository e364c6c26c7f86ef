"""`amy chat` as a person has it: a prompt on a terminal, and Ctrl-C that ends an answer but not the conversation."""

import os
import pty
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from evals.system import AMY, wait_until
from tests.unit.cli.commands import frames
from tests.unit.cli.test_chat import answered, sent
from tests.unit.client.scripted_server import Reply, ScriptedServer, json_reply
from tests.unit.client.test_calls import TURN


class Unfinished(tuple[bytes, ...]):  # noqa: SLOT001, a tuple can have none that hold anything
    """The pieces of an answer that does not end before it is let go."""

    let_go: threading.Event

    def __iter__(self) -> Iterator[bytes]:
        yield from super().__iter__()
        self.let_go.wait(30)


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self.process = process
        self._descriptor = descriptor
        self._shown = b""

    def shown(self) -> str:
        os.set_blocking(self._descriptor, False)
        while True:
            try:
                self._shown += os.read(self._descriptor, 65536)
            except OSError:
                return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", self._shown.decode())

    def wait_for(self, text: str, times: int = 1) -> None:
        wait_until(lambda: self.shown().count(text) >= times, timeout_s=60, what=f"{text!r} in {self.shown()!r}")

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def end_input(self) -> int:
        """Ctrl-D until the command has ended, with what: one that comes before what is typed is waited for is lost."""
        for _ in range(30):
            with suppress(OSError, subprocess.TimeoutExpired):
                self.type("\x04")
                return self.process.wait(1)
        return self.process.wait(0)

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)


@contextmanager
def chatting(server: ScriptedServer, data_dir: Path) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "AMY_DATA_DIR": str(data_dir), "TERM": "xterm", "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
    command = [str(AMY), "chat", "--base-url", server.base_url, "--api-key", "k"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, env=environment
    ) as process:
        os.close(theirs)
        try:
            yield Terminal(process, ours)
        finally:
            process.kill()
    os.close(ours)


def test_a_person_asks_follows_up_and_leaves(server: ScriptedServer, tmp_path: Path) -> None:
    server.play(*answered("Seven hours."), *answered("Six hours."))
    with chatting(server, tmp_path) as terminal:
        terminal.wait_for("> ")
        terminal.type("How did I sleep?\n")
        terminal.wait_for("Seven hours.")
        terminal.type("And last month?\n")
        terminal.wait_for("Six hours.")
        assert terminal.end_input() == 0
        assert "Ask a question. /new starts over, /quit ends." in terminal.shown()
    assert sent(server) == [["How did I sleep?"], ["How did I sleep?", "Seven hours.", "And last month?"]]


def test_an_interrupt_ends_the_answer_and_the_conversation_goes_on(server: ScriptedServer, tmp_path: Path) -> None:
    pieces = Unfinished([frames(("agent.thought", {"agent": "data_science", "delta": "Let me look"}))])
    pieces.let_go = threading.Event()
    endless = Reply(headers={"Content-Type": "text/event-stream"}, pieces=pieces)
    server.play(json_reply(TURN, 201), endless, *answered("Six hours."))
    with chatting(server, tmp_path) as terminal:
        terminal.wait_for("> ")
        terminal.type("How did I sleep?\n")
        terminal.wait_for("Let me look")
        terminal.interrupt()
        terminal.wait_for("Stopped. The turn goes on; to see it: amy turns show turn_1")
        pieces.let_go.set()
        terminal.type("And last month?\n")
        terminal.wait_for("Six hours.")
        terminal.type("/quit\n")
        assert terminal.process.wait(30) == 0
        assert "Traceback" not in terminal.shown()
    assert sent(server) == [["How did I sleep?"], ["And last month?"]]


def test_an_interrupt_at_the_prompt_ends_without_a_word(server: ScriptedServer, tmp_path: Path) -> None:
    with chatting(server, tmp_path) as terminal:
        terminal.wait_for("> ")
        # The prompt is shown a moment before what is typed is waited for.
        time.sleep(0.2)
        terminal.interrupt()
        assert terminal.process.wait(30) == 130
        assert "Traceback" not in terminal.shown()
