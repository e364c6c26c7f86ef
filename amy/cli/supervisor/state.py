"""What a running system leaves in its data directory: a lock, its address and key, its process table."""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from amy.cli.supervisor.plan import CannotStartError
from amy.runtime.private import NotPrivateError, make_private


@dataclass(frozen=True, kw_only=True)
class LocalSystem:
    """How the owner of a data directory reaches the system that runs over it."""

    base_url: str
    admin_key: str
    pid: int


class DataDir:
    """A data directory and its `run` folder, which only the owner can read."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().absolute()
        self._run = self.path / "run"
        self._local = self._run / "local.json"
        self._processes = self._run / "processes.json"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Makes the directory this process's own; leaves neither address nor process table behind.

        What others could read in it is taken away from them first. A link is followed: what it leads to counts.

        Raises:
            CannotStartError: another system runs over it, it cannot be written, or something in it is somebody else's.
        """
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            make_private(self.path.resolve())
            self._run.mkdir(mode=0o700, exist_ok=True)
            lock = os.open(self._run / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except NotPrivateError as error:
            raise CannotStartError(str(error)) from error
        except OSError as error:
            raise CannotStartError(f"{self.path} cannot be used as a data directory: {error.strerror}.") from error
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CannotStartError(self._already()) from None
            try:
                yield
            finally:
                self._local.unlink(missing_ok=True)
                self._processes.unlink(missing_ok=True)
        finally:
            os.close(lock)

    def _already(self) -> str:
        running = self.local()
        where = f" at {running.base_url} (process {running.pid})" if running else ""
        return f"Amy already runs over {self.path}{where}. Stop it first, or choose another --data-dir."

    def write_local(self, system: LocalSystem) -> None:
        _replace(self._local, asdict(system))

    def local(self) -> LocalSystem | None:
        """The system that runs over this directory; None if there is none, or it was killed and left a torn file.

        Raises:
            PermissionError: somebody else wrote it, who would be shown all that is asked and imported.
        """
        with suppress(FileNotFoundError, NotADirectoryError):
            if os.geteuid() not in {0, self._local.stat().st_uid}:
                raise PermissionError(f"{self._local} was written by somebody else: nothing is sent where it points.")
        with suppress(OSError, ValueError, TypeError):
            return LocalSystem(**json.loads(self._local.read_text()))
        return None

    def write_processes(self, pids: Mapping[str, int]) -> None:
        _replace(self._processes, pids)


def _replace(path: Path, content: Mapping[str, object]) -> None:
    """Writes a file that readers see whole or not at all, and that only the owner can read."""
    draft = path.with_suffix(".tmp")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        json.dump(content, stream)
    draft.replace(path)
