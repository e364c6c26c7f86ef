"""Every import contract holds, and every one of them can fail: each is seen to catch a planted violation."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("amy", "services", "gateway")

PLANTED = {
    "inside a service, dependencies point inwards": (
        "services/memory/domain/planted.py",
        "import services.memory.ports",
    ),
    "adapters know ports and domain, not the application": (
        "services/memory/adapters/planted.py",
        "import services.memory.app",
    ),
    "domain code is pure": ("services/memory/domain/planted.py", "import os"),
    "questions are understood and answers told without I/O": (
        "services/data_science/language/planted.py",
        "import time",
    ),
    "no service imports another": ("services/memory/adapters/planted.py", "import services.validator.domain"),
    "the shared package is below the services": ("amy/runtime/planted.py", "import services.memory"),
    "one module knows how telemetry is sent": ("services/memory/adapters/planted.py", "import opentelemetry.trace"),
}


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    program = "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run())"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=root,
        env={"PYTHONPATH": str(root), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", tmp_path)
    return tmp_path


def test_every_contract_holds(copy: Path) -> None:
    result = lint(copy)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("contract", PLANTED)
def test_a_contract_catches_a_planted_violation(copy: Path, contract: str) -> None:
    path, statement = PLANTED[contract]
    (copy / path).write_text(statement + "\n")
    result = lint(copy)
    assert result.returncode != 0
    broken = [line for line in result.stdout.splitlines() if " BROKEN" in line]
    assert any(line.startswith(contract) for line in broken), result.stdout


@pytest.mark.parametrize(
    ("path", "statement"),
    [
        ("services/data_science/language/planted.py", "import services.data_science.adapters.pandas_code"),
        ("services/data_science/domain/planted.py", "import services.data_science.language.saying"),
    ],
)
def test_the_language_lies_between_adapters_and_domain(copy: Path, path: str, statement: str) -> None:
    (copy / path).write_text(statement + "\n")
    broken = [line for line in lint(copy).stdout.splitlines() if line.endswith("BROKEN")]
    assert broken == ["inside a service, dependencies point inwards BROKEN"]


def test_every_contract_has_a_planted_violation() -> None:
    lines = (ROOT / ".importlinter").read_text().splitlines()
    names = {line.removeprefix("name = ") for line in lines if line.startswith("name = ")}
    assert names == set(PLANTED)
