"""What this process asks of its databases."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def asked() -> Iterator[list[str]]:
    """The first word of every statement within the block, in order; not of looks whether a server answers."""
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_others: Any) -> None:
        if statement != "SELECT 1":
            statements.append(statement.split(maxsplit=1)[0])

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", note)
