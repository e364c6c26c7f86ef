"""Composes and runs the gateway."""

import asyncio
from collections.abc import Callable, Mapping

from amy.runtime.server import Service
from gateway.adapters.clock import SystemClock
from gateway.adapters.descriptors import raise_descriptor_limit
from gateway.adapters.key_source import new_key
from gateway.adapters.sql_erasures import SqlErasures
from gateway.adapters.sql_rates import rates_over
from gateway.adapters.sql_store import SqlKeyStore, SqlReplyStore, opened
from gateway.adapters.upstream import connected
from gateway.app.access import RatesHere
from gateway.app.gateway import assemble
from gateway.http.server import serve_http
from gateway.ports import Stores
from gateway.settings import Settings


async def run(env: Mapping[str, str], ready: Callable[[str], None], stop: asyncio.Event) -> None:
    settings, clock = Settings.from_env(env), SystemClock()
    url = settings.database_url.get_secret_value()
    per_minute = settings.rate_per_minute
    async with opened(url, settings.database) as database, connected(settings.connection) as upstream:
        stores = Stores(
            keys=SqlKeyStore(database),
            replies=SqlReplyStore(database, clock),
            erasures=SqlErasures(database),
            rates=rates_over(database, per_minute=per_minute, alone=RatesHere(clock, per_minute=per_minute)),
        )
        gateway = assemble(upstream, stores, clock, new_key, settings.limits)
        await serve_http(gateway, settings, descriptors=raise_descriptor_limit(), ready=ready, stop=stop)


SERVICE = Service(name=Settings.service, run=run)
if __name__ == "__main__":
    SERVICE.main()
