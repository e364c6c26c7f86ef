"""The least gRPC service there is, which can be told to fail."""

from amy.api.memory.v1 import memory_pb2, memory_pb2_grpc
from amy.runtime.server import GrpcApp, grpc_service
from amy.runtime.settings import ServiceSettings


class Settings(ServiceSettings):
    service = "alpha"

    fail: str = ""
    """ "start": it cannot start; "stop": it ends after two seconds."""


def compose(settings: Settings) -> GrpcApp:
    async def start() -> None:
        if settings.fail == "start":
            raise RuntimeError("alpha has no database")

    return GrpcApp(
        descriptor=memory_pb2.DESCRIPTOR.services_by_name["MemoryService"],
        register=lambda server: memory_pb2_grpc.add_MemoryServiceServicer_to_server(
            memory_pb2_grpc.MemoryServiceServicer(),  # type: ignore[abstract]  # health is all that is asked
            server,
        ),
        start=start,
    )


SERVICE = grpc_service(Settings, compose)
if __name__ == "__main__":
    SERVICE.main()
