"""The filter, run by an interpreter of its own: every call on both architectures comes to what the policy says."""

import errno
import re
from pathlib import Path

import pytest

from services.data_science.adapters.sandbox import seccomp, syscalls
from services.data_science.adapters.sandbox.seccomp import ALLOWED, ANSWERED, KILLED, program

ALLOW = 0x7FFF0000
KILL = 0x80000000
REFUSE = 0x00050000 | errno.EPERM
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
machines = pytest.mark.parametrize("machine", ["x86_64", "aarch64"])


def verdict(machine: str, nr: int, *arguments: int, arch: int | None = None) -> int:
    data = {0: nr, 4: ARCH[machine] if arch is None else arch}
    for index, argument in enumerate((*arguments, *[0] * (6 - len(arguments)))):
        data[16 + 8 * index] = argument & 0xFFFFFFFF
        data[20 + 8 * index] = argument >> 32
    lines = program(machine)
    at, accumulator = 0, 0
    while True:
        code, if_true, if_false, operand = lines[at]
        at += 1
        if code == 0x06:
            return operand
        if code == 0x20:
            accumulator = data[operand]
            continue
        holds = {0x15: accumulator == operand, 0x35: accumulator >= operand, 0x45: accumulator & operand != 0}[code]
        at += if_true if holds else if_false


def call(machine: str, name: str, *arguments: int) -> int:
    nr = syscalls.number(name, machine)
    assert nr is not None
    return verdict(machine, nr, *arguments)


@machines
def test_each_named_call_gets_the_verdict_of_its_list(machine: str) -> None:
    for names, expected in ((ALLOWED, ALLOW), (KILLED, KILL)):
        numbers = [nr for name in names if (nr := syscalls.number(name, machine)) is not None]
        assert {verdict(machine, nr) for nr in numbers} == {expected}
    for name, code in ANSWERED.items():
        assert call(machine, name) == 0x00050000 | code


@machines
def test_every_call_that_is_not_named_is_refused(machine: str) -> None:
    conditional = ("mmap", "mprotect", "futex", "fcntl", "prlimit64")
    named = {syscalls.number(name, machine) for name in (*ALLOWED, *KILLED, *ANSWERED, *conditional)}
    assert {verdict(machine, nr) for nr in range(1024) if nr not in named} == {REFUSE}


@machines
def test_memory_is_executable_only_as_a_private_unwritable_view_of_a_file(machine: str) -> None:
    write, execute = 2, 4
    shared, private, validated, anonymous = 1, 2, 3, 0x20
    for protection in range(8):
        for flags in (shared, private, validated):
            for extra in (0, anonymous):
                is_a_view = flags == private and not extra and not protection & write
                expected = ALLOW if is_a_view or not protection & execute else REFUSE
                assert call(machine, "mmap", 0, 4096, protection, flags | extra) == expected, (protection, flags, extra)


@machines
def test_memory_never_becomes_executable_later(machine: str) -> None:
    for protection in range(8):
        expected = REFUSE if protection & 4 else ALLOW
        assert call(machine, "mprotect", 0, 4096, protection) == expected
        assert call(machine, "pkey_mprotect", 0, 4096, protection, 2**64 - 1) == REFUSE
    assert call(machine, "personality", 0x0400000) == REFUSE


@machines
def test_futexes_are_private_to_the_process(machine: str) -> None:
    private = 128
    for operation in range(14):
        assert call(machine, "futex", 0x1000, operation) == REFUSE
        assert call(machine, "futex", 0x1000, operation | private) == ALLOW
        assert call(machine, "futex", 0x1000, operation | private | 256) == ALLOW


@machines
def test_limits_are_read_and_never_set(machine: str) -> None:
    assert call(machine, "prlimit64", 0, 7, 0) == ALLOW
    assert call(machine, "prlimit64", 0, 7, 0x1000) == REFUSE
    assert call(machine, "prlimit64", 0, 7, 0x1_0000_0000) == REFUSE
    assert call(machine, "prlimit64", 42, 7, 0) == REFUSE


@machines
def test_descriptors_are_asked_about_and_never_copied(machine: str) -> None:
    assert [call(machine, "fcntl", 3, command) for command in range(6)] == [REFUSE, ALLOW, ALLOW, ALLOW, REFUSE, REFUSE]
    assert call(machine, "fcntl", 3, 1030) == REFUSE


@machines
def test_numbers_of_another_architecture_kill(machine: str) -> None:
    assert verdict(machine, 0, arch=0x40000003) == KILL
    if machine == "x86_64":
        assert verdict(machine, 0x40000000) == KILL


@machines
def test_the_numbers_are_those_of_the_kernel_headers(machine: str) -> None:
    header = HEADERS[machine]
    if not header.exists():
        pytest.skip(f"no {header} on this machine")
    found = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text()))
    names = [name for name in syscalls._NUMBERS if name in found]
    assert {name: syscalls.number(name, machine) for name in names} == {name: int(found[name]) for name in names}
    assert len(names) > 80


def test_an_unknown_machine_is_said_to_be_unknown() -> None:
    with pytest.raises(NotImplementedError, match="riscv64"):
        syscalls.number("read", "riscv64")


def test_the_dangerous_calls_are_not_on_the_allow_list() -> None:
    dangerous = {"socket", "connect", "execve", "fork", "vfork", "clone", "kill", "tgkill", "prctl", "memfd_create"}
    assert not dangerous & {*ALLOWED, *seccomp.ANSWERED}
