"""The gateway, put together from its ports."""

from collections.abc import Callable
from dataclasses import dataclass

from amy.runtime.errors import DocumentNotFoundError, MemoryNotFoundError
from amy.runtime.ids import is_id
from gateway.app.access import Access
from gateway.app.conversations import Conversations
from gateway.app.deliveries import Deliveries
from gateway.app.erasure import Erasure
from gateway.app.export import Export
from gateway.app.health import Health
from gateway.app.kept import Kept
from gateway.app.keys import Keys, Revocations
from gateway.app.once import Once, user_scope
from gateway.app.provenance import Tracing
from gateway.app.readings import Measured
from gateway.app.uploads import Sending
from gateway.ports import Clock, Documents, Memories, Stores, Upstream
from gateway.ports.health_data import HealthData


@dataclass(frozen=True, kw_only=True)
class Gateway:
    """Everything a route may use."""

    access: Access
    once: Once
    keys: Keys
    conversations: Conversations
    memories: Memories
    documents: Documents
    health_data: HealthData
    deliveries: Deliveries
    measured: Measured
    kept: Kept
    sending: Sending
    tracing: Tracing
    export: Export
    health: Health
    erasure: Erasure
    revocations: Revocations

    async def delete_memory(self, user_id: str, memory_id: str) -> None:
        """Deletes an entry, and the copy of it that a kept reply may hold.

        Raises:
            MemoryNotFoundError: there is none, or it is another user's.
        """
        if not is_id(memory_id, "mem"):
            raise MemoryNotFoundError("There is no such memory.")
        await self.memories.delete(user_id, memory_id)
        await self.once.forget(user_scope(user_id), f"/v1/memory/{memory_id}")

    async def delete_document(self, user_id: str, document_id: str) -> None:
        """Deletes a document, and the reply that may speak of it.

        Raises:
            DocumentNotFoundError: there is none, or it is another user's.
        """
        if not is_id(document_id, "doc"):
            raise DocumentNotFoundError("There is no such document.")
        await self.documents.delete(user_id, document_id)
        await self.once.forget(user_scope(user_id), f"/v1/documents/{document_id}")


@dataclass(frozen=True, kw_only=True)
class Limits:
    """See `Access`, `Once`, `Conversations` and `Deliveries`."""

    admin_key: str
    failed_keys_per_minute: int
    lease_s: float
    resume_s: float
    turn_timeout_s: float
    terra_signing_secret: str
    terra_tolerance_s: float
    max_delivery_bytes: int


def assemble(upstream: Upstream, stores: Stores, clock: Clock, mint: Callable[[], str], limits: Limits) -> Gateway:
    """A gateway over what is behind it and what it remembers."""
    once = Once(stores.replies, lease_s=limits.lease_s)
    return Gateway(
        access=Access(
            stores.keys,
            stores.rates,
            clock,
            admin_key=limits.admin_key,
            failed_per_minute=limits.failed_keys_per_minute,
        ),
        once=once,
        keys=Keys(stores.keys, clock, mint),
        conversations=Conversations(
            upstream.turns, clock, resume_s=limits.resume_s, turn_timeout_s=limits.turn_timeout_s
        ),
        memories=upstream.memories,
        documents=upstream.documents,
        health_data=upstream.health_data,
        deliveries=Deliveries(
            upstream.health_data,
            clock,
            secret=limits.terra_signing_secret,
            tolerance_s=limits.terra_tolerance_s,
            max_bytes=limits.max_delivery_bytes,
        ),
        measured=Measured(upstream.health_data),
        kept=Kept(upstream.health_data, once),
        sending=Sending(upstream.health_data, once),
        tracing=Tracing(upstream.turns, upstream.health_data),
        export=Export(upstream.turns, upstream.memories, upstream.documents, upstream.health_data, clock),
        health=Health(upstream.probes),
        erasure=Erasure(stores.erasures, upstream.erasers),
        revocations=Revocations(stores.keys),
    )
