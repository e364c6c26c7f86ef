"""What operators are given beside the program is whole: alerts with their pages, dashboards that a Grafana can show.

Whether alerts fire, and whether what they read exists, is asked of a real Prometheus in tests/alerts.
"""

import itertools
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from amy.runtime.telemetry.attributes import ALLOWED
from amy.runtime.telemetry.instruments import INSTRUMENTS

ROOT = Path(__file__).resolve().parents[2]
TELEMETRY = ROOT / "deploy" / "telemetry"
PAGES = ROOT / "docs" / "incidents"
RULES = [
    rule
    for group in yaml.safe_load((TELEMETRY / "alerts.yaml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]
ALERTS = {rule["alert"]: rule for rule in RULES if "alert" in rule}
DASHBOARDS = {path.stem: json.loads(path.read_text("utf-8")) for path in (TELEMETRY / "dashboards").glob("*.json")}
HEADINGS = ["What people notice", "What it means", "Look first", "Do", "It is over when"]
UNITS = {"short", "s", "percentunit", "reqps", "bytes", "currencyUSD"}


def page(alert: str) -> str:
    return (PAGES / f"{alert}.md").read_text(encoding="utf-8")


def of_type(board: dict[str, Any], *, rows: bool) -> list[dict[str, Any]]:
    return [panel for panel in board["panels"] if (panel["type"] == "row") is rows]


def test_every_alert_has_a_page_and_every_page_an_alert() -> None:
    assert sorted(path.stem for path in PAGES.iterdir()) == sorted(ALERTS)


@pytest.mark.parametrize("name", ALERTS)
def test_an_alert_says_how_bad_it_is_what_it_means_and_where_to_read_on(name: str) -> None:
    alert = ALERTS[name]
    assert alert["labels"]["severity"] in {"critical", "warning"}
    assert set(alert["annotations"]) == {"summary", "description", "runbook_url"}
    assert alert["annotations"]["runbook_url"] == f"docs/incidents/{name}.md"
    assert alert["annotations"]["description"].endswith(".")


@pytest.mark.parametrize("name", ALERTS)
def test_a_page_says_what_to_look_at_what_to_do_and_when_it_is_over(name: str) -> None:
    assert page(name).startswith(f"# `{name}`\n")
    assert re.findall(r"^## (.+)$", page(name), re.MULTILINE) == HEADINGS
    assert "```promql" in page(name)


@pytest.mark.parametrize("name", ALERTS)
def test_what_a_page_names_exists(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page(name)):
        assert (PAGES / target).exists(), target
    source = subprocess.run(
        ["git", "grep", "-hE", r'"[a-z_]+(\.[a-z_]+)*"', "--", "amy/*.py", "services/*.py", "gateway/*.py"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for events in re.findall(r'"event\\?": \\?"\(?([a-z_.|]+)', page(name)):
        assert [event for event in events.split("|") if f'"{event}' not in source] == []
    documented = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    for variable in re.findall(r"`(AMY_[A-Z0-9_]+)`", page(name)):
        assert variable in documented or variable == "AMY_BASE_URL", variable


@pytest.mark.parametrize("name", ALERTS)
def test_the_page_on_telemetry_leads_to_each_page(name: str) -> None:
    assert f"[`{name}`](incidents/{name}.md)" in (ROOT / "docs" / "telemetry.md").read_text(encoding="utf-8")


def test_every_metric_is_shown_by_a_dashboard_or_watched_by_an_alert() -> None:
    read = json.dumps(list(DASHBOARDS.values())) + " ".join(rule["expr"] for rule in RULES)
    assert [each.name for each in INSTRUMENTS if each.name.replace(".", "_") not in read] == []


def test_the_labels_by_which_rules_choose_are_on_the_list_of_attributes() -> None:
    """Whether their metrics have them is asked of a real Prometheus."""
    labels = {allowed.key.replace(".", "_") for allowed in ALLOWED.values()}
    own = {"job", "service", "instance", "alertname", "alertstate", "le"}
    for rule in RULES:
        assert set(re.findall(r"(\w+)(?:=~|!=|!~|=)\"", rule["expr"])) <= labels | own


@pytest.mark.parametrize("name", DASHBOARDS)
def test_a_dashboard_can_be_read_in_any_grafana(name: str) -> None:
    board = DASHBOARDS[name]
    assert (board["uid"], board["schemaVersion"] >= 39) == (f"amy-{name}", True)
    variables = {each["name"]: each for each in board["templating"]["list"]}
    assert variables["datasource"]["type"] == "datasource"
    assert not re.search(r"libraryPanel|\"id\": null, \"uid\"", json.dumps(board))
    sources = re.findall(r'"datasource": (\{[^}]*\}[^}]*\})', json.dumps(board))
    assert {json.loads(source)["uid"] for source in sources} == {"${datasource}"}
    used = set(re.findall(r"\$\{?(\w+)\}?", json.dumps(board["panels"])))
    assert used <= set(variables)


@pytest.mark.parametrize("name", DASHBOARDS)
def test_every_panel_says_what_it_shows_in_a_unit(name: str) -> None:
    panels = of_type(DASHBOARDS[name], rows=False)
    assert len({panel["title"] for panel in panels}) == len(panels)
    for panel in panels:
        assert panel["description"].endswith("."), panel["title"]
        assert panel["fieldConfig"]["defaults"]["unit"] in UNITS, panel["title"]
        assert panel["targets"], panel["title"]
        assert [target["refId"] for target in panel["targets"]] == list("ABCD")[: len(panel["targets"])]


@pytest.mark.parametrize("name", DASHBOARDS)
def test_panels_fill_the_grid_without_lying_over_each_other(name: str) -> None:
    panels = DASHBOARDS[name]["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        place = panel["gridPos"]
        assert place["x"] >= 0
        assert place["x"] + place["w"] <= 24
    for one, other in itertools.combinations([panel["gridPos"] for panel in panels], 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        below = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or below, (one, other)


def test_the_targets_that_are_shipped_are_all_services() -> None:
    targets = yaml.safe_load((TELEMETRY / "targets.yaml").read_text(encoding="utf-8"))
    services = {path.parent.name for path in (ROOT / "services").glob("*/__main__.py")} | {"gateway"}
    assert {each["labels"]["service"] for each in targets} == services
    composed = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert {target.partition(":")[0] for each in targets for target in each["targets"]} <= set(composed)


def test_the_collector_passes_on_what_it_receives() -> None:
    config = yaml.safe_load((TELEMETRY / "collector.yaml").read_text(encoding="utf-8"))
    for kind in ("traces", "metrics"):
        pipeline = config["service"]["pipelines"][kind]
        for part in ("receivers", "processors", "exporters"):
            assert set(pipeline[part]) <= set(config[part]), (kind, part)
    assert list(config["receivers"]["otlp"]["protocols"]) == ["http"], "Amy sends OTLP over HTTP"
