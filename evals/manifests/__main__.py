"""`python -m evals.manifests [COMPONENT...]`: the containers of `local` as their manifests say, without a cluster.

runc starts what a container engine would start, with the command, environment, user, read-only root, limits and volumes
of the manifest and nothing beside; the images are stood in for by this machine's files. NetworkPolicies hold between
the pods. The migrations run first; then every service is asked by its probes, a person's data is imported and a
question is answered through the gateway, and every container has to end within its grace period. Exits with 1 if
anything fails.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from amy.client import Amy, AmyError
from evals.manifests.cluster import Running, end_with_this_process, start
from evals.manifests.network import Pod, connect, placed
from evals.manifests.pods import Container, Manifest, containers
from evals.manifests.policies import Peer, matches
from evals.manifests.secrets import drawn
from scripts.manifests import missing_kustomize, rendered

_MIB: Final = 2**20
_INSIDE: Final = "--inside"
_QUESTION: Final = "What was my average resting heart rate over the last 30 days?"


def main() -> None:
    if sys.argv[1:2] == [_INSIDE]:
        end_with_this_process()
        sys.exit(_evaluated(sys.argv[2:]))
    missing = [tool for tool in ("runc", "ip", "iptables-restore", "openssl", "unshare") if shutil.which(tool) is None]
    problems = [*(f"{tool} is not installed" for tool in missing), *filter(None, [missing_kustomize()])]
    if os.geteuid() != 0:
        problems.append("only root may make networks and start containers")
    if problems:
        print("NOT EVALUATED: " + "; ".join(problems))
        sys.exit(2)
    own = [sys.executable, "-m", "evals.manifests", _INSIDE, *sys.argv[1:]]
    sys.exit(subprocess.run(["unshare", "--net", "--mount", "--propagation", "private", *own], check=False).returncode)


def _evaluated(components: Sequence[str]) -> int:
    manifests = rendered("local", components)
    with tempfile.TemporaryDirectory(prefix="amy-manifests-") as name:
        work = Path(name)
        work.chmod(0o711)
        secrets = drawn(manifests, work / "secrets")
        every = list(containers(manifests, secrets))
        pods = _pods(every, manifests)
        ways = connect(list(pods.values()), [one for one in manifests if one["kind"] == "NetworkPolicy"])
        print(f"{len(every)} containers in {len(pods)} pods, {ways} ways between them; limits by cgroup {_cgroups()}")
        running: list[Running] = []
        answered = False
        try:
            _roll_out(every, pods, _hosts(manifests, pods), work, running)
            if not any(one.failure for one in running):
                _look_at_the_sandbox(running)
                answered = _ask(pods["gateway-0"], work, secrets["amy-secrets"]["admin_key"].decode().strip())
        except AmyError as error:
            print(f"NOT ANSWERED: {type(error).__name__}: {error}\n")
        finally:
            _stop(running)
        _report(running)
        return int(not answered or any(one.failure for one in running))


def _pods(every: Sequence[Container], manifests: Sequence[Manifest]) -> dict[str, Pod]:
    (namespace,) = [one["metadata"]["name"] for one in manifests if one["kind"] == "Namespace"]
    pods: dict[str, Pod] = {}
    for container in every:
        ports = [port["containerPort"] for port in container.spec.get("ports", [])]
        peer = Peer(namespace=namespace, labels=container.labels)
        pods.setdefault(container.pod, placed(len(pods), name=container.pod, peer=peer, ports=ports))
    return pods


def _hosts(manifests: Sequence[Manifest], pods: dict[str, Pod]) -> dict[str, str]:
    """What the cluster's DNS would say, or lead to: the name of each Service has the addresses of its pods."""
    return {
        service["metadata"]["name"]: pod.address
        for service in manifests
        if service["kind"] == "Service"
        for pod in pods.values()
        if matches({"matchLabels": service["spec"]["selector"]}, pod.peer.labels)
    }


def _roll_out(
    every: Sequence[Container], pods: dict[str, Pod], hosts: dict[str, str], work: Path, running: list[Running]
) -> None:
    """In the order of `deploy/k8s/rollout`: the database, the migrations to their end, then all services at once."""

    def begin(kind: str) -> list[Running]:
        begun = [start(one, pods[one.pod], work / one.name, hosts=hosts) for one in every if one.kind == kind]
        running.extend(begun)
        return begun

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(Running.become_ready, begin("StatefulSet")))
        list(pool.map(lambda one: one.finish(120), begin("Job")))
        if any(one.failure for one in running):
            return
        list(pool.map(Running.become_ready, begin("Deployment")))


def _look_at_the_sandbox(running: Sequence[Running]) -> None:
    (data_science,) = [one for one in running if one.container.workload == "data-science"]
    said = data_science.run("python", "-m", "services.data_science.adapters.sandbox")
    print(f"data-science: {(said.stdout or said.stderr).splitlines()[0]}")


def _ask(gateway: Pod, work: Path, admin_key: str) -> bool:
    """Whether a person's question is answered through the gateway, which the node reaches as a port-forward would."""
    folder = work / "person"
    subprocess.run([sys.executable, "-m", "services.health_data.sample_person", "--out", str(folder)], check=True)
    (port,) = gateway.ports
    url = f"http://{gateway.address}:{port}"
    with Amy(api_key=admin_key, base_url=url) as admin:
        key = admin.keys.create("alice").key
    began = time.monotonic()
    with Amy(api_key=key, base_url=url) as alice:
        for file in sorted(folder.glob("*.csv")):
            alice.data.import_file(file)
        imported = time.monotonic()
        turn = alice.turns.create(messages=[{"role": "user", "content": _QUESTION}])
        events = [event.type for event in alice.turns.stream(turn.id)]
        result = alice.turns.retrieve(turn.id).result
    print(
        f"imported in {imported - began:.1f} s, answered in {time.monotonic() - imported:.1f} s, {len(events)} events"
    )
    print(f"> {_QUESTION}\n{result.answer if result else 'no answer'}\n")
    return result is not None and any(character.isdigit() for character in result.answer)


def _stop(running: Sequence[Running]) -> None:
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(Running.stop, [one for one in running if one.container.kind == "Deployment"]))
        list(pool.map(Running.stop, [one for one in running if one.container.kind == "StatefulSet"]))


def _cgroups() -> str:
    return "v2" if Path("/sys/fs/cgroup/cgroup.controllers").exists() else "v1"


def _report(running: Sequence[Running]) -> None:
    print(f"{'container':<26}{'user':>6}{'ready after':>13}{'memory':>9}{'limit':>8}{'ended after':>13}{'grace':>7}")
    for one in running:
        container = one.container
        ready = f"{one.ready_s:.1f} s" if one.ready_s else "-"
        memory = f"{one.memory / _MIB:.0f} M" if one.memory else "-"
        grace = "-" if container.kind == "Job" else f"{container.grace_s:.0f} s"
        print(
            f"{container.name:<26}{container.user:>6}{ready:>13}{memory:>9}{container.memory_limit / _MIB:>6.0f} M"
            f"{one.ended_s:>11.1f} s{grace:>7}"
        )
    for one in running:
        if one.failure:
            print(f"FAILED {one.container.name}: {one.failure}")


if __name__ == "__main__":
    main()
