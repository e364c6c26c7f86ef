"""Resource limits and the giving up of every privilege."""

import ctypes
import errno
import resource
from typing import Final

from services.data_science.adapters.sandbox.syscalls import call, prctl

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_DUMPABLE: Final = 4
_PR_CAPBSET_DROP: Final = 24
_PR_SET_SECUREBITS: Final = 28
_PR_SET_NO_NEW_PRIVS: Final = 38
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_CLEAR_ALL: Final = 4
_SIGKILL: Final = 9
# NOROOT, NO_SETUID_FIXUP and NO_CAP_AMBIENT_RAISE, each with its lock, and the lock of KEEP_CAPS.
_SECUREBITS: Final = 0xEF
_CAPABILITY_VERSION_3: Final = 0x20080522
_OPEN_FILES: Final = 64
_STACK_BYTES: Final = 8 << 20


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapabilitySets(ctypes.Structure):
    _fields_ = (("sets", ctypes.c_uint32 * 6),)


def die_with_parent() -> None:
    """SIGKILL when the parent ends. The kernel forgets this when ids change, so it comes after they have."""
    prctl(_PR_SET_PDEATHSIG, _SIGKILL)


def hide_memory() -> None:
    """Neither core dumps nor tracing nor /proc/<pid>/mem, for processes of the same user."""
    prctl(_PR_SET_DUMPABLE, 0)


def limit_resources(*, address_space_bytes: int, cpu_time_s: int) -> str:
    """No process, file, core dump, locked memory or message queue, and bounded memory, time, stack and files."""
    limits = {
        resource.RLIMIT_AS: address_space_bytes,
        resource.RLIMIT_CPU: cpu_time_s,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_STACK: _STACK_BYTES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
    }
    for kind, limit in limits.items():
        resource.setrlimit(kind, (limit, limit))
    return f"{cpu_time_s} s CPU, {address_space_bytes >> 20} MiB address space, no files, no processes"


def drop_privileges() -> str:
    """No capability is left in any set, none can come back, and no program can grant one.

    An unprivileged process may not touch its bounding set; with no_new_privs and no exec it is of no use anyway.
    """
    prctl(_PR_SET_NO_NEW_PRIVS, 1)
    try:
        prctl(_PR_SET_SECUREBITS, _SECUREBITS)
        _clear_bounding_set()
    except OSError as error:
        if error.errno != errno.EPERM:
            raise
    prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    call("capset", _CapabilityHeader(_CAPABILITY_VERSION_3, 0), _CapabilitySets())
    return "all sets empty"


def _clear_bounding_set() -> None:
    """Drops capability after capability until the kernel knows no further one."""
    for capability in range(64):
        try:
            prctl(_PR_CAPBSET_DROP, capability)
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            return
