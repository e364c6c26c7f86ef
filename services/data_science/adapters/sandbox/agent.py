"""What a container or a remote sandbox starts: takes one job on stdin, runs it isolated, tells its end on stdout.

The wall around it is somebody else's. It looks whether the wall holds, and isolates the run once more inside it, as
the local sandbox does where it may not make namespaces. Nothing is read before the layers have been told.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from services.data_science.adapters.sandbox.agent_protocol import decode_limits, encode_ending
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.protocol import JOB_HEAD_BYTES, decode_job_head, encode_layers
from services.data_science.adapters.sandbox.report import Layer, LayerReport, satisfies
from services.data_science.adapters.sandbox.run_handle import Cause, Ending, RunHandle, WorkerLostError
from services.data_science.adapters.sandbox.zygote_process import ZygoteProcess
from services.data_science.domain.run import IsolationLevel, KillReason

_STDIN: Final = 0
_STDOUT: Final = 1


async def main(limits: SandboxLimits) -> None:
    """Isolates a worker, tells the layers, and ends with the one job, or at once when nobody sends any."""
    levels = [IsolationLevel.FILTERED, *[IsolationLevel.NONE] * (limits.minimum_level is IsolationLevel.NONE)]
    for level in levels:
        zygote = await ZygoteProcess.launch(level, limits)
        try:
            worker = RunHandle.request(zygote.channel)
            layers = await worker.ready()
        except WorkerLostError:
            layers = zygote.layers
        if satisfies(layers, level):
            break
        await zygote.stop()
    _write(encode_layers([*_wall(), *layers]))
    if satisfies(layers, level):
        if job := await asyncio.to_thread(_read_job):
            _write(encode_ending(await _execute(worker, job, limits)))
        worker.close()
        await zygote.stop()


async def _execute(worker: RunHandle, job: bytes, limits: SandboxLimits) -> Ending:
    try:
        return await worker.execute(job, limits)
    except WorkerLostError as error:
        cause = Cause(reason=KillReason.CRASH, detail=str(error))
        return Ending(reply=b"", stdout="", stderr="", status=None, cause=cause, duration_ms=0.0)


def _wall() -> list[LayerReport]:
    """What stands around this process, seen from inside."""
    return [_found(Layer.ROOT, _read_only_root), _found(Layer.NAMESPACES, _alone)]


def _found(layer: Layer, look: Callable[[], str]) -> LayerReport:
    try:
        return LayerReport(layer=layer, works=True, detail=look())
    except OSError as error:
        return LayerReport(layer=layer, works=False, detail=str(error))


def _read_only_root() -> str:
    if not os.statvfs("/").f_flag & os.ST_RDONLY:
        raise OSError("the root can be written")
    return "a read-only root"


def _alone() -> str:
    interfaces = [line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]]
    if os.getpid() != 1:
        raise OSError("there are other processes")
    if interfaces != ["lo"]:
        raise OSError(f"there is a network: {', '.join(interfaces)}")
    return "no other process, no network"


def _read_job() -> bytes:
    """The job as it came, or nothing when the other side has gone."""
    head = _read_exactly(JOB_HEAD_BYTES)
    return head and head + _read_exactly(sum(decode_job_head(head).lengths))


def _read_exactly(length: int) -> bytes:
    received = bytearray()
    while len(received) < length:
        chunk = os.read(_STDIN, length - len(received))
        if not chunk:
            return b""
        received += chunk
    return bytes(received)


def _write(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(_STDOUT, view) :]


if __name__ == "__main__":
    asyncio.run(main(decode_limits(sys.argv[1])))
