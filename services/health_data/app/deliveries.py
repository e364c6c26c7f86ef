"""What data providers deliver."""

import asyncio
from typing import Final

from amy.runtime.errors import InvalidRequestError
from services.health_data.domain.deliveries import Delivery, Taken
from services.health_data.domain.terra.events import NoPayloadError, event
from services.health_data.ports import Deliveries

_TERRA: Final = "terra"
_READ_AT_ONCE_BYTES: Final = 64 * 1024
"""More is read on another thread, so that others are not kept waiting."""


class DeliveryDesk:
    """The part of the application that takes deliveries; whoever calls has checked their signature."""

    def __init__(self, deliveries: Deliveries) -> None:
        self._deliveries = deliveries

    async def ingest(self, provider: str, payload: bytes, *, user_id: str) -> Taken:
        """Takes one delivery, once, together with all that it states.

        Args:
            provider: "terra".
            payload: as it was signed.
            user_id: whom it is about where it does not say; empty leaves it to the payload.

        Raises:
            InvalidRequestError: it is no payload of that provider.
        """
        if provider != _TERRA:
            raise InvalidRequestError("Deliveries are taken of Terra alone.")
        try:
            if len(payload) > _READ_AT_ONCE_BYTES:
                said = await asyncio.to_thread(event, payload)
            else:
                said = event(payload)
        except NoPayloadError as error:
            raise InvalidRequestError(str(error)) from None
        return await self._deliveries.take(Delivery(provider=provider, payload=payload, event=said, user_id=user_id))
