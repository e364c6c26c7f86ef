"""One run's process: isolates itself, proves it, takes one job, answers, ends. Imported by the zygote only."""

import fcntl
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from services.data_science.adapters.sandbox import landlock, namespaces, privileges, seccomp
from services.data_science.adapters.sandbox.analysis import run_analysis
from services.data_science.adapters.sandbox.config import ZygoteConfig
from services.data_science.adapters.sandbox.protocol import (
    JOB_HEAD_BYTES,
    Job,
    decode_job,
    decode_job_head,
    encode_layers,
)
from services.data_science.adapters.sandbox.report import Layer, LayerReport, satisfies
from services.data_science.adapters.sandbox.syscalls import call
from services.data_science.domain.run import IsolationLevel

_STDOUT = 1
_STDERR = 2
_RESULT = 3
_JOB = 4
_RULESET = 5
_ABOVE_ALL_FIXED = 32


def attempt(layer: Layer, step: Callable[[], str]) -> LayerReport:
    """Tries to put up one layer, and reports instead of raising."""
    try:
        return LayerReport(layer=layer, works=True, detail=step())
    except (OSError, NotImplementedError) as error:
        return LayerReport(layer=layer, works=False, detail=str(error))


def run_worker(
    config: ZygoteConfig,
    *,
    descriptors: dict[str, int],
    address_space_bytes: int,
    inherited: Sequence[LayerReport],
    rehearsal: Job,
) -> NoReturn:
    """Never returns and never lets an exception out: above it stands the zygote's own code.

    Args:
        config: the limits of the run.
        descriptors: the run's own ends by name, and "ruleset" if there are Landlock rules.
        address_space_bytes: what the zygote occupies before the run.
        inherited: the layers put up before this process began.
        rehearsal: a job of nobody's, run before one comes.
    """
    try:
        os.setsid()
        _arrange(descriptors)
        own = _isolate(config, has_ruleset="ruleset" in descriptors, address_space_bytes=address_space_bytes)
        layers = [*inherited, *own]
        run_analysis(rehearsal, result_bytes=config.result_bytes)
        _write_all(_JOB, encode_layers(layers))
        if satisfies(layers, config.level):
            _serve(config)
    except BaseException as error:  # noqa: BLE001, whatever it was, this process must end here
        os.write(_STDERR, f"{type(error).__name__}: {error}"[:500].encode(errors="replace"))
        os._exit(70)
    os._exit(0)


def _serve(config: ZygoteConfig) -> None:
    head = _read_exactly(_JOB, JOB_HEAD_BYTES)
    if not head:
        return
    job_head = decode_job_head(head)
    job = decode_job(job_head, _read_exactly(_JOB, sum(job_head.lengths)))
    os.close(_JOB)
    reply = run_analysis(job, result_bytes=config.result_bytes)
    sys.stdout.flush()
    sys.stderr.flush()
    # The service has the whole run once every pipe is at its end; it does not wait for the memory to be torn down.
    os.closerange(_STDOUT, _RESULT)
    _write_all(_RESULT, reply)
    os.close(_RESULT)


def _arrange(descriptors: dict[str, int]) -> None:
    """Leaves open: /dev/null on 0, the run's own pipes on 1 to 4, the Landlock rules on 5, and no other."""
    places = {"stdout": _STDOUT, "stderr": _STDERR, "result": _RESULT, "job": _JOB, "ruleset": _RULESET}
    moved = {name: fcntl.fcntl(fd, fcntl.F_DUPFD, _ABOVE_ALL_FIXED) for name, fd in descriptors.items()}
    for name, fd in moved.items():
        os.dup2(fd, places[name])
    call("close_range", _RULESET + 1 if "ruleset" in moved else _RULESET, 2**32 - 1, 0)
    sys.stdout = open(_STDOUT, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115, lives as long as the process
    sys.stderr = open(_STDERR, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115, as above


def _isolate(config: ZygoteConfig, *, has_ruleset: bool, address_space_bytes: int) -> list[LayerReport]:
    def limits() -> str:
        total = address_space_bytes + config.memory_bytes
        return privileges.limit_resources(address_space_bytes=total, cpu_time_s=config.cpu_time_s)

    def landlocked() -> str:
        if not has_ruleset:
            landlock.abi()
            raise OSError("the rules could not be made")
        done = landlock.restrict(_RULESET)
        os.close(_RULESET)
        return _proved(done, lambda: list(Path("/").iterdir()))

    layers = [attempt(Layer.NAMESPACES, namespaces.hide_host_name)] if config.level is IsolationLevel.FULL else []
    layers += [
        attempt(Layer.RLIMITS, limits),
        attempt(Layer.CAPABILITIES, privileges.drop_privileges),
        attempt(Layer.LANDLOCK, landlocked),
    ]
    privileges.hide_memory()
    privileges.die_with_parent()
    return [*layers, attempt(Layer.SECCOMP, lambda: _proved(seccomp.install(), os.pipe))]


def _proved(done: str, forbidden: Callable[[], object]) -> str:
    """`done`, if what the layer forbids really fails now."""
    try:
        forbidden()
    except PermissionError:
        return done
    raise OSError("it was put up but does not hold")


def _read_exactly(fd: int, length: int) -> bytes:
    """`length` bytes, or nothing when the other side has gone."""
    received = bytearray()
    while len(received) < length:
        chunk = os.read(fd, length - len(received))
        if not chunk:
            return b""
        received += chunk
    return bytes(received)


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
