"""The container's image and its system calls follow from the project's own files, and suffice for the agent."""

import asyncio
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from scripts.sandbox_files import ROOT, files, requirements
from services.data_science.adapters.containers.seccomp_profile import profile
from services.data_science.adapters.sandbox.agent_protocol import AGENT_MODULE, encode_limits, read_hello, reader
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.report import satisfies
from services.data_science.adapters.sandbox.seccomp import ALLOWED, KILLED
from services.data_science.domain.run import IsolationLevel

DOCKERFILE = (ROOT / "deploy/sandbox/Dockerfile").read_text()
IGNORED = (ROOT / "deploy/sandbox/Dockerfile.dockerignore").read_text()


def calls(action: str) -> set[str]:
    rules = profile()["syscalls"]
    assert isinstance(rules, list)
    return {name for rule in rules if rule["action"] == action and "args" not in rule for name in rule["names"]}


@pytest.mark.parametrize("path", list(files()), ids=lambda path: path.name)
def test_what_is_generated_is_what_the_sources_give(path: Path) -> None:
    assert path.read_text() == files()[path], "run: python -m scripts.sandbox_files"


def test_every_package_is_pinned_by_hash_and_no_index_is_named() -> None:
    text = requirements((ROOT / "requirements/run.lock").read_text())
    packages = re.findall(r"^(\S+)==\S+ \\$", text, re.MULTILINE)
    assert packages == ["numpy", "pandas", "python-dateutil", "scipy", "tzdata"]
    others = [
        line for line in text.splitlines() if not re.match(r"(\S+==\S+ \\|    --hash=sha256:\w{64}( \\)?)$", line)
    ]
    assert not others


def test_a_package_that_is_not_locked_is_an_error() -> None:
    with pytest.raises(KeyError):
        requirements("numpy==1 \\\n    --hash=sha256:0\n")


async def test_what_the_image_copies_is_all_that_the_agent_needs(tmp_path: Path) -> None:
    for sources, target in re.findall(
        r"^COPY (services\S*(?: services\S*)*) /opt/amy/(\S+)$", DOCKERFILE, re.MULTILINE
    ):
        (tmp_path / target).mkdir(parents=True, exist_ok=True)
        for source in sources.split():
            assert f"!{source.rstrip('/')}\n" in IGNORED
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, tmp_path / target, dirs_exist_ok=True)
            else:
                shutil.copy(ROOT / source, tmp_path / target)
    assert not (tmp_path / "services/data_science/app.py").exists()
    options = json.loads(DOCKERFILE.rpartition("ENTRYPOINT ")[2])[1:]
    assert options[-1] == AGENT_MODULE
    # Without an editable install, in which the project would be found whatever was copied.
    isolated = "import sys; sys.meta_path[:] = [f for f in sys.meta_path if 'ditable' not in repr(f)]; "
    isolated += f"sys.path[:0] = [{str(tmp_path)!r}]; sys.argv[1:] = [{encode_limits(SandboxLimits())!r}]; "
    isolated += f"import runpy; runpy.run_module({AGENT_MODULE!r}, run_name='__main__')"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-s", "-B", "-c", isolated),
        cwd="/",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await process.communicate()
    assert satisfies(read_hello(reader(told)), IsolationLevel.FILTERED)


def test_the_image_runs_as_nobody() -> None:
    assert "\nUSER 65534:65534\n" in DOCKERFILE


def test_a_container_may_do_what_a_run_may_and_nothing_that_would_kill_a_run() -> None:
    allowed = calls("SCMP_ACT_ALLOW")
    assert set(ALLOWED) <= allowed
    assert not allowed & set(KILLED)
    assert calls("SCMP_ACT_KILL_PROCESS") == set(KILLED)
    assert profile()["defaultAction"] == "SCMP_ACT_ERRNO"


def test_a_container_may_neither_reach_nor_listen_nor_make_namespaces() -> None:
    assert not calls("SCMP_ACT_ALLOW") & {"socket", "connect", "bind", "listen", "accept", "accept4", "clone", "clone3"}
