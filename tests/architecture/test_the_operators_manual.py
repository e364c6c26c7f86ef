"""docs/operating.md says of every table how long its rows are kept."""

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sqlalchemy import MetaData

ROOT = Path(__file__).resolve().parents[2]
MANUAL = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
TABLES: dict[str, str] = {
    "gateway.adapters.tables": "METADATA",
    "services.orchestrator.adapters.tables": "METADATA",
    "services.memory.adapters.tables": "METADATA",
    "services.health_data.adapters.tables": "metadata",
    "services.domain_expert.adapters.documents.tables": "METADATA",
}


@pytest.mark.parametrize("module", TABLES)
def test_the_manual_says_how_long_each_table_is_kept(module: str) -> None:
    metadata: MetaData = getattr(importlib.import_module(module), TABLES[module])
    retention = MANUAL.partition("## Retention")[2].partition("\n## ")[0]
    assert {name for name in metadata.tables if f"`{name}`" not in retention} == set()


def test_no_service_has_tables_that_this_test_does_not_know() -> None:
    files = [path for folder in ("services", "gateway") for path in (ROOT / folder).rglob("adapters/**/*.py")]
    tables = [path for path in files if "migrations" not in path.parts]
    found = {path for path in tables if "MetaData()" in path.read_text(encoding="utf-8")}
    assert {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in found} == set(TABLES)
