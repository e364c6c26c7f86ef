"""Protos to domain values and back: the only module that knows both."""

from collections.abc import Iterator, Sequence
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from amy.api.health_data.v1 import health_data_pb2 as pb
from services.health_data.app import Description, SeriesQuery
from services.health_data.domain.activity_fields import ACTIVITY_FIELDS
from services.health_data.domain.catalogue import (
    KNOWN_SERIES,
    Known,
    KnownBiomarker,
    biomarkers_known,
    fields_known,
    other_biomarkers,
    series_known,
)
from services.health_data.domain.metrics import METRIC
from services.health_data.domain.norms import Norm
from services.health_data.domain.quantities import Plausible, Words
from services.health_data.domain.records import Activity, ActivityLog, Biomarker, NamedSeries, Profile, from_epoch_day
from services.health_data.domain.stored import Erased, MetricHolding
from services.health_data.ports import EncodedFrames
from services.health_data.wire.journal import noted_name

CHUNK_BYTES: Final = 1024 * 1024
_UNITS: Final = {each.name: each.unit for each in KNOWN_SERIES}


def series_query(request: pb.GetSeriesRequest) -> SeriesQuery:
    return SeriesQuery(
        user_id=request.user_id,
        names=tuple(request.names),
        start_date=request.start_date,
        end_date=request.end_date,
    )


def series_messages(series: Sequence[NamedSeries]) -> list[pb.Series]:
    return [
        pb.Series(
            name=each.name,
            unit=each.unit,
            epoch_days=each.series.days.tolist(),
            values=each.series.values.tolist(),
        )
        for each in series
    ]


def frames_responses(frames: EncodedFrames) -> Iterator[pb.GetFramesResponse]:
    """Every frame in chunks of at most 1 MiB, all of one frame before the next."""
    for frame, content in (
        (pb.FRAME_SUMMARY, frames.summary),
        (pb.FRAME_ACTIVITIES, frames.activities),
        (pb.FRAME_PROFILE, frames.profile),
        (pb.FRAME_POPULATION, frames.population),
        (pb.FRAME_BIOMARKERS, frames.biomarkers),
    ):
        for start in range(0, len(content), CHUNK_BYTES):
            yield pb.GetFramesResponse(frame=frame, arrow_ipc_chunk=content[start : start + CHUNK_BYTES])


def profile_response(profile: Profile) -> pb.GetProfileResponse:
    return pb.GetProfileResponse(profile=profile_message(profile))


def profile_message(profile: Profile) -> pb.Profile:
    return pb.Profile(
        age_years=profile.age_years,
        sex=profile.sex,
        height_cm=profile.height_cm,
        weight_kg=profile.weight_kg,
        birth_year=profile.birth_year,
        time_zone=profile.time_zone,
        devices=profile.devices,
    )


def biomarkers_response(biomarkers: Sequence[Biomarker]) -> pb.GetBiomarkersResponse:
    return pb.GetBiomarkersResponse(biomarkers=[_biomarker(each) for each in biomarkers])


def _biomarker(biomarker: Biomarker) -> pb.Biomarker:
    collected_at = Timestamp()
    collected_at.FromDatetime(biomarker.collected_at)
    return pb.Biomarker(
        name=biomarker.name,
        value=biomarker.value,
        unit=biomarker.unit,
        collected_at=collected_at,
        reference_low=biomarker.reference_low,
        reference_high=biomarker.reference_high,
    )


def activities_response(log: ActivityLog) -> pb.GetActivitiesResponse:
    return pb.GetActivitiesResponse(
        activities=[_activity(each) for each in log.activities],
        recorded_days=[_iso(day) for day in log.recorded_days.tolist()],
    )


def _activity(activity: Activity) -> pb.Activity:
    fields = {field.name: getattr(activity, field.name) for field in ACTIVITY_FIELDS}
    return pb.Activity(
        date=activity.start.date().isoformat(),
        kind=activity.kind,
        fields={name: value for name, value in fields.items() if value is not None},
    )


