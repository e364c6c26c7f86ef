"""The health-data service, over gRPC."""

from collections.abc import Sequence
from typing import Final

import grpc

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc
from services.orchestrator.domain.noting import Note, ReadNotes
from services.orchestrator.domain.person import Person, Sex

SERVICE: Final = pb.DESCRIPTOR.services_by_name["HealthDataService"]
IDEMPOTENT: Final = ("DescribeData", "GetProfile", "ReadEntries", "AddEntries", "SetLoggedTag")
_OLDEST: Final = 130
_SEXES: Final = {"f": Sex.FEMALE, "w": Sex.FEMALE, "m": Sex.MALE}


class RemoteHealthRecords:
    """`HealthRecords`."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = health_data_pb2_grpc.HealthDataServiceStub(channel)
        self._timeout_s = timeout_s

    async def known_metrics(self, user_id: str) -> tuple[str, ...]:
        request = pb.DescribeDataRequest(user_id=user_id)
        response = await self._stub.DescribeData(request, timeout=self._timeout_s)
        return tuple(metric.name for metric in response.metrics)

    async def person(self, user_id: str) -> Person:
        """What cannot be read counts as unknown."""
        profile = (await self._stub.GetProfile(pb.GetProfileRequest(user_id=user_id), timeout=self._timeout_s)).profile
        age = profile.age_years if profile.HasField("age_years") and 0 < profile.age_years <= _OLDEST else None
        sex = profile.sex.strip().lower() if profile.HasField("sex") else ""
        return Person(sex=_SEXES.get(sex[:1]), age_years=age)

    async def read_notes(self, user_id: str, text: str) -> ReadNotes:
        request = pb.ReadEntriesRequest(user_id=user_id, text=text)
        read = await self._stub.ReadEntries(request, timeout=self._timeout_s)
        notes = tuple(map(_note, read.entries))
        return ReadNotes(notes=notes, said=read.said, whole=read.whole, unclear=read.unclear)

    async def note(self, user_id: str, notes: Sequence[Note]) -> None:
        entries = [pb.Entry(at=n.at, tag=n.tag, amount=n.amount, unit=n.unit, note=n.note) for n in notes]
        request = pb.AddEntriesRequest(user_id=user_id, entries=entries)
        await self._stub.AddEntries(request, timeout=self._timeout_s)

    async def set_logged(self, user_id: str, tag: str, *, logged: bool) -> None:
        request = pb.SetLoggedTagRequest(user_id=user_id, tag=tag, logged=logged)
        await self._stub.SetLoggedTag(request, timeout=self._timeout_s)


def _note(entry: pb.Entry) -> Note:
    amount = entry.amount if entry.HasField("amount") else None
    return Note(at=entry.at, tag=entry.tag, amount=amount, unit=entry.unit, note=entry.note)
