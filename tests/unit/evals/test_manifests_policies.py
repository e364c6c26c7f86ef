"""NetworkPolicies as the Kubernetes API defines them, one rule at a time."""

from typing import Any

import pytest

from evals.manifests.policies import Peer, allowed, matches, may_reach

HERE, THERE = Peer(namespace="amy", labels={"app": "here"}), Peer(namespace="amy", labels={"app": "there"})
ABROAD = Peer(namespace="abroad", labels={"app": "there"})
OUTSIDE = Peer(address="203.0.113.9")


def policy(selector: dict[str, Any], *types: str, namespace: str = "amy", **rules: Any) -> dict[str, Any]:
    spec = {"podSelector": selector, "policyTypes": list(types), **rules}
    return {"metadata": {"namespace": namespace}, "spec": spec}


def labelled(app: str) -> dict[str, Any]:
    return {"matchLabels": {"app": app}}


def test_a_pod_that_no_policy_selects_is_open() -> None:
    assert may_reach([], HERE, THERE, 1)
    assert may_reach([policy(labelled("other"), "Ingress", "Egress")], HERE, THERE, 1)
    assert may_reach([policy({}, "Ingress", "Egress", namespace="abroad")], HERE, THERE, 1)


def test_a_policy_closes_the_directions_it_names() -> None:
    incoming = [policy(labelled("there"), "Ingress")]
    assert not may_reach(incoming, HERE, THERE, 1)
    assert may_reach(incoming, THERE, HERE, 1)
    assert not may_reach([policy({}, "Egress")], THERE, HERE, 1)


def test_policies_add_up() -> None:
    rules = [
        policy({}, "Ingress", "Egress"),
        policy(labelled("there"), "Ingress", ingress=[{"from": [{"podSelector": labelled("here")}]}]),
    ]
    assert not may_reach(rules, HERE, THERE, 1), "the source has to let it out too"
    rules.append(policy(labelled("here"), "Egress", egress=[{"to": [{"podSelector": labelled("there")}]}]))
    assert may_reach(rules, HERE, THERE, 1)
    assert not may_reach(rules, THERE, HERE, 1)


@pytest.mark.parametrize(
    ("peer", "let_in"),
    [
        ({"podSelector": labelled("there")}, [THERE]),
        ({"podSelector": {}}, [HERE, THERE]),
        ({"namespaceSelector": {}}, [HERE, THERE, ABROAD]),
        ({"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "abroad"}}}, [ABROAD]),
        ({"namespaceSelector": {}, "podSelector": labelled("there")}, [THERE, ABROAD]),
        ({"ipBlock": {"cidr": "203.0.113.0/24"}}, [OUTSIDE]),
        ({"ipBlock": {"cidr": "0.0.0.0/0", "except": ["203.0.113.0/24"]}}, []),
    ],
)
def test_a_rule_lets_in_whom_it_describes(peer: dict[str, Any], let_in: list[Peer]) -> None:
    rules = [policy(labelled("here"), "Ingress", ingress=[{"from": [peer]}])]
    everybody = (HERE, THERE, ABROAD, OUTSIDE)
    assert [one for one in everybody if allowed(rules, "Ingress", HERE, one, 1)] == let_in


def test_a_rule_holds_for_its_ports_and_without_any_for_all() -> None:
    named = [policy({}, "Egress", egress=[{"ports": [{"protocol": "TCP", "port": 443}]}])]
    assert allowed(named, "Egress", HERE, OUTSIDE, 443)
    assert not allowed(named, "Egress", HERE, OUTSIDE, 80)
    other = [policy({}, "Egress", egress=[{"ports": [{"protocol": "UDP", "port": 443}]}])]
    assert not allowed(other, "Egress", HERE, OUTSIDE, 443)
    assert allowed([policy({}, "Egress", egress=[{}])], "Egress", HERE, OUTSIDE, 80)


def test_a_selector_demands_all_it_says() -> None:
    either = {"matchExpressions": [{"key": "app", "operator": "In", "values": ["here", "there"]}]}
    assert matches(either, {"app": "there"})
    assert not matches(either, {"app": "elsewhere"})
    assert not matches({**either, "matchLabels": {"tier": "1"}}, {"app": "here"})
    with pytest.raises(NotImplementedError, match="NotIn"):
        matches({"matchExpressions": [{"key": "app", "operator": "NotIn", "values": []}]}, {})
