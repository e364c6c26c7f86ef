"""Prometheus's own tool accepts the rules and the configuration, and sees every alert silent and firing."""

import subprocess

import pytest
import yaml

from tests.alerts.prometheus import SHIPPED, program, rules

pytestmark = pytest.mark.prometheus

ALERTS = sorted(rule["alert"] for rule in rules() if "alert" in rule)
CASES = yaml.safe_load((SHIPPED / "alerts_test.yaml").read_text(encoding="utf-8"))["tests"]


def promtool(*arguments: str) -> None:
    done = subprocess.run([program("promtool"), *arguments], cwd=SHIPPED, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_rules_are_valid() -> None:
    promtool("check", "rules", "--lint=all", "--lint-fatal", "alerts.yaml")


def test_the_configuration_is_valid() -> None:
    promtool("check", "config", "prometheus.yaml")


def test_every_alert_is_silent_while_all_is_well_and_fires_when_it_is_not() -> None:
    promtool("test", "rules", "alerts_test.yaml")


@pytest.mark.parametrize("alert", ALERTS)
def test_there_is_a_case_in_which_the_alert_fires_after_it_was_silent(alert: str) -> None:
    (fires, *_) = [case for case in CASES if case["name"].startswith(f"{alert}: ")]
    before, after, *_ = fires["promql_expr_test"]
    assert before["exp_samples"] == []
    assert f'{{alertname="{alert}"}}' in [sample["labels"] for sample in after["exp_samples"]]
