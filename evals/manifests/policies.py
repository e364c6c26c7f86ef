"""Who may reach whom under NetworkPolicies, as the Kubernetes API defines them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import Any, Final, Literal

Direction = Literal["Ingress", "Egress"]
NAMESPACE_LABEL: Final = "kubernetes.io/metadata.name"
_SIDES: Final[Mapping[Direction, tuple[str, str]]] = {"Ingress": ("ingress", "from"), "Egress": ("egress", "to")}


@dataclass(frozen=True, kw_only=True)
class Peer:
    """One end of a connection.

    Attributes:
        namespace: of a pod; empty for an end outside the cluster.
        labels: of a pod.
        address: of an end outside the cluster.
    """

    namespace: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    address: str = ""


def may_reach(policies: Iterable[Mapping[str, Any]], source: Peer, target: Peer, port: int) -> bool:
    """Whether the policies let a TCP connection out at its source and in at its target."""
    every = list(policies)
    return allowed(every, "Egress", source, target, port) and allowed(every, "Ingress", target, source, port)


def allowed(policies: Iterable[Mapping[str, Any]], direction: Direction, pod: Peer, other: Peer, port: int) -> bool:
    """Whether the policies of one end let a TCP connection pass in one direction.

    Args:
        policies: all of them, of whatever namespace.
        direction: as seen from `pod`.
        pod: the end whose policies are asked; one that none selects is open.
        other: the other end.
        port: of the target, as a number.
    """
    selecting = [policy for policy in policies if _selects(policy, direction, pod)]
    if not selecting:
        return True
    rules, peers = _SIDES[direction]
    return any(
        _takes_port(rule.get("ports"), port) and _takes_peer(rule.get(peers), other, policy["metadata"]["namespace"])
        for policy in selecting
        for rule in policy["spec"].get(rules, [])
    )


def matches(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Whether a label selector matches; an empty one matches everything.

    Raises:
        NotImplementedError: it has an operator that no manifest of Amy uses.
    """
    for expression in selector.get("matchExpressions", []):
        if expression["operator"] != "In":
            raise NotImplementedError(expression["operator"])
        if labels.get(expression["key"]) not in expression["values"]:
            return False
    return all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items())


def _selects(policy: Mapping[str, Any], direction: Direction, pod: Peer) -> bool:
    spec = policy["spec"]
    return (
        policy["metadata"]["namespace"] == pod.namespace
        and direction in spec["policyTypes"]
        and matches(spec["podSelector"], pod.labels)
    )


def _takes_port(ports: list[Mapping[str, Any]] | None, port: int) -> bool:
    return not ports or any(each.get("protocol", "TCP") == "TCP" and each["port"] == port for each in ports)


def _takes_peer(peers: list[Mapping[str, Any]] | None, other: Peer, namespace: str) -> bool:
    return not peers or any(_is(peer, other, namespace) for peer in peers)


def _is(peer: Mapping[str, Any], other: Peer, namespace: str) -> bool:
    if "ipBlock" in peer:
        block = peer["ipBlock"]
        return bool(other.address) and _within(other.address, block["cidr"], block.get("except", []))
    if not other.namespace:
        return False
    if "namespaceSelector" in peer:
        if not matches(peer["namespaceSelector"], {NAMESPACE_LABEL: other.namespace}):
            return False
    elif other.namespace != namespace:
        return False
    return matches(peer.get("podSelector", {}), other.labels)


def _within(address: str, cidr: str, excepted: Iterable[str]) -> bool:
    one = ip_address(address)
    return one in ip_network(cidr) and not any(one in ip_network(other) for other in excepted)
