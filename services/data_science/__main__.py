"""Composes and runs the data-science service."""

from functools import partial

from amy.api.data_science.v1 import data_science_pb2, data_science_pb2_grpc
from amy.llm.open import open_caller
from amy.runtime.server import GrpcApp, grpc_service
from services.data_science.adapters.health_data import HealthDataClient
from services.data_science.adapters.model import ModelMind
from services.data_science.adapters.rules import RulesMind
from services.data_science.adapters.runners import code_runner
from services.data_science.app import Analyst
from services.data_science.servicer import DataScienceServicer
from services.data_science.settings import Settings


def compose(settings: Settings) -> GrpcApp:
    data = HealthDataClient(settings.health_data_address, settings.read_timeout_s, settings.mesh)
    caller = open_caller(settings)
    mind = ModelMind(caller, RulesMind()) if caller else RulesMind()
    close = caller.close if caller else None
    analyst = Analyst(data=data, mind=mind, runner=code_runner(settings.runner_options()), close=close)
    descriptor = data_science_pb2.DESCRIPTOR.services_by_name["DataScienceService"]
    register = partial(data_science_pb2_grpc.add_DataScienceServiceServicer_to_server, DataScienceServicer(analyst))
    return GrpcApp(descriptor=descriptor, register=register, warm=analyst.start, stop=analyst.stop)


SERVICE = grpc_service(Settings, compose)
if __name__ == "__main__":
    SERVICE.main()
