"""What is read of health_data for a finding: its own records and no others, over real gRPC."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import numpy as np
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.health_data.v1 import health_data_pb2 as health_data
from amy.runtime import errors
from services.validator.adapters.health_data import HealthDataSeries
from services.validator.domain.records.store import Needs, Norm, Store
from tests.unit.validator.builders import DAY_ONE_EPOCH, day, series
from tests.unit.validator.conftest import StoredSeries


@pytest.fixture
async def reader(store_address: str) -> AsyncIterator[HealthDataSeries]:
    reader = HealthDataSeries(store_address, timeout_s=5)
    yield reader
    await reader.close()


def sample(value: float, at: datetime, *, unit: str = "mg/dL", name: str = "LDL") -> health_data.Biomarker:
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return health_data.Biomarker(name=name, value=value, unit=unit, collected_at=stamp)


async def test_nothing_is_read_that_is_not_needed(reader: HealthDataSeries, stored: StoredSeries) -> None:
    assert await reader.read("u", Needs()) == Store()
    assert (stored.requests, stored.asked) == ([], [])


async def test_activities_come_with_the_days_on_record(reader: HealthDataSeries, stored: StoredSeries) -> None:
    stored.activities = health_data.GetActivitiesResponse(
        activities=[
            health_data.Activity(date=day(2), kind="Run", fields={"distance_m": 5000.0}),
            health_data.Activity(date=day(2), kind="Walk", fields={"duration_min": 30.0}),
        ],
        recorded_days=[day(0), day(2)],
    )
    store = await reader.read("u", Needs(activities=True))
    assert stored.asked == ["activities of u"]
    log = store.activities
    assert log is not None
    assert log.days.tolist() == [DAY_ONE_EPOCH + 2] * 2
    assert log.recorded.tolist() == [DAY_ONE_EPOCH, DAY_ONE_EPOCH + 2]
    assert log.kinds == ("run", "walk")
    assert log.fields["distance_m"].tolist() == pytest.approx([5000.0, np.nan], nan_ok=True)


async def test_all_samples_come_in_the_order_they_were_taken_with_their_units_and_bounds(
    reader: HealthDataSeries, stored: StoredSeries
) -> None:
    bounded = sample(120.0, datetime(2026, 1, 3, 7, tzinfo=UTC))
    bounded.reference_high = 130.0
    stored.biomarkers = [
        sample(1.0, datetime(2026, 1, 5, tzinfo=UTC), name="HDL", unit="mmol/L"),
        bounded,
        sample(90.0, datetime(2026, 1, 3, 7, tzinfo=UTC), name="Ferritin"),
    ]
    samples = (await reader.read("u", Needs(samples=True))).samples
    assert samples is not None
    assert samples.days.tolist() == [DAY_ONE_EPOCH + 2, DAY_ONE_EPOCH + 2, DAY_ONE_EPOCH + 4]
    assert samples.names == ("ldl", "ferritin", "hdl")
    assert samples.units == ("mg/dL", "mg/dL", "mmol/L")
    assert samples.high.tolist() == pytest.approx([130.0, np.nan, np.nan], nan_ok=True)
    assert samples.low.tolist() == pytest.approx([np.nan] * 3, nan_ok=True)
    assert (samples.bound("LDL", high=True), samples.has("ferritin"), samples.has("TSH")) == (130.0, True, False)


async def test_a_norm_that_is_not_known_is_absent(reader: HealthDataSeries, stored: StoredSeries) -> None:
    stored.norms = {"resting_heart_rate": health_data.Norm(mean=66.0, sd=9.0, unit="bpm")}
    stored.series = {"resting_heart_rate": series([60.0]), "steps": series([1.0])}
    names = frozenset({"resting_heart_rate", "steps"})
    store = await reader.read("u", Needs(metrics=names, norms=names))
    assert store.norms == {"resting_heart_rate": Norm(mean=66.0, sd=9.0)}
    assert set(store.daily) == names


async def test_a_day_that_is_none_is_not_read_as_one(reader: HealthDataSeries, stored: StoredSeries) -> None:
    stored.activities = health_data.GetActivitiesResponse(recorded_days=["yesterday"])
    with pytest.raises(errors.InternalError):
        await reader.read("u", Needs(activities=True))


async def test_an_outage_while_activities_are_read_is_told_as_one(
    reader: HealthDataSeries, stored: StoredSeries
) -> None:
    def fail() -> None:
        raise errors.UpstreamUnavailableError("away")

    stored.before_answer = fail
    with pytest.raises(errors.UpstreamUnavailableError):
        await reader.read("u", Needs(activities=True))
