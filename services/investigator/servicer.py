"""The investigator on the wire: decode, delegate, encode."""

from collections.abc import AsyncIterator

from amy.api.investigator.v1 import investigator_pb2 as pb
from amy.api.investigator.v1 import investigator_pb2_grpc
from services.investigator import wire
from services.investigator.app import Investigator


class InvestigatorServicer(investigator_pb2_grpc.InvestigatorServiceServicer):
    def __init__(self, investigator: Investigator) -> None:
        self._investigator = investigator

    async def Investigate(
        self, request: pb.InvestigateRequest, _context: object
    ) -> AsyncIterator[pb.InvestigateResponse]:
        async for event in self._investigator.investigate(wire.case_from_proto(request)):
            yield wire.investigate_event_to_proto(event)

    async def Brief(self, request: pb.BriefRequest, _context: object) -> AsyncIterator[pb.BriefResponse]:
        async for event in self._investigator.brief(wire.brief_case_from_proto(request)):
            yield wire.brief_event_to_proto(event)
