"""Protos to domain values and back."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from amy.api.health_data.v1 import health_data_pb2 as pb
from services.health_data import wire
from services.health_data.adapters.reports import report_from_json, report_to_json
from services.health_data.app import Description, SeriesQuery
from services.health_data.app.imports import ImportPart, ImportStart
from services.health_data.domain.activity_fields import ACTIVITY_FIELDS
from services.health_data.domain.norms import Norm
from services.health_data.domain.records import (
    Activity,
    ActivityLog,
    Biomarker,
    DaySeries,
    NamedSeries,
    Options,
    Profile,
    Skip,
    from_epoch_day,
)
from services.health_data.domain.reporting import Coverage, ImportReport
from services.health_data.domain.stored import BiomarkerHolding, Holdings, ImportSummary, MetricHolding, Written
from services.health_data.ports import EncodedFrames
from services.health_data.wire import imports as wire_imports

OPTIONS = Options(subject="s", columns={"a": "steps"})


async def test_every_message_of_an_import_is_understood() -> None:
    header = pb.ImportHeader(user_id="u", filename="f", subject="s", columns={"a": "steps"})

    async def sent() -> AsyncIterator[pb.ImportRequest]:
        for request in (pb.ImportRequest(header=header), pb.ImportRequest(chunk=b"x"), pb.ImportRequest(chunk=b"")):
            yield request
        yield pb.ImportRequest()

    parts: list[ImportPart] = [part async for part in wire_imports.import_parts(sent())]
    assert parts == [ImportStart(user_id="u", filename="f", options=OPTIONS), b"x", b"", None]


@given(st.lists(st.text()), st.text(), st.text(), st.text())
def test_a_series_query_arrives_as_it_was_sent(names: list[str], user_id: str, start: str, end: str) -> None:
    request = pb.GetSeriesRequest(user_id=user_id, names=names, start_date=start, end_date=end)
    assert wire.series_query(request) == SeriesQuery(
        user_id=user_id, names=tuple(names), start_date=start, end_date=end
    )


@given(st.dictionaries(st.integers(-25_567, 47_846), st.floats(allow_nan=False), max_size=20))
def test_series_arrive_bit_for_bit(values: dict[int, float]) -> None:
    days = sorted(values)
    series = DaySeries(np.array(days, np.int32), np.array([values[day] for day in days], np.float64))
    (sent,) = wire.series_messages([NamedSeries(name="steps", unit="count", series=series)])
    assert (sent.name, sent.unit, list(sent.epoch_days)) == ("steps", "count", days)
    assert list(sent.values) == [values[day] for day in days]


@given(st.integers(0, 3), st.integers(-1, 1))
def test_frames_are_cut_at_one_mebibyte_and_join_again(chunks: int, more: int) -> None:
    content = bytes(max(0, chunks * wire.CHUNK_BYTES + more))
    frames = EncodedFrames(summary=content, activities=b"a", profile=b"p", population=b"n", biomarkers=b"l")
    sent = list(wire.frames_responses(frames))
    assert all(0 < len(each.arrow_ipc_chunk) <= wire.CHUNK_BYTES for each in sent)
    assert b"".join(each.arrow_ipc_chunk for each in sent if each.frame == pb.FRAME_SUMMARY) == content
    last = [pb.FRAME_ACTIVITIES, pb.FRAME_PROFILE, pb.FRAME_POPULATION, pb.FRAME_BIOMARKERS]
    assert [each.frame for each in sent][-4:] == last


SUMMARY = ImportSummary(
    import_id="imp_1",
    filename="f",
    sources=("whoop",),
    format="whoop",
    imported_at=datetime(2024, 1, 1, tzinfo=UTC),
    cells_written=3,
    activities_written=4,
    biomarkers_written=5,
    entries_written=6,
)


def test_a_report_loses_nothing() -> None:
    report = ImportReport(
        format="whoop",
        sources=("whoop", "oura"),
        subject="s",
        rows_read=9,
        skipped=(Skip(reason="r", cells=7, first_lines=(2, 3)), Skip(reason="q", cells=1, first_lines=(5,))),
        notes=("n",),
        found=(("nights", 3),),
        absent=(("heart_rate_variability", "2 SDNN values, no rMSSD."),),
        left_out=(("a.gpx", "a track"),),
        coverage=(
            Coverage(
                metric="steps",
                first_date=date(2024, 1, 1),
                last_date=date(2024, 1, 3),
                days_with_value=2,
                days_missing=1,
            ),
        ),
        warnings=("w",),
        written=Written(
            import_id="imp_1",
            days_written=1,
            days_unchanged=2,
            cells_written=3,
            activities_written=4,
            biomarkers_written=5,
            already_imported=True,
            entries_written=6,
            unconfirmed=8,
        ),
        first_date=date(2024, 1, 1),
        last_date=None,
    )
    assert wire_imports.import_response(report) == pb.ImportResponse(
        import_id="imp_1",
        format="whoop",
        subject="s",
        rows_read=9,
        days_written=1,
        days_unchanged=2,
        activities_written=4,
        biomarkers_written=5,
        cells_written=3,
        cells_skipped=8,
        skipped=[
            pb.SkipReason(reason="r", cells=7, first_lines=[2, 3]),
            pb.SkipReason(reason="q", cells=1, first_lines=[5]),
        ],
        first_date="2024-01-01",
        notes=["n"],
        already_imported=True,
        sources=["whoop", "oura"],
        found=[pb.Found(what="nights", count=3)],
        absent=[pb.Absent(metric="heart_rate_variability", why="2 SDNN values, no rMSSD.")],
        left_out=[pb.LeftOut(file="a.gpx", why="a track")],
        coverage=[
            pb.MetricCoverage(
                metric="steps",
                first_date="2024-01-01",
                last_date="2024-01-03",
                days_with_value=2,
                days_missing=1,
            )
        ],
        entries_written=6,
        unconfirmed=8,
        warnings=["w"],
    )
    kept = report_from_json(report_to_json(report), SUMMARY, "s")
    assert kept == report


def test_what_is_unknown_of_a_person_is_unset() -> None:
    assert not wire.profile_response(Profile()).profile.ListFields()
    full = wire.profile_response(Profile(age_years=0, sex="male", height_cm=180.5, weight_kg=80)).profile
    assert (full.age_years, full.HasField("age_years"), full.sex) == (0, True, "male")
    assert (full.height_cm, full.weight_kg) == (180.5, 80)


def test_biomarkers_keep_their_instant_and_open_ranges() -> None:
    drawn = datetime(2024, 3, 1, 6, 30, tzinfo=UTC)
    lab = Biomarker(name="LDL", value=1.5, unit="mg/dL", collected_at=drawn, reference_high=0.0)
    (sent,) = wire.biomarkers_response([lab]).biomarkers
    assert sent.collected_at.ToDatetime(tzinfo=UTC) == drawn
    assert (sent.name, sent.value, sent.unit, sent.reference_high) == ("LDL", 1.5, "mg/dL", 0)
    assert sent.HasField("reference_high")
    assert not sent.HasField("reference_low")


@given(st.integers(-25_567, 47_846), st.integers(0, 500), st.integers(1, 500))
def test_coverage_is_the_share_of_days_with_a_value(first: int, more: int, with_value: int) -> None:
    last, days = first + more, min(with_value, more + 1)
    holding = MetricHolding(name="spo2", first_day=first, last_day=last, days_with_value=days, latest_value=97)
    holdings = Holdings(
        metrics=(holding,),
        first_day=first,
        last_day=last,
        days_on_record=days,
        activities=1,
        activity_kinds=("Run",),
        biomarkers=(),
        biomarker_dates=None,
    )
    sent = wire.describe_response(Description(holdings=holdings, noted=(), norms=()))
    (metric,) = sent.metrics
    assert metric.days_missing + metric.days_with_value == more + 1
    assert metric.coverage == days / (more + 1)
    assert (metric.unit, metric.latest_value) == ("%", 97)
    assert sent.reference_date == metric.last_date == from_epoch_day(last).isoformat()


NORM = Norm(
    metric="resting_heart_rate", sex="female", age_low=40, age_high=49, mean=65.5, sd=7.5, source="A. doi:10.1/x"
)


def test_what_there_is_besides_daily_series_is_described() -> None:
    holdings = Holdings(
        metrics=(
            MetricHolding(name="bed_time_clock", first_day=1, last_day=2, days_with_value=2, latest_value=1410.5),
        ),
        first_day=None,
        last_day=None,
        days_on_record=0,
        activities=0,
        activity_kinds=(),
        biomarkers=(
            BiomarkerHolding(name="Ferritin", unit="ng/mL", samples=1),
            BiomarkerHolding(name="LDL", unit="mg/dL", samples=3),
        ),
        biomarker_dates=(date(2024, 1, 2), date(2024, 5, 6)),
    )
    sent = wire.describe_response(Description(holdings=holdings, noted=(), norms=(NORM,)))
    assert (sent.metrics[0].unit, sent.metrics[0].latest_value) == ("clock", 1410.5)
    assert sent.biomarkers == 4
    assert [(each.name, each.unit, each.samples) for each in sent.biomarker_names] == [
        ("Ferritin", "ng/mL", 1),
        ("LDL", "mg/dL", 3),
    ]
    assert (sent.oldest_biomarker_date, sent.newest_biomarker_date) == ("2024-01-02", "2024-05-06")
    assert list(sent.population_metrics) == ["resting_heart_rate"]
    assert {each.name: each.unit for each in sent.activity_fields} == {each.name: each.unit for each in ACTIVITY_FIELDS}


def test_an_activity_has_the_fields_that_are_known() -> None:
    late = datetime(2024, 3, 1, 23, 59)  # noqa: DTZ001, local
    log = ActivityLog(
        activities=(Activity(start=late, kind="Run", distance_m=0.0, steps=812),),
        recorded_days=np.array([-1, 19_783], np.int32),
    )
    sent = wire.activities_response(log)
    fields = {"distance_m": 0, "steps": 812, "start_clock": 1439}
    assert list(sent.activities) == [pb.Activity(date="2024-03-01", kind="Run", fields=fields)]
    assert list(sent.recorded_days) == ["1969-12-31", "2024-03-01"]


def test_a_norm_says_whose_it_is_and_an_unknown_one_is_unset() -> None:
    assert wire.population_response(NORM).norm == pb.Norm(
        mean=65.5, sd=7.5, unit="bpm", group="women of 40 to 49", source="A. doi:10.1/x"
    )
    assert not wire.population_response(None).HasField("norm")