def population_response(norm: Norm | None) -> pb.GetPopulationResponse:
    if norm is None:
        return pb.GetPopulationResponse()
    return pb.GetPopulationResponse(
        norm=pb.Norm(mean=norm.mean, sd=norm.sd, unit=METRIC[norm.metric].unit, group=norm.group, source=norm.source)
    )


def erased_response(erased: Erased) -> pb.EraseUserResponse:
    return pb.EraseUserResponse(
        values=erased.values,
        activities=erased.activities,
        biomarkers=erased.biomarkers,
        imports=erased.imports,
        entries=erased.entries,
        uploads=erased.uploads,
    )


def describe_response(description: Description) -> pb.DescribeDataResponse:
    holdings = description.holdings
    oldest, newest = holdings.biomarker_dates or (None, None)
    return pb.DescribeDataResponse(
        metrics=[_metric(each) for each in holdings.metrics],
        reference_date=_iso(holdings.last_day),
        first_date=_iso(holdings.first_day),
        days_on_record=holdings.days_on_record,
        activities=holdings.activities,
        biomarkers=sum(each.samples for each in holdings.biomarkers),
        known=[*(_known(each) for each in series_known(holdings)), *map(noted_name, description.noted)],
        activity_kinds=holdings.activity_kinds,
        biomarker_names=[_known_biomarker(each) for each in biomarkers_known(holdings)],
        activity_fields=[_known(each) for each in fields_known(holdings)],
        population_metrics=[each.metric for each in description.norms],
        newest_biomarker_date=newest.isoformat() if newest else "",
        oldest_biomarker_date=oldest.isoformat() if oldest else "",
        nights_follow=holdings.nights_follow,
        other_biomarkers=[_known_biomarker(each) for each in other_biomarkers(holdings)],
    )


def _known(known: Known) -> pb.MetricName:
    words = known.words
    return pb.MetricName(
        name=known.name,
        unit=known.unit,
        derived=known.derived,
        noun=words.noun,
        spoken=words.spoken,
        loose=_loose(words),
        additive=words.additive,
        nightly=words.nightly,
        better=words.better,
        recorded=known.recorded,
        why_absent=known.why_absent,
        plausible=_plausible(known.plausible),
        plausible_by_kind=[
            pb.PlausibleOfKind(kind=kind, plausible=_plausible(bounds))
            for kind, bounds in known.plausible_by_kind.items()
        ],
    )


def _known_biomarker(known: KnownBiomarker) -> pb.BiomarkerDescription:
    holding, words = known.holding, known.words
    return pb.BiomarkerDescription(
        name=holding.name,
        unit=holding.unit,
        samples=holding.samples,
        noun=words.noun,
        spoken=words.spoken,
        loose=_loose(words),
        has_reference_low=holding.reference_low,
        has_reference_high=holding.reference_high,
    )


def _loose(words: Words) -> list[pb.LooseName]:
    return [pb.LooseName(phrase=phrase, caveat=caveat) for phrase, caveat in words.loose.items()]


def _plausible(bounds: Plausible | None) -> pb.Plausible | None:
    return None if bounds is None else pb.Plausible(low=bounds.low, high=bounds.high, source=bounds.source)


def _metric(holding: MetricHolding) -> pb.MetricDescription:
    span = holding.last_day - holding.first_day + 1
    return pb.MetricDescription(
        name=holding.name,
        unit=_UNITS[holding.name],
        first_date=_iso(holding.first_day),
        last_date=_iso(holding.last_day),
        days_with_value=holding.days_with_value,
        days_missing=span - holding.days_with_value,
        coverage=holding.days_with_value / span,
        latest_value=holding.latest_value,
    )


def _iso(day: int | None) -> str:
    return "" if day is None else from_epoch_day(day).isoformat()
