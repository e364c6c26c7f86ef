"""Checkpoints as text: what is stored of each step, typed on the way out and on the way in."""

import hashlib
import json
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter

from amy.spending import Spent
from services.orchestrator.domain.plan import Routing, SubQuestions
from services.orchestrator.domain.steps import (
    AgentRun,
    Failure,
    MainRun,
    Opening,
    Prepared,
    Remembered,
    Step,
    Validation,
    Written,
)

_T = TypeVar("_T")
_NOTHING: Final = Spent()


class _Stored(BaseModel, Generic[_T]):
    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64", frozen=True)

    value: _T | None = None
    failure: Failure | None = None
    spent: Spent = _NOTHING


@dataclass(frozen=True, kw_only=True)
class Loaded(Generic[_T]):
    """What a step came to, and what it spent on models."""

    value: _T | Failure
    spent: Spent = _NOTHING


class Checkpoint(Generic[_T]):
    """The checkpoint of one step: its value, or why it failed."""

    def __init__(self, step: Step, value_type: type[_T]) -> None:
        self.step = step
        self._adapter: TypeAdapter[_Stored[_T]] = TypeAdapter(_Stored[value_type])  # type: ignore[valid-type]

    def dump(self, loaded: Loaded[_T]) -> str:
        stored: _Stored[_T] = (
            _Stored(failure=loaded.value, spent=loaded.spent)
            if isinstance(loaded.value, Failure)
            else _Stored(value=loaded.value, spent=loaded.spent)
        )
        return self._adapter.dump_json(stored).decode()

    def load(self, text: str) -> Loaded[_T]:
        stored = self._adapter.validate_json(text)
        value = stored.value if stored.failure is None else stored.failure
        assert value is not None
        return Loaded(value=value, spent=stored.spent)

    def schema(self) -> object:
        return self._adapter.json_schema()


OPENING = Checkpoint(Step.CLASSIFY_VAGUENESS, Opening)
ROUTED = Checkpoint(Step.ROUTE, Routing)
REPHRASED = Checkpoint(Step.REPHRASE_PER_AGENT, SubQuestions)
SUPPORTED = Checkpoint(Step.RUN_SUPPORTING_AGENTS, tuple[AgentRun, ...])
PREPARED = Checkpoint(Step.RUN_SUPPORTING_AGENTS, Prepared)
ANSWERED = Checkpoint(Step.RUN_MAIN_AGENT, MainRun)
REFLECTED = Checkpoint(Step.REFLECTION, tuple[AgentRun, ...])
VALIDATED = Checkpoint(Step.VALIDATION_GATES, Validation)
WRITTEN = Checkpoint(Step.SYNTHESIS, Written)
REMEMBERED = Checkpoint(Step.MEMORY_EXTRACTION, Remembered)

_ALL = (OPENING, ROUTED, REPHRASED, SUPPORTED, PREPARED, ANSWERED, REFLECTED, VALIDATED, WRITTEN, REMEMBERED)


def workflow_shape() -> str:
    """Names the workflow's shape: its steps, their order and what each checkpoint holds.

    Turns that began under one shape cannot go on under another; a build that keeps the shape takes them over.
    """
    shape = [(checkpoint.step.value, checkpoint.schema()) for checkpoint in _ALL]
    return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()[:16]
