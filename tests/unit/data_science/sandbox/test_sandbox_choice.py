"""Which backend is chosen, from what, and what is refused before anything starts."""

import subprocess
import sys
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from services.data_science.adapters.containers.runner import ContainerRunner
from services.data_science.adapters.daytona.runner import DaytonaRunner
from services.data_science.adapters.runners import RunnerOptions, code_runner
from services.data_science.adapters.sandbox.client import LocalSandbox
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.domain.sandbox import DaytonaResources, SandboxConfig, SandboxMode
from services.data_science.settings import Settings

DAYTONA = {"mode": SandboxMode.DAYTONA, "daytona_image": "r.example/s:1"}


def from_env(**variables: str) -> Settings:
    prefixed = {f"AMY_DATA_SCIENCE_{name.upper()}": value for name, value in variables.items()}
    return Settings.from_env({"AMY_DATA_SCIENCE_HEALTH_DATA_ADDRESS": "h:1", **prefixed})


def test_without_a_word_code_runs_on_this_machine_and_no_data_leaves_it() -> None:
    config = from_env().sandbox()
    assert config == SandboxConfig()
    assert config.mode is SandboxMode.NONE
    assert config.personal_data is False
    assert config.network_allowlist_enabled is False


def test_every_setting_is_read_from_the_environment() -> None:
    settings = from_env(
        sandbox_mode="daytona",
        sandbox_personal_data="true",
        sandbox_instance="one",
        sandbox_network_allowed_hosts="",
        daytona_api_key="secret",
        daytona_api_url="https://d.example/api",
        daytona_target="eu",
        daytona_resources="1, 2, 3",
        daytona_image="r.example/s:1",
        daytona_timeout_s="9",
    )
    assert settings.sandbox() == SandboxConfig(
        mode=SandboxMode.DAYTONA,
        personal_data=True,
        instance="one",
        daytona_api_url="https://d.example/api",
        daytona_target="eu",
        daytona_resources=DaytonaResources(cpu=1, memory=2, disk=3),
        daytona_image="r.example/s:1",
        daytona_timeout_s=9,
    )
    assert "secret" not in repr(settings)


def test_settings_that_do_not_go_together_are_refused_when_they_are_read() -> None:
    with pytest.raises(ValidationError, match="daytona needs one of daytona_image and daytona_snapshot"):
        from_env(sandbox_mode="daytona")
    with pytest.raises(ValidationError, match="sandbox_mode"):
        from_env(sandbox_mode="vm")
    with pytest.raises(ValidationError, match="daytona_resources"):
        from_env(daytona_resources="1, 2")


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        (DAYTONA | {"network_allowlist_enabled": True}, "network_allowlist_enabled must be false with daytona"),
        ({"network_allowed_hosts": ("a.example",)}, "network_allowed_hosts must be empty"),
        ({"engine_url": "tcp://10.0.0.1:2375"}, "engine_url"),
        ({"engine_url": "unix://"}, "engine_url"),
        ({"warm": -1}, "warm"),
        ({"mode": SandboxMode.DAYTONA}, "daytona_image"),
        (DAYTONA | {"daytona_snapshot": "s"}, "one of daytona_image and daytona_snapshot"),
        ({"daytona_snapshot": "s", "daytona_resources": DaytonaResources()}, "daytona_resources"),
        (DAYTONA | {"daytona_api_url": "http://d.example/api"}, "daytona_api_url"),
        ({"daytona_timeout_s": 0}, "daytona_timeout_s"),
    ],
)
def test_fields_that_do_not_go_together_are_named(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        SandboxConfig(**fields)


@pytest.mark.parametrize("name", ["cpu", "memory", "disk"])
def test_a_remote_sandbox_gets_something_of_everything(name: str) -> None:
    with pytest.raises(ValueError, match="greater than 0"):
        DaytonaResources(**{name: 0})


def test_an_allowlist_of_no_host_is_what_holds_anyway() -> None:
    settings = from_env(sandbox_mode="container", sandbox_network_allowlist_enabled="true")
    assert settings.sandbox().network_allowed_hosts == ()
    with pytest.raises(ValidationError, match="network_allowed_hosts must be empty"):
        from_env(sandbox_mode="container", sandbox_network_allowed_hosts="a.example, b.example")


def test_each_mode_has_its_runner() -> None:
    chosen = {
        mode: type(
            code_runner(
                RunnerOptions(
                    config=SandboxConfig(mode=mode, daytona_image="r.example/s:1"),
                    limits=SandboxLimits(),
                    daytona_api_key=SecretStr(""),
                )
            )
        )
        for mode in SandboxMode
    }
    assert chosen == {
        SandboxMode.NONE: LocalSandbox,
        SandboxMode.CONTAINER: ContainerRunner,
        SandboxMode.DAYTONA: DaytonaRunner,
    }


@pytest.mark.parametrize(("mode", "package"), [("container", "docker"), ("daytona", "daytona")])
def test_a_mode_whose_package_is_missing_says_how_to_install_it_and_the_others_go_on(mode: str, package: str) -> None:
    program = f"""
import sys
sys.modules["{package}"] = None
from pydantic import SecretStr
from amy.runtime.extras import NotInstalledError
from services.data_science.adapters.runners import RunnerOptions, code_runner
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.domain.sandbox import SandboxConfig, SandboxMode
for mode in ("none", "{mode}"):
    config = SandboxConfig(mode=SandboxMode(mode), daytona_image="r.example/s:1")
    try:
        code_runner(RunnerOptions(config=config, limits=SandboxLimits(), daytona_api_key=SecretStr("")))
    except NotInstalledError as error:
        print(error)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == (
        f"Sandbox mode {mode} needs a package that is not installed ({package}): "
        f"make with-{mode} in a checkout, or pip install 'amy[{mode}]'."
    )
