"""Every endpoint of health data as a value, as in `amy.client.calls`."""

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from amy.client.calls import Call, given, idempotent, instant
from amy.client.data_models import (
    Activity,
    AddedEntries,
    Biomarker,
    DataDescription,
    EntryPage,
    Every,
    ExportFormat,
    Import,
    ImportReport,
    ImportSummary,
    MetricPage,
    Priorities,
    PriorityChanged,
    Profile,
    Provenance,
    UndoneImport,
    Upload,
    UploadList,
)
from amy.client.models import Page
from amy.client.sending import UPLOADS, key_of
from amy.client.upload import pieces_of

IMPORT_TIMEOUT_S: Final = 3660.0
_DATA: Final = "/v1/data"

Day = date | str


def import_file(
    path: Path,
    *,
    filename: str | None,
    subject: str | None,
    columns: Mapping[str, str] | None,
    told: bool,
    idempotency_key: str | None,
) -> Call[ImportReport]:
    """`told` asks for progress as events; a folder's length is not known before it is sent."""
    headers = {**idempotent(idempotency_key), "Content-Type": "application/octet-stream"}
    is_folder = path.is_dir()
    if not is_folder:
        headers["Content-Length"] = str(path.stat().st_size)
    if told:
        headers["Accept"] = "text/event-stream"
    name = filename or (f"{path.resolve().name}.zip" if is_folder else path.name)
    return Call(
        method="POST",
        path=f"{_DATA}/imports",
        model=ImportReport,
        params=given(filename=name, subject=subject, columns=json.dumps(columns) if columns else None),
        content=partial(pieces_of, path),
        headers=headers,
        timeout_s=IMPORT_TIMEOUT_S,
    )


def import_upload(
    upload: Upload,
    *,
    filename: str | None,
    subject: str | None,
    columns: Mapping[str, str] | None,
    told: bool,
    idempotency_key: str | None,
) -> Call[ImportReport]:
    """Of a file that was sent before; otherwise as `import_file`."""
    headers = idempotent(key_of(idempotency_key, upload))
    if told:
        headers["Accept"] = "text/event-stream"
    said = json.dumps(columns) if columns else None
    return Call(
        method="POST",
        path=f"{_DATA}/imports",
        model=ImportReport,
        params=given(upload=upload.id, filename=filename, subject=subject, columns=said),
        headers=headers,
        timeout_s=IMPORT_TIMEOUT_S,
    )


def list_uploads() -> Call[UploadList]:
    return Call(method="GET", path=UPLOADS, model=UploadList)


def delete_upload(upload_id: str) -> Call[None]:
    return Call(method="DELETE", path=f"{UPLOADS}/{_safe(upload_id)}", model=None)


def list_imports(*, limit: int | None, cursor: str | None) -> Call[Page[ImportSummary]]:
    return Call(
        method="GET", path=f"{_DATA}/imports", model=Page[ImportSummary], params=given(limit=limit, cursor=cursor)
    )


def get_import(import_id: str) -> Call[Import]:
    return Call(method="GET", path=f"{_DATA}/imports/{_safe(import_id)}", model=Import)


def undo_import(import_id: str) -> Call[UndoneImport]:
    path = f"{_DATA}/imports/{_safe(import_id)}"
    return Call(method="DELETE", path=path, model=UndoneImport, timeout_s=IMPORT_TIMEOUT_S)


def describe_data() -> Call[DataDescription]:
    return Call(method="GET", path=f"{_DATA}/metrics", model=DataDescription)


def metric(
    name: str, *, start: Day | None, end: Day | None, every: Every, limit: int | None, cursor: str | None
) -> Call[MetricPage]:
    params = given(start=_day(start), end=_day(end), every=every, limit=limit, cursor=cursor)
    return Call(method="GET", path=f"{_DATA}/metrics/{_safe(name)}", model=MetricPage, params=params)


def activities(
    *, kind: str | None, start: Day | None, end: Day | None, limit: int | None, cursor: str | None
) -> Call[Page[Activity]]:
    params = given(kind=kind, start=_day(start), end=_day(end), limit=limit, cursor=cursor)
    return Call(method="GET", path=f"{_DATA}/activities", model=Page[Activity], params=params)


