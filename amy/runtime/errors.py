"""The one error model: a `ServiceError` has a gRPC status and a machine-readable reason.

Servers raise subclasses; the server interceptor sends them as status + `google.rpc.ErrorInfo`; the client interceptor
raises the same subclass on the other side. A reason is the public error code in capitals.
"""

from typing import ClassVar, Final

import grpc

DOMAIN: Final = "amy"


class ServiceError(Exception):
    """An error a caller can act on.

    Args:
        message: says what is wrong and what to do about it; never holds health data.
        metadata: short facts for machines ("field": "text").
    """

    status: ClassVar[grpc.StatusCode] = grpc.StatusCode.INTERNAL
    reason: ClassVar[str] = "INTERNAL_ERROR"

    def __init__(self, message: str, **metadata: str) -> None:
        super().__init__(message)
        self.message = message
        self.metadata = metadata


class InternalError(ServiceError):
    """Something broke that the caller cannot mend."""


class InvalidRequestError(ServiceError):
    """The request as a whole is malformed."""

    status = grpc.StatusCode.INVALID_ARGUMENT
    reason = "INVALID_REQUEST"


class InvalidFieldError(ServiceError):
    """One field has a value that is not allowed; `metadata["field"]` names it."""

    status = grpc.StatusCode.INVALID_ARGUMENT
    reason = "INVALID_FIELD"


class UnprocessableError(ServiceError):
    """Well-formed, but it cannot be acted on as it stands."""

    status = grpc.StatusCode.FAILED_PRECONDITION
    reason = "UNPROCESSABLE"


class TurnNotFoundError(ServiceError):
    status = grpc.StatusCode.NOT_FOUND
    reason = "TURN_NOT_FOUND"


class TurnEventsExpiredError(ServiceError):
    status = grpc.StatusCode.NOT_FOUND
    reason = "TURN_EVENTS_EXPIRED"


class MemoryNotFoundError(ServiceError):
    status = grpc.StatusCode.NOT_FOUND
    reason = "MEMORY_NOT_FOUND"


class DocumentNotFoundError(ServiceError):
    status = grpc.StatusCode.NOT_FOUND
    reason = "DOCUMENT_NOT_FOUND"


class ImportNotFoundError(ServiceError):
    status = grpc.StatusCode.NOT_FOUND
    reason = "IMPORT_NOT_FOUND"


class UploadNotFoundError(ServiceError):
    status = grpc.StatusCode.NOT_FOUND
    reason = "UPLOAD_NOT_FOUND"


class UploadOffsetMismatchError(ServiceError):
    """The file does not go on where the caller says."""

    status = grpc.StatusCode.ABORTED
    reason = "UPLOAD_OFFSET_MISMATCH"


class UploadTooLargeError(ServiceError):
    """Longer than a file may be, or than it was said to be."""

    status = grpc.StatusCode.OUT_OF_RANGE
    reason = "UPLOAD_TOO_LARGE"


class LabResultNotFoundError(ServiceError):
    status = grpc.StatusCode.NOT_FOUND
    reason = "LAB_RESULT_NOT_FOUND"


class EntryNotFoundError(ServiceError):
    status = grpc.StatusCode.NOT_FOUND
    reason = "ENTRY_NOT_FOUND"


class ConcurrencyLimitError(ServiceError):
    status = grpc.StatusCode.RESOURCE_EXHAUSTED
    reason = "CONCURRENCY_LIMIT_EXCEEDED"


class SandboxUnavailableError(ServiceError):
    """This machine cannot isolate generated code well enough to run it."""

    status = grpc.StatusCode.FAILED_PRECONDITION
    reason = "SANDBOX_UNAVAILABLE"


class UnauthenticatedPeerError(ServiceError):
    """The caller is not one of this system's own services."""

    status = grpc.StatusCode.UNAUTHENTICATED
    reason = "UNAUTHENTICATED_PEER"


class UpstreamUnavailableError(ServiceError):
    """A service or a vendor this one needs did not answer."""

    status = grpc.StatusCode.UNAVAILABLE
    reason = "UPSTREAM_UNAVAILABLE"


class DeadlineExceededError(ServiceError):
    """It took longer than the caller allowed."""

    status = grpc.StatusCode.DEADLINE_EXCEEDED
    reason = "DEADLINE_EXCEEDED"


def _subclasses(root: type[ServiceError]) -> dict[str, type[ServiceError]]:
    return {child.reason: child for child in root.__subclasses__()}


def from_wire(*, reason: str, status: grpc.StatusCode, message: str, metadata: dict[str, str]) -> ServiceError:
    """The error a peer sent, as the class it was raised with; by status where the peer gave no reason of ours."""
    by_reason = _subclasses(ServiceError).get(reason)
    if by_reason is not None:
        return by_reason(message, **metadata)
    if status is grpc.StatusCode.UNAVAILABLE:
        return UpstreamUnavailableError(message or "A service is not reachable.")
    if status is grpc.StatusCode.DEADLINE_EXCEEDED:
        return DeadlineExceededError(message or "A service did not answer in time.")
    return InternalError(f"A service failed with {status.name}.")
