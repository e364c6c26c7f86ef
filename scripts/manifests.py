"""`make manifests`: renders every overlay of `deploy/k8s` with its components, and validates what comes out."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import yaml

K8S: Final = Path(__file__).resolve().parents[1] / "deploy" / "k8s"
OVERLAYS: Final = ("local", "production")
COMPONENTS: Final = ("model", "mtls", "queue", "rotation", "telemetry")
VERSIONS: Final = ("1.30", "1.37")
"""Of Kubernetes: the oldest that the manifests are for, and the newest that is known here."""
_FOR_AUTOSCALERS: Final = {"queue"}
KUSTOMIZE_MAJOR: Final = 5

Manifest = dict[str, Any]


class ManifestsError(Exception):
    """The manifests cannot be rendered, or are not valid; the text says why."""


def missing_kustomize() -> str:
    """Why nothing can be rendered on this machine; empty if it can."""
    try:
        said = subprocess.run(["kubectl", "version", "--client", "--output=json"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "there is no kubectl"
    version = str(json.loads(said.stdout).get("kustomizeVersion", "v0"))
    if int(version.removeprefix("v").partition(".")[0]) < KUSTOMIZE_MAJOR:
        return f"kubectl has kustomize {version}, and {KUSTOMIZE_MAJOR} is needed"
    return ""


def rendered(overlay: str, components: Sequence[str] = ()) -> list[Manifest]:
    """What `kubectl kustomize` makes of an overlay with some components beside it.

    Raises:
        ManifestsError: it makes nothing of it, or warns.
    """
    with tempfile.TemporaryDirectory() as folder:
        wanted = {
            "resources": [_from(folder, "overlays", overlay)],
            "components": [_from(folder, "components", name) for name in components],
        }
        Path(folder, "kustomization.yaml").write_text(yaml.safe_dump(wanted), encoding="utf-8")
        said = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True, check=False)
    if said.returncode or said.stderr:
        raise ManifestsError(f"{' + '.join((overlay, *components))}: {said.stderr.strip()}")
    return list(yaml.safe_load_all(said.stdout))


def base() -> list[Manifest]:
    """The files of the base as they stand, which needs no kubectl."""
    listed = yaml.safe_load((K8S / "base" / "kustomization.yaml").read_text(encoding="utf-8"))["resources"]
    texts = [(K8S / "base" / name).read_text(encoding="utf-8") for name in listed]
    return [manifest for text in texts for manifest in yaml.safe_load_all(text)]


def variants() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every overlay by itself, with each component that it can have, and with all of them."""
    for overlay in OVERLAYS:
        usable = usable_components(overlay)
        yield from ((overlay, chosen) for chosen in ((), *((name,) for name in usable), usable))


def usable_components(overlay: str) -> tuple[str, ...]:
    """The components that an overlay can have."""
    return tuple(name for name in COMPONENTS if overlay == "production" or name not in _FOR_AUTOSCALERS)


def validate(validator: str, manifests: Iterable[Manifest]) -> int:
    """How many different manifests there are, each of them valid for every version of `VERSIONS`.

    Raises:
        ManifestsError: one is not.
    """
    different = sorted({json.dumps(manifest, sort_keys=True) for manifest in manifests})
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write("\n---\n".join(different))
        file.flush()
        with ThreadPoolExecutor(len(VERSIONS)) as pool:
            list(pool.map(lambda version: _valid(validator, version, file.name), VERSIONS))
    return len(different)


def main() -> None:
    """Exits with 1 if a manifest is not valid; without kubectl the base alone is looked at, which is said."""
    (validator,) = sys.argv[1:]
    try:
        problem = missing_kustomize()
        if problem:
            count, of = validate(validator, base()), "the base as it stands"
            print(f"NOT CHECKED: overlays and components, since {problem}.")
            print("kubectl 1.27 or newer renders them: https://kubernetes.io/docs/tasks/tools/")
        else:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                every = list(pool.map(lambda variant: rendered(*variant), variants()))
            count, of = validate(validator, [one for each in every for one in each]), f"{len(every)} renderings"
        print(f"{count} different manifests of {of} are valid for Kubernetes {' and '.join(VERSIONS)}")
    except ManifestsError as error:
        sys.exit(str(error))


def _valid(validator: str, version: str, file: str) -> None:
    command = [validator, "--strict", "--quiet", "--kubernetes-version", version, file]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode:
        raise ManifestsError(f"Kubernetes {version}: {said.stdout}{said.stderr}")


def _from(folder: str, *parts: str) -> str:
    """Kustomize takes no absolute path."""
    return os.path.relpath(K8S.joinpath(*parts), Path(folder).resolve())


if __name__ == "__main__":
    main()
