"""What the tests of `deploy/k8s` read: the base as it stands, and what kustomize makes of it where there is one."""

from typing import Any, Final

from evals.manifests.pods import bytes_of, workloads
from evals.manifests.policies import Peer
from scripts.manifests import COMPONENTS, OVERLAYS, Manifest, base, missing_kustomize, rendered, usable_components
from tests.architecture.test_call_graph import CALLS, settings_of

__all__ = ["CALLS", "COMPONENTS", "bytes_of", "settings_of"]

POSTGRES: Final = "postgres"
MIGRATIONS: Final = "migrations"
PREREQUISITE: Final = {"app.kubernetes.io/component": "prerequisite"}
WITH_TABLES: Final = tuple(name for name in CALLS if "database_url" in settings_of(name).model_fields)
KUSTOMIZE: Final = not missing_kustomize()
"""Without it everything is still demanded of the base, whose files are written out in full for that."""


def _every() -> dict[str, list[Manifest]]:
    found = {"base": base()}
    if KUSTOMIZE:
        found |= {overlay: rendered(overlay) for overlay in OVERLAYS}
        found |= {f"{overlay} with all": rendered(overlay, usable_components(overlay)) for overlay in OVERLAYS}
    return found


EVERY: Final = _every()
"""Each rendering by its name."""


def hyphened(service: str) -> str:
    """The name of a service in Kubernetes, where names have hyphens."""
    return service.replace("_", "-")


def of_kind(manifests: list[Manifest], kind: str) -> dict[str, Manifest]:
    return {one["metadata"]["name"]: one for one in manifests if one["kind"] == kind}


def deployment(rendering: str, service: str) -> Manifest:
    return of_kind(EVERY[rendering], "Deployment")[hyphened(service)]


def pod(rendering: str, service: str) -> dict[str, Any]:
    spec: dict[str, Any] = deployment(rendering, service)["spec"]["template"]["spec"]
    return spec


def container(rendering: str, service: str) -> dict[str, Any]:
    (only,) = pod(rendering, service)["containers"]
    found: dict[str, Any] = only
    return found


def variables(rendering: str, service: str) -> dict[str, Any]:
    """Each variable of a service's container: its text, or where it is taken from."""
    return {one["name"]: one.get("value", one.get("valueFrom")) for one in container(rendering, service)["env"]}


def mounted(rendering: str, service: str) -> dict[str, tuple[str, str]]:
    """Its settings in files: the name of each, and the Secret and key that it is."""
    (volume,) = [one["secret"] for one in pod(rendering, service)["volumes"] if one["name"] == "secrets"]
    return {item["path"]: (volume["secretName"], item["key"]) for item in volume["items"]}


def pods(rendering: str) -> dict[str, Peer]:
    """A pod of each workload, by the workload's name; the base has no namespace of its own yet."""
    return {
        one["metadata"]["name"]: Peer(
            namespace=one["metadata"].get("namespace", "amy"), labels=one["spec"]["template"]["metadata"]["labels"]
        )
        for one in workloads(EVERY[rendering])
    }


def policies(rendering: str) -> list[Manifest]:
    every = of_kind(EVERY[rendering], "NetworkPolicy").values()
    return [{**one, "metadata": {"namespace": "amy", **one["metadata"]}} for one in every]
