"""The images and the composed system, as far as their files tell without a container engine."""

import os
import re
import stat
import subprocess
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from pydantic import SecretStr

from amy.runtime.health import own_address
from tests.architecture.test_call_graph import CALLS, settings_of

ROOT: Final = Path(__file__).resolve().parents[2]
DEPLOY: Final = ROOT / "deploy"
DOCKERFILE: Final = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
POSTGRES: Final = "postgres"


def instructions(stage: int) -> list[tuple[str, str]]:
    """Each instruction of a stage of the Dockerfile, counted from what stands before the first (0)."""
    stages = re.split(r"^(?=FROM )", DOCKERFILE, flags=re.MULTILINE)
    lines = [line for line in stages[stage].splitlines() if line and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def composed(service: str) -> dict[str, Any]:
    """A service of the project as compose defines it; names of hosts have hyphens."""
    definition: dict[str, Any] = COMPOSE["services"][service.replace("_", "-")]
    return definition


def mounted(service: str) -> dict[str, str]:
    """Its secrets: the name under which each is mounted, and what it is called."""
    return {secret["target"]: secret["source"] for secret in composed(service)["secrets"]}


def environment(service: str) -> dict[str, str]:
    """What the service finds once its secrets are read: they stand in as texts of their own."""
    texts = {"database_url": "postgresql://amy:secret@postgres:5432/amy", "mesh_token": "token", "admin_key": "key"}
    return {**composed(service)["environment"], **{name: texts[secret] for name, secret in mounted(service).items()}}


def secret_fields(service: str) -> set[str]:
    fields = settings_of(service).model_fields
    return {name for name, field in fields.items() if field.annotation is SecretStr}


def test_every_service_of_the_system_is_composed_from_an_image_of_its_own() -> None:
    services = {point.name for point in entry_points(group="amy.services")}
    assert {name.replace("-", "_") for name in COMPOSE["services"]} == services | {POSTGRES}
    for service in services:
        assert composed(service)["image"] == f"${{AMY_IMAGES:-amy}}/{service}:${{AMY_TAG:-latest}}"


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Not as a part of the `make` that runs the tests."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(["make", *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_make_builds_an_image_of_every_service_and_only_on_a_pinned_base() -> None:
    digest = f"python:3.11-slim@sha256:{'0' * 64}"
    built = re.search(r"for service in ([a-z_ ]+);", make("-n", "images", f"BASE={digest}").stdout)
    assert built
    assert set(built[1].split()) == set(CALLS)
    for base in ("", "python:3.11-slim"):
        refused = make("images", f"BASE={base}")
        assert refused.returncode != 0
        assert refused.stdout.startswith("Pin the base")


def test_every_stage_stands_on_the_base_that_the_operator_pins() -> None:
    assert instructions(0) == [("ARG", "BASE")]
    assert re.findall(r"^FROM (\S+) AS (\S+)$", DOCKERFILE, re.MULTILINE) == [
        ("${BASE}", "wheels"),
        ("wheels", "build"),
        ("${BASE}", "runtime"),
    ]


def test_what_is_fetched_is_verified_by_its_hash_and_nothing_else_is_fetched() -> None:
    commands = " && ".join(rest for stage in (1, 2, 3) for word, rest in instructions(stage) if word == "RUN")
    fetching = [
        command for command in commands.split("&&") if re.search(r"\bpip\b.*\b(download|wheel|install)\b", command)
    ]
    assert len(fetching) == 5
    for command in fetching:
        assert "--require-hashes" in command or "--no-index" in command or "uninstall" in command, command
    assert not re.search(r"\b(curl|wget|apt-get|apk|git)\b", DOCKERFILE)
    assert not re.search(r"^ADD ", DOCKERFILE, re.MULTILINE)


def test_a_service_runs_as_nobody_in_particular_stops_on_sigterm_and_tells_its_health() -> None:
    runtime = dict(instructions(3))
    assert runtime["USER"] == "10001:10001"
    assert runtime["STOPSIGNAL"] == "SIGTERM"
    assert runtime["ENTRYPOINT"] == '["amy-start"]'
    assert runtime["HEALTHCHECK"].endswith('CMD ["amy-health"]')
    assert "org.opencontainers.image.title" in runtime["LABEL"]


def test_the_runtime_takes_from_the_build_what_is_installed_and_drops_the_installer() -> None:
    copied = [rest for word, rest in instructions(3) if word == "COPY"]
    assert copied == ["deploy/images/start /usr/local/bin/amy-start", "--from=build /opt/amy /opt/amy"]
    assert any("pip uninstall" in rest for word, rest in instructions(3) if word == "RUN")


def test_the_build_sees_the_code_and_no_secrets() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "**"
    allowed = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}
    copied = [rest.split() for stage in (1, 2, 3) for word, rest in instructions(stage) if word == "COPY"]
    wanted = {source for words in copied if "--from=build" not in words for source in words[:-1]}
    assert wanted <= allowed
    assert allowed - wanted == {"deploy/sandbox/requirements.txt"}, "of the image of the sandbox"


