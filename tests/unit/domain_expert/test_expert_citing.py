"""An address is told as it was found, and over https where its host is known to serve that."""

from dataclasses import replace

import pytest

from services.domain_expert.domain.citing import https_hosts, secured
from tests.unit.domain_expert.experts import SOURCE

HOSTS = https_hosts(
    replace(SOURCE, url=url) for url in ("https://www.nhs.uk/a", "https://a.example:8443/b", "http://b.org/")
)


def test_hosts_are_those_that_were_read_over_https_at_its_own_port() -> None:
    assert sorted(HOSTS) == ["www.nhs.uk"]


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ("http://www.nhs.uk/a?b=http://c#d", "https://www.nhs.uk/a?b=http://c#d"),
        ("http://WWW.nhs.uk/a", "https://WWW.nhs.uk/a"),
        ("http://www.cdc.gov/a", "https://www.cdc.gov/a"),
        ("http://www.cdc.gov.evil.example/a", "http://www.cdc.gov.evil.example/a"),
        ("https://b.org/a", "https://b.org/a"),
        ("http://b.org/a", "http://b.org/a"),
        ("http://nhs.uk/a", "http://nhs.uk/a"),
        ("http://www.nhs.uk:8080/a", "http://www.nhs.uk:8080/a"),
        ("http://www.nhs.uk@evil.example/a", "http://www.nhs.uk@evil.example/a"),
        ("http://evil@www.nhs.uk/a", "http://evil@www.nhs.uk/a"),
        ("http://[::1", "http://[::1"),
        ("", ""),
    ],
)
def test_an_address_is_secured_where_its_host_is_known_to_serve_https(found: str, told: str) -> None:
    assert secured(replace(SOURCE, url=found), HOSTS) == replace(SOURCE, url=told)
