from pathlib import Path

import pytest

from amy.cli.minds import consent_given, explained, minds_of, told_to_services
from amy.llm.profile import ProfileError

KEY = {"ANTHROPIC_API_KEY": "sk-test"}
FILE = """
active_profile = "mine"
[profiles.mine.sandbox]
memory_mb = 512
[profiles.mine.agents.orchestrator]
driver = "api"
[profiles.mine.agents.data_science]
driver = "claude"
options = { command = "no-such-command" }
[profiles.quiet]
"""


def never(question: str) -> bool:
    raise AssertionError(question)


def test_without_a_key_the_rules_think_and_nobody_is_asked(tmp_path: Path) -> None:
    assert "AMY_CONSENT" not in told_to_services({}, tmp_path, ask=never)
    assert [state for state, _ in explained(minds_of({}, tmp_path), tmp_path)] == ["good"]


def test_consent_is_asked_once_in_words_that_name_who_gets_the_data(tmp_path: Path) -> None:
    asked: list[str] = []

    def yes(question: str) -> bool:
        asked.append(question)
        return True

    assert told_to_services(KEY, tmp_path, ask=yes)["AMY_CONSENT"] == "true"
    assert "https://api.anthropic.com" in asked[0]
    assert told_to_services(KEY, tmp_path, ask=never)["AMY_CONSENT"] == "true"
    assert consent_given(minds_of(KEY, tmp_path), tmp_path) is True


def test_a_no_is_kept_too_and_another_recipient_is_asked_for_anew(tmp_path: Path) -> None:
    assert "AMY_CONSENT" not in told_to_services(KEY, tmp_path, ask=lambda _question: False)
    assert "AMY_CONSENT" not in told_to_services(KEY, tmp_path, ask=never)
    elsewhere = {**KEY, "ANTHROPIC_BASE_URL": "https://models.example.org"}
    with pytest.raises(AssertionError, match=r"models\.example\.org"):
        told_to_services(elsewhere, tmp_path, ask=never)


def test_where_nobody_can_be_asked_nothing_is_sent(tmp_path: Path) -> None:
    assert "AMY_CONSENT" not in told_to_services(KEY, tmp_path, ask=None)
    states = {state for state, _ in explained(minds_of(KEY, tmp_path), tmp_path)}
    assert states == {"note"}


def test_a_model_on_this_machine_needs_no_consent(tmp_path: Path) -> None:
    local = {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}
    assert "AMY_CONSENT" not in told_to_services(local, tmp_path, ask=never)
    assert {state for state, _ in explained(minds_of(local, tmp_path), tmp_path)} == {"good"}


def test_the_data_directorys_own_file_is_found_and_its_sandbox_told(tmp_path: Path) -> None:
    (tmp_path / "amy.toml").write_text(FILE, "utf-8")
    told = told_to_services({}, tmp_path, ask=lambda _question: False)
    assert told["AMY_CONFIG"] == str(tmp_path / "amy.toml")
    assert told["AMY_DATA_SCIENCE_SANDBOX_MEMORY_MB"] == "512"
    states = dict(
        zip(
            ("data_science", "orchestrator"),
            explained(minds_of({**told, "AMY_CONSENT": "yes"}, tmp_path), tmp_path),
            strict=True,
        )
    )
    assert states["data_science"][0] == "bad"
    assert "`no-such-command`; that command is not installed" in states["data_science"][1]
    assert states["orchestrator"][0] == "bad"
    assert "ANTHROPIC_API_KEY" in states["orchestrator"][1]


def test_a_profile_is_chosen_by_the_environment(tmp_path: Path) -> None:
    (tmp_path / "amy.toml").write_text(FILE, "utf-8")
    assert minds_of({"AMY_PROFILE": "quiet"}, tmp_path).name == "quiet"
    with pytest.raises(ProfileError, match="no profile called nobody; there are mine, quiet"):
        minds_of({"AMY_PROFILE": "nobody"}, tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("active_profile = ", "not valid TOML"),
        ('active_profile = "a"\n[profiles.b]', "active_profile is a"),
        ('active_profile = "a"\n[profiles.a.agents.cook]\ndriver = "api"', "no agent is called cook"),
        ('active_profile = "a"\n[profiles.a.agents.orchestrator]\ndriver = "gpt"', "driver"),
        ('active_profile = "a"\n[profiles.a.retry]\nmax_retries = 11', "max_retries"),
        ('active_profile = "a"\nprofile = 1\n[profiles.a]', "profile"),
    ],
)
def test_a_file_that_means_nothing_is_refused_with_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "amy.toml").write_text(text, "utf-8")
    with pytest.raises(ProfileError, match=said):
        minds_of({}, tmp_path)


def test_a_model_whose_price_nobody_knows_is_named(tmp_path: Path) -> None:
    local = {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9", "AMY_MODEL": "new-model", "AMY_FAST_MODEL": "newer-model"}
    [*_, (state, said)] = explained(minds_of(local, tmp_path), tmp_path)
    assert state == "note"
    assert said.startswith("nobody knows here what new-model, newer-model cost")


def test_what_a_vendor_tells_with_each_answer_needs_no_price(tmp_path: Path) -> None:
    text = 'active_profile = "a"\n[profiles.a.agents.orchestrator]\ndriver = "{driver}"\nmodel = "new-model"'
    for driver, unpriced in (("claude", ()), ("codex", ("new-model",)), ("api", ("new-model",))):
        (tmp_path / "amy.toml").write_text(text.format(driver=driver), "utf-8")
        assert minds_of({}, tmp_path).unpriced == unpriced
