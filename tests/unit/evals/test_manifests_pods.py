"""A container takes from the manifests what a kubelet would give it, and nothing that is not there."""

from copy import deepcopy
from typing import Any

import pytest

from evals.manifests.pods import Container, containers

SECURITY = {"allowPrivilegeEscalation": False}
CONTAINER: dict[str, Any] = {
    "name": "memory",
    "image": "amy/memory:latest",
    "envFrom": [{"configMapRef": {"name": "settings"}}],
    "env": [
        {"name": "PLAIN", "value": "text"},
        {"name": "LEVEL", "value": "own"},
        {"name": "POD", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
        {"name": "KEY", "valueFrom": {"secretKeyRef": {"name": "keys", "key": "one"}}},
    ],
    "ports": [{"name": "grpc", "containerPort": 50051}],
    "lifecycle": {"preStop": {"sleep": {"seconds": 5}}},
    "resources": {"limits": {"memory": "384Mi"}},
    "securityContext": SECURITY,
    "volumeMounts": [
        {"name": "tmp", "mountPath": "/tmp"},
        {"name": "secrets", "mountPath": "/run/secrets", "readOnly": True},
    ],
}
POD: dict[str, Any] = {
    "terminationGracePeriodSeconds": 30,
    "securityContext": {"runAsUser": 10001, "runAsGroup": 10002},
    "containers": [CONTAINER],
    "volumes": [
        {"name": "tmp", "emptyDir": {"sizeLimit": "64Mi"}},
        {
            "name": "secrets",
            "secret": {"secretName": "keys", "defaultMode": 0o440, "items": [{"key": "one", "path": "A_NAME"}]},
        },
    ],
}
SETTINGS = {"kind": "ConfigMap", "metadata": {"name": "settings"}, "data": {"LEVEL": "shared", "OTHER": "shared"}}
SECRETS = {"keys": {"one": b"1", "two": b"2"}}


def workload(pod: dict[str, Any]) -> dict[str, Any]:
    template = {"metadata": {"labels": {"app": "memory"}}, "spec": pod}
    return {"kind": "Deployment", "metadata": {"name": "memory"}, "spec": {"template": template}}


def one(pod: dict[str, Any]) -> Container:
    (found,) = containers([SETTINGS, workload(pod)], SECRETS)
    return found


def test_a_container_is_given_what_its_manifest_says() -> None:
    found = one(POD)
    assert found.env == {"LEVEL": "own", "OTHER": "shared", "PLAIN": "text", "POD": "memory-0", "KEY": "1"}
    assert (found.user, found.group) == (10001, 10002)
    assert (found.memory_limit, found.grace_s, found.pre_stop_s) == (384 * 2**20, 30.0, 5.0)
    assert (found.port("grpc"), found.port(8420)) == (50051, 8420)
    tmp, secrets = found.volumes
    assert (tmp.path, tmp.size, tmp.read_only, tmp.files) == ("/tmp", 64 * 2**20, False, {})
    assert (secrets.path, secrets.read_only, secrets.mode) == ("/run/secrets", True, 0o440)
    assert secrets.files == {"A_NAME": b"1"}, "the other key of the Secret is none of its business"


def test_a_containers_own_security_context_outranks_its_pods() -> None:
    pod = deepcopy(POD)
    pod["containers"][0]["securityContext"] = {**SECURITY, "runAsUser": 20002}
    assert one(pod).user == 20002


@pytest.mark.parametrize("missing", ["settings", "keys", "one"])
def test_what_is_referred_to_has_to_be_there(missing: str) -> None:
    secrets = {"keys": {"two": b"2"}} if missing == "one" else {} if missing == "keys" else SECRETS
    manifests = [workload(POD)] if missing == "settings" else [SETTINGS, workload(POD)]
    with pytest.raises(KeyError, match=missing):
        list(containers(manifests, secrets))


def test_workloads_come_in_the_order_of_a_rollout() -> None:
    kinds = ("Deployment", "Job", "StatefulSet")
    every = [SETTINGS, *({**workload(POD), "kind": kind, "metadata": {"name": kind.lower()}} for kind in kinds)]
    assert [found.kind for found in containers(every, SECRETS)] == ["StatefulSet", "Job", "Deployment"]
