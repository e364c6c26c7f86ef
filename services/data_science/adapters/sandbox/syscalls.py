"""System calls by name, through ctypes: the standard library wraps few of those that isolate a process."""

import ctypes
import os
import platform
from typing import Final

# Numbers for (x86_64, aarch64), from the kernel's unistd headers; None where the architecture has no such call.
_NUMBERS: Final[dict[str, tuple[int, int | None]]] = {
    "access": (21, None),
    "acct": (163, 89),
    "add_key": (248, 217),
    "bpf": (321, 280),
    "brk": (12, 214),
    "capset": (126, 91),
    "chroot": (161, 51),
    "clock_getres": (229, 114),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "clone": (56, 220),
    "clone3": (435, 435),
    "close": (3, 57),
    "close_range": (436, 436),
    "delete_module": (176, 106),
    "execveat": (322, 281),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "fcntl": (72, 25),
    "finit_module": (313, 273),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "fstat": (5, 80),
    "futex": (202, 98),
    "getcpu": (309, 168),
    "getcwd": (79, 17),
    "getdents64": (217, 61),
    "getegid": (108, 177),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getpgrp": (111, None),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getrandom": (318, 278),
    "getrusage": (98, 165),
    "gettid": (186, 178),
    "gettimeofday": (96, 169),
    "getuid": (102, 174),
    "init_module": (175, 105),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioctl": (16, 29),
    "ioperm": (173, None),
    "iopl": (172, None),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "landlock_add_rule": (445, 445),
    "landlock_create_ruleset": (444, 444),
    "landlock_restrict_self": (446, 446),
    "lseek": (8, 62),
    "lstat": (6, None),
    "madvise": (28, 233),
    "memfd_secret": (447, 447),
    "mmap": (9, 222),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "name_to_handle_at": (303, 264),
    "nanosleep": (35, 101),
    "newfstatat": (262, 79),
    "open": (2, None),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "openat": (257, 56),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pivot_root": (155, 41),
    "pkey_mprotect": (329, 288),
    "poll": (7, None),
    "ppoll": (271, 73),
    "prctl": (157, 167),
    "pread64": (17, 67),
    "prlimit64": (302, 261),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pselect6": (270, 72),
    "ptrace": (101, 117),
    "pwrite64": (18, 68),
    "read": (0, 63),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "readv": (19, 65),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "restart_syscall": (219, 128),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "seccomp": (317, 277),
    "select": (23, None),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "sigaltstack": (131, 132),
    "stat": (4, None),
    "statx": (332, 291),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "sysinfo": (99, 179),
    "time": (201, None),
    "times": (100, 153),
    "umount2": (166, 39),
    "uname": (63, 160),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "write": (1, 64),
    "writev": (20, 66),
}
_COLUMN: Final = {"x86_64": 0, "aarch64": 1}

_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_LIBC.syscall.restype = ctypes.c_long

# Pointers are passed as objects that ctypes keeps alive, integers as machine words.
Argument = int | bytes | ctypes.Array[ctypes.c_char] | ctypes.Structure | None


def number(name: str, machine: str) -> int | None:
    """The call's number on `machine`, None where that architecture does not have it.

    Raises:
        NotImplementedError: the architecture is neither x86_64 nor aarch64.
    """
    if machine not in _COLUMN:
        raise NotImplementedError(f"no system call numbers for {machine}")
    return _NUMBERS[name][_COLUMN[machine]]


def call(name: str, *arguments: Argument) -> int:
    """Makes the call and returns its result.

    Raises:
        OSError: the kernel refused; `errno` says why.
    """
    nr = number(name, platform.machine())
    if nr is None:
        raise NotImplementedError(name)
    result: int = _LIBC.syscall(ctypes.c_long(nr), *(_word(argument) for argument in arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")
    return result


def prctl(option: int, value: int = 0) -> int:
    return call("prctl", option, value, 0, 0, 0)


def _word(argument: Argument) -> object:
    if isinstance(argument, int):
        return ctypes.c_ulong(argument & (2**64 - 1))
    return ctypes.byref(argument) if isinstance(argument, ctypes.Structure) else argument
