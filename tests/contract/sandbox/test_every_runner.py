"""What every `CodeRunner` promises, whichever backend isolates the code."""

import asyncio

import pytest

from amy.runtime.errors import SandboxUnavailableError
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.domain.run import Frames, IsolationLevel, Killed, KillReason, Raised, RunOutcome, Succeeded
from services.data_science.ports import CodeRunner
from tests.contract.sandbox.conftest import LIMITS, Backend

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(180)]
NOTHING = Frames(summary=b"", activities=b"", profile=b"", population=b"")


def result(outcome: RunOutcome) -> object:
    assert isinstance(outcome, Succeeded), outcome
    return outcome.result


async def test_a_result_comes_back_with_what_was_printed(runner: CodeRunner) -> None:
    outcome = await runner.run(
        "print('a')\nprint('ü')\nreturn {'mean': np.float64(1.5), 'none': float('nan')}", NOTHING
    )
    assert result(outcome) == {"mean": 1.5, "none": None}
    assert isinstance(outcome, Succeeded)
    assert outcome.stdout == "a\nü\n"
    assert outcome.duration_ms > 0


async def test_every_table_arrives_as_it_was_sent(runner: CodeRunner, frames: Frames) -> None:
    code = (
        "return [float(summary_df['steps'].sum()), int(summary_df['steps'].isna().sum()), "
        "str(summary_df['datetime'].max().date()), list(activities_df['kind']), activities_df['distance_m'].count(), "
        "profile_df['age'][0], population_df['mean'][0], biomarkers_df['name'][0]]"
    )
    outcome = await runner.run(code, frames)
    assert result(outcome) == [4851.0, 1, "2022-04-17", ["Run", "Schwimmen im Süßwasser"], 1, 52, 7000.5, "LDL"]


async def test_an_error_names_its_line(runner: CodeRunner) -> None:
    outcome = await runner.run("x = 1\nreturn [][x]", NOTHING)
    assert isinstance(outcome, Raised)
    assert (outcome.error_type, outcome.traceback) == ("IndexError", "line 2: return [][x]")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("while True:\n    pass", KillReason.CPU_TIME),
        ("import time\ntime.sleep(60)", KillReason.WALL_TIME),
        ("kept = []\nwhile True:\n    kept.append(np.ones(1 << 20))", KillReason.MEMORY),
        ("while True:\n    print('x' * 10_000)", KillReason.OUTPUT),
        ("return 'x' * (1 << 20)", KillReason.OUTPUT),
        ("import os\nos._exit(0)", KillReason.CRASH),
        (
            "import os, struct\nos.write(3, struct.pack('>16sBI', bytes(16), 1, 1) + b'9')\nos._exit(0)",
            KillReason.CRASH,
        ),
        ("import ctypes\nctypes.CDLL(None).syscall(101, 16, 1, 0, 0)", KillReason.FORBIDDEN_CALL),
    ],
    ids=["endless", "sleep", "memory", "stdout", "result", "exit", "forged", "ptrace"],
)
async def test_each_violent_end_has_its_reason(runner: CodeRunner, code: str, reason: KillReason) -> None:
    outcome = await runner.run(code, NOTHING)
    assert isinstance(outcome, Killed), outcome
    assert outcome.reason is reason, outcome


async def test_a_printed_reply_is_not_a_reply(runner: CodeRunner) -> None:
    code = "import struct, sys\nsys.stdout.buffer.write(struct.pack('>16sBI', bytes(16), 1, 1) + b'9')\nreturn 'true'"
    assert result(await runner.run(code, NOTHING)) == "true"


async def test_nothing_of_one_run_is_seen_by_the_next(runner: CodeRunner) -> None:
    leave = (
        "import builtins, os, sys\nbuiltins.left = sys.left = pd.left = 1\nos.environ['LEFT'] = '1'\n"
        "for place in ('/tmp/left', 'left', '/dev/shm/left'):\n    try:\n        open(place, 'w').write('left')\n"
        "    except OSError:\n        pass\nreturn 1"
    )
    look = (
        "import builtins, os, sys\nfound = [hasattr(m, 'left') for m in (builtins, sys, pd)] + ['LEFT' in os.environ]\n"
        "for path in ('/tmp/left', 'left', '/dev/shm/left'):\n    try:\n        found.append(bool(open(path).read()))\n"
        "    except OSError:\n        found.append(False)\nreturn any(found)"
    )
    assert result(await runner.run(leave, NOTHING)) == 1
    assert result(await runner.run(look, NOTHING)) is False


async def test_runs_at_once_get_their_own_answers_and_are_never_more_than_allowed(runner: CodeRunner) -> None:
    codes = [f"import time\na = time.time()\ntime.sleep(0.3)\nreturn [{i}, a, time.time()]" for i in range(5)]
    results = [result(outcome) for outcome in await asyncio.gather(*(runner.run(code, NOTHING) for code in codes))]
    assert all(isinstance(value, list) for value in results)
    runs = [(int(value[0]), value[1], value[2]) for value in results if isinstance(value, list)]
    assert [i for i, _, _ in runs] == list(range(5))
    at_once = max(sum(begin <= moment < end for _, begin, end in runs) for _, moment, _ in runs)
    assert at_once <= LIMITS.max_concurrent


async def test_the_level_is_known_once_it_has_started(runner: CodeRunner) -> None:
    assert runner.level >= IsolationLevel.FILTERED


async def test_below_the_demanded_level_nothing_runs(backend: Backend) -> None:
    never = SandboxLimits(minimum_level=IsolationLevel.FULL)
    demanding = backend.runner(never)
    await demanding.start()
    try:
        if demanding.level is IsolationLevel.FULL:
            pytest.skip("this backend isolates fully here")
        with pytest.raises(SandboxUnavailableError, match="FULL is demanded"):
            await demanding.run("return 1", NOTHING)
    finally:
        await demanding.stop()


async def test_stopping_ends_what_runs_and_leaves_nothing(backend: Backend) -> None:
    before = sorted(backend.leftovers())
    stopped = backend.runner(SandboxLimits(wall_time_s=60, cpu_time_s=60))
    await stopped.start()
    runs = [asyncio.create_task(stopped.run("while True:\n    pass", NOTHING)) for _ in range(3)]
    await asyncio.sleep(1)
    runs[0].cancel()
    await stopped.stop()
    ends = await asyncio.wait_for(asyncio.gather(*runs, return_exceptions=True), timeout=60)
    assert not any(isinstance(end, Succeeded) for end in ends)
    for _ in range(100):
        if (left := sorted(backend.leftovers())) == before:
            return
        await asyncio.sleep(0.05)
    pytest.fail(f"left behind: {left}")
