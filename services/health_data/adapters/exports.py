"""From an upload to what it says about one person: a table, a vendor's export, or an archive of both."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, Final, cast

from services.health_data.adapters.files import AS_IT_IS, parse
from services.health_data.adapters.formats.members import DamagedError, Member, members_of, total_bytes
from services.health_data.adapters.formats.registry import ROOMS
from services.health_data.adapters.formats.room import Room
from services.health_data.adapters.formats.texts import header_of
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.layouts import column_key, is_own
from services.health_data.domain.limits import LIMITS, LimitExceededError, Limits
from services.health_data.domain.looks import known_kind, office_document
from services.health_data.domain.records import NotUnderstood, Options, ParsedFile, Parts, Progress, Refusal, Unreadable

_SPOOL_BYTES: Final = 4 * 1024**2
_BLOCK_BYTES: Final = 1024**2
_FILES_NAMED: Final = 20
_STEP_BYTES: Final = 4 * 1024**2
_NOT_OF_A_PERSON: Final = (".html", ".txt", ".md", ".pdf", ".png", ".jpg", ".jpeg", ".ds_store")


def _nobody_asks(_progress: Progress) -> None:
    """Progress that nobody wants to know."""


def read_upload(
    stream: BinaryIO,
    *,
    filename: str,
    user_id: str,
    options: Options = AS_IT_IS,
    limits: Limits = LIMITS,
    progress: Callable[[Progress], None] = _nobody_asks,
) -> Parts | Refusal:
    """What an upload says about one person.

    Args:
        stream: the upload, which can be gone through more than once; left open.
        filename: what the person calls it; empty if they do not.
        user_id: whose import it is.
        options: how the person wants it read.
        limits: how much a table may hold.
        progress: told now and then how far it is; what it raises ends the reading.
    """
    reading = _Reading(user_id=user_id, options=options, limits=limits, progress=progress)
    try:
        with members_of(stream, filename, reading.told) as members:
            return reading.read(members)
    except DamagedError as error:
        return Unreadable(str(error))
    except LimitExceededError as error:
        return NotUnderstood(str(error))


class _Reading:
    """One upload while it is read."""

    def __init__(self, *, user_id: str, options: Options, limits: Limits, progress: Callable[[Progress], None]) -> None:
        self._user_id = user_id
        self._options = options
        self._limits = limits
        self._progress = progress
        self._total = 0
        self._last = 0
        self._file = ""
        self._is_alone = True

    def told(self, done: int) -> None:
        if done - self._last >= _STEP_BYTES:
            self._last = done
            self._progress(Progress(min(done, self._total), self._total, self._file))

    def read(self, members: Sequence[Member]) -> Parts | Refusal:
        """Each file by the room that claims it, and as a table where none does."""
        if not members:
            return Unreadable("The archive is empty.")
        office = office_document(each.path for each in members)
        if office is not None:
            return Unreadable(office)
        self._total = total_bytes(members)
        self._is_alone = len(members) == 1
        claimed: dict[Room, list[Member]] = defaultdict(list)
        unclaimed: list[Member] = []
        for member in members:
            room = self._room(member)
            (unclaimed if room is None else claimed[room]).append(member)
        if len(members) == 1 and unclaimed:
            return self._one_table(unclaimed[0])
        parts = [self._gathered(room, claimed[room]) for room in ROOMS if room in claimed]
        tables, left_out = self._tables(unclaimed)
        parts += tables
        if not any(map(_says_something, parts)):
            return _nothing_in_it(members, parts, left_out)
        parts = [part for part in parts if _says_something(part)]
        parts[0] = replace(parts[0], left_out=(*parts[0].left_out, *left_out))
        return tuple(parts)

    def _room(self, member: Member) -> Room | None:
        """Who reads a file; nobody does what is laid out as Amy's own, or as the person says."""
        if is_own(header_of(member)) or self._asked_of(member).columns:
            return None
        return next((each for each in ROOMS if each.claims(member)), None)

    def _asked_of(self, member: Member) -> Options:
        """What the person says of a file; of columns in an archive, of those that the file has."""
        if self._is_alone:
            return self._options
        header = {column_key(name) for name in header_of(member)}
        said = {name: what for name, what in self._options.columns.items() if column_key(name) in header}
        return replace(self._options, columns=said)

    def _gathered(self, room: Room, members: Sequence[Member]) -> ParsedFile:
        gathering = Gathering(room.source)
        self._file = room.title
        room.read(members, gathering)
        return gathering.parsed()

    def _one_table(self, member: Member) -> Parts | Refusal:
        parsed = self._table(member)
        return (parsed,) if isinstance(parsed, ParsedFile) else parsed

    def _tables(self, members: Sequence[Member]) -> tuple[list[ParsedFile], list[tuple[str, str]]]:
        """The plain tables among the files, and why the others were not read."""
        parts: list[ParsedFile] = []
        left_out: list[tuple[str, str]] = []
        for member in members:
            kind = known_kind(member.head)
            if kind is not None or member.name.lower().endswith(_NOT_OF_A_PERSON):
                left_out.append((member.path, kind or "It is no table."))
                continue
            parsed = self._table(member)
            if isinstance(parsed, ParsedFile):
                parts.append(parsed)
            else:
                left_out.append((member.path, parsed.explanation))
        return parts, left_out

    def _table(self, member: Member) -> ParsedFile | Refusal:
        self._file = member.name
        with SpooledTemporaryFile(max_size=_SPOOL_BYTES) as spool:
            with member.open() as stream:
                for block in iter(lambda: stream.read(_BLOCK_BYTES), b""):
                    spool.write(block)
            parsed = parse(
                cast("BinaryIO", spool),
                user_id=self._user_id,
                options=self._asked_of(member),
                limits=self._limits,
                progress=lambda done: self._progress(Progress(int(self._total * done), self._total, self._file)),
            )
        return replace(parsed, members=(member.path,)) if isinstance(parsed, ParsedFile) else parsed


def _says_something(part: ParsedFile) -> bool:
    return bool(
        part.numbers
        or part.local_times
        or part.activities
        or part.biomarkers
        or part.lab_results
        or part.entries
        or part.skipped
        or len(part.recorded_days)
    )


def _nothing_in_it(
    members: Sequence[Member], parts: Sequence[ParsedFile], left_out: Sequence[tuple[str, str]]
) -> Refusal:
    """What is said of an upload that nothing could be taken from."""
    reasons = [*(each for part in parts for each in part.left_out), *left_out]
    absent = [f"{metric}: {why}" for part in parts for metric, why in part.absent]
    if len(members) == 1:
        told = [why for _, why in reasons] or absent or ["The file holds nothing that Amy keeps."]
        return NotUnderstood(" ".join(told[:_FILES_NAMED]))
    listed = "; ".join(_listed(reasons) or absent) or "none is of a kind that Amy knows"
    return NotUnderstood(f"Of the {len(members):,} files in the archive nothing could be taken: {listed}")


def _listed(reasons: Sequence[tuple[str, str]]) -> list[str]:
    return [f"{path}: {why}" for path, why in reasons[:_FILES_NAMED]]
