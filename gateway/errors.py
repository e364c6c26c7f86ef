"""The errors of the gateway itself, beside those its upstreams raise: same class, same table to HTTP."""

from amy.runtime.errors import ServiceError


class MissingAuthorizationError(ServiceError):
    reason = "MISSING_AUTHORIZATION"


class InvalidTokenError(ServiceError):
    """Malformed, unknown or revoked: a caller is not told which."""

    reason = "INVALID_TOKEN"


class InvalidSignatureError(ServiceError):
    """Missing, malformed, forged or old: a sender is not told which."""

    reason = "INVALID_SIGNATURE"


class ForbiddenError(ServiceError):
    reason = "FORBIDDEN"


class KeyNotFoundError(ServiceError):
    reason = "KEY_NOT_FOUND"


class MetricNotFoundError(ServiceError):
    """Neither a metric nor a derived feature is called so."""

    reason = "METRIC_NOT_FOUND"


class RouteNotFoundError(ServiceError):
    reason = "ROUTE_NOT_FOUND"


class MethodNotAllowedError(ServiceError):
    reason = "METHOD_NOT_ALLOWED"


class IdempotencyKeyMismatchError(ServiceError):
    """The key was used for another request."""

    reason = "IDEMPOTENCY_KEY_MISMATCH"


class IdempotencyKeyInUseError(ServiceError):
    """The first request with this key has not ended yet; `metadata["retry_after"]` is in seconds."""

    reason = "IDEMPOTENCY_KEY_IN_USE"


class UnsupportedMediaTypeError(ServiceError):
    """The body is of another type than this route takes."""

    reason = "UNSUPPORTED_MEDIA_TYPE"


class UnsupportedVersionError(ServiceError):
    """The client speaks another version of the protocol for uploads."""

    reason = "TUS_VERSION_UNSUPPORTED"


class RateLimitError(ServiceError):
    """`metadata["retry_after"]` says in how many seconds the next request is served."""

    reason = "RATE_LIMIT_EXCEEDED"
