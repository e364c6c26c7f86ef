"""Where the person at the terminal is."""

import pytest

from amy.cli.locale import locale_of


@pytest.mark.parametrize(
    ("environment", "locale"),
    [
        ({"LANG": "en_GB.UTF-8"}, "en-GB"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_AT@euro"}, "de-AT"),
        ({"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, ""),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": ""}, ""),
        ({}, ""),
    ],
)
def test_the_posix_locale_is_a_language_tag(environment: dict[str, str], locale: str) -> None:
    assert locale_of(environment) == locale
