"""`amy-health`: whether one service serves, for whoever keeps its container running."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

_TIMEOUT_S: Final = 3.0
_HTTP: Final = ("http://", "https://")
_GATEWAY: Final = "gateway"
_LOOPBACK: Final = {"127.0.0.1", "[::1]"}
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]", "": "127.0.0.1"}  # noqa: S104, none is bound here


class NotServingError(Exception):
    """The service does not serve, or nobody found out in time; the text says which."""


def main() -> None:
    """Exits with 0 if the service serves, 1 if it does not or nothing answers in time, 2 for wrong usage.

    No other codes: a container engine knows 0 and 1 alone. Why it was 1 is said on standard error.
    """
    given = _options(sys.argv[1:], os.environ)
    try:
        if given.address.startswith(_HTTP):
            check_http(given.address, timeout_s=given.timeout)
        else:
            check_grpc(given.address, env=os.environ, service=given.service, timeout_s=given.timeout)
    except NotServingError as error:
        sys.exit(f"{given.address}: {error}")


def own_address(env: Mapping[str, str]) -> str:
    """Where the service that the environment names (`AMY_SERVICE`) can be asked from its own machine; empty: nowhere.

    What listens everywhere is asked on loopback, and the gateway by HTTP.
    """
    service = env.get("AMY_SERVICE", "")
    host, _, port = env.get(f"AMY_{service.upper()}_LISTEN", "").rpartition(":")
    if not port:
        return ""
    address = f"{_EVERYWHERE.get(host, host)}:{port}"
    return f"http://{address}/healthz" if service == _GATEWAY else address


def check_grpc(address: str, *, env: Mapping[str, str], service: str = "", timeout_s: float = _TIMEOUT_S) -> None:
    """Asks by the standard protocol, `grpc.health.v1`, which no service asks a token for.

    Args:
        address: "host:port".
        env: says with which certificate the service that it names asks, if its port demands one.
        service: the proto service, "amy.api.memory.v1.MemoryService"; empty for the server as a whole.
        timeout_s: for all of it, from the connection on.

    Raises:
        NotServingError: the answer is not SERVING, or there is none.
    """
    try:
        channel = _channel(address, env)
    except OSError as error:
        raise NotServingError(f"{error.filename}: {error.strerror}") from error
    with channel:
        request = health_pb2.HealthCheckRequest(service=service)
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(request, timeout=timeout_s)
        except grpc.RpcError as error:
            raise NotServingError(f"no answer: {error.code().name}: {error.details()}") from error
    if answer.status != health_pb2.HealthCheckResponse.SERVING:
        raise NotServingError(f"answers {health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)}")


def _channel(address: str, env: Mapping[str, str]) -> grpc.Channel:
    """In plain text, or with the files that the service itself shows."""
    # No proxy stands between the services of one system.
    options: tuple[tuple[str, str | int], ...] = (("grpc.enable_http_proxy", 0),)
    prefix = f"AMY_{env.get('AMY_SERVICE', '').upper()}_TLS_"
    if not env.get(f"{prefix}CERT"):
        return grpc.insecure_channel(address, options)
    authority, key, certificate = (Path(env.get(f"{prefix}{part}", "")).read_bytes() for part in ("CA", "KEY", "CERT"))
    if address.rpartition(":")[0] in _LOOPBACK:
        options = (*options, ("grpc.ssl_target_name_override", "localhost"))
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(authority, key, certificate), options)


def check_http(url: str, *, timeout_s: float = _TIMEOUT_S) -> None:
    """Asks a gateway.

    Args:
        url: of its `/healthz`.
        timeout_s: that each of connecting and answering may take.

    Raises:
        NotServingError: the status is not a success, or there is no answer.
    """
    try:
        build_opener(ProxyHandler({})).open(url, timeout=timeout_s).close()
    except HTTPError as error:
        error.close()
        raise NotServingError(f"answers {error.code}") from error
    except OSError as error:
        raise NotServingError(f"no answer: {error}") from error


def _options(arguments: Sequence[str], env: Mapping[str, str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="amy-health", description="Whether one service of Amy serves.")
    own = own_address(env)
    parser.add_argument(
        "--address",
        default=own,
        required=not own,
        help="host:port of a service, or http://host:port/healthz of a gateway; in a container, its own",
    )
    parser.add_argument("--service", default="", help="proto service to ask for; the server as a whole if not given")
    parser.add_argument("--timeout", type=_seconds, default=_TIMEOUT_S, help="seconds to wait for an answer")
    return parser.parse_args(arguments)


def _seconds(text: str) -> float:
    if not 0 < (value := float(text)) <= 3600:
        raise ValueError(text)
    return value


if __name__ == "__main__":
    main()
