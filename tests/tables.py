"""Comparing the tables of a database with those that the code knows."""

from typing import Any


def comparing(version_table: str) -> dict[str, Any]:
    """Options of a migration context that leave out the tables in which migrations are noted."""

    def is_ours(_item: object, name: str | None, *_others: object) -> bool:
        return name != f"{version_table}_applied"

    return {"version_table": version_table, "include_object": is_ours}
