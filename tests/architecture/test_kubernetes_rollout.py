"""How many there are of each pod and where, how an overlay is rolled out, and what `make manifests` says."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from scripts.manifests import COMPONENTS, K8S, KUSTOMIZE_MAJOR, OVERLAYS, Manifest, base
from tests.architecture.kubernetes import CALLS, EVERY, KUSTOMIZE, PREREQUISITE, hyphened, of_kind
from tests.architecture.test_images import ROOT

PRODUCTION = [name for name in EVERY if name.startswith("production")]
RENDERING = (
    "kind: Namespace\nmetadata:\n  labels:\n    a: b\n  name: own\n---\nkind: Job\nmetadata:\n  name: migrations"
)
BEFORE = {"ConfigMap", "Job", "Namespace", "NetworkPolicy"}
OF_THE_OVERLAY = {
    "local": {"NetworkPolicy", "Service", "ServiceAccount", "StatefulSet"},
    "production": {"HorizontalPodAutoscaler", "Ingress", "NetworkPolicy", "PodDisruptionBudget", "PriorityClass"},
}


def read(path: Path) -> list[Manifest]:
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def kustomization(*parts: str) -> Manifest:
    (found,) = read(K8S.joinpath(*parts, "kustomization.yaml"))
    return found


@pytest.mark.parametrize("rendering", [name for name in EVERY if name != "base"])
def test_what_comes_before_the_services_is_marked_so_and_nothing_else_is(rendering: str) -> None:
    for one in EVERY[rendering]:
        marked = PREREQUISITE.items() <= one["metadata"].get("labels", {}).items()
        of_database = one["metadata"]["name"] in {"postgres", "migrations"}
        assert marked == (one["kind"] in BEFORE or of_database), (one["kind"], one["metadata"]["name"])


STATE = (
    '--context c --namespace own get job migrations --output jsonpath={.status.conditions[?(@.status=="True")].type}'
)


def test_a_rollout_waits_for_the_migrations_before_it_applies_a_service(tmp_path: Path) -> None:
    said = roll_out(tmp_path)
    assert said.returncode == 0, said.stderr
    assert (tmp_path / "calls").read_text().splitlines() == [
        "kustomize overlay",
        "--context c --namespace own delete job migrations --ignore-not-found",
        "--context c apply --kustomize overlay --selector app.kubernetes.io/component=prerequisite",
        STATE,
        STATE,
        "--context c apply --kustomize overlay",
        "--context c --namespace own rollout status deployment --selector app.kubernetes.io/part-of=amy --timeout 15m",
    ]


def test_a_rollout_ends_where_the_migrations_fail(tmp_path: Path) -> None:
    said = roll_out(tmp_path, ended="FailureTarget Failed")
    assert said.returncode == 1
    assert "logs job/migrations" in said.stderr
    assert (tmp_path / "calls").read_text().splitlines()[-1] == STATE


def test_a_rollout_touches_no_namespace_that_the_overlay_does_not_name(tmp_path: Path) -> None:
    said = roll_out(tmp_path, rendering="kind: Job")
    assert said.returncode != 0
    assert "no Namespace" in said.stderr
    assert (tmp_path / "calls").read_text() == "kustomize overlay\n"


def roll_out(
    tmp_path: Path, *, rendering: str = RENDERING, ended: str = "SuccessCriteriaMet Complete"
) -> subprocess.CompletedProcess[str]:
    """With a kubectl that writes down what it is asked; the job has ended when it is asked again."""
    kubectl = tmp_path / "kubectl"
    kubectl.write_text(
        f'#!/bin/sh\necho "$*" >> {tmp_path}/calls\n'
        f'case "$*" in kustomize*) printf "{rendering}" ;;\n'
        f'*" get job "*) if [ -e {tmp_path}/asked ]; then echo "{ended}"; else touch {tmp_path}/asked; fi ;; esac\n'
    )
    kubectl.chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [str(K8S / "rollout"), "overlay", "--context", "c"]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_an_overlay_adds_what_it_is_for_and_takes_the_base_as_it_is(overlay: str) -> None:
    given = kustomization("overlays", overlay)
    assert given["resources"][0] == "../../base"
    assert given["namespace"] == "amy"
    added = [one for name in given["resources"][1:] for one in read(K8S / "overlays" / overlay / name)]
    assert {one["kind"] for one in added} == OF_THE_OVERLAY[overlay]
    assert all(patch["target"] == {"kind": "Deployment"} for patch in given["patches"])


@pytest.mark.parametrize("rendering", [name for name in EVERY if name in OVERLAYS])
def test_the_pods_of_an_overlay_differ_from_the_bases_in_place_size_and_image_alone(rendering: str) -> None:
    differing = {
        "local": {("spec", "replicas"), ("resources", "requests")},
        "production": {
            ("spec", "minReadySeconds"),
            ("pod", "topologySpreadConstraints"),
            ("pod", "priorityClassName"),
            ("container", "image"),
        },
    }[rendering]
    for service in CALLS:
        own, bases = (levels(of_kind(EVERY[name], "Deployment")[hyphened(service)]) for name in (rendering, "base"))
        assert {
            (level, field)
            for level in own
            for field in {*own[level], *bases[level]}
            if own[level].get(field) != bases[level].get(field)
        } == differing


def levels(deployment: Manifest) -> dict[str, Manifest]:
    """A Deployment, taken apart so that what differs is seen where it is."""
    spec = dict(deployment["spec"])
    pod = dict(spec.pop("template")["spec"])
    (container,) = pod.pop("containers")
    # The name of the ConfigMap gets its hash when it is rendered.
    own = {key: value for key, value in container.items() if key not in {"resources", "envFrom"}}
    return {"spec": spec, "pod": pod, "container": own, "resources": container["resources"]}


@pytest.mark.parametrize("rendering", PRODUCTION)
@pytest.mark.parametrize("service", CALLS)
def test_in_production_there_are_two_of_each_and_more_when_busy(rendering: str, service: str) -> None:
    scaler = of_kind(EVERY[rendering], "HorizontalPodAutoscaler")[hyphened(service)]["spec"]
    deployment = of_kind(EVERY[rendering], "Deployment")[hyphened(service)]
    assert scaler["scaleTargetRef"] == {"apiVersion": "apps/v1", "kind": "Deployment", "name": hyphened(service)}
    assert 2 <= scaler["minReplicas"] < scaler["maxReplicas"]
    assert "replicas" not in deployment["spec"], "an apply would undo what the autoscaler did"
    metrics = {next(iter(one.get("pods", {}).get("metric", one.get("resource")).values())) for one in scaler["metrics"]}
    queue = {"amy_turns_waiting"} if service == "orchestrator" and rendering.endswith("with all") else set()
    assert metrics == {"cpu"} | queue


@pytest.mark.parametrize("rendering", PRODUCTION)
@pytest.mark.parametrize("service", CALLS)
def test_in_production_no_single_place_holds_all_pods_of_a_service(rendering: str, service: str) -> None:
    budget = of_kind(EVERY[rendering], "PodDisruptionBudget")[hyphened(service)]["spec"]
    template = of_kind(EVERY[rendering], "Deployment")[hyphened(service)]["spec"]["template"]
    labels = template["metadata"]["labels"]
    assert budget["maxUnavailable"] == 1
    assert budget["selector"]["matchLabels"] == {"app.kubernetes.io/name": labels["app.kubernetes.io/name"]}
    spread = {one["topologyKey"]: one for one in template["spec"]["topologySpreadConstraints"]}
    assert set(spread) == {"topology.kubernetes.io/zone", "kubernetes.io/hostname"}
    for one in spread.values():
        assert one["labelSelector"]["matchLabels"].items() <= labels.items()
        assert one["matchLabelKeys"] == ["app.kubernetes.io/name", "pod-template-hash"], "of this service and version"
        assert one["maxSkew"] == 1
    assert spread["kubernetes.io/hostname"]["whenUnsatisfiable"] == "DoNotSchedule"
    assert template["spec"]["priorityClassName"] in of_kind(EVERY[rendering], "PriorityClass")


def test_an_ingress_ends_tls_and_passes_event_streams_on_as_they_come() -> None:
    (ingress,) = read(K8S / "overlays" / "production" / "ingress.yaml")
    (rule,) = ingress["spec"]["rules"]
    (tls,) = ingress["spec"]["tls"]
    assert tls["hosts"] == [rule["host"]]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"] == {"name": "gateway", "port": {"name": "http"}}
    given = ingress["metadata"]["annotations"]
    from gateway.settings import Settings  # noqa: PLC0415, beside what it is compared with

    held_s = Settings.model_fields["stream_timeout_s"].default
    largest = Settings.model_fields["max_import_bytes"].default // 2**20
    for family, off in (("nginx.org", "false"), ("nginx.ingress.kubernetes.io", "off")):
        assert given[f"{family}/proxy-buffering"] == off
        for waited in ("read", "send"):
            assert int(given[f"{family}/proxy-{waited}-timeout"].removesuffix("s")) > held_s
    assert (
        given["nginx.org/client-max-body-size"] == given["nginx.ingress.kubernetes.io/proxy-body-size"] == f"{largest}m"
    )
    assert not [name for name in given if "gzip" in name or "compress" in name or "brotli" in name]


def test_every_file_is_part_of_what_is_rendered() -> None:
    """A file that no kustomization names is one that nobody applies."""
    for folder in (
        K8S / "base",
        *(K8S / "overlays" / one for one in OVERLAYS),
        *(K8S / "components" / one for one in COMPONENTS),
    ):
        given = kustomization(str(folder.relative_to(K8S)))
        named = {*given.get("resources", []), *(patch["path"] for patch in given.get("patches", []) if "path" in patch)}
        there = {str(file.relative_to(folder)) for file in folder.rglob("*.yaml")} - {"kustomization.yaml"}
        assert there == {name for name in named if not name.startswith("..")}
    assert {folder.name for folder in (K8S / "components").iterdir()} == set(COMPONENTS)


def test_nothing_is_used_that_kustomize_gave_up() -> None:
    given_up = {"bases", "commonLabels", "patchesStrategicMerge", "patchesJson6902", "vars", "imageTags"}
    for file in K8S.rglob("kustomization.yaml"):
        (found,) = read(file)
        assert not given_up & set(found), file


def test_what_an_operator_has_to_set_is_marked_and_is_of_no_use_as_it_stands() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in (K8S / "overlays" / "production").glob("*.yaml"))
    assert text.count("# set:") == 4
    for example in ("registry.example.com", f"sha256:{'0' * 64}", "amy.example.com", "192.0.2.0/24"):
        assert example in text


def test_make_manifests_says_what_it_cannot_check_without_kubectl_and_checks_the_base(tmp_path: Path) -> None:
    said = check(tmp_path, validator="exit 0")
    assert said.returncode == 0, said.stderr
    first, how, last = said.stdout.splitlines()
    assert first == "NOT CHECKED: overlays and components, since there is no kubectl."
    assert "kubectl" in how
    assert last.startswith(f"{len(base())} different manifests of the base as it stands are valid")


def test_make_manifests_takes_no_older_kustomize_for_the_one_it_needs(tmp_path: Path) -> None:
    version = f'{{"kustomizeVersion": "v{KUSTOMIZE_MAJOR - 1}.5.7"}}'
    said = check(tmp_path, validator="exit 0", kubectl=f"echo '{version}'")
    assert said.returncode == 0, said.stderr
    assert re.search(r"NOT CHECKED: .* kubectl has kustomize v4\.5\.7, and 5 is needed", said.stdout)


def test_make_manifests_fails_where_the_validator_does(tmp_path: Path) -> None:
    said = check(tmp_path, validator="echo a field that is none; exit 1")
    assert said.returncode == 1
    assert "a field that is none" in said.stderr


def test_make_manifests_fails_where_kustomize_warns(tmp_path: Path) -> None:
    kubectl = 'case $1 in version) echo \'{"kustomizeVersion": "v5.5.0"}\' ;; *) echo "# Warning: given up" >&2 ;; esac'
    said = check(tmp_path, validator="exit 0", kubectl=kubectl)
    assert said.returncode == 1
    assert "given up" in said.stderr


def check(tmp_path: Path, *, validator: str, kubectl: str = "") -> subprocess.CompletedProcess[str]:
    """`make manifests` with programs of our own in the places of kubectl and the validator."""
    for name, does in (("validator", validator), ("kubectl", kubectl)):
        if does:
            (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
            (tmp_path / name).chmod(stat.S_IRWXU)
    (tmp_path / "sh").symlink_to("/bin/sh")
    command = [sys.executable, "-m", "scripts.manifests", str(tmp_path / "validator")]
    env = {"PATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_this_machine_renders_all_that_it_can() -> None:
    """Where kubectl is, the overlays are among what the tests of this folder look at."""
    assert len(EVERY) == (1 + 2 * len(OVERLAYS) if KUSTOMIZE else 1)
