"""Health data between the protos of the service and the public vocabulary. Pure and total."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from amy.api.health_data.v1 import health_data_pb2 as health
from gateway.domain import data_requests, data_views
from gateway.ports.health_data import Exported, KnownMetric, Series
from gateway.wire import instant, number, timestamp

_EPOCH: Final = date(1970, 1, 1)


def import_event(proto: health.ImportFileResponse) -> data_views.ImportProgress | data_views.ImportReport:
    """Progress, or the report, which ends an import."""
    if proto.HasField("report"):
        return import_report(proto.report)
    return data_views.ImportProgress(
        stage=proto.progress.stage,
        bytes_done=proto.progress.bytes_done,
        bytes_total=proto.progress.bytes_total or None,
        file=proto.progress.file or None,
    )


def upload(proto: health.Upload) -> data_views.Upload:
    return data_views.Upload(
        id=proto.upload_id,
        filename=proto.filename,
        fingerprint=proto.fingerprint,
        metadata=proto.metadata,
        length=proto.length,
        offset=proto.offset,
        expires_at=instant(proto.expires_at),
    )


def import_report(proto: health.ImportResponse) -> data_views.ImportReport:
    return data_views.ImportReport(
        import_id=proto.import_id,
        format=proto.format,
        subject=proto.subject,
        rows_read=proto.rows_read,
        days_written=proto.days_written,
        days_unchanged=proto.days_unchanged,
        activities_written=proto.activities_written,
        biomarkers_written=proto.biomarkers_written,
        cells_written=proto.cells_written,
        cells_skipped=proto.cells_skipped,
        skipped=[
            data_views.SkipReason(reason=skip.reason, cells=skip.cells, first_lines=list(skip.first_lines))
            for skip in proto.skipped
        ],
        first_date=proto.first_date or None,
        last_date=proto.last_date or None,
        notes=list(proto.notes),
        already_imported=proto.already_imported,
        sources=list(proto.sources),
        found=[data_views.Found(what=each.what, count=each.count) for each in proto.found],
        absent=[data_views.Absent(metric=each.metric, why=each.why) for each in proto.absent],
        left_out=[data_views.LeftOut(file=each.file, why=each.why) for each in proto.left_out],
        coverage=[
            data_views.Coverage(
                metric=each.metric,
                first_date=each.first_date,
                last_date=each.last_date,
                days_with_value=each.days_with_value,
                days_missing=each.days_missing,
            )
            for each in proto.coverage
        ],
        entries_written=proto.entries_written,
        unconfirmed=proto.unconfirmed,
        warnings=list(proto.warnings),
    )


def import_page(proto: health.ListImportsResponse) -> data_views.ImportPage:
    return data_views.ImportPage(
        data=[_summary(each) for each in proto.imports],
        next_cursor=proto.next_page_token or None,
        has_more=bool(proto.next_page_token),
    )


def whole_import(proto: health.GetImportResponse) -> data_views.Import:
    summary: health.ImportSummary = getattr(proto, "import")
    return data_views.Import(**_summary(summary).model_dump(), report=import_report(proto.report))


def _summary(proto: health.ImportSummary) -> data_views.ImportSummary:
    return data_views.ImportSummary(
        import_id=proto.import_id,
        filename=proto.filename,
        sources=list(proto.sources),
        format=proto.format,
        imported_at=instant(proto.imported_at),
        cells_written=proto.cells_written,
        activities_written=proto.activities_written,
        biomarkers_written=proto.biomarkers_written,
        entries_written=proto.entries_written,
    )


def undone(proto: health.UndoImportResponse) -> data_views.UndoneImport:
    return data_views.UndoneImport(
        values=proto.values, activities=proto.activities, biomarkers=proto.biomarkers, entries=proto.entries
    )


def data_description(proto: health.DescribeDataResponse) -> data_views.DataDescription:
    return data_views.DataDescription(
        metrics=[
            data_views.Metric(
                name=metric.name,
                unit=metric.unit or None,
                first_date=metric.first_date,
                last_date=metric.last_date,
                days_with_value=metric.days_with_value,
                days_missing=metric.days_missing,
                coverage=number(metric.coverage),
                latest_value=number(metric.latest_value),
            )
            for metric in proto.metrics
        ],
        reference_date=proto.reference_date or None,
        first_date=proto.first_date or None,
        days_on_record=proto.days_on_record,
        activities=proto.activities,
        biomarkers=proto.biomarkers,
        known=[
            data_views.MetricName(name=each.name, unit=each.unit or None, derived=each.derived) for each in proto.known
        ],
        activity_kinds=list(proto.activity_kinds),
    )


def known_metrics(proto: health.DescribeDataResponse) -> list[KnownMetric]:
    return [
        KnownMetric(
            name=each.name,
            additive=each.additive and not each.nightly,
            words=(each.noun, *each.spoken, *(loose.phrase for loose in each.loose)),
            why_absent=each.why_absent,
        )
        for each in proto.known
    ]


def series(proto: health.GetSeriesResponse) -> list[Series]:
    return [
        Series(
            name=each.name,
            unit=each.unit,
            days=[_EPOCH + timedelta(days=day) for day in each.epoch_days],
            values=list(each.values),
        )
        for each in proto.series
    ]


def activities(proto: health.GetActivitiesResponse) -> list[data_views.Activity]:
    """Each with the fields in the alphabet's order, since a map has none."""
    return [
        data_views.Activity(
            date=each.date,
            kind=each.kind,
            fields={name: value for name in sorted(each.fields) if (value := number(each.fields[name])) is not None},
        )
        for each in proto.activities
    ]


