"""A real Prometheus with the configuration and the rules that are shipped, made quick for a test."""

import json
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
import yaml

from evals.system import System, free_port, wait_until

SHIPPED: Final = Path(__file__).resolve().parents[2] / "deploy" / "telemetry"
_ABSENT: Final = "prometheus and promtool are not on the PATH: run scripts/install-prometheus.sh"


def program(name: str) -> str:
    """Where the program is; a test that needs it fails without it, and says what to do."""
    found = shutil.which(name)
    assert found is not None, _ABSENT
    return found


def rules() -> list[dict[str, Any]]:
    """Every rule that is shipped, as it is written."""
    groups = yaml.safe_load((SHIPPED / "alerts.yaml").read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def measured_at(system: System, *, name: str = "") -> list[dict[str, Any]]:
    """The targets of a system, by what its log says last of each process; `name` instead of a single process's own."""
    lines = [line for line in system.log.read_text().splitlines() if '"event": "telemetry"' in line]
    addresses = {told["process"]: told["metrics"] for told in map(json.loads, lines)}
    return [
        {"targets": [address], "labels": {"service": name or process, "instance": name or process}}
        for process, address in sorted(addresses.items())
    ]


@dataclass(frozen=True, kw_only=True)
class Prometheus:
    """One that runs, with `for` of every alert left out and a second between two looks."""

    folder: Path
    base_url: str
    process: subprocess.Popen[bytes]

    def watch(self, targets: Sequence[Mapping[str, Any]]) -> None:
        """Says who is measured; it notices within moments."""
        written = self.folder / "targets.new"
        written.write_text(yaml.safe_dump(list(targets)))
        written.replace(self.folder / "targets.yaml")

    def set_budgets(self, **budgets: float) -> None:
        """Changes budgets in the rules as an operator would, and has them read again."""
        write_rules(self.folder, budgets)
        self.process.send_signal(signal.SIGHUP)

    def ask(self, path: str, **parameters: str) -> Any:
        """What the API says; an expression that does not parse is an `AssertionError`."""
        reply = httpx.get(f"{self.base_url}/api/v1/{path}", params=parameters, trust_env=False, timeout=30)
        assert reply.status_code == 200, (parameters, reply.text)
        return reply.json()["data"]

    def labels_of(self, metric: str) -> set[str]:
        """The names of the labels that series of the metric have; none where there is no such metric."""
        return {label for series in self.ask("series", **{"match[]": metric}) for label in series}

    def firing(self) -> dict[str, dict[str, str]]:
        """The alerts that fire, with the labels and the texts of one of each."""
        alerts = [alert for alert in self.ask("alerts")["alerts"] if alert["state"] == "firing"]
        return {alert["labels"]["alertname"]: {**alert["labels"], **alert["annotations"]} for alert in alerts}

    def await_firing(self, *names: str, timeout_s: float = 30) -> dict[str, dict[str, str]]:
        """All that fires, once these do."""
        wait_until(lambda: set(names) <= set(self.firing()), timeout_s=timeout_s, what=f"{names} fire")
        return self.firing()

    def await_silent(self, *names: str, timeout_s: float = 30) -> None:
        wait_until(lambda: not set(names) & set(self.firing()), timeout_s=timeout_s, what=f"{names} are silent")


def write_rules(folder: Path, budgets: Mapping[str, float]) -> None:
    """The rules that are shipped without their `for`, and with these budgets instead of their own."""
    content = yaml.safe_load((SHIPPED / "alerts.yaml").read_text(encoding="utf-8"))
    for rule in (rule for group in content["groups"] for rule in group["rules"]):
        rule.pop("for", None)
        name = rule.get("record", "").removeprefix("amy:budget_")
        if name in budgets:
            rule["expr"] = f"vector({budgets[name]})"
    (folder / "alerts.yaml").write_text(yaml.safe_dump(content))


@contextmanager
def running_prometheus(folder: Path) -> Iterator[Prometheus]:
    """Runs one that measures nobody yet, until the block ends."""
    config = yaml.safe_load((SHIPPED / "prometheus.yaml").read_text(encoding="utf-8"))
    config["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
    config["scrape_configs"][0]["file_sd_configs"][0]["refresh_interval"] = "1s"
    (folder / "prometheus.yaml").write_text(yaml.safe_dump(config))
    (folder / "targets.yaml").write_text("[]")
    write_rules(folder, {})
    address = f"127.0.0.1:{free_port()}"
    command = [
        program("prometheus"),
        f"--config.file={folder / 'prometheus.yaml'}",
        f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address={address}",
    ]
    with (folder / "prometheus.log").open("wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            base_url = f"http://{address}"
            wait_until(lambda: _answers(base_url), timeout_s=30, what="Prometheus answers")
            yield Prometheus(folder=folder, base_url=base_url, process=process)
        finally:
            process.terminate()


def _answers(base_url: str) -> bool:
    try:
        return httpx.get(f"{base_url}/-/ready", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False
