"""Who reaches whom in Kubernetes: the call graph, PostgreSQL for whoever has tables, and nothing else."""

from collections.abc import Iterator

import pytest

from evals.manifests.policies import Peer, allowed, may_reach
from tests.architecture.kubernetes import (
    CALLS,
    EVERY,
    MIGRATIONS,
    POSTGRES,
    WITH_TABLES,
    container,
    hyphened,
    of_kind,
    pods,
    policies,
)

GRPC, HTTP, SQL, METRICS, HTTPS, DNS = 50051, 8420, 5432, 9464, 443, 53
PORTS = (GRPC, HTTP, SQL, METRICS, HTTPS)
Way = tuple[str, str, int]

STRANGER = Peer(namespace="elsewhere", labels={"app.kubernetes.io/name": "gateway"})
CONTROLLER = Peer(namespace="traefik", labels={"app.kubernetes.io/name": "traefik"})
PROMETHEUS = Peer(namespace="monitoring", labels={"app.kubernetes.io/name": "prometheus"})
NAMES = Peer(namespace="kube-system", labels={"k8s-app": "kube-dns"})
DATABASE, INTERNET = Peer(address="192.0.2.7"), Peer(address="203.0.113.9")
NEAR = [Peer(address=address) for address in ("10.1.2.3", "172.16.0.9", "192.168.1.1", "169.254.169.254", "100.64.0.1")]
MINDS = {name for name in CALLS if name not in {"gateway", "memory", "health_data"}}


def ways(rendering: str) -> set[Way]:
    """What the pods may do among themselves."""
    every = pods(rendering)
    return {
        (source, target, port)
        for source in every
        for target in every
        for port in PORTS
        if source != target and may_reach(policies(rendering), every[source], every[target], port)
    }


def wanted(rendering: str) -> set[Way]:
    calls = {(hyphened(one), hyphened(peer), GRPC) for one, peers in CALLS.items() for peer in peers}
    clients = {*map(hyphened, WITH_TABLES), MIGRATIONS} if POSTGRES in pods(rendering) else set()
    return calls | {(one, POSTGRES, SQL) for one in clients}


def one_sided(rendering: str, direction: str) -> Iterator[Way]:
    every, rules = pods(rendering), policies(rendering)
    for source in every:
        for target in every:
            for port in PORTS:
                if direction == "Egress" and allowed(rules, "Egress", every[source], every[target], port):
                    yield source, target, port
                if direction == "Ingress" and allowed(rules, "Ingress", every[target], every[source], port):
                    yield source, target, port


@pytest.mark.parametrize("rendering", EVERY)
def test_pods_reach_each_other_as_the_call_graph_says_and_no_further(rendering: str) -> None:
    assert ways(rendering) == wanted(rendering)


@pytest.mark.parametrize("direction", ["Ingress", "Egress"])
@pytest.mark.parametrize("rendering", EVERY)
def test_each_end_of_a_connection_says_so_by_itself(rendering: str, direction: str) -> None:
    """A policy that is lost at one end opens nothing: the other end still refuses."""
    assert set(one_sided(rendering, direction)) == wanted(rendering)


@pytest.mark.parametrize("rendering", EVERY)
def test_a_pod_that_no_other_policy_names_is_closed_both_ways(rendering: str) -> None:
    unknown = Peer(namespace="amy", labels={"app.kubernetes.io/name": "unknown"})
    for port in PORTS:
        assert not allowed(policies(rendering), "Ingress", unknown, STRANGER, port)
        assert not allowed(policies(rendering), "Egress", unknown, INTERNET, port)


@pytest.mark.parametrize("rendering", EVERY)
def test_who_comes_from_outside_reaches_the_gateway_alone(rendering: str) -> None:
    reached = {
        (name, port)
        for name, peer in pods(rendering).items()
        for port in PORTS
        for source in (STRANGER, CONTROLLER, INTERNET, *NEAR)
        if allowed(policies(rendering), "Ingress", peer, source, port)
    }
    assert reached == ({("gateway", HTTP)} if rendering.startswith("production") else set())


@pytest.mark.parametrize("rendering", EVERY)
def test_metrics_are_open_to_prometheus_where_the_component_is(rendering: str) -> None:
    rules = policies(rendering)
    open_to = {
        (name, port)
        for name, peer in pods(rendering).items()
        for port in PORTS
        if allowed(rules, "Ingress", peer, PROMETHEUS, port)
    }
    assert open_to == ({(hyphened(name), METRICS) for name in CALLS} if rendering.endswith("with all") else set())


@pytest.mark.parametrize("rendering", EVERY)
def test_the_only_ways_out_are_the_database_and_a_models_vendor(rendering: str) -> None:
    def out(target: Peer) -> set[tuple[str, int]]:
        rules = policies(rendering)
        return {
            (name, port) for name, pod in pods(rendering).items() for port in PORTS if leaves(rules, pod, target, port)
        }

    def leaves(rules: list[dict[str, object]], pod: Peer, target: Peer, port: int) -> bool:
        return allowed(rules, "Egress", pod, target, port)

    vendor = {(hyphened(name), HTTPS) for name in MINDS} if rendering.endswith("with all") else set()
    clients = {(name, SQL) for name in (*map(hyphened, WITH_TABLES), MIGRATIONS)}
    assert out(INTERNET) == vendor
    assert out(DATABASE) == vendor | (clients if rendering.startswith("production") else set())
    for near in (STRANGER, PROMETHEUS, *NEAR):
        assert out(near) == set()


@pytest.mark.parametrize("rendering", EVERY)
def test_everybody_may_ask_for_names_and_only_there(rendering: str) -> None:
    rules = policies(rendering)
    for pod in pods(rendering).values():
        assert allowed(rules, "Egress", pod, NAMES, DNS)
        assert not allowed(rules, "Egress", pod, STRANGER, DNS)
        assert not allowed(rules, "Egress", pod, INTERNET, DNS)


@pytest.mark.parametrize("service", CALLS)
@pytest.mark.parametrize("rendering", EVERY)
def test_a_service_stands_behind_its_name_on_the_port_it_listens_on(rendering: str, service: str) -> None:
    definition = of_kind(EVERY[rendering], "Service")[hyphened(service)]["spec"]
    labels = pods(rendering)[hyphened(service)].labels
    others = [peer.labels for name, peer in pods(rendering).items() if name != hyphened(service)]
    selector = definition["selector"].items()
    assert selector <= labels.items()
    assert not any(selector <= other.items() for other in others)
    (port,) = definition["ports"]
    (own,) = [one for one in container(rendering, service)["ports"] if one["name"] == port["targetPort"]]
    if service == "gateway":
        assert (definition["type"], own["containerPort"]) == ("ClusterIP", HTTP)
    else:
        assert (definition["clusterIP"], port["port"], own["containerPort"]) == ("None", GRPC, GRPC)
