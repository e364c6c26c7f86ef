"""Composes and runs the health-data service."""

from datetime import UTC, datetime
from functools import partial

from amy.api.health_data.v1 import health_data_pb2, health_data_pb2_grpc
from amy.runtime.answers import KeptAnswers
from amy.runtime.server import GrpcApp, grpc_service
from amy.runtime.sql import storage_of
from services.health_data.adapters.journal import SqlJournal
from services.health_data.adapters.norms import load_norms
from services.health_data.adapters.sql_store import SqlStore
from services.health_data.adapters.workers import Workers
from services.health_data.app import HealthData
from services.health_data.app.deliveries import DeliveryDesk
from services.health_data.app.imports import ImportDesk
from services.health_data.app.journal import JournalKeeper
from services.health_data.app.laboratory import Laboratory
from services.health_data.app.uploads import UploadDesk
from services.health_data.servicer import Desks, HealthDataServicer
from services.health_data.settings import Settings


def compose(settings: Settings) -> GrpcApp:
    url = settings.database_url.get_secret_value()
    store = SqlStore(url, settings.database, upload_kept_s=settings.upload_kept_s)
    workers = Workers(time_limit_s=settings.reading_limit_s)
    norms = load_norms(settings.norms_file)
    app = HealthData(store, encoder=workers, norms=norms)
    imports = ImportDesk(store.imports, workers, store.uploads, max_import_bytes=settings.max_import_bytes)
    descriptor = health_data_pb2.DESCRIPTOR.services_by_name["HealthDataService"]
    desks = Desks(
        imports=imports,
        uploads=UploadDesk(store.uploads, max_import_bytes=settings.max_import_bytes),
        laboratory=Laboratory(store.laboratory),
        deliveries=DeliveryDesk(store.deliveries),
        journal=JournalKeeper(SqlJournal(store.database), store=store, clock=partial(datetime.now, UTC)),
    )
    answers = KeptAnswers(version=app.version, most_bytes=settings.kept_answers_bytes)
    servicer = HealthDataServicer(app, desks, answers)
    register = partial(health_data_pb2_grpc.add_HealthDataServiceServicer_to_server, servicer)

    async def stop() -> None:
        await imports.close()
        await app.close()

    return GrpcApp(descriptor=descriptor, register=register, start=app.open, storage=storage_of(url), stop=stop)


SERVICE = grpc_service(Settings, compose)
if __name__ == "__main__":
    SERVICE.main()
