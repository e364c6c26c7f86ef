"""The health coach on the wire: decode, delegate, encode."""

from collections.abc import AsyncIterator

from amy.api.health_coach.v1 import health_coach_pb2 as pb
from amy.api.health_coach.v1 import health_coach_pb2_grpc
from services.health_coach import wire
from services.health_coach.app import Coach


class HealthCoachServicer(health_coach_pb2_grpc.HealthCoachServiceServicer):
    def __init__(self, coach: Coach) -> None:
        self._coach = coach

    async def Prepare(self, request: pb.PrepareRequest, _context: object) -> pb.PrepareResponse:
        return wire.preparation_to_proto(await self._coach.prepare(request.user_id, wire.case_to_prepare(request)))

    async def Coach(self, request: pb.CoachRequest, _context: object) -> AsyncIterator[pb.CoachResponse]:
        async for event in self._coach.coach(wire.case_from_proto(request)):
            yield wire.event_to_proto(event)
