"""Stand-ins for the vendors' command-line agents: small programs that print what the real ones print."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from amy.llm.messages import AgenticMessage, Effort, Json, ModelCall, Result, Text, Thinking, Tool, Usage
from amy.llm.port import Driver
from tests.unit.llm.talking import prompt

_PROGRAM: Final = """#!{python}
import json, os, subprocess, sys, time
folder = {folder!r}
told = dict(arguments=sys.argv[1:], stdin=sys.stdin.read(), environ=dict(os.environ))
told |= dict(cwd=os.getcwd(), files=os.listdir())
if "--output-schema" in sys.argv:
    told["schema"] = json.load(open(sys.argv[sys.argv.index("--output-schema") + 1]))
json.dump(told, open(folder + "/told.json", "w"))
for line in {lines!r}:
    print(line, flush=True)
if {hangs!r}:
    child = subprocess.Popen(["sleep", "600"])
    open(folder + "/pids.part", "w").write(f"{{os.getpid()}} {{child.pid}}")
    os.rename(folder + "/pids.part", folder + "/pids")
    time.sleep(600)
sys.stderr.write({errors!r})
sys.exit({code!r})
"""


class Agent:
    """A program in this folder, and what it was told."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self.path = folder / name

    def prints(self, *lines: Mapping[str, Any] | str, code: int = 0, errors: str = "", hangs: bool = False) -> "Agent":
        said = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        text = _PROGRAM.format(
            python=sys.executable, folder=str(self._folder), lines=said, hangs=hangs, errors=errors, code=code
        )
        self.path.write_text(text, "utf-8")
        self.path.chmod(0o755)
        return self

    @property
    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self._folder / "told.json").read_text("utf-8"))
        return found

    def option(self, name: str) -> str:
        arguments: Sequence[str] = self.told["arguments"]
        return arguments[arguments.index(name) + 1]

    @property
    def has_folder(self) -> bool:
        """Whether the folder that it ran in is still there."""
        return Path(self.told["cwd"]).exists()

    @property
    def pids(self) -> tuple[int, ...]:
        path = self._folder / "pids"
        return tuple(int(each) for each in path.read_text("utf-8").split()) if path.exists() else ()


def is_running(pid: int) -> bool:
    """Whether a process lives; one that nobody has waited for yet does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def a_call(
    *, schema: Json | None = None, tools: tuple[Tool, ...] = (), effort: Effort | None = None, data: str = "Well?"
) -> ModelCall:
    return ModelCall(prompt=prompt(data), model="the-model", schema=schema, tools=tools, effort=effort)


async def pieces_of(driver: Driver, call: ModelCall) -> list[AgenticMessage]:
    return [piece async for piece in driver.stream(call)]


def text_in(pieces: Sequence[AgenticMessage]) -> str:
    return "".join(piece.delta for piece in pieces if isinstance(piece, Text))


def thinking_in(pieces: Sequence[AgenticMessage]) -> str:
    return "".join(piece.delta for piece in pieces if isinstance(piece, Thinking))


def ended(pieces: Sequence[AgenticMessage]) -> tuple[Usage, Result]:
    """The last two pieces of an answer."""
    usage, result = pieces[-2:] if isinstance(pieces[-2], Usage) else (pieces[-3], pieces[-1])
    assert isinstance(usage, Usage)
    assert isinstance(result, Result)
    return usage, result
