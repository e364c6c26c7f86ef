"""A network of its own for every pod, with the NetworkPolicies of the manifests between them."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from evals.manifests.policies import Peer, may_reach

NAMESPACES: Final = Path("/run/netns")


@dataclass(frozen=True, kw_only=True)
class Pod:
    """A pod's place in the network.

    Attributes:
        name: of the pod.
        peer: as policies see it.
        address: its own.
        node: of the machine's end of its link, from where the kubelet asks.
        ports: on which it listens.
    """

    name: str
    peer: Peer
    address: str
    node: str
    ports: frozenset[int]

    @property
    def netns(self) -> Path:
        return NAMESPACES / self.name


def placed(index: int, *, name: str, peer: Peer, ports: Iterable[int]) -> Pod:
    """The pod at one of 64 places; each has four addresses."""
    first = 4 * index
    return Pod(
        name=name, peer=peer, address=f"10.88.0.{first + 2}", node=f"10.88.0.{first + 1}", ports=frozenset(ports)
    )


def connect(pods: Sequence[Pod], policies: Sequence[Mapping[str, Any]]) -> int:
    """Sets the network up in the network namespace of this process, and says how many ways are open.

    As in a cluster the node reaches every pod, and a pod another one only where the policies of both let it.
    """
    NAMESPACES.mkdir(exist_ok=True)
    _run("mount", "-t", "tmpfs", "tmpfs", str(NAMESPACES))
    _run("ip", "link", "set", "lo", "up")
    for index, pod in enumerate(pods):
        _run("ip", "netns", "add", pod.name)
        _run("ip", "link", "add", f"pod{index}", "type", "veth", "peer", "name", "eth0", "netns", pod.name)
        _run("ip", "addr", "add", f"{pod.node}/30", "dev", f"pod{index}")
        _run("ip", "link", "set", f"pod{index}", "up")
        inside = (
            f"addr add {pod.address}/30 dev eth0\nlink set lo up\nlink set eth0 up\nroute add default via {pod.node}\n"
        )
        _run("ip", "-netns", pod.name, "-batch", "-", given=inside)
    Path("/proc/sys/net/ipv4/ip_forward").write_text("1", encoding="utf-8")
    ways = [
        f"-A FORWARD -s {source.address} -d {target.address} -p tcp --dport {port} -j ACCEPT"
        for source in pods
        for target in pods
        for port in sorted(target.ports)
        if source is not target and may_reach(policies, source.peer, target.peer, port)
    ]
    answers = "-A FORWARD -m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT"
    rules = ["*filter", ":INPUT ACCEPT", ":FORWARD DROP", ":OUTPUT ACCEPT", answers, *ways, "COMMIT", ""]
    _run("iptables-restore", given="\n".join(rules))
    return len(ways)


def _run(*command: str, given: str = "") -> None:
    subprocess.run(command, input=given, text=True, check=True)
