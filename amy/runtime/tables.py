"""Prints what is known of one service's tables on a PostgreSQL server.

The server's version, how far its clock is ahead in seconds, the version of the tables, and the newest that this code
knows. `python -m amy.runtime.tables VERSION_TABLE MIGRATIONS`, with the database's URL on standard input.
"""

import sys
import time
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from amy.runtime.revisions import known


def main() -> None:
    table, migrations = sys.argv[1:]
    newest = known(Path(migrations)).newest or None
    with psycopg.connect(input(), connect_timeout=5) as connection:
        asked = time.time()
        clock = connection.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()
        ahead = float(clock[0] if clock else 0) - (asked + time.time()) / 2
        found = connection.execute("SELECT to_regclass(%s)", [table]).fetchone()
        if found and found[0]:
            found = connection.execute(SQL("SELECT version_num FROM {}").format(Identifier(table))).fetchone()
        server = connection.info.server_version
    print(server, round(ahead, 1), (found or [None])[0] or "none", newest)  # noqa: T201, its purpose


if __name__ == "__main__":
    main()
