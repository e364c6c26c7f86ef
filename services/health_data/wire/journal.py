"""The journal on the wire."""

from amy.api.health_data.v1 import health_data_pb2 as pb
from services.health_data.app.journal import Added, EntryPage, EntryQuery, GivenEntry
from services.health_data.domain.journal import Comes, Noted
from services.health_data.domain.journal_lines import Line, ReadLine
from services.health_data.domain.records import Entry
from services.health_data.ports import KeptEntry


def given_entry(entry: pb.Entry) -> GivenEntry:
    return GivenEntry(
        at=entry.at,
        tag=entry.tag,
        amount=entry.amount if entry.HasField("amount") else None,
        unit=entry.unit,
        note=entry.note,
    )


def added_response(added: Added) -> pb.AddEntriesResponse:
    return pb.AddEntriesResponse(entries=[_kept(each) for each in added.entries], added=added.added)


def read_response(read: ReadLine) -> pb.ReadEntriesResponse:
    if not isinstance(read, Line):
        return pb.ReadEntriesResponse(unclear=read.explanation)
    return pb.ReadEntriesResponse(entries=[_entry(each) for each in read.entries], said=read.said, whole=read.whole)


def entry_query(request: pb.ListEntriesRequest) -> EntryQuery:
    return EntryQuery(
        user_id=request.user_id,
        tag=request.tag,
        start_date=request.start_date,
        end_date=request.end_date,
        page_size=request.page_size,
        page_token=request.page_token,
    )


def list_response(page: EntryPage) -> pb.ListEntriesResponse:
    return pb.ListEntriesResponse(
        entries=[_kept(each) for each in page.entries],
        next_page_token=page.next_page_token,
        logged_tags=[each.tag for each in page.logged],
    )


def noted_name(noted: Noted) -> pb.MetricName:
    tag, words = noted.tag, noted.tag.words
    return pb.MetricName(
        name=tag.series,
        unit=noted.unit,
        noun=words.noun,
        spoken=words.spoken,
        loose=[pb.LooseName(phrase=phrase, caveat=caveat) for phrase, caveat in words.loose.items()],
        additive=words.additive,
        recorded=noted.recorded,
        tag=tag.name,
        days_without=noted.days_without,
        example=tag.example,
        lasting=tag.comes is Comes.WHETHER,
    )


def _kept(kept: KeptEntry) -> pb.Entry:
    entry = _entry(kept.entry)
    entry.entry_id, entry.source, entry.import_id = kept.entry_id, kept.source, kept.import_id
    return entry


def _entry(entry: Entry) -> pb.Entry:
    at = entry.day.isoformat() if entry.at is None else entry.at.isoformat(timespec="minutes")
    return pb.Entry(at=at, tag=entry.tag, amount=entry.amount, unit=entry.unit, note=entry.note)
