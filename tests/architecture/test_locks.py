"""Each purpose has a lock; all name the same versions, by hash, and none more than its purpose needs."""

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
LOCKS: Final = ROOT / "requirements"
CHOSEN: Final = {
    "model": "anthropic",
    "container": "docker",
    "daytona": "daytona",
    "pictures": "vl-convert-python",
    "telemetry": "opentelemetry-sdk",
}
"""The parts that are installed only where they are chosen, and the package that makes each."""
TOOLS: Final = frozenset(
    {"mypy", "pytest", "ruff", "hypothesis", "pgserver", "buf-bin", "grpcio-tools", "uv", "setuptools"}
)


def pins(purpose: str) -> dict[str, str]:
    """Package → its whole entry: version, marker and hashes."""
    text = (LOCKS / f"{purpose}.lock").read_text(encoding="utf-8").strip()
    return {block.partition("==")[0].partition("[")[0]: block for block in re.split(r"\n(?=\S)", text)}


@pytest.mark.parametrize(
    "path", [*LOCKS.glob("*.lock"), *ROOT.glob("*/*/requirements.lock")], ids=lambda path: path.stem
)
def test_every_package_is_pinned_by_hash_and_no_index_is_named(path: Path) -> None:
    entry = re.compile(r"\S+==\S+( ; [^\n]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+")
    for block in re.split(r"\n(?=\S)", path.read_text(encoding="utf-8").strip()):
        assert entry.fullmatch(block), block


@pytest.mark.parametrize("purpose", ["run", *CHOSEN])
def test_what_runs_is_what_is_tested(purpose: str) -> None:
    everything = pins("dev")
    for package, pinned in pins(purpose).items():
        version, hashes = re.search(r"==(\S+)", pinned), set(re.findall("sha256:[0-9a-f]+", pinned))
        tested = re.search(r"==(\S+)", everything[package])
        assert version
        assert tested
        assert version[1] == tested[1], package
        assert hashes == set(re.findall("sha256:[0-9a-f]+", everything[package])), package


def test_what_runs_needs_no_tools_and_nothing_that_somebody_has_to_choose() -> None:
    assert not pins("run").keys() & (TOOLS | set(CHOSEN.values()))
    for package in (*TOOLS - {"uv"}, *CHOSEN.values()):
        assert package in pins("dev")


@pytest.mark.parametrize(("part", "package"), CHOSEN.items())
def test_a_part_that_may_be_chosen_has_a_target_and_a_lock_with_its_package(part: str, package: str) -> None:
    assert package in pins(part)
    planned = subprocess.run(["make", "-n", "-B", f"with-{part}"], cwd=ROOT, capture_output=True, text=True, check=True)
    installed = re.findall(r"scripts/install.sh requirements/(\w+).lock", planned.stdout)
    assert installed == ["run", part]


@pytest.mark.parametrize("target", ["demo", "up", "setup"])
def test_who_only_runs_amy_installs_only_what_runs(target: str) -> None:
    planned = subprocess.run(["make", "-n", "-B", target], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.findall(r"scripts/install.sh requirements/(\w+).lock", planned.stdout) == ["run"]
