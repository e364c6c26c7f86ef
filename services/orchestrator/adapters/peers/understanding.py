"""How data science understands a message, over gRPC."""

from collections.abc import Iterable, Mapping
from typing import Final

import grpc

from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.data_science.v1 import data_science_pb2_grpc
from amy.api.query.v1 import query_pb2 as query
from amy.runtime.usage import enter_usage
from services.orchestrator import wire
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.understanding import Computable, NotMine, OwnNumbers, Partly, Topic, Understood

IDEMPOTENT: Final = ("Interpret",)

_TOPICS: Final[Mapping["pb.Topic.ValueType", Topic]] = {pb.Topic.Value(f"TOPIC_{each.name}"): each for each in Topic}


class RemoteUnderstander:
    """An `Understander`."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = data_science_pb2_grpc.DataScienceServiceStub(channel)
        self._timeout_s = timeout_s

    async def interpret(self, user_id: str, conversation: Conversation, *, biomarkers: bool) -> Understood:
        request = pb.InterpretRequest(
            user_id=user_id,
            messages=wire.history_to_proto(conversation.messages),
            without_biomarkers=not biomarkers,
        )
        interpreted = await self._stub.Interpret(request, timeout=self._timeout_s)
        enter_usage(interpreted)
        return understood(interpreted)


def understood(proto: pb.InterpretResponse) -> Understood:
    """A topic or a result that is not known counts as not understood."""
    own = _own_numbers(proto.own_numbers) if proto.own_numbers.questions else None
    match proto.WhichOneof("result"):
        case "computable":
            return Computable(said_back=proto.computable.said_back, own_numbers=own, noted=proto.computable.noted)
        case "partly":
            part = proto.partly
            asked = _sealed(part.questions)
            return Partly(said_back=part.said_back, unread=part.unread, questions=asked, own_numbers=own)
        case _:
            told = proto.not_mine
            topic = _TOPICS.get(told.topic, Topic.NOT_UNDERSTOOD)
            return NotMine(topic=topic, reason=told.reason, nearest=told.nearest, own_numbers=own, noted=told.noted)


def _own_numbers(proto: pb.OwnNumbers) -> OwnNumbers:
    return OwnNumbers(said_back=proto.said_back, questions=_sealed(proto.questions))


def _sealed(questions: Iterable[query.Question]) -> tuple[bytes, ...]:
    return tuple(question.SerializeToString(deterministic=True) for question in questions)
