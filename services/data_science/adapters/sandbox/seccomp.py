"""The system call filter: an allow-list, assembled here as classic BPF.

What an analysis needs is allowed: reading files, memory, time, signals of its own. What no analysis could want (other
processes' memory, mounts, namespaces, kernel extensions) kills it. Everything else, sockets, exec, fork and threads
included, fails with EPERM, which Python shows to the analysis as an ordinary exception it can be debugged from.
"""

import ctypes
import errno
import platform
import struct
from collections.abc import Sequence
from typing import Final

from services.data_science.adapters.sandbox.syscalls import call, number

ALLOWED: Final = (
    *("read", "readv", "pread64", "write", "writev", "pwrite64", "lseek", "close", "open", "openat"),
    *("stat", "fstat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat"),
    *("getdents64", "getcwd", "poll", "ppoll", "select", "pselect6"),
    *("munmap", "mremap", "madvise", "brk"),
    *("clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times"),
    *("exit", "exit_group", "getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid", "getpgrp"),
    *("getrusage", "uname", "sysinfo", "sched_getaffinity", "sched_yield", "getcpu", "getrandom", "restart_syscall"),
    *("rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack"),
)
KILLED: Final = (
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd"),
    *("mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount"),
    *("fspick", "mount_setattr", "setns", "unshare", "name_to_handle_at", "open_by_handle_at"),
    *("bpf", "perf_event_open", "keyctl", "add_key", "request_key", "userfaultfd", "memfd_secret"),
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "execveat"),
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot"),
    *("swapon", "swapoff", "acct", "iopl", "ioperm"),
)
# glibc falls back to clone when clone3 is unknown, and a terminal check takes "not a terminal" for an answer.
ANSWERED: Final = {"clone3": errno.ENOSYS, "ioctl": errno.ENOTTY}

_AUDIT_ARCH: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT: Final = 0x40000000
_ALLOW: Final = 0x7FFF0000
_ERRNO: Final = 0x00050000
_KILL_PROCESS: Final = 0x80000000

_LOAD: Final = 0x20  # BPF_LD | BPF_W | BPF_ABS
_JUMP_EQUAL: Final = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_JUMP_GREATER_EQUAL: Final = 0x35
_JUMP_SET: Final = 0x45
_RETURN: Final = 0x06

_NR_OFFSET: Final = 0
_ARCH_OFFSET: Final = 4
_PROT_WRITE: Final = 2
_PROT_EXEC: Final = 4
_MAP_SHARED: Final = 0x01
_MAP_ANONYMOUS: Final = 0x20
_FUTEX_PRIVATE: Final = 128
_FCNTL_READS: Final = (1, 2, 3)  # F_GETFD, F_SETFD, F_GETFL
_SECCOMP_SET_MODE_FILTER: Final = 1

Instruction = tuple[int, int, int, int]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def program(machine: str) -> tuple[Instruction, ...]:
    """The filter for one architecture as (code, jump if true, jump if false, operand).

    A call made under another architecture's numbers (32-bit, x32) kills: its numbers would mean other calls.
    """
    lines: list[Instruction] = [
        _load(_ARCH_OFFSET),
        (_JUMP_EQUAL, 1, 0, _AUDIT_ARCH[machine]),
        _return(_KILL_PROCESS),
        _load(_NR_OFFSET),
    ]
    if machine == "x86_64":
        lines += [(_JUMP_GREATER_EQUAL, 0, 1, _X32_BIT), _return(_KILL_PROCESS)]
    for name in ALLOWED:
        lines += _when(name, machine, [_return(_ALLOW)])
    for name, block in _conditional().items():
        lines += _when(name, machine, block)
    for name, code in ANSWERED.items():
        lines += _when(name, machine, [_return(_ERRNO | code)])
    for name in KILLED:
        lines += _when(name, machine, [_return(_KILL_PROCESS)])
    return (*lines, _return(_ERRNO | errno.EPERM))


def install() -> str:
    """Filters this thread, for good. Needs no_new_privs. Returns what was done, in words.

    Raises:
        OSError: the kernel has no seccomp filters, or forbids this one.
    """
    instructions = program(platform.machine())
    packed = b"".join(struct.pack("<HBBI", *line) for line in instructions)
    call("seccomp", _SECCOMP_SET_MODE_FILTER, 0, _Program(len(instructions), packed))
    return f"{len(ALLOWED)} calls allowed, {len(KILLED)} kill, all others refused"


def _conditional() -> dict[str, list[Instruction]]:
    """Calls allowed for some arguments only.

    Memory becomes executable in one way: as a private, unwritable view of a file, which is how libraries are loaded.
    Nothing is ever writable and executable, at once or in turn: mprotect to executable is refused whatever else it
    asks for, and pkey_mprotect and personality are not allowed at all. Futexes are private to the process: one on a
    page of a file that several runs have mapped would let them signal each other. fcntl only asks; prlimit64 reads
    this process's limits and sets none.
    """
    deny = _return(_ERRNO | errno.EPERM)
    allow = _return(_ALLOW)
    return {
        "mprotect": [_load(_argument(2)), (_JUMP_SET, 0, 1, _PROT_EXEC), deny, allow],
        "mmap": [
            _load(_argument(2)),
            (_JUMP_SET, 0, 4, _PROT_EXEC),
            (_JUMP_SET, 2, 0, _PROT_WRITE),
            _load(_argument(3)),
            (_JUMP_SET, 0, 1, _MAP_ANONYMOUS | _MAP_SHARED),
            deny,
            allow,
        ],
        "futex": [_load(_argument(1)), (_JUMP_SET, 1, 0, _FUTEX_PRIVATE), deny, allow],
        "fcntl": [
            _load(_argument(1)),
            *((_JUMP_EQUAL, 3 - i, 0, cmd) for i, cmd in enumerate(_FCNTL_READS)),
            deny,
            allow,
        ],
        "prlimit64": [
            _load(_argument(0)),
            (_JUMP_EQUAL, 0, 4, 0),
            _load(_argument(2)),
            (_JUMP_EQUAL, 0, 2, 0),
            _load(_argument(2) + 4),
            (_JUMP_EQUAL, 1, 0, 0),
            deny,
            allow,
        ],
    }


def _when(name: str, machine: str, block: Sequence[Instruction]) -> list[Instruction]:
    """The block, run for the named call only; it must end in a return."""
    nr = number(name, machine)
    return [] if nr is None else [(_JUMP_EQUAL, 0, len(block), nr), *block]


def _argument(index: int) -> int:
    """Offset of the low half of a call's argument in seccomp_data (both architectures are little-endian)."""
    return 16 + 8 * index


def _load(offset: int) -> Instruction:
    return (_LOAD, 0, 0, offset)


def _return(action: int) -> Instruction:
    return (_RETURN, 0, 0, action)
