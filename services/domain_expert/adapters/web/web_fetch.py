"""Reads one page of a host that the settings name."""

import asyncio
from concurrent.futures import Executor
from typing import Final

from services.domain_expert.adapters.web.calls import Call, WebCaller, time_limit
from services.domain_expert.adapters.web.html_text import html_text
from services.domain_expert.domain.search_terms import PageAddress
from services.domain_expert.domain.web_results import Page

_HTML: Final = frozenset({"text/html", "application/xhtml+xml"})


class WebFetch:
    """Fetches web pages.

    Args:
        executor: reads the markup, away from the event loop, because a hostile page can take long.
    """

    def __init__(self, caller: WebCaller, *, executor: Executor) -> None:
        self._caller = caller
        self._executor = executor

    async def page(self, address: PageAddress) -> Page:
        """The page, where it was found after redirects within the named hosts."""
        answer = await self._caller.call(Call(url=address.url, media_types=_HTML))
        async with time_limit(self._caller.limits.total_s, host=answer.host):
            read = await asyncio.get_running_loop().run_in_executor(
                self._executor, html_text, answer.body.decode(answer.charset, errors="replace")
            )
        return Page(url=answer.url, title=read.title, text=read.text)
