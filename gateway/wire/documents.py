"""Documents between the domain expert's protos and the public vocabulary."""

from typing import Final

from amy.api.domain_expert.v1 import domain_expert_pb2 as expert
from gateway.domain import model
from gateway.wire import instant

_MEDIA_TYPES: Final = {expert.MEDIA_TYPE_PLAIN: "text/plain", expert.MEDIA_TYPE_MARKDOWN: "text/markdown"}
_MEDIA_TYPE_FROM_NAME: Final = {name: number for number, name in _MEDIA_TYPES.items()}
_UNKNOWN: Final = "unknown"


def create_document_request(user_id: str, new: model.NewDocument) -> expert.CreateDocumentRequest:
    return expert.CreateDocumentRequest(
        user_id=user_id, title=new.title, text=new.text, media_type=_MEDIA_TYPE_FROM_NAME[new.media_type]
    )


def document(proto: expert.Document) -> model.Document:
    return model.Document(
        id=proto.id,
        title=proto.title,
        media_type=_MEDIA_TYPES.get(proto.media_type, _UNKNOWN),
        created_at=instant(proto.created_at),
        size_bytes=proto.size_bytes,
    )


def whole_document(proto: expert.GetDocumentResponse) -> model.WholeDocument:
    return model.WholeDocument(**document(proto.document).model_dump(), text=proto.text)


def document_page(proto: expert.ListDocumentsResponse) -> model.DocumentPage:
    return model.DocumentPage(
        data=[document(each) for each in proto.documents],
        next_cursor=proto.next_page_token or None,
        has_more=bool(proto.next_page_token),
    )
