"""A PostgreSQL server of a test's own, which can be stopped and started again."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import make_url


class StoppableServer:
    """Empty, with one database `amy`.

    Attributes:
        url: of the database; stays the same over restarts.
    """

    def __init__(self, folder: Path) -> None:
        import pgserver  # noqa: PLC0415, starts work at import

        self.folder = folder
        self._server = pgserver.get_server(folder, cleanup_mode="stop")
        self._admin_url: str = self._server.get_uri()
        self.execute("CREATE DATABASE amy")
        self.url = make_url(self._admin_url).set(database="amy").render_as_string(hide_password=False)

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        """Runs a statement as the administrator; the rows, if there are any."""
        with psycopg.connect(self._admin_url, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def connections(self) -> int:
        """How many others are connected to the database `amy`."""
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'amy' AND backend_type = 'client backend'"
        ((count,),) = self.execute(query)
        assert isinstance(count, int)
        return count

    def stop(self) -> None:
        """Cuts everybody off, as a fail-over does."""
        from pgserver._commands import pg_ctl  # type: ignore[attr-defined]  # noqa: PLC0415

        pg_ctl(["-w", "-m", "fast", "stop"], pgdata=self.folder, user=self._server.system_user)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def restart(self) -> None:
        self.stop()
        self.start()

    def end(self) -> None:
        self.start()
        self._server.cleanup()


@contextmanager
def stoppable_server(folder: Path) -> Iterator[StoppableServer]:
    server = StoppableServer(folder)
    try:
        yield server
    finally:
        server.end()
