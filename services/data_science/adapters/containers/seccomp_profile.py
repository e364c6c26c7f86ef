"""The system calls a container may make, in the engine's format: those of a run, and those that start one.

The agent, the zygote and the supervisor need more than a run does: they make processes and put up the inner layers.
Before generated code is let in, the run's own filter (`sandbox.seccomp`) takes these away again.
"""

import errno
from typing import Final

from services.data_science.adapters.sandbox.seccomp import ALLOWED, ANSWERED, KILLED
from services.data_science.domain.run import JsonValue

_CONDITIONAL_IN_A_RUN: Final = ("mmap", "mprotect", "futex", "fcntl", "prlimit64")
_PROCESSES: Final = (
    *("execve", "fork", "vfork", "wait4", "waitid", "kill", "tgkill", "pidfd_open", "pidfd_send_signal"),
    *("setsid", "getpgid", "getsid", "set_tid_address", "set_robust_list", "rseq", "arch_prctl", "setrlimit"),
    *("getrlimit", "umask", "chdir", "sched_getparam", "sched_getscheduler", "membarrier", "rt_sigtimedwait"),
)
_DESCRIPTORS: Final = (
    *("ioctl", "pipe", "pipe2", "dup", "dup2", "dup3", "close_range", "eventfd2", "fadvise64", "fstatfs", "statfs"),
    *("epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait"),
    *("socketpair", "sendmsg", "recvmsg", "sendto", "recvfrom", "shutdown", "getsockname", "getpeername"),
    *("getsockopt", "setsockopt"),
)
_INNER_LAYERS: Final = (
    *("prctl", "seccomp", "capget", "capset"),
    *("landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"),
)
# Once more by the engine's own first process, between its filter and the agent.
_ENGINE: Final = ("setgroups", "setgid", "setuid", "setresgid", "setresuid", "fchown", "fchdir")
# Every flag of clone that makes a namespace.
_NEW_NAMESPACES: Final = 0x7E020000


def profile() -> dict[str, JsonValue]:
    """As an engine takes it under `seccomp=`. A call that is not named fails with EPERM."""
    allowed = {*ALLOWED, *_CONDITIONAL_IN_A_RUN, *_PROCESSES, *_DESCRIPTORS, *_INNER_LAYERS, *_ENGINE}
    no_namespace: dict[str, JsonValue] = {
        "index": 0,
        "value": _NEW_NAMESPACES,
        "valueTwo": 0,
        "op": "SCMP_CMP_MASKED_EQ",
    }
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": errno.EPERM,
        "archMap": [
            {"architecture": "SCMP_ARCH_X86_64", "subArchitectures": []},
            {"architecture": "SCMP_ARCH_AARCH64", "subArchitectures": []},
        ],
        "syscalls": [
            {"names": sorted(allowed), "action": "SCMP_ACT_ALLOW"},
            {"names": ["clone"], "action": "SCMP_ACT_ALLOW", "args": [no_namespace]},
            {"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": ANSWERED["clone3"]},
            {"names": sorted(KILLED), "action": "SCMP_ACT_KILL_PROCESS"},
        ],
    }
