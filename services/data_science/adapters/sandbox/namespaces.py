"""A root that holds only what the preloaded interpreter may still read, and namespaces of its own for each run."""

import ctypes
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from services.data_science.adapters.sandbox.syscalls import call

_NEWNS: Final = 0x00020000
_NEWUTS: Final = 0x04000000
_NEWIPC: Final = 0x08000000
_NEWUSER: Final = 0x10000000
_NEWPID: Final = 0x20000000
_NEWNET: Final = 0x40000000
_NAMESPACES: Final = _NEWUSER | _NEWNS | _NEWPID | _NEWNET | _NEWIPC | _NEWUTS

_MS_NOSUID: Final = 2
_MS_NODEV: Final = 4
_MS_NOEXEC: Final = 8
_MS_BIND: Final = 4096
_MS_REC: Final = 16384
_MS_PRIVATE: Final = 1 << 18
_MNT_DETACH: Final = 2
_AT_FDCWD: Final = -100
_AT_RECURSIVE: Final = 0x8000
_ATTR_RDONLY_NOSUID_NODEV: Final = 0b111

_BASE: Final = Path("/tmp")  # noqa: S108, only a place to mount on, in a namespace nobody else sees
_OLD: Final = Path("/.old")
_NOBODY: Final = 65534
PACKAGES: Final = ("site-packages", "dist-packages")


class _MountAttributes(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "userns"))


def enter_private_root(readable: Sequence[Path]) -> str:
    """Leaves the machine's file system for an empty one with `readable` in it, read-only, at the same paths.

    A root user becomes nobody on the way: none of its files' ownership is worth anything afterwards. Directories of
    installed packages inside a readable one are hidden unless they are named themselves.

    Returns:
        What was done, in words.

    Raises:
        OSError: the kernel, a container or a policy forbids it.
    """
    sources = {path: path.resolve() for path in sorted(readable)}
    # Whoever this process becomes has to find its way through the folders made here.
    os.umask(0o022)
    is_root = os.geteuid() == 0
    _own_mounts(is_root=is_root)
    call("mount", None, b"/", None, _MS_REC | _MS_PRIVATE, None)
    _mount_tmpfs(_BASE)
    (_BASE / _OLD.name).mkdir()
    call("pivot_root", os.fsencode(_BASE), os.fsencode(_BASE / _OLD.name))
    os.chdir("/")
    for target, source in sources.items():
        _bind(_OLD / source.relative_to("/"), target)
    call("umount2", os.fsencode(_OLD), _MNT_DETACH)
    _OLD.rmdir()
    read_only = _MountAttributes(_ATTR_RDONLY_NOSUID_NODEV, 0, 0, 0)
    call("mount_setattr", _AT_FDCWD, b"/", _AT_RECURSIVE, read_only, ctypes.sizeof(read_only))
    if is_root:
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    return f"{len(sources)} read-only binds, {'root became nobody' if is_root else 'unprivileged'}"


def fork_into_namespaces() -> int:
    """Forks as `os.fork` does, with the child as process 1 of namespaces of its own; 0 in the child.

    One call makes process and namespaces, so that nothing has to stand between the zygote and the worker.

    Raises:
        OSError: the kernel, a container or a policy forbids it.
    """
    python = ctypes.pythonapi
    python.PyOS_BeforeFork()
    try:
        pid = call("clone", _NAMESPACES | signal.SIGCHLD, 0, 0, 0, 0)
    except OSError:
        python.PyOS_AfterFork_Parent()
        raise
    if pid == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    return pid


def hide_host_name() -> str:
    """Gives these namespaces a name that says nothing. No user id is mapped, so inside there is no id to become.

    Raises:
        OSError: they are not this process's own.
    """
    name = b"sandbox"
    call("sethostname", name, len(name))
    return "six new namespaces, no user mapped"


def _own_mounts(*, is_root: bool) -> None:
    if is_root:
        call("unshare", _NEWNS)
        return
    uid, gid = os.geteuid(), os.getegid()
    call("unshare", _NEWUSER | _NEWNS)
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"0 {uid} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"0 {gid} 1", encoding="ascii")


def _bind(source: Path, target: Path) -> None:
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    call("mount", os.fsencode(source), os.fsencode(target), None, _MS_BIND, None)
    for name in PACKAGES:
        if (target / name).is_dir():
            _mount_tmpfs(target / name)


def _mount_tmpfs(target: Path) -> None:
    call("mount", b"tmpfs", os.fsencode(target), b"tmpfs", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC, b"mode=755,size=1m")
