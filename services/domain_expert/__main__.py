"""Composes and runs the domain expert."""

import asyncio
import time
from datetime import UTC, datetime
from functools import partial

from amy.api.domain_expert.v1 import domain_expert_pb2, domain_expert_pb2_grpc
from amy.llm.caller import Caller
from amy.llm.open import open_caller
from amy.meaning.encoder import opened
from amy.runtime.ids import new_id
from amy.runtime.later import Later
from amy.runtime.server import GrpcApp, grpc_service
from amy.runtime.sql import storage_of
from services.domain_expert.adapters.documents.sql_store import SqlDocuments
from services.domain_expert.adapters.journal import JournaledMind
from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.adapters.model import ModelMind
from services.domain_expert.adapters.ranges_files import RangesFiles
from services.domain_expert.adapters.rules import RulesMind
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.adapters.web import open_web_tools
from services.domain_expert.app import DocumentDesk, Expert
from services.domain_expert.domain.citing import https_hosts
from services.domain_expert.ports import ExpertMind
from services.domain_expert.servicer import DomainExpertServicer
from services.domain_expert.settings import Settings


def compose(settings: Settings) -> GrpcApp:
    knowledge = KnowledgeFile(settings.knowledge_file, opened(settings.encoder, sha256=settings.encoder_sha256))
    caller = open_caller(settings)
    web = partial(open_web_tools, settings.web())
    documents = SqlDocuments(url := settings.database_url.get_secret_value(), settings.database)
    desk = DocumentDesk(documents, clock=lambda: datetime.now(UTC), new_id=lambda: new_id("doc"))

    def read() -> Expert:
        ranges = RangesFiles([passage.citable for passage in knowledge.passages])
        return Expert(
            mind=_mind(settings, caller, knowledge.words),
            knowledge=knowledge,
            documents=documents,
            ranges=ranges,
            open_web=web,
            monotonic_s=time.monotonic,
            https_hosts=https_hosts((*(s for each in knowledge.passages for s in each.sources), *ranges.sources)),
        )

    async def begin() -> Expert:
        expert = await asyncio.to_thread(read)
        await expert.start()
        return expert

    expert = Later(begin)

    async def stop() -> None:
        if begun := await expert.ended():
            await begun.stop()
        await documents.close()
        await knowledge.close()
        if caller:
            await caller.close()

    descriptor = domain_expert_pb2.DESCRIPTOR.services_by_name["DomainExpertService"]
    servicer = DomainExpertServicer(expert, desk)
    register = partial(domain_expert_pb2_grpc.add_DomainExpertServiceServicer_to_server, servicer)
    return GrpcApp(
        descriptor=descriptor,
        register=register,
        start=documents.open,
        warm=expert.warm,
        storage=storage_of(url),
        stop=stop,
    )


def _mind(settings: Settings, caller: Caller | None, sendable: frozenset[str]) -> ExpertMind:
    rules = RulesMind(quantities(), sendable=sendable)
    mind: ExpertMind = rules
    if caller:
        mind = ModelMind(caller, rules, quantities=quantities(), sendable=sendable, offered=settings.offered())
    return JournaledMind(mind, journal, pause_s=settings.turn_pause_s) if (journal := settings.turn_journal) else mind


SERVICE = grpc_service(Settings, compose)
if __name__ == "__main__":
    SERVICE.main()
