"""A version of Amy that can be started: a checkout, and the Python that has the packages it needs."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from evals.system import System, running
from tests.load.cost.counting import Instrument

_TREE: Final = Path(__file__).parents[3]
_WHERE: Final = "import services; print(*services.__path__)"


@dataclass(frozen=True, kw_only=True)
class Version:
    """Attributes: tree: the checkout; python: of an environment in which some version is installed."""

    tree: Path
    python: Path

    def env(self, instrument: Instrument | None = None) -> Mapping[str, str]:
        """What makes every process of a system import this checkout, whatever is installed and wherever it starts."""
        code = {"PYTHONPATH": str(self.tree)} if instrument is None else instrument.env(self.tree)
        return {**code, "PYTHONSAFEPATH": "1"}

    def check(self) -> None:
        """Raises: RuntimeError: its Python imports other code than its checkout's."""
        command = [str(self.python), "-c", _WHERE]
        found = subprocess.run(command, env={**self.env()}, capture_output=True, text=True, check=True).stdout.strip()
        if found != str(self.tree / "services"):
            raise RuntimeError(f"{self.python} imports {found}, not the code of {self.tree}")

    @contextmanager
    def running(
        self, data_dir: Path, *flags: str, instrument: Instrument | None = None, env: Mapping[str, str] | None = None
    ) -> Iterator[System]:
        """Runs `amy up` of this version until the block ends; rates are not limited."""
        settings = {"AMY_GATEWAY_RATE_PER_MINUTE": "0", **self.env(instrument), **(env or {})}
        with running(data_dir, *flags, env=settings, program=self.python.with_name("amy")) as system:
            yield system


THIS: Final = Version(tree=_TREE, python=Path(sys.executable))
