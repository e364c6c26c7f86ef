"""Where generated code runs, and what each place is told."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_LOCAL_ENGINE: Final = re.compile(r"unix://.+|tcp://(127\.0\.0\.1|localhost):[0-9]+")
DEFAULT_NETWORK_ALLOWED_HOSTS: Final[tuple[str, ...]] = ()
"""An analysis computes from the tables it is given and needs no host."""


class SandboxMode(StrEnum):
    """What isolates generated code: this machine's kernel, a container engine, or Daytona's cloud."""

    NONE = "none"
    CONTAINER = "container"
    DAYTONA = "daytona"


@dataclass(frozen=True, kw_only=True)
class DaytonaResources:
    """What a remote sandbox is given: cores, GB of memory, GB of disk."""

    cpu: int = 2
    memory: int = 4
    disk: int = 10

    def __post_init__(self) -> None:
        if min(self.cpu, self.memory, self.disk) <= 0:
            raise ValueError("daytona_resources: cpu, memory and disk must be greater than 0.")


@dataclass(frozen=True, kw_only=True)
class SandboxConfig:
    """Which backend runs generated code, and how it is reached.

    Attributes:
        mode: the backend.
        image: of a container, built from deploy/sandbox.
        engine_url: where the container engine listens; this machine only, for an engine's plain port is root on it.
        instance: names this service to the engine, so that it clears away what a crash of it left and nothing else.
        warm: how many isolated workers, or containers, wait for work.
        network_allowlist_enabled: says that outbound network is restricted to the allowed hosts. It always is; Daytona
            takes no such list.
        network_allowed_hosts: none. Generated code has no socket in any mode, so there is nothing to allow a host to,
            and every host would be a way out for what is measured of a person.
        personal_data: whether a user's tables may be sent to Daytona.
        daytona_api_url: Daytona's API.
        daytona_target: the region.
        daytona_resources: for a sandbox made from an image; a snapshot brings its own.
        daytona_image: a registry's name of the image built from deploy/sandbox.
        daytona_snapshot: a snapshot of that image, which starts faster.
        daytona_timeout_s: bounds each call to Daytona.

    Raises:
        ValueError: the fields do not go together; the message names them.
    """

    mode: SandboxMode = SandboxMode.NONE
    image: str = "amy-sandbox:latest"
    engine_url: str = "unix:///var/run/docker.sock"
    instance: str = "amy"
    warm: int = 2
    network_allowlist_enabled: bool = False
    network_allowed_hosts: tuple[str, ...] = DEFAULT_NETWORK_ALLOWED_HOSTS
    personal_data: bool = False
    daytona_api_url: str = "https://app.daytona.io/api"
    daytona_target: str = "us"
    daytona_resources: DaytonaResources | None = None
    daytona_image: str = ""
    daytona_snapshot: str = ""
    daytona_timeout_s: float = 120.0

    def __post_init__(self) -> None:
        broken = [rule for rule, holds in self._rules().items() if not holds]
        if broken:
            raise ValueError(" ".join(broken))

    def _rules(self) -> dict[str, bool]:
        daytona = self.mode is SandboxMode.DAYTONA
        return {
            "network_allowlist_enabled must be false with daytona, which is given no network at all.": (
                not daytona or not self.network_allowlist_enabled
            ),
            "network_allowed_hosts must be empty: generated code has no sockets, so no host can be allowed.": (
                not self.network_allowed_hosts
            ),
            "engine_url must be unix:///path or tcp://127.0.0.1:port.": bool(_LOCAL_ENGINE.fullmatch(self.engine_url)),
            "warm must not be negative.": self.warm >= 0,
            "daytona needs one of daytona_image and daytona_snapshot.": (
                not daytona or bool(self.daytona_image) != bool(self.daytona_snapshot)
            ),
            "daytona_resources go with daytona_image; a snapshot brings its own.": (
                self.daytona_resources is None or not self.daytona_snapshot
            ),
            "daytona_api_url must be https, or of this machine.": self.daytona_api_url.startswith(
                ("https://", "http://127.0.0.1:")
            ),
            "daytona_timeout_s must be greater than 0.": self.daytona_timeout_s > 0,
        }
