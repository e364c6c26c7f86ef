"""What the tests of the rooms share: an upload read by one room, as a report."""

import io
import zipfile

from services.health_data.adapters.formats.members import members_of
from services.health_data.adapters.formats.room import Room
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import ParsedFile


def gathered(room: Room, files: dict[str, bytes]) -> ParsedFile:
    """What a room reads out of an archive of these files."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for path, content in files.items():
            packed.writestr(path, content)
    gathering = Gathering(room.source)
    with members_of(archive, "upload.zip", lambda _: None) as members:
        room.read([each for each in members if room.claims(each)], gathering)
    return gathering.parsed()
