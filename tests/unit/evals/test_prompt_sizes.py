"""How long prompts get in a long conversation."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from amy.llm.messages import Rendered
from evals import prompt_sizes
from evals.prompt_sizes import sizes
from tests.vendor import known_prompts


def test_every_prompt_is_measured_and_none_is_longer_than_it_may_be() -> None:
    found = sizes()
    assert {each.purpose for each in found} == set(known_prompts().values())
    assert [each.purpose for each in found if each.is_too_long] == []


def test_one_that_a_history_has_grown_too_far_is_found() -> None:
    size, *_ = sizes()
    assert replace(size, long=size.most + 1).is_too_long
    assert not replace(size, long=size.most).is_too_long


@pytest.mark.parametrize(
    "of",
    [
        prompt_sizes.of_orchestrator,
        prompt_sizes.of_data_science,
        prompt_sizes.of_domain_expert,
        prompt_sizes.of_health_coach,
        prompt_sizes.of_investigator,
    ],
)
def test_a_conversation_of_which_no_more_is_shown_grows_no_prompt(of: Callable[[int], Mapping[str, Rendered]]) -> None:
    long, longer = of(200), of(400)
    assert {name: len(prompt.data) for name, prompt in long.items()} == {
        name: len(prompt.data) for name, prompt in longer.items()
    }
