"""The whole service over real gRPC: import, then everything that reads."""

import asyncio
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path

import pandas as pd
import pytest

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.runtime import errors
from services.health_data.domain.records import to_epoch_day
from services.health_data.domain.sample_person import DEFAULT_END_DATE, sample_person
from tests.frames import listed, received, records
from tests.unit.health_data.support import Stub, running_service, upload

PERSON = sample_person()
LAB_COLUMNS = ["name", "value", "unit", "collected_at", "date", "reference_low", "reference_high"]
TWO_DAYS = "date,steps,resting_heart_rate,bed_time\n2024-01-01,5000,50,2023-12-31T23:00\n2024-01-03,,52,\n"


async def frames_of(stub: Stub, user_id: str) -> dict[int, pd.DataFrame]:
    parts: dict[int, bytes] = {}
    order = []
    async for response in stub.GetFrames(pb.GetFramesRequest(user_id=user_id), timeout=60):
        assert len(response.arrow_ipc_chunk) <= 1024 * 1024
        order.append(response.frame)
        parts[response.frame] = parts.get(response.frame, b"") + response.arrow_ipc_chunk
    assert order == sorted(order)
    return {frame: received(content) for frame, content in parts.items()}


async def series_of(stub: Stub, *names: str, **window: str) -> dict[str, pb.Series]:
    request = pb.GetSeriesRequest(user_id="u", names=names, **window)
    return {each.name: each for each in (await stub.GetSeries(request, timeout=60)).series}


async def test_the_sample_person_goes_in_and_comes_out(database_url: str) -> None:
    async with running_service(database_url) as stub:
        daily = await upload(stub, PERSON.daily_csv)
        assert (daily.format, daily.rows_read, daily.days_written) == ("canonical_daily", 347, 347)
        assert daily.last_date == DEFAULT_END_DATE.isoformat()
        assert daily.import_id.startswith("imp_")
        assert (daily.cells_skipped, daily.already_imported) == (0, False)
        activities = await upload(stub, PERSON.activities_csv)
        assert activities.activities_written == PERSON.activities_csv.count("\n") - 1
        assert (await upload(stub, PERSON.biomarkers_csv)).biomarkers_written == 18

        again = await upload(stub, PERSON.daily_csv)
        assert (again.days_written, again.days_unchanged, again.already_imported) == (0, 347, True)

        described = await stub.DescribeData(pb.DescribeDataRequest(user_id="u"), timeout=60)
        assert described.reference_date == "2025-12-31"
        assert (described.days_on_record, described.biomarkers) == (347, 18)
        assert list(described.activity_kinds) == ["Outdoor Bike", "Run", "Walk"]
        assert [(each.name, each.unit, each.samples) for each in described.biomarker_names] == [
            ("Ferritin", "ng/mL", 4),
            ("HbA1c", "%", 3),
            ("HDL cholesterol", "mg/dL", 4),
            ("LDL cholesterol", "mg/dL", 4),
            ("Vitamin D", "ng/mL", 3),
        ]
        assert (described.oldest_biomarker_date, described.newest_biomarker_date) == ("2025-01-21", "2025-11-27")
        assert [each.name for each in described.activity_fields][-2:] == ["speed_m_per_min", "start_clock"]
        assert len(described.activity_fields) == 9
        assert len([each for each in described.known if not each.tag]) == 30 * 4 + 4
        assert next(each.name for each in described.known if not each.derived) == "steps"

        profile = (await stub.GetProfile(pb.GetProfileRequest(user_id="u"), timeout=60)).profile
        assert (profile.age_years, profile.sex, profile.height_cm) == (41, "female", 168)
        labs = (await stub.GetBiomarkers(pb.GetBiomarkersRequest(user_id="u", name="ferritin"), timeout=60)).biomarkers
        assert [lab.value for lab in labs] == [51, 44, 31, 22]
        assert labs[0].collected_at.ToDatetime().hour == 8
        assert (labs[0].reference_low, labs[0].reference_high) == (15, 150)


