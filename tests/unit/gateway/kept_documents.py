"""A domain expert that keeps documents in memory, and does nothing else."""

from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.domain_expert.v1 import domain_expert_pb2 as expert
from amy.api.domain_expert.v1 import domain_expert_pb2_grpc as expert_grpc
from amy.runtime import errors
from amy.runtime.ids import new_id


class Documents(expert_grpc.DomainExpertServiceServicer):
    def __init__(self) -> None:
        self.kept: dict[str, list[expert.Document]] = {}
        self.texts: dict[str, str] = {}

    async def CreateDocument(  # noqa: N802
        self, request: expert.CreateDocumentRequest, context: object
    ) -> expert.CreateDocumentResponse:
        if "no word" in request.text:
            raise errors.UnprocessableError("The text holds no word by which anything in it could be found.")
        document = expert.Document(
            id=new_id("doc"),
            title=request.title,
            media_type=request.media_type,
            created_at=Timestamp(seconds=1779704073),
            size_bytes=len(request.text.encode()),
        )
        self.texts[document.id] = request.text
        self.kept.setdefault(request.user_id, []).insert(0, document)
        return expert.CreateDocumentResponse(document=document)

    async def ListDocuments(  # noqa: N802
        self, request: expert.ListDocumentsRequest, context: object
    ) -> expert.ListDocumentsResponse:
        kept = self.kept.get(request.user_id, [])
        begin = int(request.page_token or 0)
        end = begin + request.page_size
        return expert.ListDocumentsResponse(
            documents=kept[begin:end], next_page_token=str(end) if end < len(kept) else ""
        )

    async def GetDocument(  # noqa: N802
        self, request: expert.GetDocumentRequest, context: object
    ) -> expert.GetDocumentResponse:
        for document in self.kept.get(request.user_id, []):
            if document.id == request.document_id:
                return expert.GetDocumentResponse(document=document, text=self.texts[document.id])
        raise errors.DocumentNotFoundError("There is no such document.")

    async def DeleteDocument(  # noqa: N802
        self, request: expert.DeleteDocumentRequest, context: object
    ) -> expert.DeleteDocumentResponse:
        mine = self.kept.get(request.user_id, [])
        left = [document for document in mine if document.id != request.document_id]
        if len(left) == len(mine):
            raise errors.DocumentNotFoundError("There is no such document.")
        self.kept[request.user_id] = left
        return expert.DeleteDocumentResponse()

    async def EraseUser(  # noqa: N802
        self, request: expert.EraseUserRequest, context: object
    ) -> expert.EraseUserResponse:
        return expert.EraseUserResponse(documents=len(self.kept.pop(request.user_id, [])))
