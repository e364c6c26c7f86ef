"""The files of an upload: the one file that it is, or those of an archive, archives within it included."""

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from tempfile import TemporaryFile
from typing import BinaryIO, Final

from services.health_data.domain.limits import require

HEAD_BYTES: Final = 16 * 1024
"""As much of a file's beginning as a room looks at."""
_BLOCK_BYTES: Final = 1024 * 1024
_MOST_MEMBERS: Final = 200_000
_MOST_BYTES: Final = 64 * 1024**3
_MOST_NESTED_BYTES: Final = 4 * 1024**3
_MOST_RATIO: Final = 1000
"""Deflate reaches 1,032; health data that is compressed ten times is the usual."""
_SMALL_BYTES: Final = 16 * 1024**2
_SPLIT_ARCHIVE: Final = "Unpack it and import the parts."
_IGNORED: Final = ("__MACOSX/", "._")


class DamagedError(Exception):
    """A file is not what it says it is; the text says which, and what to do."""


Progress = Callable[[int], None]
"""Told how many bytes of the unpacked files have been read in all."""


@dataclass(frozen=True)
class Member:
    """One file of an upload.

    Attributes:
        path: within the archive, with `/`; the name of the upload where that is one file.
        size: in bytes, unpacked.
        opener: opens it anew, for reading from its beginning.
    """

    path: str
    size: int
    opener: Callable[[], BinaryIO]

    @property
    def name(self) -> str:
        """The last part of its path."""
        return PurePosixPath(self.path).name

    @cached_property
    def head(self) -> bytes:
        """Its first bytes, at most `HEAD_BYTES`, without a byte order mark of UTF-8."""
        with self.open() as stream:
            return stream.read(HEAD_BYTES).removeprefix(b"\xef\xbb\xbf")

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Its bytes, once through.

        Raises:
            DamagedError: the archive is broken here.
        """
        try:
            with self.opener() as stream:
                yield stream
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and "encrypted" not in str(error):
                raise
            locked = "password" in str(error) or "encrypted" in str(error)
            what = "is locked with a password: unlock it" if locked else "is damaged: download the archive again"
            raise DamagedError(f"The file {self.path} in the archive {what}, and import it once more.") from None


class _Counting(io.RawIOBase):
    """A stream that tells how much of it was read."""

    def __init__(self, stream: BinaryIO, told: Callable[[int], None]) -> None:
        self._stream = stream
        self._told = told

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        content = self._stream.read(len(view))
        view[: len(content)] = content
        self._told(len(content))
        return len(content)

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
        super().close()


class _Shared(io.RawIOBase):
    """A view of a file that others read too, with a position of its own."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._at = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        self._stream.seek(self._at)
        content = self._stream.read(len(view))
        view[: len(content)] = content
        self._at += len(content)
        return len(content)


@contextmanager
def members_of(stream: BinaryIO, filename: str, progress: Progress) -> Iterator[Sequence[Member]]:
    """The files of an upload, in the order of the archive.

    Args:
        stream: the upload, which can be gone through more than once; left open.
        filename: what the person calls it.
        progress: told as the files are read.

    Raises:
        DamagedError: an archive is broken.
        LimitExceededError: an archive holds too many files, or too much in them.
    """
    done = 0

    def told(count: int) -> None:
        nonlocal done
        done += count
        progress(done)

    with ExitStack() as stack:
        yield tuple(_listed(stream, filename, told, stack))


def total_bytes(members: Sequence[Member]) -> int:
    return sum(each.size for each in members)


def _listed(stream: BinaryIO, filename: str, told: Callable[[int], None], stack: ExitStack) -> Iterator[Member]:
    stream.seek(0)
    if not zipfile.is_zipfile(stream) or _beginning(stream) != b"PK\x03\x04":
        size = stream.seek(0, io.SEEK_END)
        yield Member(
            filename or "file", size, lambda: io.BufferedReader(_Counting(_buffered(stream), told), _BLOCK_BYTES)
        )
        return
    yield from _of_archive(_archive(stream, filename, stack), "", told, stack)


def _beginning(stream: BinaryIO) -> bytes:
    stream.seek(0)
    return stream.read(4)


def _buffered(stream: BinaryIO) -> BinaryIO:
    return io.BufferedReader(_Shared(stream), _BLOCK_BYTES)


def _archive(stream: BinaryIO, name: str, stack: ExitStack) -> zipfile.ZipFile:
    try:
        return stack.enter_context(zipfile.ZipFile(stream))
    except (zipfile.BadZipFile, OSError, ValueError):
        raise DamagedError(f"The archive {name} is damaged or not complete: download it again.") from None


def _of_archive(
    archive: zipfile.ZipFile, prefix: str, told: Callable[[int], None], stack: ExitStack
) -> Iterator[Member]:
    infos = [each for each in archive.infolist() if not each.is_dir() and not _is_ignored(each.filename)]
    require(len(infos), _MOST_MEMBERS, "files in it", _SPLIT_ARCHIVE)
    require(sum(each.file_size for each in infos), _MOST_BYTES, "bytes in it", _SPLIT_ARCHIVE)
    for info in infos:
        if info.file_size > _SMALL_BYTES and info.file_size > _MOST_RATIO * max(info.compress_size, 1):
            raise DamagedError(
                f"The file {info.filename} in the archive is packed so densely that it is no health data."
            )
        path = prefix + _path(info)
        if path.lower().endswith(".zip") and not prefix:
            nested = stack.enter_context(_unpacked(archive, info))
            yield from _of_archive(_archive(nested, path, stack), f"{path}/", told, stack)
        else:
            yield Member(path, info.file_size, _opener(archive, info, told))


def _opener(archive: zipfile.ZipFile, info: zipfile.ZipInfo, told: Callable[[int], None]) -> Callable[[], BinaryIO]:
    return lambda: io.BufferedReader(_Counting(archive.open(info), told), _BLOCK_BYTES)  # type: ignore[arg-type]


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> BinaryIO:
    """An archive within an archive, on disk: it is gone through in no particular order."""
    require(info.file_size, _MOST_NESTED_BYTES, "bytes in an archive within it", _SPLIT_ARCHIVE)
    file = TemporaryFile()  # noqa: SIM115, it lives as long as the archive that is read from it
    try:
        with archive.open(info) as source:
            while block := source.read(_BLOCK_BYTES):
                file.write(block)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise DamagedError(f"The archive {info.filename} within the archive is damaged: download it again.") from None
    file.seek(0)
    return file


def _path(info: zipfile.ZipInfo) -> str:
    parts = [part for part in PurePosixPath(info.filename.replace("\\", "/")).parts if part not in ("/", "..", ".")]
    return "/".join(parts) or "file"


def _is_ignored(path: str) -> bool:
    """What macOS puts into archives beside the files."""
    return path.startswith(_IGNORED[0]) or PurePosixPath(path).name.startswith(_IGNORED[1])
