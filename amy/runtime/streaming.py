"""Calls that stay open for long and answer with many messages, at as little memory and time as gRPC has."""

from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Generic, TypeVar, cast

import grpc
from google.protobuf.message import Message

from amy.runtime import telemetry
from amy.runtime.channel import decode, headers
from amy.runtime.mesh import OPEN, Mesh

_R = TypeVar("_R")


class Streaming(Generic[_R]):
    """One RPC that answers with a stream: what the interceptors of `connect` do, done by hand.

    Args:
        channel: of `connect_for_streams`.
        method: "package.Service/Method".
        responses: makes of one message, as it came, what is read.
        mesh: what the peer is shown.
    """

    def __init__(
        self, channel: grpc.aio.Channel, method: str, responses: Callable[[bytes], Sequence[_R]], *, mesh: Mesh = OPEN
    ) -> None:
        self._call = channel.unary_stream(f"/{method}", request_serializer=_serialized, response_deserializer=responses)
        self._method = method
        self._mesh_token = mesh.token

    async def read(self, request: Message, *, timeout_s: float) -> AsyncGenerator[_R]:
        """What is made of the messages, as they come. Closing it cancels the call.

        Raises:
            ServiceError: the one that the other side raised, or what became of the connection.
        """
        span = telemetry.span(self._method, "client", rpc_system="grpc", rpc_method=self._method)
        call = self._call(request, timeout=timeout_s, metadata=headers(span, self._mesh_token))
        try:
            while (responses := await call.read()) is not grpc.aio.EOF:
                for response in cast("Sequence[_R]", responses):
                    yield response
        except grpc.aio.AioRpcError as error:
            decoded = decode(error)
            span.fail(decoded.reason)
            raise decoded from error
        finally:
            call.cancel()
            span.end()


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()