def profile(proto: health.Profile) -> data_views.Profile:
    return data_views.Profile(
        age_years=proto.age_years if proto.HasField("age_years") else None,
        sex=proto.sex if proto.HasField("sex") else None,
        height_cm=number(proto.height_cm) if proto.HasField("height_cm") else None,
        weight_kg=number(proto.weight_kg) if proto.HasField("weight_kg") else None,
        birth_year=proto.birth_year if proto.HasField("birth_year") else None,
        time_zone=proto.time_zone if proto.HasField("time_zone") else None,
        devices=list(proto.devices),
    )


def set_profile_request(user_id: str, change: data_requests.ProfileChange) -> health.SetProfileRequest:
    return health.SetProfileRequest(user_id=user_id, profile=health.Profile(**change.model_dump()))


def stated_page(proto: health.GetProvenanceResponse) -> data_views.StatedPage:
    return data_views.StatedPage(
        data=[
            data_views.StatedValue(
                metric=each.name,
                date=each.date,
                value=number(each.value),
                unit=each.unit or None,
                source=each.source,
                import_id=each.import_id,
                filename=each.filename,
                file=each.file or None,
                row=each.row or None,
                rows=each.rows,
                counts=each.counts,
            )
            for each in proto.values
        ],
        next_cursor=proto.next_page_token or None,
        has_more=bool(proto.next_page_token),
    )


def priorities(proto: health.GetPrioritiesResponse) -> data_views.Priorities:
    return data_views.Priorities(
        data=[
            data_views.Priority(metric=each.metric, sources=list(each.sources), chosen=each.chosen)
            for each in proto.priorities
        ]
    )


def add_lab_result_request(user_id: str, new: data_requests.NewBiomarker) -> health.AddLabResultRequest:
    result = health.LabResult(
        name=new.name,
        printed_name=new.name,
        value=new.value,
        comparator=new.comparator or "",
        text=new.text,
        unit=new.unit,
        collected_at=timestamp(new.collected_at),
        reference_low=new.reference_low,
        reference_high=new.reference_high,
        reference_text=new.reference_text,
    )
    return health.AddLabResultRequest(user_id=user_id, result=result)


def biomarker(proto: health.LabResult) -> data_views.Biomarker:
    return data_views.Biomarker(
        id=proto.result_id,
        name=proto.name,
        printed_name=proto.printed_name,
        loinc=proto.loinc or None,
        value=number(proto.value) if proto.HasField("value") else None,
        comparator=proto.comparator or None,
        text=proto.text,
        unit=proto.unit or None,
        collected_at=instant(proto.collected_at),
        reference_low=number(proto.reference_low) if proto.HasField("reference_low") else None,
        reference_high=number(proto.reference_high) if proto.HasField("reference_high") else None,
        reference_text=proto.reference_text or None,
        unconfirmed=proto.unconfirmed,
        import_id=proto.import_id or None,
        source=proto.source or None,
    )


def biomarker_page(proto: health.ListLabResultsResponse) -> data_views.BiomarkerPage:
    return data_views.BiomarkerPage(
        data=[biomarker(each) for each in proto.results],
        next_cursor=proto.next_page_token or None,
        has_more=bool(proto.next_page_token),
    )


def add_entries_request(user_id: str, new: data_requests.NewEntries) -> health.AddEntriesRequest:
    return health.AddEntriesRequest(
        user_id=user_id,
        entries=[
            health.Entry(at=each.at, tag=each.tag, amount=each.amount, unit=each.unit, note=each.note)
            for each in new.entries
        ],
        text=new.text,
        now=new.now or "",
    )


def added_entries(proto: health.AddEntriesResponse) -> data_views.AddedEntries:
    return data_views.AddedEntries(data=_entries(proto.entries), added=proto.added)


def entry_page(proto: health.ListEntriesResponse) -> data_views.EntryPage:
    return data_views.EntryPage(
        data=_entries(proto.entries),
        next_cursor=proto.next_page_token or None,
        has_more=bool(proto.next_page_token),
        logged_tags=list(proto.logged_tags),
    )


def _entries(protos: Sequence[health.Entry]) -> list[data_views.Entry]:
    return [
        data_views.Entry(
            id=each.entry_id,
            at=each.at,
            tag=each.tag,
            amount=number(each.amount) if each.HasField("amount") else None,
            unit=each.unit or None,
            note=each.note or None,
            source=each.source or None,
            import_id=each.import_id or None,
        )
        for each in protos
    ]


def exported(proto: health.ExportResponse) -> Exported:
    return Exported(kind=proto.kind, lines=proto.lines)
