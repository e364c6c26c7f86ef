"""Composes and runs the memory service."""

from datetime import UTC, datetime
from functools import partial

from amy.api.memory.v1 import memory_pb2, memory_pb2_grpc
from amy.runtime.ids import new_id
from amy.runtime.server import GrpcApp, grpc_service
from amy.runtime.sql import storage_of
from services.memory.adapters.sql_store import SqlMemoryStore
from services.memory.app import MemoryApp
from services.memory.servicer import MemoryServicer
from services.memory.settings import Settings


def compose(settings: Settings) -> GrpcApp:
    url = settings.database_url.get_secret_value()
    store = SqlMemoryStore(url, settings.database)
    app = MemoryApp(store, clock=lambda: datetime.now(UTC), new_id=lambda: new_id("mem"))
    storage = storage_of(url)
    descriptor = memory_pb2.DESCRIPTOR.services_by_name["MemoryService"]
    register = partial(memory_pb2_grpc.add_MemoryServiceServicer_to_server, MemoryServicer(app))
    return GrpcApp(descriptor=descriptor, register=register, start=store.open, storage=storage, stop=store.close)


SERVICE = grpc_service(Settings, compose)
if __name__ == "__main__":
    SERVICE.main()