async def test_series_are_cut_after_they_are_computed(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, PERSON.daily_csv)
        names = ("resting_heart_rate", "cardio_fitness_index", "steps_mean_30d")
        whole = await series_of(stub, *names)
        cut = await series_of(stub, *names, start_date="2025-03-01", end_date="2025-03-31")
    first, last = to_epoch_day(date(2025, 3, 1)), to_epoch_day(date(2025, 3, 31))
    for name in names:
        kept = [
            (day, value)
            for day, value in zip(whole[name].epoch_days, whole[name].values, strict=True)
            if first <= day <= last
        ]
        assert kept
        assert list(zip(cut[name].epoch_days, cut[name].values, strict=True)) == kept
        assert list(cut[name].epoch_days) == sorted(set(cut[name].epoch_days))
    assert (whole["cardio_fitness_index"].unit, whole["steps_mean_30d"].unit) == ("count/bpm", "count")


async def test_missing_days_are_left_out_and_described(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, TWO_DAYS)
        series = await series_of(stub, "resting_heart_rate", "steps", "spo2", "cardio_fitness_index")
        described = await stub.DescribeData(pb.DescribeDataRequest(user_id="u"), timeout=60)
    assert list(series) == ["resting_heart_rate", "steps", "spo2", "cardio_fitness_index"]
    assert list(series["resting_heart_rate"].values) == [50, 52]
    assert list(series["spo2"].values) == []
    assert list(series["cardio_fitness_index"].values) == [100]
    steps, heart, clock = described.metrics
    assert (clock.name, clock.unit, clock.first_date, clock.latest_value) == (
        "bed_time_clock",
        "clock",
        "2024-01-01",
        1380,
    )
    assert (steps.name, steps.unit, steps.days_missing, steps.coverage, steps.latest_value) == (
        "steps",
        "count",
        0,
        1,
        5000,
    )
    assert (heart.first_date, heart.last_date, heart.days_with_value) == ("2024-01-01", "2024-01-03", 2)
    assert heart.days_missing == 1
    assert heart.coverage == pytest.approx(2 / 3)


async def test_frames_hold_every_day_once_with_gaps_as_nulls(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, TWO_DAYS)
        await upload(stub, "start,kind,distance_km\n2024-01-05 07:00:30,Run,5\n")
        frames = await frames_of(stub, "u")
    summary = frames[pb.FRAME_SUMMARY]
    assert summary.columns.tolist() == ["datetime", "steps", "resting_heart_rate", "bed_time", "wake_up_time"]
    assert summary["datetime"].tolist() == [pd.Timestamp("2024-01-01"), pd.Timestamp("2024-01-03")]
    assert listed(frames[pb.FRAME_SUMMARY]["steps"]) == [5000, None]
    assert summary["bed_time"][0] == pd.Timestamp("2023-12-31 23:00")
    activity = records(frames[pb.FRAME_ACTIVITIES])[0]
    assert (activity["kind"], activity["distance_m"], activity["distance_km"], activity["end"]) == (
        "Run",
        5000,
        5,
        None,
    )
    assert activity["start_clock"] == 420.5
    assert records(frames[pb.FRAME_PROFILE]) == [{"age_years": None, "sex": None, "height_cm": None, "weight_kg": None}]


async def test_the_summary_has_a_row_for_a_day_on_which_nothing_was_measured(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, "date,steps\n2024-01-01,5000\n2024-01-02,\n")
        await upload(stub, "start,kind\n2024-01-05 07:00,Run\n")
        summary = (await frames_of(stub, "u"))[pb.FRAME_SUMMARY]
        log = await stub.GetActivities(pb.GetActivitiesRequest(user_id="u"), timeout=60)
    assert listed(summary["steps"]) == [5000, None]
    assert list(log.recorded_days) == ["2024-01-01", "2024-01-02", "2024-01-05"]


