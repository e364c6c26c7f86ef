"""What a service's settings make of a profile, a key and consent."""

from typing import ClassVar

import pytest

from amy.llm.models import Role
from amy.llm.settings import MindSettings


class Settings(MindSettings):
    service: ClassVar[str] = "orchestrator"


def of(**environ: str) -> Settings:
    return Settings.from_env(environ)


@pytest.mark.parametrize(
    ("environ", "profile"),
    [
        ({}, "rules"),
        ({"ANTHROPIC_API_KEY": "sk"}, "rules"),
        ({"ANTHROPIC_API_KEY": "sk", "AMY_CONSENT": "true"}, "claude"),
        ({"ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}, "claude"),
    ],
)
def test_a_turn_names_the_profile_whose_models_were_asked(environ: dict[str, str], profile: str) -> None:
    settings = of(**environ)
    assert settings.answering_profile() == profile
    assert (settings.model_access() is None) == (profile == "rules")


def test_a_variable_outranks_what_a_role_uses_by_default() -> None:
    settings = of(
        ANTHROPIC_BASE_URL="http://127.0.0.1:9", AMY_FAST_MODEL="haiku", ANTHROPIC_DEFAULT_OPUS_MODEL="x/opus"
    )
    access = settings.model_access()
    assert access is not None
    assert access.models[Role.FAST] == "claude-haiku-5-5"
    assert access.models[Role.MAIN] == "x/opus"
    assert access.models[Role.ANALYSIS] == "claude-sonnet-4-6"
