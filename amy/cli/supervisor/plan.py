"""What `amy up` will run: each service's address and environment, decided before anything starts."""

import random
import secrets
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Final

GATEWAY: Final = "gateway"
_HOST: Final = "127.0.0.1"
# Below the ports that systems hand to outgoing connections: a peer that tries to reach a dead service could otherwise
# be given that service's own port, and keep it from coming back.
_PORTS: Final = range(15_000, 32_000)


class CannotStartError(Exception):
    """Why the system is not running; the text is for the person who started it."""


@dataclass(frozen=True, kw_only=True)
class PlannedService:
    """One service, its address ("host:port") and its whole environment."""

    entry_point: EntryPoint
    address: str
    env: Mapping[str, str]

    @property
    def name(self) -> str:
        return self.entry_point.name

    @property
    def module(self) -> str:
        """What `python -m` runs."""
        return self.entry_point.module.removesuffix(".__main__")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The services in no order, and the gateway, which starts last and stops first."""

    services: tuple[PlannedService, ...]
    gateway: PlannedService
    admin_key: str

    @property
    def base_url(self) -> str:
        return f"http://{self.gateway.address}"


def make_plan(
    entry_points: Sequence[EntryPoint],
    *,
    data_dir: Path,
    http_port: int,
    database_url: str | None,
    environ: Mapping[str, str],
) -> Plan:
    """Addresses and environments for all services.

    What the user's environment says stands, but for addresses and the token that services show each other. Without a
    database URL each service gets an SQLite file of its own in `data_dir`.

    Args:
        entry_points: of the group `amy.services`.
        data_dir: where SQLite files go.
        http_port: of the gateway; 0 for any.
        database_url: for all services; outranks the environment.
        environ: the user's.

    Raises:
        CannotStartError: no gateway is installed, or the HTTP port is taken.
    """
    names = [point.name for point in entry_points]
    if GATEWAY not in names:
        raise CannotStartError("No gateway is installed: make setup in a checkout, or pip install 'amy[run]'.")
    if http_port and not port_is_free(http_port):
        raise CannotStartError(f"Port {http_port} is taken. Choose another with --http-port, or 0 for any.")
    ports = dict(zip(names, free_ports(len(names)), strict=True))
    ports[GATEWAY] = http_port or ports[GATEWAY]
    addresses = {name: f"{_HOST}:{port}" for name, port in ports.items()}
    admin_key = environ.get("AMY_GATEWAY_ADMIN_KEY") or f"amy_live_{secrets.token_urlsafe(32)}"
    mesh_token = secrets.token_urlsafe(32)

    def planned(point: EntryPoint) -> PlannedService:
        prefix = f"AMY_{point.name.upper()}_"
        own_file = f"sqlite:///{data_dir / point.name}.db"
        env = {
            **environ,
            f"{prefix}LISTEN": addresses[point.name],
            f"{prefix}MESH_TOKEN": mesh_token,
            # Nothing leaves the machine, and no certificate names a loopback port.
            **{f"{prefix}TLS_{part}": "" for part in ("CERT", "KEY", "CA")},
            f"{prefix}DATABASE_URL": database_url or environ.get(f"{prefix}DATABASE_URL") or own_file,
            **{f"{prefix}{peer.upper()}_ADDRESS": address for peer, address in addresses.items()},
        }
        if point.name == GATEWAY:
            env[f"{prefix}ADMIN_KEY"] = admin_key
        return PlannedService(entry_point=point, address=addresses[point.name], env=env)

    everything = {point.name: planned(point) for point in entry_points}
    gateway = everything.pop(GATEWAY)
    return Plan(services=tuple(everything.values()), gateway=gateway, admin_key=admin_key)


def port_is_free(port: int) -> bool:
    """Whether a server could listen on this loopback port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
            probe.listen()
        except OSError:
            return False
    return True


def free_ports(count: int) -> list[int]:
    """Distinct loopback ports that nothing listens on.

    Raises:
        CannotStartError: there are not that many.
    """
    candidates = random.sample(_PORTS, len(_PORTS))
    found: list[int] = []
    for port in candidates:
        if len(found) == count:
            return found
        if port_is_free(port):
            found.append(port)
    raise CannotStartError(f"There are not {count} free ports between {_PORTS.start} and {_PORTS.stop}.")