async def test_a_stranger_has_frames_with_columns_and_no_rows(database_url: str) -> None:
    async with running_service(database_url) as stub:
        frames = await frames_of(stub, "nobody")
        described = await stub.DescribeData(pb.DescribeDataRequest(user_id="nobody"), timeout=60)
        profile = (await stub.GetProfile(pb.GetProfileRequest(user_id="nobody"), timeout=60)).profile
    assert frames[pb.FRAME_SUMMARY].columns.tolist() == ["datetime", "bed_time", "wake_up_time"]
    assert {"speed_m_per_min", "start_clock"} <= set(frames[pb.FRAME_ACTIVITIES].columns)
    assert frames[pb.FRAME_POPULATION].columns.tolist() == [
        "metric",
        "sex",
        "age_low",
        "age_high",
        "mean",
        "sd",
        "source",
    ]
    assert frames[pb.FRAME_BIOMARKERS].columns.tolist() == LAB_COLUMNS
    assert [len(frames[frame]) for frame in (pb.FRAME_SUMMARY, pb.FRAME_ACTIVITIES, pb.FRAME_BIOMARKERS)] == [0] * 3
    assert len(frames[pb.FRAME_PROFILE]) == 1
    assert (described.reference_date, described.first_date, len(described.metrics)) == ("", "", 0)
    assert (described.newest_biomarker_date, list(described.population_metrics)) == ("", [])
    assert not profile.HasField("age_years")


LABS = """name,value,unit,collected_at,reference_low,reference_high
ldl,3.1,mmol/L,2024-03-01T23:30:00-05:00,,3.4
LDL,120.5,mg/dL,2023-12-31T22:00:00Z,10,
Ferritin,22,ng/mL,2024-01-01,,
"""


async def test_a_person_with_laboratory_values_alone_is_described(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, LABS)
        described = await stub.DescribeData(pb.DescribeDataRequest(user_id="u"), timeout=60)
        frames = await frames_of(stub, "u")
        log = await stub.GetActivities(pb.GetActivitiesRequest(user_id="u"), timeout=60)
    assert (described.reference_date, described.days_on_record, described.biomarkers) == ("", 0, 3)
    assert (described.oldest_biomarker_date, described.newest_biomarker_date) == ("2023-12-31", "2024-03-02")
    assert not log.activities
    assert not log.recorded_days
    labs = frames[pb.FRAME_BIOMARKERS]
    assert labs.columns.tolist() == LAB_COLUMNS
    assert labs["name"].tolist() == ["ldl", "Ferritin", "ldl"]
    assert labs["collected_at"].tolist()[-1] == pd.Timestamp("2024-03-02 04:30")
    assert labs["date"].tolist() == [pd.Timestamp(day) for day in ("2023-12-31", "2024-01-01", "2024-03-02")]
    assert labs["unit"].tolist() == ["mmol/L", "ng/mL", "mmol/L"]
    # 38.67 mg/dL of cholesterol are 1 mmol/L.
    assert listed(labs["reference_low"]) == [pytest.approx(10 / 38.67, rel=1e-3), None, None]
    assert (listed(labs["value"]), listed(labs["unit"])[-1]) == (
        [pytest.approx(120.5 / 38.67, rel=1e-3), 22, 3.1],
        "mmol/L",
    )


async def test_activities_have_local_dates_and_known_fields(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, TWO_DAYS)
        await upload(stub, "start,kind,distance_km,steps\n2024-01-05 23:59,Run,5,\n2024-01-02 07:00,Walk,,900\n")
        log = await stub.GetActivities(pb.GetActivitiesRequest(user_id="u"), timeout=60)
    assert list(log.activities) == [
        pb.Activity(date="2024-01-02", kind="Walk", fields={"steps": 900, "start_clock": 420}),
        pb.Activity(date="2024-01-05", kind="Run", fields={"distance_m": 5000, "start_clock": 1439}),
    ]
    assert list(log.recorded_days) == ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-05"]


async def test_the_clocks_are_series(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, "date,bed_time,wake_up_time\n2024-01-01,2024-01-01T00:15,2024-01-01T07:30\n")
        series = await series_of(stub, "bed_time_clock", "wake_up_time_clock")
    assert {name: list(each.values) for name, each in series.items()} == {
        "bed_time_clock": [1455],
        "wake_up_time_clock": [450],
    }


ONE_WALK_AND_TWO_RUNS = """start,kind,duration_min
2024-01-02 07:00,Walk,9
2024-01-03 07:00,Run,9
2024-01-04 07:00,Run,9
"""


