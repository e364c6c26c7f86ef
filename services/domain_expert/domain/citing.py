"""What can be cited: a text that a tool has found, and where it is from."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

_HTTPS_ONLY: Final = ".gov"
"""Federal sites of the United States have to be served over https alone: memorandum M-15-13, https://https.cio.gov."""


@dataclass(frozen=True, kw_only=True)
class Source:
    """A publication.

    Attributes:
        publisher: who published it.
        year: of publication; 0 where it is not known.
        url: where it was found.
        doi: without a resolver; empty where it has none.
        licence: under which its text may be used; "facts only" where only what it says is taken over.
    """

    title: str
    publisher: str
    year: int
    url: str
    doi: str = ""
    licence: str = "facts only"


@dataclass(frozen=True, kw_only=True)
class Citable:
    """A text that a tool has found. `id` is its own over all tools of one consultation."""

    id: str
    text: str
    sources: tuple[Source, ...]


def https_hosts(sources: Iterable[Source]) -> frozenset[str]:
    """The hosts from which some source was read over https."""
    addresses = {source.url for source in sources}
    return frozenset(host for address in addresses if (host := _host(address, "https")))


def secured(source: Source, hosts: Container[str]) -> Source:
    """The source at its https address where its host is one of these or has to serve that; any other as it was found.

    What a host served over http it serves over https as well, if it serves https at all. Where nobody has seen it do
    so the address stays, to be told and not to be linked.
    """
    host = _host(source.url, "http")
    if host not in hosts and not host.endswith(_HTTPS_ONLY):
        return source
    return replace(source, url=f"https{source.url[len('http') :]}")


def _host(url: str, scheme: str) -> str:
    """The host of an address of this scheme at its usual port; empty for any other."""
    try:
        address = urlsplit(url)
        usual = address.scheme == scheme and address.port is None and address.username is None
    except ValueError:
        return ""
    return address.hostname or "" if usual else ""
