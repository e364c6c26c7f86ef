"""Who may call whom: the call graph of docs/architecture.md, held against the addresses each service can be given."""

import importlib
from importlib.metadata import entry_points

import pytest

from amy.runtime.settings import ServiceSettings

CALLS = {
    "gateway": {"orchestrator", "domain_expert", "memory", "health_data"},
    "orchestrator": {
        "data_science",
        "domain_expert",
        "health_coach",
        "investigator",
        "validator",
        "memory",
        "health_data",
    },
    "data_science": {"health_data"},
    "domain_expert": set(),
    "health_coach": {"health_data"},
    "investigator": {"health_data"},
    "validator": {"health_data"},
    "memory": set(),
    "health_data": set(),
}


def settings_of(service: str) -> type[ServiceSettings]:
    package = service if service == "gateway" else f"services.{service}"
    settings: type[ServiceSettings] = importlib.import_module(f"{package}.settings").Settings
    return settings


def test_every_service_that_amy_up_starts_is_in_the_call_graph() -> None:
    assert {point.name for point in entry_points(group="amy.services")} == set(CALLS)


@pytest.mark.parametrize("service", CALLS)
def test_a_service_can_be_given_the_addresses_of_those_it_calls_and_no_others(service: str) -> None:
    fields = settings_of(service).model_fields
    addresses = {name.removesuffix("_address") for name in fields if name.endswith("_address")}
    assert addresses == CALLS[service]


@pytest.mark.parametrize("service", CALLS)
def test_a_service_has_the_same_rooms_as_every_other(service: str) -> None:
    package = service if service == "gateway" else f"services.{service}"
    rooms = ("__main__", "settings", "wire", "app", "ports", "adapters", "domain")
    for room in rooms:
        importlib.import_module(f"{package}.{room}")
