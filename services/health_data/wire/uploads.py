"""Files that are sent in pieces: protos to domain values and back."""

from collections.abc import AsyncIterator

from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.health_data.v1 import health_data_pb2 as pb
from services.health_data.app.uploads import AppendPart, AppendStart
from services.health_data.domain.uploads import NewUpload, Upload


def new_upload(request: pb.CreateUploadRequest) -> NewUpload:
    return NewUpload(
        length=request.length,
        filename=request.filename,
        fingerprint=request.fingerprint,
        metadata=request.metadata,
    )


async def append_parts(requests: AsyncIterator[pb.AppendUploadRequest]) -> AsyncIterator[AppendPart]:
    async for request in requests:
        yield _part(request)


def _part(request: pb.AppendUploadRequest) -> AppendPart:
    match request.WhichOneof("part"):
        case "header":
            header = request.header
            return AppendStart(user_id=header.user_id, upload_id=header.upload_id, offset=header.offset)
        case "chunk":
            return request.chunk
        case _:
            return None


def upload_message(upload: Upload) -> pb.Upload:
    expires_at = Timestamp()
    expires_at.FromDatetime(upload.expires_at)
    return pb.Upload(
        upload_id=upload.upload_id,
        filename=upload.filename,
        fingerprint=upload.fingerprint,
        metadata=upload.metadata,
        length=upload.length,
        offset=upload.offset,
        expires_at=expires_at,
    )
