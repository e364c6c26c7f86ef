"""Composes and runs the orchestrator."""

from amy.llm.open import open_caller
from amy.runtime.server import GrpcApp, grpc_service
from amy.runtime.sql import storage_of
from services.orchestrator.adapters.journal import StepJournal
from services.orchestrator.adapters.model import ModelMind
from services.orchestrator.adapters.peers.connected import Peers
from services.orchestrator.adapters.rules import RulesMind
from services.orchestrator.adapters.world import Thinking, world
from services.orchestrator.app.checkpoints import workflow_shape
from services.orchestrator.app.orchestrator import Orchestrator
from services.orchestrator.servicer import served
from services.orchestrator.settings import Settings


def compose(settings: Settings) -> GrpcApp:
    url, identity, shape = settings.database_url.get_secret_value(), settings.new_identity(), workflow_shape()
    journal = StepJournal(settings.step_journal, pause_s=settings.step_pause_s)
    peers = Peers(settings.addresses(), timeouts=settings.timeouts(), mesh=settings.mesh)
    caller, profile = open_caller(settings), settings.answering_profile()
    thinking = (
        Thinking(mind=ModelMind(caller, RulesMind()), profile=profile, close=caller.close)
        if caller
        else Thinking(mind=RulesMind(), profile=profile)
    )
    ports = world(
        url,
        identity=identity,
        workflow_shape=shape,
        journal=journal,
        peers=peers,
        thinking=thinking,
        options=settings.database,
    )
    return served(Orchestrator(ports, settings.limits()), storage_of(url))


SERVICE = grpc_service(Settings, compose)
if __name__ == "__main__":
    SERVICE.main()
