"""Counts what a process asks of databases, disks and gRPC. Python loads it by itself where its folder is on PYTHONPATH.

It knows next to nothing of Amy, so that any version can be counted: what is wrapped are `sqlite3`, `psycopg`,
`os.fsync`, `grpc.aio`, and the way round it within a process where there is one. A process writes its counts to
`$COUNTS_FOLDER/<pid>.json` when it starts, at each SIGUSR2 and when it ends:
`{"asked": how many signals so far, "counts": [[kind, where, what, count], …]}`. Kinds:

- `sql`: a statement that reached a database, without its values; where: the SQLite file, or the program.
- `autocommit`: one of these that wrote outside a transaction, and so is a commit by itself.
- `fsync`: a file that Python itself had written to the disk.
- `grpc`: a call that a server of this process took, over a connection or not; what: the method.
"""

import atexit
import importlib.util
import json
import os
import re
import signal
import sqlite3
import sys
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

_LITERAL = re.compile(
    r"\bx'[0-9a-f]*(?:'|$)|'(?:[^']|'')*(?:'|$)|\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b|\bNULL\b|%\(\w+\)s(?:::\w+)?|%s|\$\d+|\?",
    re.IGNORECASE,
)
_MANY = re.compile(r"\(?-?\?(?:\s*,\s*\(?-?\?\)?)+\)?")
_SPACE = re.compile(r"\s+")
_WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
_LONGEST = 20_000
"""Of a statement that is looked at; what is longer holds a large value."""


def normal(statement: str) -> str:
    """A statement without its values, so that two that differ in nothing else are one."""
    return _MANY.sub("?", _LITERAL.sub("?", _SPACE.sub(" ", statement[:_LONGEST]).strip()))


def _program() -> str:
    """The service that a process runs, as `python -m` was told; the whole system is `amy`."""
    words = sys.orig_argv
    if "-m" in words[:-1]:
        module = words[words.index("-m") + 1].removesuffix(".__main__")
        return module.split(".")[1] if module.startswith("services.") else module.split(".")[0]
    return Path(words[1]).stem if len(words) > 1 else "python"


class _Counts:
    """Those of this process; any of its threads may count."""

    def __init__(self, folder: Path, program: str) -> None:
        self.program = program
        self._folder = folder
        self._counted: Counter[tuple[str, str, str]] = Counter()
        self._asked = 0
        # A signal may come while its own thread counts.
        self._lock = threading.RLock()

    def count(self, kind: str, where: str, what: str) -> None:
        with self._lock:
            self._counted[kind, where, what] += 1

    def write(self) -> None:
        with self._lock:
            counts = [[*thing, count] for thing, count in self._counted.items()]
        file = self._folder / f"{os.getpid()}.json"
        draft = file.with_suffix(".tmp")
        draft.write_text(json.dumps({"asked": self._asked, "counts": counts}))
        draft.replace(file)

    def asked(self, _signum: int, _frame: FrameType | None) -> None:
        self._asked += 1
        self.write()

    def forked(self) -> None:
        """In a child, which counts for itself."""
        self._lock = threading.RLock()
        self._asked = 0
        self._counted.clear()
        self.write()


def _count_sqlite(counts: _Counts) -> None:
    connect = sqlite3.connect

    def counted(database: Any, *args: Any, **kwargs: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(database, *args, **kwargs)
        where = Path(os.fsdecode(database).partition("?")[0]).stem

        def trace(statement: str) -> None:
            # What a trigger does is told as comments.
            if statement.startswith("--"):
                return
            text = normal(statement)
            counts.count("sql", where, text)
            if text.upper().startswith(_WRITES) and not connection.in_transaction:
                counts.count("autocommit", where, text)

        connection.set_trace_callback(trace)
        return connection

    sqlite3.connect = sqlite3.dbapi2.connect = counted  # type: ignore[assignment]


def _count_syncs(counts: _Counts) -> None:
    def counting(name: str, sync: Callable[[Any], None]) -> Callable[[Any], None]:
        def counted(descriptor: Any) -> None:
            counts.count("fsync", counts.program, name)
            sync(descriptor)

        return counted

    os.fsync = counting("fsync", os.fsync)  # type: ignore[assignment]
    os.fdatasync = counting("fdatasync", os.fdatasync)  # type: ignore[assignment]


def _count_grpc(aio: Any, counts: _Counts) -> None:
    class Counting(aio.ServerInterceptor):  # type: ignore[misc]
        async def intercept_service(self, continuation: Callable[[Any], Any], details: Any) -> Any:
            counts.count("grpc", counts.program, details.method.removeprefix("/"))
            return await continuation(details)

    server = aio.server

    def counted(*args: Any, interceptors: Sequence[Any] | None = None, **kwargs: Any) -> Any:
        return server(*args, interceptors=(Counting(), *(interceptors or ())), **kwargs)

    aio.server = counted


def _count_nearby(serving: Any, counts: _Counts) -> None:
    _note_first(
        serving.Served, "call", lambda method, *_: counts.count("grpc", counts.program, method.removeprefix("/"))
    )


def _count_psycopg(psycopg: Any, counts: _Counts) -> None:
    def note(query: Any, times: int = 1) -> None:
        text = query.decode() if isinstance(query, bytes) else query if isinstance(query, str) else query.as_string()
        for _ in range(times):
            counts.count("sql", counts.program, normal(text))

    for cursor in (psycopg.Cursor, psycopg.AsyncCursor):
        _note_first(cursor, "execute", lambda query, *_: note(query))
        _note_first(cursor, "executemany", lambda query, sets, *_: note(query, len(sets)))
    # BEGIN, COMMIT and ROLLBACK, which it sends by itself.
    _note_first(psycopg.Connection.__mro__[1], "_exec_command", lambda command, *_: note(command))


def _note_first(owner: Any, name: str, note: Callable[..., None]) -> None:
    inner = getattr(owner, name)

    def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        note(*args)
        return inner(self, *args, **kwargs)

    setattr(owner, name, counted)


class _Afterwards(MetaPathFinder):
    """Changes a module once it has been imported, and imports none: few processes need all of them."""

    def __init__(self, changes: Mapping[str, Callable[[ModuleType], None]]) -> None:
        self._changes = dict(changes)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        change = self._changes.pop(fullname, None)
        spec = importlib.util.find_spec(fullname) if change is not None else None
        if change is None or spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            change(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _begin(folder: Path) -> None:
    counts = _Counts(folder, _program())
    _count_sqlite(counts)
    _count_syncs(counts)
    sys.meta_path.insert(
        0,
        _Afterwards(
            {
                "grpc.aio": lambda module: _count_grpc(module, counts),
                "psycopg": lambda module: _count_psycopg(module, counts),
                "amy.runtime.nearby.serving": lambda module: _count_nearby(module, counts),
            }
        ),
    )
    signal.signal(signal.SIGUSR2, counts.asked)
    os.register_at_fork(after_in_child=counts.forked)
    atexit.register(counts.write)
    counts.write()


if "COUNTS_FOLDER" in os.environ:
    _begin(Path(os.environ["COUNTS_FOLDER"]))