async def test_what_is_on_record_is_described_with_what_it_is_called(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, "date,steps,wake_up_time\n2024-01-01,9,2024-01-02T07:30\n")
        await upload(
            stub, "start,kind,duration_min\n2024-01-02 07:00,Walk,9\n2024-01-03 07:00,Run,9\n2024-01-04 07:00,Run,9\n"
        )
        await upload(stub, LABS)
        described = await stub.DescribeData(pb.DescribeDataRequest(user_id="u"), timeout=60)
    assert described.nights_follow
    assert list(described.activity_kinds) == ["Run", "Walk"]
    known = {each.name: each for each in described.known}
    steps, sleep = known["steps"], known["sleep_minutes"]
    assert (steps.noun, steps.recorded, steps.additive, steps.nightly, steps.better) == (
        "step count",
        True,
        True,
        False,
        True,
    )
    assert "footsteps" in steps.spoken
    assert {each.phrase for each in steps.loose} >= {"activity level"}
    assert (sleep.recorded, sleep.nightly, sleep.plausible.high) == (False, True, 900)
    assert not known["weight_kg"].HasField("better")
    assert known["resting_heart_rate"].HasField("better")
    fields = {each.name: each for each in described.activity_fields}
    assert {name for name, each in fields.items() if each.recorded} == {"duration_min", "start_clock"}
    assert fields["start_clock"].unit == "clock"
    assert [(each.kind, each.plausible.high) for each in fields["speed_m_per_min"].plausible_by_kind] == [
        ("Run", 355.5),
        ("Walk", 262),
    ]
    labs = {each.name: each for each in described.biomarker_names}
    assert (labs["ldl"].has_reference_low, labs["ldl"].has_reference_high) == (True, True)
    assert not labs["Ferritin"].has_reference_low
    assert "bad cholesterol" in labs["ldl"].spoken
    assert "TSH" in {each.name for each in described.other_biomarkers}


async def test_a_norm_is_the_operators_and_fits_the_person(tmp_path: Path) -> None:
    norms = tmp_path / "norms.csv"
    header = "metric,sex,age_low,age_high,mean,sd,source"
    rows = ["steps,female,40,49,7000,2500,Own", "steps,male,40,49,8000,2600,Own", "spo2,any,18,120,96,1,Own"]
    norms.write_text("\n".join([header, *rows]), encoding="utf-8")
    async with running_service(f"sqlite:///{tmp_path}/norms.db", norms_file=str(norms)) as stub:
        await upload(stub, PERSON.daily_csv)
        await upload(stub, TWO_DAYS, user_id="unknown age")
        found = await stub.GetPopulation(pb.GetPopulationRequest(user_id="u", metric="steps"), timeout=60)
        none = [
            await stub.GetPopulation(pb.GetPopulationRequest(user_id=user_id, metric=metric), timeout=60)
            for user_id, metric in (("u", "weight_kg"), ("u", "no metric"), ("unknown age", "steps"))
        ]
        described = await stub.DescribeData(pb.DescribeDataRequest(user_id="u"), timeout=60)
        population = records((await frames_of(stub, "u"))[pb.FRAME_POPULATION])
    assert found.norm == pb.Norm(mean=7000, sd=2500, unit="count", group="women of 40 to 49", source="Own")
    assert not any(each.HasField("norm") for each in none)
    assert {"steps", "spo2"} <= set(described.population_metrics)
    assert [row["mean"] for row in population if row["metric"] == "steps"] == [7000, 8000]


async def test_large_frames_come_in_chunks(tmp_path: object) -> None:
    rows = "".join(f"{date.fromordinal(720_000 + day)},{day},{day},{day},{day}\n" for day in range(30_000))
    async with running_service(f"sqlite:///{tmp_path}/chunks.db") as stub:
        report = await upload(stub, f"date,steps,distance_km,calories_kcal,weight_kg\n{rows}")
        assert report.days_written == 30_000
        chunks = [each async for each in stub.GetFrames(pb.GetFramesRequest(user_id="u"), timeout=30)]
        assert sum(each.frame == pb.FRAME_SUMMARY for each in chunks) > 1
        assert len((await frames_of(stub, "u"))[pb.FRAME_SUMMARY]) == 30_000


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("", errors.InvalidRequestError),
        (b"\x00\x01", errors.InvalidRequestError),
        ("day,pulse\n1,2\n", errors.UnprocessableError),
        ("date,steps\n01/02/2024,60\n", errors.UnprocessableError),
        ("date,steps\n" + "2024-01-01,1\n" * 200_000, errors.InvalidRequestError),
    ],
)
async def test_a_bad_file_is_refused_and_the_service_stays_up(
    tmp_path: object, content: str | bytes, error: type[errors.ServiceError]
) -> None:
    async with running_service(f"sqlite:///{tmp_path}/bad.db", max_import_bytes="1000") as stub:
        with pytest.raises(error, match=r"a\.csv|larger than 1000 bytes"):
            await upload(stub, content)
        assert (await upload(stub, TWO_DAYS)).days_written == 2


