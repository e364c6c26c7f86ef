"""Names of models."""

import pytest

from amy.llm.models import ALIAS_VARIABLES, ALIASES, ROLE_DEFAULTS, Role, full_id, traits_of
from amy.llm.prices import shipped_prices
from tests.vendor.catalogue import rules_of


@pytest.mark.parametrize("alias", ALIASES)
def test_an_alias_stands_for_the_newest_model_or_for_what_the_environment_says(alias: str) -> None:
    assert full_id(alias, {}) == ALIASES[alias]
    assert full_id(alias, {ALIAS_VARIABLES[alias]: ""}) == ALIASES[alias]
    assert full_id(alias, {ALIAS_VARIABLES[alias]: "anthropic/other"}) == "anthropic/other"


def test_a_name_that_is_no_alias_stands_as_it_is() -> None:
    assert full_id("claude-sonnet-4-6", {"ANTHROPIC_DEFAULT_SONNET_MODEL": "x"}) == "claude-sonnet-4-6"


def test_a_dated_model_has_the_traits_of_its_model() -> None:
    assert traits_of("claude-haiku-4-5-20251001") == traits_of("claude-haiku-4-5")
    assert traits_of("nobody-knows").least_cached_tokens == 1024


def test_only_the_model_that_thinks_whether_it_is_asked_or_not_is_said_to() -> None:
    assert [model for model in ALIASES.values() if traits_of(model).thinks] == ["claude-opus-5-5"]


@pytest.mark.parametrize("role", Role)
def test_what_a_role_uses_by_default_exists_and_has_a_price(role: Role) -> None:
    model = full_id(ROLE_DEFAULTS[role], {})
    assert rules_of(model) is not None
    assert any(model in row.models for row in shipped_prices())
