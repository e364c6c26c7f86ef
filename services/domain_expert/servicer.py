"""The domain expert on the wire: decode, delegate, encode."""

from collections.abc import AsyncIterator

from amy.api.domain_expert.v1 import domain_expert_pb2 as pb
from amy.api.domain_expert.v1 import domain_expert_pb2_grpc
from amy.runtime.later import Later
from services.domain_expert import wire
from services.domain_expert.app import DocumentDesk, Expert


class DomainExpertServicer(domain_expert_pb2_grpc.DomainExpertServiceServicer):
    def __init__(self, expert: Later[Expert], documents: DocumentDesk) -> None:
        self._expert = expert
        self._documents = documents

    async def Consult(self, request: pb.ConsultRequest, _context: object) -> AsyncIterator[pb.ConsultResponse]:
        async for event in (await self._expert.made()).consult(wire.case_from_proto(request)):
            yield wire.event_to_proto(event)

    async def CreateDocument(self, request: pb.CreateDocumentRequest, _context: object) -> pb.CreateDocumentResponse:
        return wire.created_to_proto(
            await self._documents.create(
                request.user_id,
                title=request.title,
                text=request.text,
                media_type=wire.media_type_from_proto(request.media_type),
            )
        )

    async def ListDocuments(self, request: pb.ListDocumentsRequest, _context: object) -> pb.ListDocumentsResponse:
        return wire.page_to_proto(
            await self._documents.list(request.user_id, limit=request.page_size, cursor=request.page_token)
        )

    async def GetDocument(self, request: pb.GetDocumentRequest, _context: object) -> pb.GetDocumentResponse:
        return wire.whole_to_proto(*await self._documents.whole(request.user_id, request.document_id))

    async def DeleteDocument(self, request: pb.DeleteDocumentRequest, _context: object) -> pb.DeleteDocumentResponse:
        await self._documents.delete(request.user_id, request.document_id)
        return pb.DeleteDocumentResponse()

    async def EraseUser(self, request: pb.EraseUserRequest, _context: object) -> pb.EraseUserResponse:
        return pb.EraseUserResponse(documents=await self._documents.erase(request.user_id))
