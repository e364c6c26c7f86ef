"""Hostile code, one probe after another: each comes to nothing, and the next honest run does not notice."""

import os
import platform
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from services.data_science.adapters.sandbox import client
from services.data_science.adapters.sandbox.syscalls import number
from services.data_science.domain.run import IsolationLevel, Killed, KillReason, Raised, RunOutcome, Succeeded

pytestmark = pytest.mark.asyncio(loop_scope="module")

Expected = Callable[[RunOutcome, str], bool]
SOURCE = Path(client.__file__)
FULL, FILTERED = IsolationLevel.FULL.name, IsolationLevel.FILTERED.name


def raises(*error_types: str) -> Expected:
    return lambda outcome, _: isinstance(outcome, Raised) and outcome.error_type in error_types


def killed(*reasons: KillReason) -> Expected:
    return lambda outcome, _: isinstance(outcome, Killed) and outcome.reason in reasons


def returns(value: object) -> Expected:
    return lambda outcome, _: isinstance(outcome, Succeeded) and outcome.result == value


def either(*expected: Expected) -> Expected:
    return lambda outcome, place: any(one(outcome, place) for one in expected)


def hidden(outcome: RunOutcome, place: str) -> bool:
    """Not there in a root of our own; there, but unreadable, where Landlock stands before it; in an image, either."""
    expected = {FULL: ("FileNotFoundError",), FILTERED: ("PermissionError",)}
    return isinstance(outcome, Raised) and outcome.error_type in expected.get(place, sum(expected.values(), ()))


def at_full(expected: Expected) -> Expected:
    """For what only namespaces of a run's own hide; elsewhere there is nothing to show."""
    return lambda outcome, place: place != FULL or expected(outcome, place)


def forged(body: str, kind: int = 1) -> str:
    """A body that digs out the nonce and answers with bytes of its own making."""
    return (
        "import os, struct, sys\nframe = sys._getframe()\nwhile 'job' not in frame.f_locals:\n"
        f"    frame = frame.f_back\nreply = {body}\n"
        f"reply = struct.pack('>16sBI', frame.f_locals['job'].nonce, {kind}, len(reply)) + reply\n"
        "while reply:\n    reply = reply[os.write(3, reply):]\nos._exit(0)"
    )


PERMISSION = raises("PermissionError")
FORBIDDEN = killed(KillReason.FORBIDDEN_CALL)
CRASH = killed(KillReason.CRASH)
OUTPUT = killed(KillReason.OUTPUT)
MEMORY = killed(KillReason.MEMORY)
CPU = killed(KillReason.CPU_TIME)


@dataclass(frozen=True)
class Probe:
    name: str
    code: str
    expected: Expected


def syscall(name: str, *arguments: str) -> str:
    """A body that makes the call straight through libc, past every check that Python makes."""
    nr = number(name, platform.machine())
    return (
        "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\nlibc.syscall.restype = ctypes.c_long\n"
        f"if libc.syscall({', '.join([str(nr), *(f'ctypes.c_long({value})' for value in arguments)])}) < 0:\n"
        "    raise OSError(ctypes.get_errno(), 'refused')\n"
        "return 'ESCAPED'"
    )


_LIBRARY = (
    "import glob, os\nroot = os.path.dirname(np.__file__)\n"
    "fd = os.open(next(glob.iglob(root + '/**/*.so', recursive=True)), os.O_RDONLY)\n"
)


def map_file(protection: str, flags: str) -> str:
    """A body that maps a library's first page."""
    return _LIBRARY + syscall("mmap", "0", "4096", protection, flags, "fd", "0")


def protect(name: str, protection: str) -> str:
    """A body that changes what may be done with a page of its own."""
    page = "import mmap, ctypes\npage = mmap.mmap(-1, 4096)\nat = ctypes.addressof(ctypes.c_char.from_buffer(page))\n"
    return page + syscall(name, "at", "4096", protection, "-1")


def futex_of_a_library(operation: str) -> str:
    """A body that waits or wakes on a page that every run has mapped."""
    mapped = (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nlibc.mmap.restype = ctypes.c_void_p\n"
        "at = libc.mmap(None, ctypes.c_size_t(4096), 1, 1, fd, ctypes.c_long(0))\n"
    )
    return _LIBRARY + mapped + syscall("futex", "at", operation, "1", "0", "0", "0")


def read(path: str) -> str:
    return f"return open({path!r}, 'rb').read(100).hex()"


