"""What every test may use: a database of each kind, a wall against the network, and the same examples on each run.

`pytest --hypothesis-profile=random` searches for other examples.
"""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy import create_engine, make_url, text
from ulid import ULID

from amy.runtime.garbage import keep_what_is_loaded, loads_what_stays

loads_what_stays()
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("random", derandomize=False, deadline=None, print_blob=True)
settings.load_profile("same")


def pytest_collection_finish() -> None:
    """What is collected stays as long as the run; only what tests leave behind is looked through."""
    keep_what_is_loaded()


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a real PostgreSQL server, started for this run and gone after it."""
    import pgserver  # noqa: PLC0415, starts work at import

    server = pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(scope="session")
def new_postgres_url(postgres_server: str) -> Callable[[], str]:
    """Makes a fresh database on the PostgreSQL server."""

    def new() -> str:
        name, server = f"t_{ULID()}".lower(), make_url(postgres_server)
        admin = create_engine(server.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        admin.dispose()
        return server.set(database=name).render_as_string(hide_password=False)

    return new


@pytest.fixture
def postgres_url(new_postgres_url: Callable[[], str]) -> str:
    """A fresh database of its own on the PostgreSQL server."""
    return new_postgres_url()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database: every test that takes it runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(autouse=True)
def _no_real_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only loopback and Unix sockets may be reached from a test."""
    real_connect = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not str(address[0]).startswith(("127.", "::1")):
            raise AssertionError(f"a test reached for the network: {address!r}")
        real_connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)
