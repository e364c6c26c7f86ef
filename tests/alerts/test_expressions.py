"""What rules and dashboards read exists: asked of a Prometheus that has measured running systems."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from amy.client import AmyError
from evals.system import System, wait_until
from tests.alerts.conftest import REFUSED, client_of
from tests.alerts.prometheus import SHIPPED, Prometheus, measured_at, rules
from tests.alerts.promql import read

pytestmark = [pytest.mark.prometheus, pytest.mark.timeout(300)]

_PAGES = SHIPPED.parents[1] / "docs" / "incidents"
_QUESTIONS = (
    "Is my resting heart rate related to how long I sleep?",
    "What is a usual resting heart rate?",
    f"What is my average resting heart rate? {REFUSED}",
)


@dataclass(frozen=True, kw_only=True)
class Expression:
    """One that somebody wrote, and where."""

    where: str
    text: str
    legend: frozenset[str] = frozenset()


def expressions() -> Iterator[Expression]:
    for rule in rules():
        yield Expression(where=rule.get("alert") or rule["record"], text=rule["expr"])
    for file in sorted((SHIPPED / "dashboards").glob("*.json")):
        for panel in json.loads(file.read_text(encoding="utf-8"))["panels"]:
            for target in panel.get("targets", ()):
                legend = frozenset(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
                text = target["expr"].replace("$service", ".*")
                yield Expression(where=f"{file.stem}: {panel['title']}", text=text, legend=legend)
    for file in sorted(_PAGES.glob("*.md")):
        for block in re.findall(r"```promql\n(.*?)```", file.read_text(encoding="utf-8"), re.DOTALL):
            for line in block.splitlines():
                yield Expression(where=file.name, text=line)


ALL = tuple(expressions())


@pytest.fixture(scope="module")
def asked(prometheus: Prometheus, system: System, small: System) -> Prometheus:
    """What Prometheus knows once both systems have answered and were asked for what is not there."""
    prometheus.watch([*measured_at(system), *measured_at(small, name="amy")])
    for each in (system, small):
        with client_of(each, "anna") as amy:
            for question in _QUESTIONS:
                turn = amy.turns.create(messages=[{"role": "user", "content": question}], stream=False)
                assert list(amy.turns.stream(turn.id))
            with pytest.raises(AmyError):
                amy.turns.retrieve("turn_01HX2K3M4N5P6Q7R8S9T0V1W2X")
    last = "amy:model_cost_usd:increase1h"
    wait_until(lambda: prometheus.ask("query", query=last)["result"], timeout_s=60, what="all has been scraped")
    return prometheus


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.where)
def test_what_an_expression_reads_exists(asked: Prometheus, each: Expression) -> None:
    asked.ask("query", query=each.text)
    found = read(each.text)
    known: set[str] = set(found.kept)
    for selector in found.selectors:
        labels = asked.labels_of(selector.metric)
        assert "__name__" in labels, f"there is no {selector.metric}"
        assert selector.labels <= labels, (selector.metric, labels)
        known |= labels
    assert found.kept <= known
    assert each.legend <= known, "a legend names a label that no series has"
