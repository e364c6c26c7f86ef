"""What a service is told when it shares its process."""

import asyncio
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint

from amy.cli.supervisor.embedded import Embedded
from amy.cli.supervisor.plan import PlannedService
from amy.runtime.server import Service

told: list[Mapping[str, str]] = []


async def _listen(env: Mapping[str, str], ready: Callable[[str], None], stop: asyncio.Event) -> None:
    told.append(env)
    await stop.wait()


LISTENER = Service(name="listener", run=_listen)


async def test_an_embedded_service_is_told_so_beside_its_own_environment() -> None:
    runner = Embedded()
    entry_point = EntryPoint(name="listener", value=f"{__name__}:LISTENER", group="amy.services")

    await runner.start(PlannedService(entry_point=entry_point, address="127.0.0.1:1", env={"AMY_LISTENER_A": "b"}))
    await asyncio.sleep(0)
    await runner.stop(["listener"])

    assert told == [{"AMY_LISTENER_A": "b", "AMY_EMBEDDED": "true"}]
