"""What is on record of the people that are asked about, described by the real health_data service in this process."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from pydantic import SecretStr

from evals.everyday.records import files
from services.data_science import wire as questions_wire
from services.data_science.domain.catalogue import Catalogue
from services.health_data import wire
from services.health_data.adapters.norms import load_norms
from services.health_data.adapters.sql_store import SqlStore
from services.health_data.adapters.workers import Workers
from services.health_data.app import HealthData
from services.health_data.app.imports import ImportDesk, ImportPart, ImportStart
from services.health_data.domain.records import Options
from services.health_data.settings import Settings


def catalogues(root: Path) -> Mapping[str, Catalogue]:
    """By the name of the user, after an import of all of the user's files into a store that is thrown away.

    Args:
        root: the folder of evaluation data.
    """
    return described(files(root))


def described(imports_of: Mapping[str, Sequence[tuple[Path, str]]]) -> Mapping[str, Catalogue]:
    """What is on record of each user after an import of the files and subjects."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_described(imports_of, f"sqlite:///{folder}/health.db"))


async def _described(imports_of: Mapping[str, Sequence[tuple[Path, str]]], url: str) -> Mapping[str, Catalogue]:
    settings = Settings(database_url=SecretStr(url))
    workers = Workers(time_limit_s=settings.reading_limit_s)
    store = SqlStore(url)
    app = HealthData(store, encoder=workers, norms=load_norms(None))
    imports = ImportDesk(store.imports, workers, store.uploads, max_import_bytes=settings.max_import_bytes)
    await app.open()
    try:
        found = {}
        for user, files_of in imports_of.items():
            for file, subject in files_of:
                async for _ in imports.import_file(_sent(user, file, subject)):
                    pass
            catalogue = questions_wire.catalogue_from_proto(wire.describe_response(await app.describe(user)))
            if catalogue is not None:
                found[user] = catalogue
        return found
    finally:
        await imports.close()
        await app.close()


async def _sent(user: str, file: Path, subject: str) -> AsyncIterator[ImportPart]:
    yield ImportStart(user_id=user, filename=file.name, options=Options(subject=subject))
    yield await asyncio.to_thread(file.read_bytes)
