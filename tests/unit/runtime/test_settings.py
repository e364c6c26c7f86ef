"""Settings come from prefixed variables and documented aliases, and from nowhere else."""

from collections.abc import Mapping
from typing import ClassVar

import pytest
from pydantic import SecretStr, ValidationError

from amy.runtime.settings import ServiceSettings


class Settings(ServiceSettings):
    service: ClassVar[str] = "example"
    aliases: ClassVar[Mapping[str, str]] = {"AMY_LIMIT": "limit"}

    limit: int = 3
    key: SecretStr = SecretStr("")


class Demanding(Settings):
    service: ClassVar[str] = "demanding"

    database: str


def test_a_prefixed_variable_sets_its_field() -> None:
    assert Settings.from_env({"AMY_EXAMPLE_LIMIT": "7", "AMY_OTHER_LIMIT": "9"}).limit == 7


def test_an_alias_sets_its_field_and_the_prefixed_name_wins() -> None:
    assert Settings.from_env({"AMY_LIMIT": "5"}).limit == 5
    assert Settings.from_env({"AMY_LIMIT": "5", "AMY_EXAMPLE_LIMIT": "7"}).limit == 7


def test_an_unprefixed_variable_of_the_machine_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT", "99")
    monkeypatch.setenv("LISTEN", "0.0.0.0:1")
    settings = Settings.from_env({})
    assert (settings.limit, settings.listen) == (3, "127.0.0.1:0")


def test_a_value_that_does_not_parse_is_refused() -> None:
    with pytest.raises(ValidationError):
        Settings.from_env({"AMY_EXAMPLE_LIMIT": "many"})


def test_a_refusal_names_the_setting_and_shows_no_secret() -> None:
    with pytest.raises(ValidationError) as refused:
        Settings.from_env({"AMY_EXAMPLE_LIMIT": "many", "AMY_EXAMPLE_KEY": "open-sesame"})
    assert "limit" in str(refused.value)
    with pytest.raises(ValidationError) as missing:
        Demanding.from_env({"AMY_DEMANDING_KEY": "open-sesame"})
    assert "database" in str(missing.value)
    assert "open-sesame" not in f"{refused.value} {missing.value}"
