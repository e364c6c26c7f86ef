"""Composes and runs the health coach."""

from datetime import UTC, datetime
from functools import partial

from amy.api.health_coach.v1 import health_coach_pb2, health_coach_pb2_grpc
from amy.llm.open import open_caller
from amy.runtime.server import GrpcApp, grpc_service
from services.health_coach.adapters.health_data import HealthDataClient
from services.health_coach.adapters.library_files import LibraryFiles
from services.health_coach.adapters.model import ModelMind
from services.health_coach.adapters.rules import RulesMind
from services.health_coach.app import Coach
from services.health_coach.servicer import HealthCoachServicer
from services.health_coach.settings import Settings


def compose(settings: Settings) -> GrpcApp:
    data = HealthDataClient(settings.health_data_address, settings.read_timeout_s, settings.mesh)
    caller, rules = open_caller(settings), RulesMind()
    mind = ModelMind(caller, rules) if caller else rules
    coach = Coach(mind=mind, data=data, library=LibraryFiles(), today=lambda: datetime.now(UTC).date())

    async def stop() -> None:
        await data.close()
        if caller:
            await caller.close()

    descriptor = health_coach_pb2.DESCRIPTOR.services_by_name["HealthCoachService"]
    register = partial(health_coach_pb2_grpc.add_HealthCoachServiceServicer_to_server, HealthCoachServicer(coach))
    return GrpcApp(descriptor=descriptor, register=register, stop=stop)


SERVICE = grpc_service(Settings, compose)
if __name__ == "__main__":
    SERVICE.main()
