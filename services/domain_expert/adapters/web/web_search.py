"""A web search whose endpoint answers in JSON, in the shape of Brave's web search.

Asked with `q` and `count`; answers `{"web": {"results": [{"title", "url", "description"}]}}`, without `web` where
nothing was found. https://api-dashboard.search.brave.com/app/documentation/web-search
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import httpx
from pydantic import BaseModel, SecretStr

from services.domain_expert.adapters.web.calls import Call, WebCaller
from services.domain_expert.adapters.web.html_text import plain_text
from services.domain_expert.adapters.web.json_answers import read_json
from services.domain_expert.domain.search_terms import SearchTerms
from services.domain_expert.domain.web_results import SearchHit

_JSON: Final = frozenset({"application/json"})
_MAX_HITS: Final = 20
_MAX_FIELD_CHARACTERS: Final = 2_000


@dataclass(frozen=True, kw_only=True)
class SearchAccount:
    """Where to search, and the header that carries the key."""

    url: str
    key_header: str
    key: SecretStr


class _Result(BaseModel):
    title: str
    url: str
    description: str = ""


class _Results(BaseModel):
    results: list[_Result]


class _SearchAnswer(BaseModel):
    web: _Results | None = None


class JsonWebSearch:
    """Finds web pages."""

    def __init__(self, caller: WebCaller, account: SearchAccount) -> None:
        self._caller = caller
        self._account = account

    async def hits(self, terms: SearchTerms, *, at_most: int) -> Sequence[SearchHit]:
        """The pages in the order of the search engine. Only addresses that start with https are passed on."""
        wanted = min(at_most, _MAX_HITS)
        answer = await self._caller.call(
            Call(
                url=self._account.url,
                media_types=_JSON,
                parameters=(("q", terms.text), ("count", str(wanted))),
                secret_headers=((self._account.key_header, self._account.key.get_secret_value()),),
            )
        )
        web = read_json(answer, _SearchAnswer).web
        results = () if web is None else tuple(result for result in web.results if _is_https(result.url))
        return tuple(
            SearchHit(
                url=result.url,
                title=plain_text(result.title[:_MAX_FIELD_CHARACTERS]),
                snippet=plain_text(result.description[:_MAX_FIELD_CHARACTERS]),
            )
            for result in results[:wanted]
        )


def _is_https(url: str) -> bool:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return False
    return parsed.scheme == "https" and bool(parsed.host) and not parsed.userinfo
