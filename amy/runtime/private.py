"""Files for their owner only: health data, keys, and whatever leads to them."""

import os
import pwd
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_OTHERS: Final = 0o077


class NotPrivateError(Exception):
    """Something cannot be kept from others; the text says what, and what to do."""


def keep_private() -> None:
    """From here on this process, and those it starts, make files and folders for their owner only."""
    os.umask(_OTHERS)


def make_private(folder: Path) -> None:
    """Takes a folder and all that lies in it away from everybody but its owner.

    A link is judged by what it leads to: a file is made private wherever it lies. Folders behind links inside are left
    as they are.

    Raises:
        NotPrivateError: something in it belongs to somebody else, or its mode cannot be changed.
    """
    for path in _everything(folder):
        _tighten(path)


def make_private_file(file: Path, *companions: Path) -> None:
    """Makes an empty file for its owner only, or takes one that exists away from all others.

    Args:
        file: made if there is none.
        companions: made private if they exist.

    Raises:
        NotPrivateError: one belongs to somebody else, or its mode cannot be changed.
        OSError: the file can be neither made nor opened.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    for path in (file, *companions):
        _tighten(path)


def open_to_others(folder: Path) -> tuple[Path, ...]:
    """What in a folder, itself included, others can get at or own."""
    return tuple(path for path in _everything(folder) if not _is_private(path))


def _everything(folder: Path) -> Iterator[Path]:
    yield folder
    for place, folders, files in os.walk(folder):
        yield from (Path(place) / name for name in (*folders, *files))


def _tighten(path: Path) -> None:
    try:
        found = _judged(path)
        if found is None:
            return
        if found.st_uid != os.geteuid():
            raise NotPrivateError(
                f"{path} belongs to {_name(found.st_uid)}, not to {_name(os.geteuid())} who runs this: change its owner"
                " or choose another data directory."
            )
        if found.st_mode & _OTHERS:
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS & 0o777)
            if not _is_private(path):
                raise NotPrivateError(
                    f"{path} can be read by others, and its file system does not let that be changed: choose a data"
                    " directory on another."
                )
    except FileNotFoundError:
        return  # gone in the meantime, as the files beside a database are
    except OSError as error:
        raise NotPrivateError(
            f"{path} can be read by others and cannot be made private ({error.strerror}): change its mode to"
            " 0700 for a folder, 0600 for a file, or choose another data directory."
        ) from error


def _is_private(path: Path) -> bool:
    with suppress(OSError):
        found = _judged(path)
        return found is None or (found.st_uid == os.geteuid() and not found.st_mode & _OTHERS)
    return True


def _judged(path: Path) -> os.stat_result | None:
    """What has to be private; nothing for a link to a folder or to nowhere."""
    found = path.lstat()
    if not stat.S_ISLNK(found.st_mode):
        return found
    return path.stat() if path.is_file() else None


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
