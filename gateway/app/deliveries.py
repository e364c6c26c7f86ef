"""What a data provider delivers: let in by its signature, and passed on as it was signed."""

import math
from collections.abc import AsyncIterator
from typing import Final

from gateway.domain.data_views import Delivered
from gateway.domain.signatures import Signature, Signed, signature
from gateway.errors import InvalidSignatureError, RateLimitError, RouteNotFoundError
from gateway.ports import Clock
from gateway.ports.health_data import HealthData

HEADER: Final = "terra-signature"
_PROVIDER: Final = "terra"
_BODIES_AT_ONCE: Final = 8
_NOT_SET_UP: Final = "Nothing is delivered here until the operator sets AMY_GATEWAY_TERRA_SIGNING_SECRET."
_UNSIGNED: Final = f"Only signed deliveries are taken: send the header {HEADER}, 't=<seconds>,v1=<HMAC-SHA256>'."
_FULL: Final = "Too much is being delivered at once; send it again."


class Deliveries:
    """Takes deliveries of Terra's. Whoever sends one that is not signed learns nothing, and costs little memory.

    Args:
        health_data: keeps what is delivered, once.
        secret: what Terra signs with; empty: nothing is taken.
        tolerance_s: how far the time of a signature may lie from now, either way.
        max_bytes: of one delivery; eight times that is held in memory at once, of all together.
    """

    def __init__(
        self, health_data: HealthData, clock: Clock, *, secret: str, tolerance_s: float, max_bytes: int
    ) -> None:
        self._health_data = health_data
        self._clock = clock
        self._secret = secret
        self._tolerance_s = tolerance_s
        self._most_held = _BODIES_AT_ONCE * max_bytes
        self._held = 0

    async def take(self, header: str | None, chunks: AsyncIterator[bytes]) -> Delivered:
        """Passes a delivery on, and returns when it is kept.

        Args:
            header: the signature.
            chunks: the body, which is not read where the header alone shows that it is not to be taken.

        Raises:
            RouteNotFoundError: there is no secret.
            InvalidSignatureError: missing, malformed, forged or old: whoever sends it is not told which.
            RateLimitError: too much is on its way in at once.
            InvalidRequestError: it is signed, and no delivery.
        """
        if not self._secret:
            raise RouteNotFoundError(_NOT_SET_UP)
        stated = self._stated(header)
        size = 0
        try:
            signed, body = Signed(stated, self._secret), []
            async for chunk in chunks:
                size += len(chunk)
                self._hold(len(chunk))
                signed.update(chunk)
                body.append(chunk)
            if not signed.fits():
                raise self._unfit()
            return await self._health_data.ingest(_PROVIDER, b"".join(body))
        finally:
            self._held -= size

    def _stated(self, header: str | None) -> Signature:
        if header is None:
            raise InvalidSignatureError(_UNSIGNED)
        stated = signature(header)
        if stated is None or abs(self._clock.now().timestamp() - stated.at_s) > self._tolerance_s:
            raise self._unfit()
        return stated

    def _hold(self, more: int) -> None:
        self._held += more
        if self._held > self._most_held:
            raise RateLimitError(_FULL, retry_after="1")

    def _unfit(self) -> InvalidSignatureError:
        within_s = math.floor(self._tolerance_s)
        return InvalidSignatureError(
            f"The header {HEADER} does not fit: the body as it was sent has to be signed with the secret that both"
            f" sides know, within {within_s} seconds."
        )
