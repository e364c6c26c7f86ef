"""Runs sandboxes as an unprivileged user and writes, as JSON, their levels and what a few runs came to.

Root first moves to a root in which every folder above the interpreter and the project may be passed by anybody, since a
test's checkout and a developer's interpreter often lie below one that may not.
"""

import asyncio
import json
import os
import sys
from pathlib import Path

from services.data_science.adapters.sandbox.client import LocalSandbox
from services.data_science.adapters.sandbox.syscalls import call
from services.data_science.domain.run import Frames, IsolationLevel

_BIND_ALL = 4096 | 16384  # MS_BIND | MS_REC
_PRIVATE_ALL = 16384 | 1 << 18  # MS_REC | MS_PRIVATE
_NEWNS = 0x00020000
_NOBODY = 65534


def become_nobody() -> None:
    kept = {Path(path) for path in ("/proc", "/dev", "/usr", "/lib", "/lib64", "/etc")}
    kept |= {Path(sys.base_prefix), Path(sys.prefix), Path(__file__).resolve().parents[2]}
    call("unshare", _NEWNS)
    call("mount", None, b"/", None, _PRIVATE_ALL, None)
    call("mount", b"tmpfs", b"/tmp", b"tmpfs", 0, b"mode=755")
    Path("/tmp/.old").mkdir()
    call("pivot_root", b"/tmp", b"/tmp/.old")
    Path("/tmp").mkdir()
    for path in sorted(path for path in kept if Path(f"/.old{path}").exists()):
        path.mkdir(parents=True, exist_ok=True)
        call("mount", os.fsencode(f"/.old{path.resolve()}"), os.fsencode(path), None, _BIND_ALL, None)
    call("umount2", b"/.old", 2)
    os.setgroups([])
    os.setresgid(_NOBODY, _NOBODY, _NOBODY)
    os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    call("prctl", 4, 1, 0, 0, 0)  # PR_SET_DUMPABLE: /proc/self belongs to nobody too


async def tell(level: IsolationLevel | None) -> dict[str, object]:
    """What a sandbox of the best level, or of this one, makes of an honest run, two hostile ones and another honest."""
    sandbox = LocalSandbox(force_level=level)
    await sandbox.start()
    nothing = Frames(summary=b"", activities=b"", profile=b"", population=b"")
    codes = ("return 6 * 7", "open('/etc/passwd')", "import socket\nsocket.socket()", "return 6 * 7")
    outcomes = [str(await sandbox.run(code, nothing)) for code in codes]
    said = {"level": sandbox.level, "report": str(sandbox.report), "uid": os.getuid(), "outcomes": outcomes}
    await sandbox.stop()
    return said


async def main() -> None:
    sys.stdout.write(json.dumps([await tell(None), await tell(IsolationLevel.FILTERED)]))


if os.geteuid() == 0:
    os.chdir("/")
    become_nobody()
asyncio.run(main())
