"""From a profile to somebody who can be asked."""

from pathlib import Path
from typing import ClassVar

import pytest
from structlog.testing import capture_logs

from amy.llm.open import open_caller
from amy.llm.settings import MindSettings


class Minded(MindSettings):
    """The settings of a service that has nothing but a mind."""

    service: ClassVar[str] = "orchestrator"


PROFILE = """
active_profile = "mine"
[profiles.mine]
consent = {consent}
[profiles.mine.agents.orchestrator]
driver = "{driver}"
"""


@pytest.mark.parametrize(
    ("driver", "provider"), [("api", "https://api.anthropic.com"), ("claude", "claude"), ("codex", "codex")]
)
async def test_each_driver_that_a_profile_can_name_can_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str, provider: str
) -> None:
    monkeypatch.delenv("ANTHROPIC_BASE_URL", raising=False)
    caller = open_caller(settings(tmp_path, driver=driver))
    assert caller is not None
    assert caller._driver.provider == provider
    await caller.close()


@pytest.mark.parametrize("driver", ["api", "claude", "codex"])
def test_without_consent_nobody_is_asked(tmp_path: Path, driver: str) -> None:
    assert open_caller(settings(tmp_path, driver=driver, consent="false")) is None


def settings(folder: Path, *, driver: str, consent: str = "true") -> Minded:
    path = folder / "amy.toml"
    path.write_text(PROFILE.format(driver=driver, consent=consent), "utf-8")
    return Minded.from_env({"AMY_CONFIG": str(path), "ANTHROPIC_API_KEY": "sk-test"})


@pytest.mark.parametrize(("model", "said"), [("claude-sonnet-5-5", []), ("new-model", ["new-model"])])
async def test_a_model_whose_price_nobody_knows_is_said_to_be_one_at_the_start(
    tmp_path: Path, model: str, said: list[str]
) -> None:
    path = tmp_path / "amy.toml"
    path.write_text(PROFILE.format(driver="api", consent="true") + f'model = "{model}"\n', "utf-8")
    with capture_logs() as logs:
        caller = open_caller(Minded.from_env({"AMY_CONFIG": str(path), "ANTHROPIC_API_KEY": "sk-test"}))
    assert caller is not None
    await caller.close()
    assert [log["model"] for log in logs if log["event"] == "model.price_unknown"] == said
