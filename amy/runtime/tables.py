"""Prints a PostgreSQL server's version, its clock, the version of one service's tables, and the newest this code knows.

`python -m amy.runtime.tables VERSION_TABLE MIGRATIONS`, with the database's URL on standard input.
"""

import sys

import psycopg
from alembic.script import ScriptDirectory
from psycopg.sql import SQL, Identifier


def main() -> None:
    table, migrations = sys.argv[1:]
    newest = ScriptDirectory(migrations).get_current_head()
    with psycopg.connect(input(), connect_timeout=5) as connection:
        clock = connection.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()
        found = connection.execute("SELECT to_regclass(%s)", [table]).fetchone()
        if found and found[0]:
            found = connection.execute(SQL("SELECT version_num FROM {}").format(Identifier(table))).fetchone()
        server = connection.info.server_version
    print(server, (clock or ["0"])[0], (found or [None])[0] or "none", newest)  # noqa: T201, its purpose


if __name__ == "__main__":
    main()
