"""Entries of a turn's log as they are stored."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from services.orchestrator import wire
from services.orchestrator.domain.steps import Step
from services.orchestrator.ports.durable import LogEntry, LogPlace, StoredEvent


@dataclass(frozen=True, kw_only=True)
class Written:
    """An entry ready to be stored: where the log ends with it, and its events with their ids."""

    place: LogPlace
    events: Sequence[StoredEvent]
    blob: bytes | None
    checkpoints: str | None

    def row(self) -> dict[str, Any]:
        """Its columns, but for the turn's."""
        return {
            "entry": self.place.entries,
            "last_event_id": self.place.last_event_id,
            "events": self.blob,
            "checkpoints": self.checkpoints,
        }


def written(place: LogPlace, entry: LogEntry) -> Written:
    """The entry behind that place."""
    first = place.last_event_id + 1
    protos = [wire.event_to_proto(event_id, event) for event_id, event in enumerate(entry.events, first)]
    events = tuple(event_of(proto) for proto in protos)
    checkpoints = {step.value: text for step, text in entry.checkpoints.items()}
    return Written(
        place=place.after(events),
        events=events,
        blob=pb.TurnEvents(events=protos).SerializeToString(deterministic=True) if protos else None,
        checkpoints=json.dumps(checkpoints) if checkpoints else None,
    )


def event_of(proto: pb.TurnEvent) -> StoredEvent:
    return StoredEvent(
        id=proto.id,
        payload=proto.SerializeToString(deterministic=True),
        is_terminal=proto.WhichOneof("event") in wire.TERMINAL,
    )


def read_events(blobs: Iterable[bytes | None]) -> tuple[list[StoredEvent], bool]:
    """The events of some entries, and whether a cost warning is among them."""
    protos = [proto for blob in blobs if blob is not None for proto in pb.TurnEvents.FromString(bytes(blob)).events]
    has_warned = any(proto.WhichOneof("event") == wire.COST_WARNING for proto in protos)
    return [event_of(proto) for proto in protos], has_warned


def read_checkpoints(texts: Iterable[str | None]) -> dict[Step, str]:
    """The checkpoints of some entries; of a step that was done again the later one."""
    stored = (json.loads(text) for text in texts if text is not None)
    return {Step(name): checkpoint for each in stored for name, checkpoint in each.items()}
