"""A container engine, as the runner needs it. Blocking: the runner calls it on threads."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from docker import APIClient
from docker.errors import APIError, DockerException, ImageNotFound
from requests.exceptions import RequestException

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.containers.container import Container, remove
from services.data_science.adapters.containers.options import (
    INSTANCE_LABEL,
    OWNER_LABEL,
    container_options,
    host_options,
)
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.protocol import MalformedReplyError
from services.data_science.domain.sandbox import SandboxConfig


class Engine:
    """Connected, with the image at hand.

    Raises:
        SandboxUnavailableError: there is no engine, or no image; as all its methods do when it is gone.
    """

    def __init__(self, config: SandboxConfig, limits: SandboxLimits) -> None:
        self._config = config
        self._limits = limits
        with _explained(config):
            self._client = APIClient(base_url=config.engine_url, version="auto")
            try:
                self._client.inspect_image(config.image)  # type: ignore[no-untyped-call]
            except BaseException:
                self._client.close()
                raise

    def launch(self) -> Container:
        """A new container, isolated and idle."""
        labels = {INSTANCE_LABEL: self._config.instance, OWNER_LABEL: _owner(os.getpid())}
        with _explained(self._config):
            return Container.create(
                self._client,
                host=host_options(self._limits),
                inside=container_options(self._config.image, self._limits, labels),
                limits=self._limits,
            )

    def remove(self, container: Container) -> None:
        with _explained(self._config):
            container.remove()

    def clear_leftovers(self) -> int:
        """Removes what processes of this instance that live no more have left; returns how many."""
        return self._clear(f"{INSTANCE_LABEL}={self._config.instance}", living=False)

    def clear_own(self) -> int:
        """Removes what this process still has; returns how many."""
        return self._clear(f"{OWNER_LABEL}={_owner(os.getpid())}", living=True)

    def close(self) -> None:
        self._client.close()

    def _clear(self, label: str, *, living: bool) -> int:
        with _explained(self._config):
            found = self._client.containers(all=True, filters={"label": [label]})
            chosen = [made["Id"] for made in found if living or not _lives(made["Labels"].get(OWNER_LABEL, ""))]
            for container_id in chosen:
                remove(self._client, container_id)
        return len(chosen)


@contextmanager
def _explained(config: SandboxConfig) -> Iterator[None]:
    """The engine's troubles as the one error a caller knows, with what to do about them."""
    try:
        yield
    except ImageNotFound as error:
        raise SandboxUnavailableError(
            f"There is no image {config.image}: build it with `make sandbox-image`."
        ) from error
    except APIError as error:
        raise SandboxUnavailableError(f"The container engine refuses: {error.explanation or error}.") from error
    except (DockerException, RequestException, OSError) as error:
        raise SandboxUnavailableError(
            f"No container engine answers at {config.engine_url}: start one, or choose another sandbox mode."
        ) from error
    except MalformedReplyError as error:
        raise SandboxUnavailableError(
            f"A container of {config.image} does not come up ({error}): build it anew with `make sandbox-image`."
        ) from error


def _owner(pid: int) -> str:
    """A process by its number and when it began, for numbers are used again."""
    try:
        began = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    except OSError:
        began = ""
    return f"{pid}-{began}"


def _lives(owner: str) -> bool:
    pid = owner.partition("-")[0]
    if not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return _owner(int(pid)) == owner
