"""What the tests of the rooms share: reading an upload that is made in memory."""

import io
import zipfile
from collections.abc import Mapping

from services.health_data.adapters.formats.members import members_of
from services.health_data.adapters.formats.room import Room
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import ParsedFile


def gathered(room: Room, files: Mapping[str, bytes]) -> ParsedFile:
    """What a room takes out of an archive with these files, of those that it claims."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in files.items():
            packed.writestr(path, content)
    gathering = Gathering(room.source)
    with members_of(archive, "export.zip", lambda _: None) as members:
        room.read([each for each in members if room.claims(each)], gathering)
    return gathering.parsed()
