"""The documents that the domain expert keeps, over gRPC; or none, where no expert is there."""

from typing import Final, NoReturn

import grpc

from amy.api.domain_expert.v1 import domain_expert_pb2 as expert
from amy.api.domain_expert.v1 import domain_expert_pb2_grpc as expert_grpc
from amy.runtime.errors import UpstreamUnavailableError
from gateway.domain import model
from gateway.wire import documents as wire

SERVICE: Final = expert.DESCRIPTOR.services_by_name["DomainExpertService"]
IDEMPOTENT: Final = ("ListDocuments", "GetDocument")


class GrpcDocuments:
    """The domain expert."""

    def __init__(self, channel: grpc.aio.Channel, *, timeout_s: float) -> None:
        self._stub = expert_grpc.DomainExpertServiceStub(channel)
        self._timeout_s = timeout_s

    async def create(self, user_id: str, new: model.NewDocument) -> model.Document:
        request = wire.create_document_request(user_id, new)
        response = await self._stub.CreateDocument(request, timeout=self._timeout_s)
        return wire.document(response.document)

    async def list(self, user_id: str, page: model.PageQuery) -> model.DocumentPage:
        request = expert.ListDocumentsRequest(user_id=user_id, page_size=page.limit, page_token=page.cursor)
        response = await self._stub.ListDocuments(request, timeout=self._timeout_s)
        return wire.document_page(response)

    async def get(self, user_id: str, document_id: str) -> model.WholeDocument:
        request = expert.GetDocumentRequest(user_id=user_id, document_id=document_id)
        return wire.whole_document(await self._stub.GetDocument(request, timeout=self._timeout_s))

    async def delete(self, user_id: str, document_id: str) -> None:
        request = expert.DeleteDocumentRequest(user_id=user_id, document_id=document_id)
        await self._stub.DeleteDocument(request, timeout=self._timeout_s)


class NoDocuments:
    """A system whose gateway was given no domain expert."""

    async def create(self, user_id: str, new: model.NewDocument) -> model.Document:  # noqa: ARG002, the port's
        _refuse()

    async def list(self, user_id: str, page: model.PageQuery) -> model.DocumentPage:  # noqa: ARG002
        _refuse()

    async def get(self, user_id: str, document_id: str) -> model.WholeDocument:  # noqa: ARG002
        _refuse()

    async def delete(self, user_id: str, document_id: str) -> None:  # noqa: ARG002
        _refuse()


def _refuse() -> NoReturn:
    raise UpstreamUnavailableError("This system keeps no documents.", absent="documents")
