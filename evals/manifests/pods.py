"""What a kubelet makes of the manifests: each container with its command, environment, limits, volumes and probes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

Manifest = Mapping[str, Any]
_UNITS: Final = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
_WORKLOADS: Final = ("StatefulSet", "Job", "Deployment")


@dataclass(frozen=True, kw_only=True)
class Volume:
    """A volume as one container sees it.

    Attributes:
        path: where it is mounted.
        read_only: whether the container may write to it.
        size: of one in memory or of a scratch folder, in bytes; 0: without a limit, and kept.
        files: what is in it, of a Secret.
        mode: of these files.
    """

    path: str
    read_only: bool
    size: int
    files: Mapping[str, bytes]
    mode: int


@dataclass(frozen=True, kw_only=True)
class Container:
    """One container of one pod.

    Attributes:
        pod: the name of its pod.
        spec: of the container, as in the manifest.
        pod_spec: of the pod.
        env: of the manifest, with everything it refers to.
        volumes: in the order of the manifest.
    """

    pod: str
    workload: str
    kind: str
    labels: Mapping[str, str]
    spec: Manifest
    pod_spec: Manifest
    env: Mapping[str, str]
    volumes: tuple[Volume, ...]

    @property
    def name(self) -> str:
        own: str = self.spec["name"]
        return own if own == self.workload else f"{self.workload}-{own}"

    @property
    def user(self) -> int:
        return self._security("runAsUser")

    @property
    def group(self) -> int:
        return self._security("runAsGroup")

    @property
    def memory_limit(self) -> int:
        return bytes_of(self.spec["resources"]["limits"]["memory"])

    @property
    def grace_s(self) -> float:
        return float(self.pod_spec["terminationGracePeriodSeconds"])

    @property
    def pre_stop_s(self) -> float:
        return float(self.spec.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0))

    def port(self, given: str | int) -> int:
        """A port of a probe, which may go by the name it has in the container."""
        if isinstance(given, int):
            return given
        (number,) = [port["containerPort"] for port in self.spec["ports"] if port["name"] == given]
        return int(number)

    def _security(self, field: str) -> int:
        return int({**self.pod_spec["securityContext"], **self.spec["securityContext"]}[field])


def workloads(manifests: Iterable[Manifest]) -> list[Manifest]:
    """What has pods, in the order in which a rollout starts them."""
    return sorted(
        (one for one in manifests if one["kind"] in _WORKLOADS), key=lambda one: _WORKLOADS.index(one["kind"])
    )


def containers(manifests: Iterable[Manifest], secrets: Mapping[str, Mapping[str, bytes]]) -> Iterator[Container]:
    """Each container of each workload, as one replica.

    Args:
        manifests: of one namespace.
        secrets: what the cluster's Secrets hold, by their names.

    Raises:
        KeyError: something refers to a ConfigMap, a Secret or a key that there is not.
    """
    every = list(manifests)
    settings = {one["metadata"]["name"]: one["data"] for one in every if one["kind"] == "ConfigMap"}
    for workload in workloads(every):
        template = workload["spec"]["template"]
        name = workload["metadata"]["name"]
        pod = f"{name}-0"
        for spec in template["spec"]["containers"]:
            yield Container(
                pod=pod,
                workload=name,
                kind=workload["kind"],
                labels=template["metadata"]["labels"],
                spec=spec,
                pod_spec=template["spec"],
                env=_environment(spec, pod, settings, secrets),
                volumes=tuple(_volumes(spec, template["spec"], secrets)),
            )


def bytes_of(quantity: str) -> int:
    """A quantity of memory, "64Mi"."""
    return int(quantity[:-2]) * _UNITS[quantity[-2:]]


def _environment(
    spec: Manifest,
    pod: str,
    settings: Mapping[str, Mapping[str, str]],
    secrets: Mapping[str, Mapping[str, bytes]],
) -> dict[str, str]:
    env: dict[str, str] = {}
    for source in spec.get("envFrom", []):
        env |= settings[source["configMapRef"]["name"]]
    for variable in spec.get("env", []):
        match variable:
            case {"name": name, "value": value}:
                env[name] = value
            case {"name": name, "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}:
                env[name] = pod
            case {"name": name, "valueFrom": {"secretKeyRef": {"name": secret, "key": key}}}:
                env[name] = secrets[secret][key].decode()
            case _:
                raise NotImplementedError(variable)
    return env


def _volumes(spec: Manifest, pod_spec: Manifest, secrets: Mapping[str, Mapping[str, bytes]]) -> Iterator[Volume]:
    defined = {volume["name"]: volume for volume in pod_spec.get("volumes", [])}
    for mount in spec.get("volumeMounts", []):
        volume = defined.get(mount["name"], {})
        files: dict[str, bytes] = {}
        if "secret" in volume:
            held = secrets[volume["secret"]["secretName"]]
            items = volume["secret"].get("items", [{"key": key, "path": key} for key in held])
            files = {item["path"]: held[item["key"]] for item in items}
        yield Volume(
            path=mount["mountPath"],
            read_only=mount.get("readOnly", False),
            size=bytes_of(volume["emptyDir"]["sizeLimit"]) if "emptyDir" in volume else 0,
            files=files,
            mode=volume.get("secret", {}).get("defaultMode", 0),
        )