def biomarkers(*, name: str | None, unconfirmed: bool, limit: int | None, cursor: str | None) -> Call[Page[Biomarker]]:
    params = given(name=name, unconfirmed="true" if unconfirmed else None, limit=limit, cursor=cursor)
    return Call(method="GET", path=f"{_DATA}/biomarkers", model=Page[Biomarker], params=params)


def add_biomarker(
    name: str, *, collected_at: datetime | str, told: Mapping[str, Any], idempotency_key: str | None
) -> Call[Biomarker]:
    body = {"name": name, "collected_at": instant(collected_at), **_said(told)}
    headers = idempotent(idempotency_key)
    return Call(method="POST", path=f"{_DATA}/biomarkers", model=Biomarker, json=body, headers=headers)


def confirm_biomarker(biomarker_id: str) -> Call[Biomarker]:
    path = f"{_DATA}/biomarkers/{_safe(biomarker_id)}/confirm"
    return Call(method="POST", path=path, model=Biomarker, headers=idempotent(None))


def delete_biomarker(biomarker_id: str) -> Call[None]:
    return Call(method="DELETE", path=f"{_DATA}/biomarkers/{_safe(biomarker_id)}", model=None)


def profile() -> Call[Profile]:
    return Call(method="GET", path=f"{_DATA}/profile", model=Profile)


def set_profile(told: Mapping[str, Any]) -> Call[Profile]:
    return Call(method="PUT", path=f"{_DATA}/profile", model=Profile, json=_said(told))


def provenance(
    *,
    metric: str | None,
    fact: str | None,
    start: Day | None,
    end: Day | None,
    limit: int | None,
    cursor: str | None,
) -> Call[Provenance]:
    params = given(metric=metric, fact=fact, start=_day(start), end=_day(end), limit=limit, cursor=cursor)
    return Call(method="GET", path=f"{_DATA}/provenance", model=Provenance, params=params)


def priorities() -> Call[Priorities]:
    return Call(method="GET", path=f"{_DATA}/priorities", model=Priorities)


def set_priority(metric: str, sources: Sequence[str]) -> Call[PriorityChanged]:
    return Call(
        method="PUT",
        path=f"{_DATA}/priorities/{_safe(metric)}",
        model=PriorityChanged,
        json={"sources": list(sources)},
        timeout_s=IMPORT_TIMEOUT_S,
    )


def list_entries(
    *, tag: str | None, start: Day | None, end: Day | None, limit: int | None, cursor: str | None
) -> Call[EntryPage]:
    params = given(tag=tag, start=_day(start), end=_day(end), limit=limit, cursor=cursor)
    return Call(method="GET", path=f"{_DATA}/entries", model=EntryPage, params=params)


def add_entries(
    entries: Sequence[Mapping[str, Any]], *, text: str | None, now: datetime | str | None, idempotency_key: str | None
) -> Call[AddedEntries]:
    told = {"text": text, "now": now.isoformat(timespec="minutes") if isinstance(now, datetime) else now}
    body = {"entries": [dict(entry) for entry in entries], **_said(told)}
    headers = idempotent(idempotency_key)
    return Call(method="POST", path=f"{_DATA}/entries", model=AddedEntries, json=body, headers=headers)


def delete_entry(entry_id: str) -> Call[None]:
    return Call(method="DELETE", path=f"{_DATA}/entries/{_safe(entry_id)}", model=None)


def log_tag(tag: str, *, logged: bool, since: Day | None) -> Call[None]:
    body = {"logged": logged, **_said({"since": _day(since)})}
    return Call(method="PUT", path=f"{_DATA}/entries/tags/{_safe(tag)}", model=None, json=body)


def export(kind: ExportFormat) -> Call[None]:
    return Call(method="GET", path="/v1/export", model=None, params={"format": kind}, timeout_s=IMPORT_TIMEOUT_S)


def _day(value: Day | None) -> str | None:
    return value.isoformat() if isinstance(value, date) else value


def _said(told: Mapping[str, Any]) -> dict[str, Any]:
    """Only what is said."""
    return {name: value for name, value in told.items() if value is not None}


def _safe(part: str) -> str:
    return quote(part, safe="")