@pytest.mark.parametrize("service", CALLS)
def test_a_service_is_given_settings_that_it_takes_and_no_others(service: str) -> None:
    settings, prefix = settings_of(service), f"AMY_{service.upper()}_"
    given = environment(service)
    for name in given:
        assert name.removeprefix(prefix).lower() in settings.model_fields, name
    settings.from_env(given)


@pytest.mark.parametrize("service", CALLS)
def test_a_service_finds_everyone_it_calls_where_they_listen(service: str) -> None:
    given = environment(service)
    addresses = {name: value for name, value in given.items() if name.endswith("_ADDRESS")}
    assert addresses == {
        f"AMY_{service.upper()}_{peer.upper()}_ADDRESS": f"{peer.replace('_', '-')}:{listen(peer).rpartition(':')[2]}"
        for peer in CALLS[service]
    }
    assert own_address({"AMY_SERVICE": service, **given})


def listen(service: str) -> str:
    address: str = environment(service)[f"AMY_{service.upper()}_LISTEN"]
    assert address.startswith("0.0.0.0:")
    return address


@pytest.mark.parametrize("service", CALLS)
def test_a_service_starts_after_those_it_needs_are_healthy(service: str) -> None:
    needs = {peer.replace("_", "-") for peer in CALLS[service]}
    if "database_url" in settings_of(service).model_fields:
        needs.add(POSTGRES)
    assert composed(service).get("depends_on", {}) == {name: {"condition": "service_healthy"} for name in needs}


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_a_container_is_not_root_and_can_change_nothing_but_its_own_data(name: str) -> None:
    definition = COMPOSE["services"][name]
    assert not str(definition["user"]).startswith(("0", "root"))
    assert definition["read_only"] is True
    assert definition["cap_drop"] == ["ALL"]
    assert definition["security_opt"] == ["no-new-privileges:true"]
    assert all("noexec" in mount and "nosuid" in mount for mount in definition["tmpfs"])
    assert definition["healthcheck"]["test"][0] == "CMD"
    assert definition["init"] is True
    forbidden = {"privileged", "cap_add", "network_mode", "pid", "ipc", "devices", "userns_mode"}
    assert not forbidden & set(definition)
    assert definition.get("volumes", []) == (["postgres:/var/lib/postgresql/data"] if name == POSTGRES else [])


@pytest.mark.parametrize("service", CALLS)
def test_a_service_runs_as_the_user_of_its_image_and_has_time_to_drain(service: str) -> None:
    assert composed(service)["user"] == dict(instructions(3))["USER"]
    grace_s = float(composed(service)["stop_grace_period"].removesuffix("s"))
    assert grace_s >= 2 * settings_of(service).from_env(environment(service)).drain_s


