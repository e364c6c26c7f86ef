"""The runner of Daytona's sandboxes, against a cloud that can be told to refuse."""

import gc
from dataclasses import replace

import pytest
from pydantic import SecretStr

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.daytona.runner import DaytonaRunner
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.domain.run import Frames, IsolationLevel, Killed, KillReason, Succeeded
from services.data_science.domain.sandbox import DaytonaResources, SandboxConfig, SandboxMode
from tests.contract.sandbox.fake_daytona import KEY, FakeDaytona

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(120)]
NOTHING = Frames(summary=b"", activities=b"", profile=b"", population=b"")


@pytest.fixture
def config(fake_daytona: FakeDaytona) -> SandboxConfig:
    fake_daytona.refusal = 0
    return SandboxConfig(mode=SandboxMode.DAYTONA, daytona_api_url=fake_daytona.url, daytona_image="r.example/s:1")


async def failure(config: SandboxConfig, *, key: str = KEY, frames: Frames = NOTHING) -> str:
    runner = DaytonaRunner(config, api_key=SecretStr(key))
    await runner.start()
    try:
        assert runner.level is IsolationLevel.NONE
        with pytest.raises(SandboxUnavailableError) as caught:
            await runner.run("return 1", frames)
        return caught.value.message
    finally:
        await runner.stop()


async def test_a_sandbox_is_asked_for_without_network_and_with_an_end(
    config: SandboxConfig, fake_daytona: FakeDaytona
) -> None:
    runner = DaytonaRunner(
        replace(config, daytona_target="eu", daytona_resources=DaytonaResources(cpu=1, memory=2, disk=3)),
        api_key=SecretStr(KEY),
    )
    await runner.start()
    asked_for = fake_daytona.created[-1]
    expected = {
        "networkBlockAll": True,
        "public": False,
        "autoDeleteInterval": 0,
        "autoStopInterval": 10,
        "ttlMinutes": 10,
        "target": "eu",
        "cpu": 1,
        "memory": 2,
        "disk": 3,
        "env": {},
        "volumes": [],
        "buildInfo": {"dockerfileContent": "FROM r.example/s:1\n"},
    }
    assert {name: asked_for.get(name) for name in expected} == expected
    assert asked_for["labels"]["amy.sandbox.instance"] == "amy"
    await runner.stop()


async def test_a_snapshot_is_used_where_one_is_given(config: SandboxConfig, fake_daytona: FakeDaytona) -> None:
    runner = DaytonaRunner(replace(config, daytona_image="", daytona_snapshot="amy-sandbox-1"), api_key=SecretStr(KEY))
    await runner.start()
    assert fake_daytona.created[-1]["snapshot"] == "amy-sandbox-1"
    await runner.stop()


async def test_personal_data_is_refused_before_anything_is_sent(
    config: SandboxConfig, fake_daytona: FakeDaytona, frames: Frames
) -> None:
    runner = DaytonaRunner(config, api_key=SecretStr(KEY))
    await runner.start()
    created, uploads = len(fake_daytona.created), fake_daytona.uploads
    with pytest.raises(SandboxUnavailableError, match="keep a person's data on this one"):
        await runner.run("return 1", frames)
    for field in ("summary", "activities", "profile", "population", "biomarkers"):
        with pytest.raises(SandboxUnavailableError):
            await runner.run("return 1", replace(NOTHING, **{field: getattr(frames, field)}))
    assert (len(fake_daytona.created), fake_daytona.uploads) == (created, uploads)
    assert isinstance(await runner.run("return 1", NOTHING), Succeeded)
    assert fake_daytona.uploads == uploads + 1
    await runner.stop()


async def test_each_refusal_says_what_to_do(config: SandboxConfig, fake_daytona: FakeDaytona) -> None:
    assert "AMY_DATA_SCIENCE_DAYTONA_API_KEY" in await failure(config, key="")
    assert "does not accept the API key" in await failure(config, key="wrong")
    remedies = {429: "fewer requests", 403: "quota", 404: "image, snapshot or region", 500: "try again later"}
    for status, remedy in remedies.items():
        fake_daytona.refusal = status
        assert remedy in await failure(config)


@pytest.mark.filterwarnings("ignore:(?i)unclosed:ResourceWarning")  # the SDK's, of connections that failed
async def test_a_cloud_that_does_not_answer_is_said_not_to(config: SandboxConfig) -> None:
    assert "does not answer" in await failure(replace(config, daytona_api_url="http://127.0.0.1:1/api"))
    gc.collect()


async def test_a_key_is_in_no_message(config: SandboxConfig) -> None:
    assert "secret-key" not in await failure(config, key="secret-key")


async def test_a_sandbox_is_deleted_when_something_in_it_fails(
    config: SandboxConfig, fake_daytona: FakeDaytona
) -> None:
    runner = DaytonaRunner(replace(config, daytona_timeout_s=30), SandboxLimits(), api_key=SecretStr(KEY))
    await runner.start()
    fake_daytona.breaks_downloads = True
    with pytest.raises(SandboxUnavailableError):
        await runner.run("return 1", NOTHING)
    fake_daytona.breaks_downloads = False
    assert not fake_daytona.sandboxes
    await runner.stop()


async def test_a_sandbox_that_tells_nonsense_crashed(config: SandboxConfig, fake_daytona: FakeDaytona) -> None:
    runner = DaytonaRunner(config, api_key=SecretStr(KEY))
    await runner.start()
    fake_daytona.nonsense = b"\xff" * 100_000
    outcome = await runner.run("return 1", NOTHING)
    fake_daytona.nonsense = b""
    assert isinstance(outcome, Killed)
    assert outcome.reason is KillReason.CRASH
    await runner.stop()


async def test_an_image_without_the_agent_is_said_to_have_none(
    config: SandboxConfig, fake_daytona: FakeDaytona
) -> None:
    fake_daytona.nonsense = b"python: not found"
    assert "no agent" in await failure(config)
    fake_daytona.nonsense = b""
