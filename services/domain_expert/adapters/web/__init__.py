"""The web tools of the domain expert. All of them are off until the settings name whom to ask."""

import asyncio
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

import httpcore
import httpx
from pydantic import SecretStr

from services.domain_expert.adapters.web.calls import Limits, WebCaller
from services.domain_expert.adapters.web.datacommons import DataCommons
from services.domain_expert.adapters.web.guarded import AccessRules, GuardedTransport, Resolve, system_resolve
from services.domain_expert.adapters.web.pubmed import (
    REQUESTS_A_SECOND,
    REQUESTS_A_SECOND_WITH_KEY,
    PubMed,
    PubMedAccount,
)
from services.domain_expert.adapters.web.rate import Monotonic, Sleep, TokenBuckets
from services.domain_expert.adapters.web.web_fetch import WebFetch
from services.domain_expert.adapters.web.web_search import JsonWebSearch, SearchAccount
from services.domain_expert.ports import LiteratureSearch, PageFetch, PlaceStatistics, WebSearch, WebTools

_ELSEWHERE_A_SECOND: Final = 1.0


@dataclass(frozen=True, kw_only=True)
class DataCommonsAccount:
    """The observation endpoint, "https://api.datacommons.org/v2/observation", and a key for it."""

    url: str
    key: SecretStr


@dataclass(frozen=True, kw_only=True)
class WebSettings:
    """Whom the web tools may ask. A tool without a setting does not exist, and nothing is sent anywhere.

    Args:
        fetch_hosts: exact names of the hosts whose pages may be read; only they, also after redirects.
        loopback_for_tests: lets every tool speak plain http, and to this machine.
    """

    pubmed: PubMedAccount | None = None
    data_commons: DataCommonsAccount | None = None
    search: SearchAccount | None = None
    fetch_hosts: frozenset[str] = frozenset()
    limits: Limits = field(default_factory=Limits)
    loopback_for_tests: bool = False


@dataclass(frozen=True, kw_only=True)
class World:
    """What the tools need from the machine: names, connections and time."""

    resolve: Resolve = system_resolve
    dialer: httpcore.AsyncNetworkBackend | None = None
    clock: Monotonic = time.monotonic
    sleep: Sleep = asyncio.sleep


@asynccontextmanager
async def open_web_tools(settings: WebSettings, *, world: World | None = None) -> AsyncIterator[WebTools]:
    """The configured tools, whose connections close at the end. Each has a list of hosts and a rate of its own."""
    async with AsyncExitStack() as stack:
        opener = _Opener(settings=settings, world=world or World(), stack=stack)
        yield WebTools(
            literature=await opener.literature(),
            statistics=await opener.statistics(),
            search=await opener.search(),
            fetch=await opener.fetch(),
        )


@dataclass(frozen=True, kw_only=True)
class _Opener:
    """Opens one tool after the other, each for its own hosts."""

    settings: WebSettings
    world: World
    stack: AsyncExitStack

    async def literature(self) -> LiteratureSearch | None:
        account = self.settings.pubmed
        if account is None:
            return None
        rate = REQUESTS_A_SECOND if account.key is None else REQUESTS_A_SECOND_WITH_KEY
        return PubMed(await self._caller(_host_of(account.url), per_second=rate), account)

    async def statistics(self) -> PlaceStatistics | None:
        account = self.settings.data_commons
        if account is None:
            return None
        caller = await self._caller(_host_of(account.url), per_second=_ELSEWHERE_A_SECOND)
        return DataCommons(caller, url=account.url, key=account.key)

    async def search(self) -> WebSearch | None:
        account = self.settings.search
        if account is None:
            return None
        return JsonWebSearch(await self._caller(_host_of(account.url), per_second=_ELSEWHERE_A_SECOND), account)

    async def fetch(self) -> PageFetch | None:
        if not self.settings.fetch_hosts:
            return None
        executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="web-markup")
        self.stack.callback(executor.shutdown, wait=False, cancel_futures=True)
        return WebFetch(
            await self._caller(self.settings.fetch_hosts, per_second=_ELSEWHERE_A_SECOND), executor=executor
        )

    async def _caller(self, hosts: frozenset[str], *, per_second: float) -> WebCaller:
        tests = self.settings.loopback_for_tests
        world = self.world
        caller = WebCaller(
            GuardedTransport(
                AccessRules(hosts=hosts, http_allowed=tests, loopback_allowed=tests),
                resolve=world.resolve,
                dialer=world.dialer,
            ),
            buckets=TokenBuckets(per_second=per_second, clock=world.clock, sleep=world.sleep),
            limits=self.settings.limits,
            clock=world.clock,
            sleep=world.sleep,
        )
        return await self.stack.enter_async_context(aclosing(caller))


def _host_of(url: str) -> frozenset[str]:
    """The host that a configured endpoint names, with its port where it is not the usual one."""
    parsed = httpx.URL(url)
    return frozenset({parsed.host if parsed.port is None else f"{parsed.host}:{parsed.port}"})
