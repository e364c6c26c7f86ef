"""Whether the services behind serve, asked in the background so that whoever wants to know need not wait."""

import asyncio
from collections.abc import Mapping
from typing import Final

from amy.runtime import telemetry
from amy.runtime.telemetry.instruments import REACHED
from gateway.ports import Probes

_LOOK_S: Final = 1.0
_LOOK_AGAIN_S: Final = 0.25


class Health:
    """What was last seen; until something was, nothing serves."""

    def __init__(self, probes: Probes) -> None:
        self._probes = probes
        self._seen: Mapping[str, bool] = {}

    @property
    def serving(self) -> Mapping[str, bool]:
        """Whether each service served when it was last asked, by name."""
        return self._seen

    async def look(self) -> None:
        """Asks every service once."""
        self._seen = await self._probes.serving()
        for service, serves in self._seen.items():
            telemetry.measure(REACHED, int(serves), service=service)

    async def watch(self) -> None:
        """Asks every second, more often while something does not serve, until it is cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S if self._seen and all(self._seen.values()) else _LOOK_AGAIN_S)
            await self.look()
