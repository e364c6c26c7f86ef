"""The pods of `deploy/k8s`: what each is given, how it is asked, what it may do, and how it stops."""

import re
from typing import Any

import pytest

from amy.runtime.settings import EnvironmentSettings
from amy.runtime.telemetry.settings import TelemetrySettings
from evals.manifests.pods import workloads
from tests.architecture.kubernetes import (
    CALLS,
    EVERY,
    MIGRATIONS,
    POSTGRES,
    WITH_TABLES,
    bytes_of,
    container,
    deployment,
    hyphened,
    mounted,
    of_kind,
    pod,
    settings_of,
    variables,
)
from tests.architecture.test_images import instructions, secret_fields

TEXTS = {
    "database_url": "postgresql://amy:secret@postgres:5432/amy",
    "mesh_token": "token",
    "mesh_token_former": "former",
    "admin_key": "key",
}
SERVICE_OF_HEALTH = "grpc.health.v1.Health"


def taken(settings: type[EnvironmentSettings], name: str) -> bool:
    return (
        name in settings.aliases
        or name.removeprefix(f"AMY_{settings.service.upper()}_").lower() in settings.model_fields
    )


def environment(rendering: str, service: str) -> dict[str, str]:
    """What the service finds once its secrets are read: they stand in as texts of their own."""
    given = {
        name: value if isinstance(value, str) else "referred" for name, value in variables(rendering, service).items()
    }
    return given | {name: TEXTS[key] for name, (_, key) in mounted(rendering, service).items()}


