"""Landlock: the kernel refuses every path but those named, TCP, and signals or abstract sockets to the outside."""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from services.data_science.adapters.sandbox.syscalls import call

_CREATE_RULESET_VERSION: Final = 1
_RULE_PATH_BENEATH: Final = 1
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
# How many file access rights each ABI knows, from the first bit up; the last entry holds for all later ones.
_FILE_RIGHTS: Final = (13, 14, 15, 15, 16)
_NET_SINCE: Final = 4
_NET_RIGHTS: Final = 0b11  # bind and connect TCP
_SCOPE_SINCE: Final = 6
_SCOPES: Final = 0b11  # abstract Unix sockets and signals


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def abi() -> int:
    """The version the kernel speaks.

    Raises:
        OSError: the kernel has no Landlock, or it is switched off.
    """
    return call("landlock_create_ruleset", None, 0, _CREATE_RULESET_VERSION)


def read_only_ruleset(readable: Iterable[Path]) -> int:
    """A file descriptor of rules under which only what lies beneath `readable` can be read, and nothing written.

    Raises:
        OSError: the kernel has no Landlock, or a path cannot be opened.
    """
    version = abi()
    rules = _Ruleset(
        (1 << _FILE_RIGHTS[min(version, len(_FILE_RIGHTS)) - 1]) - 1,
        _NET_RIGHTS if version >= _NET_SINCE else 0,
        _SCOPES if version >= _SCOPE_SINCE else 0,
    )
    ruleset = call("landlock_create_ruleset", rules, _known_size(version), 0)
    for path in readable:
        rights = _READ_FILE | _READ_DIR if path.is_dir() else _READ_FILE
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
        call("landlock_add_rule", ruleset, _RULE_PATH_BENEATH, _PathBeneath(rights, beneath), 0)
        os.close(beneath)
    return ruleset


def restrict(ruleset: int) -> str:
    """Puts this thread under the rules, for good. Needs no_new_privs. Returns what was done, in words.

    Raises:
        OSError: the kernel refused.
    """
    call("landlock_restrict_self", ruleset, 0)
    version = abi()
    covered = [
        "files",
        *(["tcp"] * (version >= _NET_SINCE)),
        *(["signals, abstract sockets"] * (version >= _SCOPE_SINCE)),
    ]
    return f"ABI {version}: {', '.join(covered)}"


def _known_size(version: int) -> int:
    """Older kernels refuse a longer structure than they know."""
    if version >= _SCOPE_SINCE:
        return 24
    return 16 if version >= _NET_SINCE else 8
