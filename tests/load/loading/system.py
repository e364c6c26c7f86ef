"""The measured system: every service as a process of its own, one PostgreSQL, and ten users who are alike."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from amy.cli.supervisor.plan import GATEWAY
from amy.client import Amy
from evals.replicas import REFERENCE, Postgres, Replicas, running
from tests.load.loading import people

USERS: Final = 10
POSTGRESQL: Final = "PostgreSQL"
ORCHESTRATOR: Final = "orchestrator"


@dataclass(frozen=True, kw_only=True)
class System:
    """A running system.

    Attributes:
        folder: for plans and summaries.
        postmaster: the process that all of PostgreSQL's are below.
    """

    folder: Path
    replicas: Replicas
    database_url: str
    postmaster: int

    def pid(self, service: str) -> int:
        return self.replicas.by_service[service][0].pid

    @property
    def pids(self) -> Mapping[str, Sequence[int]]:
        """The processes that run now, by service; those of PostgreSQL by its name."""
        services = {
            service: [replica.pid for replica in replicas if replica.process is not None]
            for service, replicas in self.replicas.by_service.items()
        }
        return {**services, POSTGRESQL: [self.postmaster]}


@contextmanager
def measured(folder: Path, *, orchestrators: int = 1, env: Mapping[str, str] | None = None) -> Iterator[System]:
    """Runs one process of each service until the block ends; rates are not limited.

    Args:
        folder: a new one, for the database, the logs and what is measured.
        orchestrators: how many have an address; the first one runs.
        env: settings beside the usual ones.
    """
    folder.mkdir()
    counts = {**dict.fromkeys(REFERENCE, 1), ORCHESTRATOR: orchestrators}
    database = folder / "postgresql"
    settings = {"AMY_GATEWAY_RATE_PER_MINUTE": "0", **(env or {})}
    with (
        Postgres(database) as postgres,
        running(folder / "logs", postgres.url, counts=counts, started={ORCHESTRATOR: 1}, env=settings) as replicas,
    ):
        gateway = replicas.by_service[GATEWAY][0]
        amy = Amy(api_key=replicas.admin_key, base_url=f"http://{gateway.address}", user=people.name(0))
        people.first_person(amy, folder)
        people.copy(postgres.url, since=1, until=USERS)
        yield System(
            folder=folder,
            replicas=replicas,
            database_url=postgres.url,
            postmaster=int((database / "postmaster.pid").read_text().split()[0]),
        )
