"""The data-science service on the wire: decode, delegate, encode."""

from collections.abc import AsyncIterator

from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.data_science.v1 import data_science_pb2_grpc
from amy.runtime.ledger import spent
from amy.runtime.together import together
from services.data_science import wire
from services.data_science.app import Analyst


class DataScienceServicer(data_science_pb2_grpc.DataScienceServiceServicer):
    def __init__(self, analyst: Analyst) -> None:
        self._analyst = analyst

    async def Analyze(self, request: pb.AnalyzeRequest, _context: object) -> AsyncIterator[pb.AnalyzeResponse]:
        events = self._analyst.analyze(wire.request_from_proto(request))
        async for response in together(wire.event_to_proto(event) async for event in events):
            yield response

    async def Interpret(self, request: pb.InterpretRequest, _context: object) -> pb.InterpretResponse:
        messages = wire.messages_from_proto(request)
        interpretation = await self._analyst.interpret(
            request.user_id, messages, biomarkers=not request.without_biomarkers
        )
        return wire.interpretation_to_proto(interpretation, spent())
