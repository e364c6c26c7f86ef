"""Composes and runs the investigator."""

from functools import partial

from amy.api.investigator.v1 import investigator_pb2, investigator_pb2_grpc
from amy.llm.open import open_caller
from amy.runtime.server import GrpcApp, grpc_service
from services.investigator.adapters.health_data import HealthDataClient
from services.investigator.adapters.model import ModelMind
from services.investigator.adapters.rules import RulesMind
from services.investigator.adapters.tables_files import tables
from services.investigator.app import Investigator
from services.investigator.servicer import InvestigatorServicer
from services.investigator.settings import Settings


def compose(settings: Settings) -> GrpcApp:
    data = HealthDataClient(settings.health_data_address, timeout_s=settings.read_timeout_s, mesh=settings.mesh)
    caller, rules = open_caller(settings), RulesMind(tables())
    investigator = Investigator(
        data=data,
        mind=ModelMind(caller, rules) if caller else rules,
        close_mind=caller.close if caller else None,
    )
    descriptor = investigator_pb2.DESCRIPTOR.services_by_name["InvestigatorService"]
    servicer = InvestigatorServicer(investigator)
    register = partial(investigator_pb2_grpc.add_InvestigatorServiceServicer_to_server, servicer)
    return GrpcApp(descriptor=descriptor, register=register, stop=investigator.stop)


SERVICE = grpc_service(Settings, compose)
if __name__ == "__main__":
    SERVICE.main()