FILES = [
    Probe("read the user database", read("/etc/passwd"), hidden),
    Probe("read init's environment", read("/proc/1/environ"), hidden),
    Probe("read own initial environment", read("/proc/self/environ"), hidden),
    Probe("read the service's environment", read("/proc/PARENT_PID/environ"), hidden),
    Probe("read the service's memory", read("/proc/PARENT_PID/mem"), hidden),
    Probe("read the zygote's memory", read("/proc/ZYGOTE_PID/mem"), hidden),
    Probe("read own memory map", read("/proc/self/maps"), hidden),
    Probe("write own memory", "open('/proc/self/mem', 'r+b')\nreturn 1", hidden),
    Probe("list descriptors by /proc", "import os\nreturn os.listdir('/proc/self/fd')", hidden),
    Probe("read the project's source", read(str(SOURCE)), hidden),
    Probe("import the project", "import amy.runtime.errors\nreturn 'ESCAPED'", raises("ModuleNotFoundError")),
    Probe("list the root", "import os\nreturn os.listdir('/')", PERMISSION),
    Probe("list home", f"import os\nreturn os.listdir({str(Path.home())!r})", either(hidden, PERMISSION)),
    Probe(
        "climb out of a readable folder",
        read(f"{os.__file__}/../../../../../../../../etc/passwd"),
        either(hidden, raises("NotADirectoryError")),
    ),
    Probe(
        "open below a path handle",
        "import os\nroot = os.open('/', os.O_PATH)\n"
        "return os.read(os.open('etc/passwd', os.O_RDONLY, dir_fd=root), 9).hex()",
        hidden,
    ),
    # The folder itself is there, read-only, when the interpreter happens to be installed somewhere below it.
    Probe("write to /tmp", "open('/tmp/amy_probe', 'w')\nreturn 1", either(hidden, raises("OSError"))),
    Probe("write to shared memory", "open('/dev/shm/amy_probe', 'w')\nreturn 1", hidden),
    Probe("write where it stands", "open('amy_probe', 'w')\nreturn 1", either(PERMISSION, raises("OSError"))),
    Probe("overwrite a module", "open(np.__file__, 'a')\nreturn 1", either(PERMISSION, raises("OSError"))),
    Probe("truncate a module", "import os\nos.truncate(np.__file__, 0)", PERMISSION),
    Probe("delete a module", "import os\nos.unlink(np.__file__)", PERMISSION),
    Probe("symbolic link", "import os\nos.symlink('/etc/passwd', 'amy_probe')", PERMISSION),
    Probe("hard link", "import os\nos.link(np.__file__, '/amy_probe')", PERMISSION),
    Probe("make a folder", "import os\nos.mkdir('/amy_probe')", PERMISSION),
    Probe(
        "fill the disk",
        "import tempfile\nwith tempfile.TemporaryFile() as f:\n    f.write(bytes(1 << 30))",
        raises("FileNotFoundError"),
    ),
    Probe("make a device node", "import os\nos.mknod('/amy_probe', 0o20666, os.makedev(1, 1))", PERMISSION),
    Probe("open a device", "return open('/dev/vda', 'rb').read(1).hex()", hidden),
    Probe("change the mode of a module", "import os\nos.chmod(np.__file__, 0o777)", PERMISSION),
    Probe("leave the working folder", "import os\nos.chdir('/etc')", PERMISSION),
    Probe(
        "load a library of its own",
        "import ctypes\nopen('/amy_probe.so', 'wb').write(b'x')\nreturn ctypes.CDLL('/amy_probe.so') is None",
        either(PERMISSION, raises("OSError")),
    ),
    Probe("use up descriptors", "kept = []\nwhile True:\n    kept.append(open(np.__file__))", raises("OSError")),
    Probe(
        "find a useful descriptor",
        "import os\nfound = []\nfor fd in range(256):\n    try:\n"
        "        os.fstat(fd)\n        found.append(fd)\n    except OSError:\n        pass\nreturn found",
        returns([0, 1, 2, 3]),
    ),
]
NAMESPACES = [
    Probe("chroot", "import os\nos.chroot('/')", FORBIDDEN),
    Probe("mount", syscall("mount", "0", "0", "0", "0", "0"), FORBIDDEN),
    Probe("unmount", syscall("umount2", "0", "2"), FORBIDDEN),
    Probe("pivot the root", syscall("pivot_root", "0", "0"), FORBIDDEN),
    Probe("new mount interface", syscall("fsopen", "0", "0"), FORBIDDEN),
    Probe("new user namespace", syscall("unshare", "0x10000000"), FORBIDDEN),
    Probe("join a namespace", syscall("setns", "3", "0"), FORBIDDEN),
    Probe("open by handle", syscall("open_by_handle_at", "0", "0", "0"), FORBIDDEN),
    Probe("see the machine's name", "import os\nreturn os.uname().nodename", at_full(returns("sandbox"))),
    Probe("see other processes", "import os\nreturn [os.getpid(), os.getppid()]", at_full(returns([1, 0]))),
    Probe("be somebody", "import os\nreturn [os.getuid(), os.getgid()]", at_full(returns([65534, 65534]))),
]
NETWORK = [
    *(
        Probe(f"socket {kind}", f"import socket\nsocket.socket({kind})\nreturn 'ESCAPED'", PERMISSION)
        for kind in (
            "socket.AF_INET",
            "socket.AF_INET6",
            "socket.AF_UNIX",
            "socket.AF_NETLINK, socket.SOCK_RAW",
            "socket.AF_INET, socket.SOCK_RAW",
            "socket.AF_VSOCK, socket.SOCK_STREAM",
        )
    ),
    Probe("socket pair", "import socket\nsocket.socketpair()", PERMISSION),
    Probe("look a name up", "import socket\nreturn socket.getaddrinfo('example.org', 80)", raises("gaierror")),
    Probe("reach a server here", "import socket\nsocket.create_connection(('127.0.0.1', PORT), 1)", PERMISSION),
    Probe(
        "fetch a page",
        "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:PORT/', timeout=1)",
        raises("URLError", "PermissionError"),
    ),
    Probe("abstract socket", "import socket\nsocket.socket(socket.AF_UNIX).bind(chr(0) + 'amy_probe')", PERMISSION),
]
PROCESSES = [
    Probe("exec", "import os\nos.execv('/bin/true', ['true'])", PERMISSION),
    Probe("shell", "import os\nif os.system('true') == 0:\n    return 'ESCAPED'\nreturn 'refused'", returns("refused")),
    Probe("subprocess", "import subprocess\nsubprocess.run(['/bin/true'])", PERMISSION),
    Probe("spawn", "import os\nos.posix_spawn('/bin/true', ['true'], {})", PERMISSION),
    Probe("exec by descriptor", syscall("execveat", "3", "0", "0", "0", "0"), FORBIDDEN),
    Probe("memory file", "import os\nos.memfd_create('amy_probe')", PERMISSION),
    Probe("fork", "import os\nos.fork()", PERMISSION),
    Probe("fork bomb", "import os\nwhile True:\n    os.fork()", PERMISSION),
    Probe(
        "multiprocessing",
        "import multiprocessing\nmultiprocessing.get_context('fork').Process(target=print).start()",
        raises("PermissionError", "OSError", "FileNotFoundError"),
    ),
    Probe("thread", "import threading\nthreading.Thread(target=print).start()", raises("RuntimeError")),
    Probe(
        "thread bomb",
        "import threading\nwhile True:\n    threading.Thread(target=print).start()",
        raises("RuntimeError"),
    ),
    Probe("clone3", syscall("clone3", "0", "0"), raises("OSError")),
    Probe("kill the parent", "import os\nos.kill(os.getppid(), 9)", PERMISSION),
    Probe("kill the service", "import os\nos.kill(PARENT_PID, 9)", PERMISSION),
    Probe("kill the zygote", "import os\nos.kill(ZYGOTE_PID, 9)", PERMISSION),
    Probe("kill everything", "import os\nos.kill(-1, 9)", PERMISSION),
    Probe("kill the group", "import os\nos.killpg(0, 9)", PERMISSION),
    Probe("process handle", "import os\nos.pidfd_open(ZYGOTE_PID)", PERMISSION),
    Probe("trace the zygote", syscall("ptrace", "16", "ZYGOTE_PID", "0", "0"), FORBIDDEN),
    Probe("read another's memory", syscall("process_vm_readv", "ZYGOTE_PID", "0", "0", "0", "0", "0"), FORBIDDEN),
    Probe("steal a descriptor", syscall("pidfd_getfd", "3", "0", "0"), FORBIDDEN),
    Probe("outlive the parent", syscall("prctl", "1", "0", "0", "0", "0"), PERMISSION),
    Probe("become dumpable", syscall("prctl", "4", "1", "0", "0", "0"), PERMISSION),
    Probe("replace the filter", syscall("seccomp", "1", "0", "0"), PERMISSION),
    Probe(
        "raise a limit", "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (100, 100))", raises("ValueError")
    ),
    Probe("become root", "import os\nos.setresuid(0, 0, 0)", PERMISSION),
    Probe("take capabilities", syscall("capset", "0", "0"), PERMISSION),
    Probe("change priority", "import os\nos.nice(-5)", PERMISSION),
    Probe("executable memory", "import mmap\nmmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC)", PERMISSION),
    *(
        Probe(f"{what}, from a file", map_file(protection, flags), PERMISSION)
        for what, protection, flags in (
            ("writable executable memory", "7", "2"),
            ("write-only executable memory", "6", "2"),
            ("shared executable memory", "5", "1"),
            ("writable, shared executable memory", "7", "1"),
        )
    ),
    Probe("map a library as the loader does", map_file("5", "2"), returns("ESCAPED")),
    Probe("make memory executable", protect("mprotect", "5"), PERMISSION),
    Probe("make memory writable and executable", protect("mprotect", "7"), PERMISSION),
    Probe("make memory executable, with a key", protect("pkey_mprotect", "5"), PERMISSION),
    Probe("let reading imply executing", syscall("personality", "0x0400000"), PERMISSION),
    Probe("wake whoever waits on a library's page", futex_of_a_library("1"), PERMISSION),
    Probe("wait on a library's page", futex_of_a_library("0"), PERMISSION),
    Probe("wake nobody but itself", futex_of_a_library("1 | 128"), returns("ESCAPED")),
    Probe("key ring", syscall("keyctl", "0", "0"), FORBIDDEN),
    Probe("kernel program", syscall("bpf", "0", "0", "0"), FORBIDDEN),
    Probe("performance counters", syscall("perf_event_open", "0", "0", "0", "0", "0"), FORBIDDEN),
    Probe("io_uring", syscall("io_uring_setup", "1", "0"), FORBIDDEN),
    Probe("userfaultfd", syscall("userfaultfd", "0"), FORBIDDEN),
    Probe("timer", "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.01)", raises("itimer_error")),
]
RESOURCES = [
    Probe("one huge allocation", "return len(bytearray(8 << 30))", MEMORY),
    Probe("memory bomb", "kept = []\nwhile True:\n    kept.append(np.ones(1 << 20))", MEMORY),
    Probe(
        "memory bomb, swallowed",
        "kept = []\nwhile True:\n    try:\n        kept.append(np.ones(1 << 20))\n"
        "    except MemoryError:\n        pass",
        killed(KillReason.CPU_TIME, KillReason.MEMORY, KillReason.WALL_TIME),
    ),
    Probe("endless loop", "while True:\n    pass", CPU),
    Probe(
        "endless loop deaf to signals",
        "import signal\nfor s in (signal.SIGTERM, signal.SIGXCPU, signal.SIGINT):\n"
        "    signal.signal(s, signal.SIG_IGN)\nwhile True:\n    pass",
        CPU,
    ),
    Probe("endless loop in C", "return sum(iter(int, 1))", CPU),
    Probe("sleep for ever", "import time\ntime.sleep(1e6)", killed(KillReason.WALL_TIME)),
    Probe("huge stdout", "while True:\n    print('x' * 10_000)", OUTPUT),
    Probe("huge stderr", "import sys\nwhile True:\n    sys.stderr.write('x' * 10_000)", OUTPUT),
    Probe("huge result", "return 'x' * (1 << 20)", OUTPUT),
    Probe("result of many parts", "return list(range(10_000_000))", either(OUTPUT, MEMORY)),
    Probe("deep result", "x = []\nfor _ in range(10_000):\n    x = [x]\nreturn x", raises("ValueError")),
    Probe("result within itself", "x = {}\nx['x'] = x\nreturn x", raises("ValueError")),
    Probe("result of no JSON form", "return open", raises("TypeError")),
    Probe("deep recursion", "def f():\n    return f()\nf()", raises("RecursionError")),
    Probe(
        "deeper recursion",
        "import sys\nsys.setrecursionlimit(10**9)\ndef f():\n    return f()\nf()",
        killed(KillReason.MEMORY, KillReason.CRASH, KillReason.CPU_TIME),
    ),
    Probe(
        "stack overflow in C",
        "import sys\nsys.setrecursionlimit(10**9)\nx = []\nfor _ in range(10**6):\n    x = [x]\nreturn repr(x)",
        killed(KillReason.MEMORY, KillReason.CRASH, KillReason.CPU_TIME),
    ),
]
ENDINGS = [
    Probe("exit", "import sys\nsys.exit(0)", raises("SystemExit")),
    Probe("exit at once", "import os\nos._exit(0)", CRASH),
    Probe("abort", "import os\nos.abort()", CRASH),
    Probe("segmentation fault", "import ctypes\nctypes.string_at(0)", CRASH),
    Probe(
        "fault and a handler",
        "import ctypes, signal\nsignal.signal(signal.SIGSEGV, lambda *_: None)\nctypes.string_at(0)",
        killed(KillReason.CPU_TIME, KillReason.CRASH),
    ),
    Probe("an exception past Exception", "class Out(BaseException):\n    pass\nraise Out('x')", raises("Out")),
    Probe("interrupt", "raise KeyboardInterrupt", raises("KeyboardInterrupt")),
    Probe(
        "an exception that cannot be told",
        "class E(Exception):\n    def __str__(self):\n        raise E\nraise E",
        raises("E"),
    ),
    Probe("close the result channel", "import os\nos.close(3)", CRASH),
]
FORGERIES = [
    Probe(
        "print a reply",
        "import struct, sys\nsys.stdout.buffer.write(struct.pack('>16sBI', bytes(16), 1, 1) + b'9')\n"
        "print('<<<RESULT>>>{\"result\": 9}')\nreturn 'true'",
        returns("true"),
    ),
    Probe(
        "a reply of its own making",
        "import os, struct\nos.write(3, struct.pack('>16sBI', bytes(16), 1, 1) + b'9')\nos._exit(0)",
        CRASH,
    ),
    Probe(
        "garbage on every descriptor",
        "import os\nfor fd in range(1, 64):\n    try:\n        os.write(fd, b'x' * 99)\n"
        "    except OSError:\n        pass\nreturn 1",
        CRASH,
    ),
    *(
        Probe(f"a reply of {what}", forged(body), CRASH)
        for what, body in (
            ("a number that is none", "b'NaN'"),
            ("deep nesting", "b'[' * 100_000"),
            ("one huge number", "b'9' * 200_000"),
            ("one long text", "b'\"' + b'x' * 200_000 + b'\"'"),
        )
    ),
    Probe("an error report that is none", forged("b'{\"message\": [1]}'", kind=2), CRASH),
    Probe("an error report without end", forged("b'{\"error_type\": \"' + b'x' * 99_999 + b'\"}'", kind=2), CRASH),
    Probe("flood every descriptor", "import os\nwhile True:\n    os.write(3, b'x' * 65536)", OUTPUT),
    # It can only answer for itself: what it forges it could have returned.
    Probe(
        "dig out the nonce",
        "import os, struct, sys\nframe = sys._getframe()\nwhile 'job' not in frame.f_locals:\n"
        "    frame = frame.f_back\nos.write(3, struct.pack('>16sBI', frame.f_locals['job'].nonce, 1, 1) + b'9')\n"
        "os._exit(0)",
        returns(9),
    ),
    Probe(
        "poison json",
        "import json\njson.dumps = json.loads = lambda *_, **__: '666'\nreturn 1",
        either(returns(666), CRASH),
    ),
    Probe(
        "poison pandas",
        "pd.Series.sum = pd.DataFrame.sum = lambda *_, **__: 666\nreturn summary_df['x'].sum()",
        returns(666),
    ),
    Probe(
        "poison builtins",
        "import builtins\nbuiltins.float = lambda _: 666\nreturn float(1)",
        either(returns(666), CRASH, raises("TypeError")),
    ),
    Probe("leave an environment", "import os\nos.environ['AMY_PROBE'] = '1'\nreturn 1", returns(1)),
    Probe("see an environment", "import os\nreturn dict(os.environ)", returns({})),
    Probe(
        "see what the last run left",
        "import os, sys\nreturn ['AMY_PROBE' in os.environ, hasattr(sys, 'amy')]",
        returns([False, False]),
    ),
]
if platform.machine() == "x86_64":
    PROCESSES.append(
        Probe("another architecture's numbers", "import ctypes\nctypes.CDLL(None).syscall(0x40000000 | 39)", FORBIDDEN)
    )
PROBES = [*FILES, *NAMESPACES, *NETWORK, *PROCESSES, *RESOURCES, *ENDINGS, *FORGERIES]


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.name)
async def test_hostile_code_comes_to_nothing_and_leaves_nothing(
    probe: Probe, attempt: Callable[[str], Awaitable[RunOutcome]], place: str
) -> None:
    outcome = await attempt(probe.code)
    assert probe.expected(outcome, place), outcome
