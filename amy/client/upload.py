"""What is sent of a path: a file as it is, a folder as one zip archive that is made while it is sent."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from amy.runtime.zipping import ZipStream

_CHUNK_BYTES: Final = 64 * 1024
_MADE_AT: Final = datetime(1980, 1, 1)  # noqa: DTZ001, a zip archive has no zone
"""Of every file: the same folder is the same archive, whenever it is sent."""


def files_of(folder: Path) -> list[Path]:
    """The files of a folder and of those within it, in the order of their names; hidden ones and links left out."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not path.is_symlink()
        and not any(part.startswith((".", "__MACOSX")) for part in path.relative_to(folder).parts)
    )


def size_of(path: Path) -> int:
    """About how many bytes are sent of a path: of a folder, those of its files."""
    return sum(each.stat().st_size for each in files_of(path)) if path.is_dir() else path.stat().st_size


def pieces_of(path: Path, start: int = 0) -> Iterator[bytes]:
    """What is sent, piece by piece.

    Args:
        path: a file, or a folder.
        start: how many bytes of a file are left out.

    Raises:
        OSError: it cannot be read.
    """
    return _zipped(path) if path.is_dir() else _read(path, start)


def _read(file: Path, start: int = 0) -> Iterator[bytes]:
    with file.open("rb") as stream:
        stream.seek(start)
        while chunk := stream.read(_CHUNK_BYTES):
            yield chunk


def _zipped(folder: Path) -> Iterator[bytes]:
    """Not made smaller: that would cost more time than it saves, and nobody could say how far the sending is."""
    archive = ZipStream(_MADE_AT, deflated=False)
    for file in files_of(folder):
        name = file.relative_to(folder).as_posix()
        yield archive.written(name, b"")
        for chunk in _read(file):
            yield archive.written(name, chunk)
    yield archive.ended()