def test_one_port_is_published_and_to_this_machine_alone() -> None:
    published = {name: each["ports"] for name, each in COMPOSE["services"].items() if "ports" in each}
    assert published == {"gateway": ["127.0.0.1:${AMY_HTTP_PORT:-8420}:8420"]}
    assert listen("gateway") == "0.0.0.0:8420"


def test_only_the_gateway_has_a_way_out() -> None:
    assert COMPOSE["networks"]["inside"]["internal"] is True
    outside = {name for name, each in COMPOSE["services"].items() if "outside" in each["networks"]}
    assert outside == {"gateway"}


@pytest.mark.parametrize("service", CALLS)
def test_secrets_are_files_and_every_service_has_the_token_of_the_mesh(service: str) -> None:
    prefix = f"AMY_{service.upper()}_"
    inline = {name.removeprefix(prefix).lower() for name in composed(service)["environment"]}
    assert not inline & secret_fields(service)
    assert {name.removeprefix(prefix).lower() for name in mounted(service)} <= secret_fields(service)
    assert mounted(service)[f"{prefix}MESH_TOKEN"] == "mesh_token"


def test_every_secret_is_a_file_that_is_written_for_it_and_not_committed(tmp_path: Path) -> None:
    used = {secret for service in CALLS for secret in mounted(service).values()} | {"postgres_password"}
    assert set(COMPOSE["secrets"]) == used
    assert all(secret == {"file": f"${{AMY_SECRETS:-./secrets}}/{name}"} for name, secret in COMPOSE["secrets"].items())
    assert "/deploy/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    folder = tmp_path / "secrets"
    for _ in range(2):
        subprocess.run([DEPLOY / "images" / "secrets", folder], check=True)
        written = {file.name: file.read_text(encoding="utf-8").strip() for file in folder.iterdir()}
    assert set(written) == used
    assert written["database_url"] == f"postgresql://amy:{written['postgres_password']}@postgres:5432/amy"
    assert written["admin_key"].startswith("amy_live_")
    assert len(set(written.values())) == len(used)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def start(service: str, tmp_path: Path, *command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """What the image's start script does, with an interpreter that tells what it was asked to run."""
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$*"\nenv\n')
    python.chmod(0o755)
    env |= {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "AMY_SERVICE": service,
        "AMY_SECRETS_DIR": str(tmp_path / "run"),
    }
    return subprocess.run([DEPLOY / "images" / "start", *command], env=env, capture_output=True, text=True, check=True)


def test_a_command_that_is_given_runs_in_the_place_of_the_service_with_its_secrets(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "AMY_MEMORY_DATABASE_URL").write_text("postgresql://amy@postgres/amy")
    told = start("memory", tmp_path, "printenv", "AMY_MEMORY_DATABASE_URL", "AMY_SERVICE").stdout
    assert told == "postgresql://amy@postgres/amy\nmemory\n"


@pytest.mark.parametrize("service", CALLS)
def test_an_image_starts_the_program_of_its_service(service: str, tmp_path: Path) -> None:
    (point,) = entry_points(group="amy.services", name=service)
    assert start(service, tmp_path).stdout.startswith(f"-m {point.module.removesuffix('.__main__')}\n")


def test_a_secret_that_is_mounted_is_a_setting_unless_it_is_given_outright(tmp_path: Path) -> None:
    secrets = tmp_path / "run"
    secrets.mkdir()
    (secrets / "AMY_MEMORY_DATABASE_URL").write_text("postgresql://amy:$(id)'\"@postgres/amy\n")
    (secrets / "AMY_MEMORY_MESH_TOKEN").write_text("mounted")
    (secrets / "AMY_x;id").write_text("no name of a setting")
    (secrets / "PATH").write_text("none of ours")
    told = start("memory", tmp_path, AMY_MEMORY_MESH_TOKEN="given").stdout.splitlines()
    assert "AMY_MEMORY_DATABASE_URL=postgresql://amy:$(id)'\"@postgres/amy" in told
    assert "AMY_MEMORY_MESH_TOKEN=given" in told
    assert not any("none of ours" in line or "no name" in line for line in told)