async def send(stub: Stub, *requests: pb.ImportRequest) -> pb.ImportResponse:
    async def stream() -> AsyncIterator[pb.ImportRequest]:
        for request in requests:
            yield request

    return await stub.Import(stream(), timeout=60)


HEADER = pb.ImportRequest(header=pb.ImportHeader(user_id="u"))


@pytest.mark.parametrize(
    ("requests", "error"),
    [
        ((), errors.InvalidRequestError),
        ((pb.ImportRequest(),), errors.InvalidRequestError),
        ((pb.ImportRequest(chunk=b"date"),), errors.InvalidRequestError),
        ((HEADER, HEADER), errors.InvalidRequestError),
        ((HEADER, pb.ImportRequest()), errors.InvalidRequestError),
        ((pb.ImportRequest(header=pb.ImportHeader()),), errors.InvalidFieldError),
    ],
)
async def test_an_import_begins_with_one_header_and_goes_on_with_chunks(
    tmp_path: object, requests: tuple[pb.ImportRequest, ...], error: type[errors.ServiceError]
) -> None:
    async with running_service(f"sqlite:///{tmp_path}/order.db") as stub:
        with pytest.raises(error):
            await send(stub, *requests)


@pytest.mark.parametrize(
    ("request_fields", "field"),
    [
        ({"user_id": "u", "names": ["bed_time"]}, "names"),
        ({"user_id": "u", "names": ["steps_mean_7d"]}, "names"),
        ({"user_id": "u", "names": ["steps"], "start_date": "01/02/2024"}, "start_date"),
        ({"user_id": "u", "names": ["steps"], "end_date": "2024-02-30"}, "end_date"),
        ({"names": ["steps"]}, "user_id"),
    ],
)
async def test_a_bad_field_is_named(tmp_path: object, request_fields: dict[str, object], field: str) -> None:
    async with running_service(f"sqlite:///{tmp_path}/fields.db") as stub:
        with pytest.raises(errors.InvalidFieldError) as caught:
            await stub.GetSeries(pb.GetSeriesRequest(**request_fields), timeout=60)  # type: ignore[arg-type]
    assert caught.value.metadata == {"field": field}


async def test_reading_goes_on_while_large_files_are_parsed(tmp_path: object) -> None:
    rows = "".join(f"2024-01-{1 + line % 28:02},{line % 9000},55\n" for line in range(80_000))
    async with running_service(f"sqlite:///{tmp_path}/busy.db") as stub:
        await upload(stub, TWO_DAYS)
        content = f"date,steps,resting_heart_rate\n{rows}"
        importing = asyncio.gather(*(upload(stub, content, user_id=f"u{at}") for at in range(3)))
        reads = 0
        while not importing.done():
            await frames_of(stub, "u")
            reads += 1
        assert [report.days_written for report in await importing] == [28, 28, 28]
    assert reads >= 3


async def test_everything_of_a_person_is_erased_and_the_same_file_can_be_imported_anew(database_url: str) -> None:
    async with running_service(database_url) as stub:
        await upload(stub, TWO_DAYS)
        erased = await stub.EraseUser(pb.EraseUserRequest(user_id="u"), timeout=60)
        assert erased == pb.EraseUserResponse(values=4, imports=1)
        assert await stub.EraseUser(pb.EraseUserRequest(user_id="u"), timeout=60) == pb.EraseUserResponse()
        again = await upload(stub, TWO_DAYS)
        assert (again.days_written, again.already_imported) == (2, False)
        with pytest.raises(errors.InvalidFieldError):
            await stub.EraseUser(pb.EraseUserRequest(), timeout=60)
