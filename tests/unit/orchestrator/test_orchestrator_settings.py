"""How long the orchestrator waits for whom, by who thinks there."""

from pathlib import Path

import pytest

from services.orchestrator.settings import Settings

_PEERS = {
    "AMY_ORCHESTRATOR_DATABASE_URL": "sqlite://",
    "AMY_ORCHESTRATOR_VALIDATOR_ADDRESS": "127.0.0.1:1",
    "AMY_ORCHESTRATOR_MEMORY_ADDRESS": "127.0.0.1:1",
    "AMY_ORCHESTRATOR_HEALTH_DATA_ADDRESS": "127.0.0.1:1",
}
_PROFILE = """
active_profile = "mine"
[profiles.mine]
consent = {consent}
[profiles.mine.agents.{agent}]
driver = "api"
options = {{ deadline_s = 40 }}
"""


def waits_s(**environ: str) -> float:
    return Settings.from_env({**_PEERS, **environ}).timeouts().understanding_s


def test_rules_have_ten_seconds_to_read_a_question() -> None:
    assert waits_s() == 10.0


def test_a_model_that_reads_it_has_one_call_and_the_rules_their_time_behind_it() -> None:
    assert waits_s(ANTHROPIC_BASE_URL="http://127.0.0.1:9") == 130.0
    assert waits_s(ANTHROPIC_API_KEY="sk", AMY_CONSENT="true") == 130.0
    assert waits_s(ANTHROPIC_API_KEY="sk") == 10.0


@pytest.mark.parametrize(
    ("agent", "consent", "expected_s"),
    [("data_science", "true", 50.0), ("data_science", "false", 10.0), ("orchestrator", "true", 10.0)],
)
def test_the_profile_of_data_science_alone_says_how_long(
    tmp_path: Path, agent: str, consent: str, expected_s: float
) -> None:
    path = tmp_path / "amy.toml"
    path.write_text(_PROFILE.format(agent=agent, consent=consent))
    assert waits_s(AMY_CONFIG=str(path)) == expected_s


def test_what_is_set_is_the_time_of_the_rules() -> None:
    set_ = {"AMY_ORCHESTRATOR_UNDERSTANDING_TIMEOUT_S": "3"}
    assert waits_s(**set_) == 3.0
    assert waits_s(**set_, ANTHROPIC_BASE_URL="http://127.0.0.1:9") == 123.0
