"""Composes and runs the validator."""

from functools import partial

from amy.api.validator.v1 import validator_pb2, validator_pb2_grpc
from amy.llm.open import open_caller
from amy.runtime.server import GrpcApp, grpc_service
from services.validator.adapters.health_data import HealthDataSeries
from services.validator.adapters.model import ModelMind
from services.validator.adapters.priors import load_priors
from services.validator.adapters.rules_mind import RulesMind
from services.validator.adapters.workers import ProcessWorkers, ThreadWorkers
from services.validator.app import ValidatorApp
from services.validator.servicer import ValidatorServicer
from services.validator.settings import Settings


def compose(settings: Settings) -> GrpcApp:
    series = HealthDataSeries(settings.health_data_address, timeout_s=settings.read_timeout_s, mesh=settings.mesh)
    workers = ProcessWorkers(settings.workers) if settings.workers else ThreadWorkers()
    caller, priors = open_caller(settings), load_priors()
    rules = RulesMind(priors)
    app = ValidatorApp(
        series=series,
        workers=workers,
        mind=ModelMind(caller, rules, priors) if caller else rules,
        mind_timeout_s=settings.mind_timeout_s,
        layered=settings.validation == "layered",
        close_mind=caller.close if caller else None,
    )
    descriptor = validator_pb2.DESCRIPTOR.services_by_name["ValidatorService"]
    register = partial(validator_pb2_grpc.add_ValidatorServiceServicer_to_server, ValidatorServicer(app))
    return GrpcApp(descriptor=descriptor, register=register, start=workers.start, warm=workers.warm, stop=app.close)


SERVICE = grpc_service(Settings, compose)
if __name__ == "__main__":
    SERVICE.main()
