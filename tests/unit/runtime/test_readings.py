"""What is described of a user again is not read again, unless it has changed, is old, or many others asked since."""

from amy.api.health_data.v1 import health_data_pb2 as health
from amy.runtime.readings import KeptReadings
from services.data_science.wire import catalogue_from_proto


class Hand:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def described(unit: str = "mg/dL") -> health.DescribeDataResponse:
    ldl = health.BiomarkerDescription(name="LDL", unit=unit, samples=2, noun="LDL", spoken=["ldl"])
    return health.DescribeDataResponse(first_date="2024-01-01", reference_date="2024-06-30", biomarker_names=[ldl])


def test_the_same_description_is_read_once() -> None:
    kept = KeptReadings(catalogue_from_proto)
    assert kept.of("alice", described()) is kept.of("alice", described())


def test_a_description_that_changed_is_read_anew() -> None:
    kept = KeptReadings(catalogue_from_proto)
    kept.of("alice", described())
    changed = kept.of("alice", described(unit="mmol/L"))
    assert changed is not None
    assert changed.biomarkers["LDL"].unit == "mmol/L"


def test_a_user_is_never_given_another_s_catalogue() -> None:
    kept = KeptReadings(catalogue_from_proto)
    alice = kept.of("alice", described())
    assert kept.of("bob", described(unit="mmol/L")) != alice
    assert kept.of("carol", health.DescribeDataResponse()) is None


def test_nothing_is_kept_for_long_or_of_many() -> None:
    clock = Hand()
    kept = KeptReadings(catalogue_from_proto, clock)
    first = kept.of("alice", described())
    clock.now = 601.0
    second = kept.of("alice", described())
    assert second is not first
    for number in range(40):
        kept.of(f"user {number}", described())
    assert kept.of("alice", described()) is not second