def every_container(rendering: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each container beside the pod it is in."""
    pods = [one["spec"]["template"]["spec"] for one in workloads(EVERY[rendering])]
    return [(spec, one) for spec in pods for one in (*spec.get("initContainers", []), *spec["containers"])]


@pytest.mark.parametrize("rendering", EVERY)
def test_every_service_is_a_deployment_of_its_own_image(rendering: str) -> None:
    assert set(of_kind(EVERY[rendering], "Deployment")) == set(map(hyphened, CALLS))
    for service in CALLS:
        image = container(rendering, service)["image"]
        if rendering.startswith("production"):
            assert re.fullmatch(rf"registry\.example\.com/amy/{service}@sha256:[0-9a-f]{{64}}", image)
        else:
            assert image == f"amy/{service}:latest"


@pytest.mark.parametrize("service", CALLS)
@pytest.mark.parametrize("rendering", EVERY)
def test_a_pod_is_given_settings_that_its_service_takes_and_no_others(rendering: str, service: str) -> None:
    settings, given = settings_of(service), environment(rendering, service)
    tls = {f"AMY_{service.upper()}_TLS_{part}" for part in ("CERT", "KEY", "CA")}
    assert tls & set(given) == (tls if rendering.endswith("with all") else set())
    for name in given:
        assert taken(settings, name) or taken(TelemetrySettings, name), name
    settings.from_env(given)
    TelemetrySettings.from_env(given)


@pytest.mark.parametrize("service", CALLS)
@pytest.mark.parametrize("rendering", EVERY)
def test_the_files_of_tls_are_those_that_cert_manager_writes(rendering: str, service: str) -> None:
    secrets = {one["name"]: one["secret"] for one in pod(rendering, service)["volumes"] if "secret" in one}
    if not rendering.endswith("with all"):
        assert "tls" not in secrets
        return
    assert secrets["tls"]["secretName"] == f"{hyphened(service)}-tls"
    (mount,) = [one for one in container(rendering, service)["volumeMounts"] if one["name"] == "tls"]
    given = environment(rendering, service)
    files = [given[f"AMY_{service.upper()}_TLS_{part}"] for part in ("CERT", "KEY", "CA")]
    assert files == [f"{mount['mountPath']}/{name}" for name in ("tls.crt", "tls.key", "ca.crt")]


@pytest.mark.parametrize("rendering", EVERY)
def test_what_all_services_share_is_the_level_of_the_log(rendering: str) -> None:
    shared = [one["data"] for one in of_kind(EVERY[rendering], "ConfigMap").values()]
    assert shared == ([] if rendering == "base" else [{"AMY_LOG_LEVEL": "INFO"}])


@pytest.mark.parametrize("service", CALLS)
@pytest.mark.parametrize("rendering", EVERY)
def test_a_service_is_told_where_each_that_it_calls_is_by_a_name_with_all_its_pods(
    rendering: str, service: str
) -> None:
    given = environment(rendering, service)
    assert {name: value for name, value in given.items() if name.endswith("_ADDRESS")} == {
        f"AMY_{service.upper()}_{peer.upper()}_ADDRESS": f"dns:///{hyphened(peer)}:50051" for peer in CALLS[service]
    }
    (port,) = [one["containerPort"] for one in container(rendering, service)["ports"] if one["name"] != "metrics"]
    assert given[f"AMY_{service.upper()}_LISTEN"] == f"0.0.0.0:{port}"


@pytest.mark.parametrize("rendering", EVERY)
def test_an_orchestrator_is_named_as_its_pod(rendering: str) -> None:
    given = variables(rendering, "orchestrator")["AMY_ORCHESTRATOR_EXECUTOR_ID"]
    assert given == {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}


@pytest.mark.parametrize("service", CALLS)
@pytest.mark.parametrize("rendering", EVERY)
def test_a_secret_is_a_file_or_a_reference_and_each_service_has_what_it_needs(rendering: str, service: str) -> None:
    upper = service.upper()
    wanted = {f"AMY_{upper}_MESH_TOKEN": "mesh_token"}
    if rendering.endswith("with all"):
        wanted[f"AMY_{upper}_MESH_TOKEN_FORMER"] = "mesh_token_former"
    if service in WITH_TABLES:
        wanted[f"AMY_{upper}_DATABASE_URL"] = "database_url"
    if service == "gateway":
        wanted["AMY_GATEWAY_ADMIN_KEY"] = "admin_key"
    assert mounted(rendering, service) == {name: ("amy-secrets", key) for name, key in wanted.items()}
    aliases = settings_of(service).aliases
    for name, value in variables(rendering, service).items():
        if aliases.get(name, name.removeprefix(f"AMY_{upper}_").lower()) in secret_fields(service):
            assert set(value) == {"secretKeyRef"}, name


@pytest.mark.parametrize("rendering", EVERY)
def test_no_secret_stands_in_a_manifest(rendering: str) -> None:
    assert not of_kind(EVERY[rendering], "Secret")
    assert "postgresql://" not in str(EVERY[rendering])


@pytest.mark.parametrize("rendering", EVERY)
def test_a_container_can_change_nothing_and_become_nobody_else(rendering: str) -> None:
    """Pod Security's level `restricted`, which the namespace enforces, and a root that is not written."""
    for spec, one in every_container(rendering):
        assert one["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        context = spec["securityContext"]
        assert context["runAsNonRoot"] is True
        assert context["runAsUser"] == context["runAsGroup"] == context["fsGroup"] > 0
        assert context["seccompProfile"] == {"type": "RuntimeDefault"}
        assert spec["automountServiceAccountToken"] is False
        assert not {"hostNetwork", "hostPID", "hostIPC", "hostUsers"} & set(spec)
        assert not any("hostPath" in volume for volume in spec["volumes"])
    (namespace,) = of_kind(EVERY[rendering], "Namespace").values()
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"


@pytest.mark.parametrize("service", CALLS)
@pytest.mark.parametrize("rendering", EVERY)
def test_a_service_runs_as_the_user_of_its_image_and_as_an_account_without_rights(rendering: str, service: str) -> None:
    user = dict(instructions(3))["USER"]
    context = pod(rendering, service)["securityContext"]
    assert f"{context['runAsUser']}:{context['runAsGroup']}" == user
    assert pod(rendering, service)["serviceAccountName"] == hyphened(service)
    assert of_kind(EVERY[rendering], "ServiceAccount")[hyphened(service)]["automountServiceAccountToken"] is False
    assert not [one for one in EVERY[rendering] if one["kind"].endswith(("Role", "RoleBinding"))]


@pytest.mark.parametrize("rendering", EVERY)
def test_every_container_has_what_it_needs_and_an_end_to_what_it_may_take(rendering: str) -> None:
    for spec, one in every_container(rendering):
        requests, limits = one["resources"]["requests"], one["resources"]["limits"]
        assert {"cpu", "memory"} <= set(requests)
        assert {"memory", "ephemeral-storage"} <= set(limits)
        assert bytes_of(requests["memory"]) <= bytes_of(limits["memory"])
        scratch = [volume["emptyDir"] for volume in spec["volumes"] if "emptyDir" in volume]
        assert all(volume["sizeLimit"] for volume in scratch)
        in_memory = sum(bytes_of(volume["sizeLimit"]) for volume in scratch if volume.get("medium") == "Memory")
        assert in_memory < bytes_of(limits["memory"]), "a full volume in memory would end the container"


@pytest.mark.parametrize("rendering", EVERY)
def test_what_generated_code_needs_is_there(rendering: str) -> None:
    settings = settings_of("data_science").from_env(environment(rendering, "data_science"))
    limit = bytes_of(container(rendering, "data_science")["resources"]["limits"]["memory"])
    runs: int = settings.model_dump()["sandbox_max_concurrent"]
    each: int = settings.model_dump()["sandbox_memory_mb"]
    assert limit >= runs * each * 2**20 + 2**29
    assert settings.model_dump()["sandbox_minimum_level"] == "filtered"
    assert pod(rendering, "data_science")["shareProcessNamespace"] is True, "somebody reaps what a killed run leaves"


@pytest.mark.parametrize("rendering", EVERY)
def test_a_file_that_is_imported_finds_room_while_it_is_read(rendering: str) -> None:
    limit: int = settings_of("health_data").model_fields["max_import_bytes"].default
    (tmp,) = [one["emptyDir"] for one in pod(rendering, "health_data")["volumes"] if one["name"] == "tmp"]
    assert "medium" not in tmp, "on the node's disk"
    assert bytes_of(tmp["sizeLimit"]) >= 4 * limit


@pytest.mark.parametrize("service", [name for name in CALLS if name != "gateway"])
@pytest.mark.parametrize("rendering", EVERY)
def test_a_service_is_asked_by_grpc_health_and_restarted_for_its_own_faults_only(rendering: str, service: str) -> None:
    asked = container(rendering, service)
    if rendering.endswith("with all"):
        assert asked["startupProbe"]["exec"] == asked["readinessProbe"]["exec"] == {"command": ["amy-health"]}
        assert asked["livenessProbe"]["exec"] == {"command": ["amy-health", "--service", SERVICE_OF_HEALTH]}
    else:
        assert asked["startupProbe"]["grpc"] == asked["readinessProbe"]["grpc"] == {"port": 50051}
        assert asked["livenessProbe"]["grpc"] == {"port": 50051, "service": SERVICE_OF_HEALTH}
    startup = asked["startupProbe"]
    assert startup["periodSeconds"] * startup["failureThreshold"] >= 120


@pytest.mark.parametrize("rendering", EVERY)
def test_a_gateway_is_asked_about_itself_and_not_about_the_system(rendering: str) -> None:
    """Every gateway says 503 under `/healthz` while any service is away: nobody would tell people so."""
    asked = container(rendering, "gateway")
    assert asked["startupProbe"]["tcpSocket"] == {"port": "http"}
    # A connection alone is taken by the kernel, also for a process that hangs.
    assert asked["livenessProbe"]["httpGet"] == asked["readinessProbe"]["httpGet"]
    assert asked["readinessProbe"]["httpGet"] == {"path": "/openapi.json", "port": "http"}


@pytest.mark.parametrize("service", CALLS)
@pytest.mark.parametrize("rendering", EVERY)
def test_a_pod_goes_when_another_serves_and_has_time_to_end_its_calls(rendering: str, service: str) -> None:
    definition = deployment(rendering, service)["spec"]
    assert definition["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    assert definition["minReadySeconds"] >= (30 if rendering.startswith("production") else 5)
    pause = container(rendering, service)["lifecycle"]["preStop"]["sleep"]["seconds"]
    drain = settings_of(service).from_env(environment(rendering, service)).drain_s
    assert pause >= (10 if service == "gateway" else 5)
    assert pod(rendering, service)["terminationGracePeriodSeconds"] - pause >= 2 * drain


@pytest.mark.parametrize("rendering", EVERY)
def test_the_migrations_bring_every_service_with_tables_up_to_date_from_its_own_image(rendering: str) -> None:
    job = of_kind(EVERY[rendering], "Job")[MIGRATIONS]["spec"]["template"]["spec"]
    assert [one["args"] for one in job["containers"]] == [["amy-migrate", name] for name in sorted_as_called()]
    for one in job["containers"]:
        assert one["image"] == container(rendering, one["args"][1])["image"]
        assert "command" not in one, "the image's own entry reads the secrets"
    (volume,) = [one["secret"] for one in job["volumes"] if one["name"] == "secrets"]
    assert volume["secretName"] == "amy-secrets"
    assert {item["path"]: item["key"] for item in volume["items"]} == {
        f"AMY_{name.upper()}_DATABASE_URL": "database_url" for name in WITH_TABLES
    }
    assert job["restartPolicy"] == "OnFailure", "the database may still be starting"


def sorted_as_called() -> list[str]:
    """Callers before those they call, as a backup takes them."""
    return sorted(WITH_TABLES, key=["gateway", "orchestrator", "memory", "domain_expert", "health_data"].index)


@pytest.mark.parametrize("rendering", EVERY)
def test_a_database_of_its_own_comes_with_the_local_system_alone(rendering: str) -> None:
    stateful = of_kind(EVERY[rendering], "StatefulSet")
    assert set(stateful) == ({POSTGRES} if rendering.startswith("local") else set())
