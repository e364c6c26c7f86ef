"""The validator on the wire: decode, delegate, encode."""

from collections.abc import AsyncIterator

from amy.api.validator.v1 import validator_pb2 as pb
from amy.api.validator.v1 import validator_pb2_grpc
from amy.runtime.together import together
from services.validator import wire
from services.validator.app import ValidatorApp


class ValidatorServicer(validator_pb2_grpc.ValidatorServiceServicer):
    def __init__(self, app: ValidatorApp) -> None:
        self._app = app

    async def Validate(self, request: pb.ValidateRequest, _context: object) -> AsyncIterator[pb.ValidateResponse]:
        findings, memory = wire.findings_from_proto(request.findings), wire.memory_from_proto(request.memory)
        tested = wire.tested_from_proto(request.tested)
        events = self._app.validate(request.user_id, findings, memory, tested)
        async for response in together(wire.event_to_proto(event) async for event in events):
            yield response

    async def EvaluateGates(self, request: pb.EvaluateGatesRequest, _context: object) -> pb.EvaluateGatesResponse:
        return wire.report_to_proto(
            await self._app.evaluate_gates(
                wire.kind_from_proto(request.kind),
                feature=wire.values_from_proto(request.feature),
                target=wire.values_from_proto(request.target),
                effect=wire.effect_from_proto(request),
                days=wire.days_from_proto(request),
                earlier_count=wire.earlier_count_from_proto(request),
            ),
            wire.unasked_from_proto(request),
        )
