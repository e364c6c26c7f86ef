"""How data science understands a message, over gRPC."""

from collections.abc import Mapping
from typing import Final

import grpc

from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.data_science.v1 import data_science_pb2_grpc
from services.orchestrator import wire
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.understanding import Computable, NotMine, Partly, Topic, Understood

IDEMPOTENT: Final = ("Interpret",)

_TOPICS: Final[Mapping["pb.Topic.ValueType", Topic]] = {pb.Topic.Value(f"TOPIC_{each.name}"): each for each in Topic}


class RemoteUnderstander:
    """An `Understander`."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = data_science_pb2_grpc.DataScienceServiceStub(channel)
        self._timeout_s = timeout_s

    async def interpret(self, user_id: str, conversation: Conversation) -> Understood:
        request = pb.InterpretRequest(user_id=user_id, messages=wire.history_to_proto(conversation.messages))
        return _understood(await self._stub.Interpret(request, timeout=self._timeout_s))


def _understood(proto: pb.InterpretResponse) -> Understood:
    """A topic or a result that is not known counts as not understood."""
    match proto.WhichOneof("result"):
        case "computable":
            return Computable(said_back=proto.computable.said_back)
        case "partly":
            return Partly(said_back=proto.partly.said_back, unread=proto.partly.unread)
        case _:
            told = proto.not_mine
            topic = _TOPICS.get(told.topic, Topic.NOT_UNDERSTOOD)
            return NotMine(topic=topic, reason=told.reason, nearest=told.nearest)
