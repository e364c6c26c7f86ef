"""How connections between services are kept: who has vanished is noticed, and who has joined is found."""

from typing import Final

_ASK_AFTER_MS: Final = 10_000
"""A peer that was silent for so long is asked whether it is there."""
_ANSWER_WITHIN_MS: Final = 10_000
"""Without an answer by then the connection is given up, and its calls fail."""

_ASKING: Final = (
    ("grpc.keepalive_time_ms", _ASK_AFTER_MS),
    ("grpc.keepalive_timeout_ms", _ANSWER_WITHIN_MS),
    # Of every other ping, those that measure the bandwidth: while one is unanswered none is sent to keep alive.
    ("grpc.http2.ping_timeout_ms", _ANSWER_WITHIN_MS),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
)

CLIENT: Final = (
    *_ASKING,
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    # A name is looked up again as soon as its addresses fail: replicas that replace others come within seconds.
    ("grpc.dns_min_time_between_resolutions_ms", 1000),
    # A channel does not wait out what another one of the process met with at the same address before.
    ("grpc.use_local_subchannel_pool", 1),
    # No proxy stands between the services of one system.
    ("grpc.enable_http_proxy", 0),
)
"""Options of a channel."""

SERVER: Final = (
    *_ASKING,
    # Half of what clients do, so that none is sent away for asking too often.
    ("grpc.http2.min_ping_interval_without_data_ms", _ASK_AFTER_MS // 2),
)
"""Options of a server."""
