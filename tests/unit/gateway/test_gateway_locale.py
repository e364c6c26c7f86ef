"""Where a client is."""

import pytest

from gateway.domain.locale import preferred_locale


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        ("en-GB,en;q=0.9", "en-GB"),
        ("de, de-AT;q=0.8, en;q=0.5", "de-AT"),
        ("zh-Hant-TW", "zh-Hant-TW"),
        ("en", ""),
        ("*", ""),
        ("", ""),
        ("x" * 10_000, ""),
        ("en-GBX", ""),
    ],
)
def test_the_first_tag_that_names_a_country_counts(header: str, locale: str) -> None:
    assert preferred_locale(header) == locale
