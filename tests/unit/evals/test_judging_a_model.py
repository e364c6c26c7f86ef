"""What an operator is told before a model is judged, and what the table says afterwards."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from structlog.testing import capture_logs

from amy.llm.models import Role
from amy.llm.settings import MindSettings
from amy.runtime.ledger import open_ledger
from evals.model.__main__ import main
from evals.model.asking import MODEL, RULES, Asked, result_of
from evals.model.results import Counts, Result, Row, table
from evals.model.spending import Tally, of_log, of_records
from evals.model.suites import SUITES
from evals.sampling import sample
from evals.system import environment
from tests.unit.llm.talking import PROMPTS, caller_of, prompt
from tests.vendor import Line, Script, Vendor, overloaded, says

SPENT = Tally(calls=3, failed=1, prompt_tokens=1000, output_tokens=50, cost_usd=0.25)


@pytest.fixture(autouse=True)
def _nobody_configured(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No model in the environment, and afterwards none of the logging that the program sets up."""
    for variable in MindSettings.aliases:
        monkeypatch.delenv(variable, raising=False)
    yield
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def test_without_a_model_nothing_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--suites", "safety", "--yes"]) == 2
    assert capsys.readouterr().out.startswith("No model is configured")


def test_without_consent_nothing_is_sent(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
    assert main(["--suites", "safety", "--yes"]) == 2
    assert "Nothing is sent to https://api.anthropic.com without consent" in capsys.readouterr().out


def test_what_is_sent_where_is_said_before_and_nobody_at_a_terminal_means_no(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
    monkeypatch.setenv("AMY_CONSENT", "true")
    assert main(["--suites", "safety,routing", "--items", "5"]) == 2
    told = capsys.readouterr().out
    assert "orchestrator asks the models of its roles through https://api.anthropic.com" in told
    assert f"routing: 5 items, about {5 * SUITES['routing'].calls_an_item} calls" in told
    assert "pass --yes" in told
    assert "| " not in told


def test_a_suite_without_its_data_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AMY_EVAL_DATA", str(tmp_path))
    assert main(["--suites", "phia,safety", "--yes"]) == 2
    assert "No evaluation data for phia" in capsys.readouterr().out


def test_a_suite_that_asks_no_model_is_judged_for_both(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    out = tmp_path / "table.md"
    assert main(["--suites", "safety", "--items", "6", "--yes", "--out", str(out)]) == 0
    row = next(line for line in out.read_text().splitlines() if line.startswith("| safety"))
    _, items, rules, model, calls, tokens, cost, *_ = (cell.strip() for cell in row.strip("|").split("|"))
    assert (items, calls, tokens, cost) == ("6", "0 (0)", "0 / 0", "0.0000")
    assert rules == model
    assert "no model is asked" in capsys.readouterr().out


def test_the_rules_are_told_of_no_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
    rules, model = (Asked(mind=mind, folder=tmp_path, answers=tmp_path) for mind in (RULES, MODEL))
    assert "ANTHROPIC_API_KEY" not in environment(rules.env)
    assert environment(model.env)["ANTHROPIC_API_KEY"] == "sk-test"


async def test_what_a_log_says_of_calls_is_what_the_ledger_says(tmp_path: Path) -> None:
    script = Script(Line("choose", overloaded()), Line("choose", says("Tea.")), prompts=PROMPTS)
    with capture_logs() as events, open_ledger() as ledger:
        async with Vendor(script) as vendor, caller_of(vendor) as caller:
            await caller.tell(prompt(), role=Role.MAIN)
    log = tmp_path / "amy.log"
    log.write_text("WARNING of a library\n" + "".join(f"{json.dumps(event)}\n" for event in events))
    assert of_log(log) == of_records(ledger.calls)
    assert (of_log(log).calls, of_log(log).failed) == (2, 1)
    assert of_log(log).cost_usd == pytest.approx(ledger.spent.known_usd)


async def test_a_suite_that_breaks_off_has_been_paid_for(tmp_path: Path) -> None:
    async def ask(asked: Asked) -> Counts:
        line = {"event": "model.call", "outcome": "ok", "input_tokens": 7, "cache_creation_tokens": 1}
        log = asked.folder / "amy.log"
        log.write_text(json.dumps({**line, "output_tokens": 2, "cost_usd": 0.5}))
        raise RuntimeError("no answer")

    result = await result_of(ask, MODEL, tmp_path / "answers.jsonl")
    assert result.counts is None
    assert result.problem == "broke off: no answer"
    assert result.spent == Tally(calls=1, prompt_tokens=8, output_tokens=2, cost_usd=0.5)


def test_the_table_sets_both_minds_side_by_side_and_sums_what_was_paid() -> None:
    rules = Result(counts=Counts(right=3, refused=1, wrong=0), took_s=2.0)
    model = Result(counts=Counts(right=2, refused=0, wrong=2, also="vague 1"), spent=SPENT, took_s=9.6)
    broken = Result(counts=None, problem="broke off: it", spent=SPENT, took_s=1.0)
    told = table(
        [Row(suite="phia", items=4, rules=rules, model=model), Row(suite="coach", items=2, rules=rules, model=broken)]
    ).splitlines()
    assert "| phia | 4 | 3 / 1 / 0 | 2 / 0 / 2 | 3 (1) | 1000 / 50 | 0.2500 | 2 | 10 |" in told
    assert "| coach | 2 | 3 / 1 / 0 | broke off | 3 (1) | 1000 / 50 | 0.2500 | 2 | 1 |" in told
    assert "| all | 6 |  |  | 6 (2) | 2000 / 100 | 0.5000 | 4 | 11 |" in told
    assert "- phia, model: vague 1" in told
    assert "- coach, model: broke off: it" in told
    assert any(line.startswith("- phia: 1 calls failed") for line in told)


def test_an_unknown_price_makes_a_cost_unknown() -> None:
    unknown = Result(counts=Counts(), spent=Tally(calls=1, cost_usd=None), took_s=1.0)
    row = Row(suite="open_ended", items=1, rules=unknown, model=unknown)
    assert "| - / - / - | - / - / - | 1 (0) | 0 / 0 | unknown |" in str(row)
    assert "| 1 (0) | 0 / 0 | unknown |" in table([row]).splitlines()[-1]


def test_a_smaller_sample_is_part_of_a_larger_one_and_always_the_same() -> None:
    items = range(100)
    assert sample(items, 30)[:10] == sample(items, 10)
    assert sample(items, 10) != list(range(10))
    assert sorted(sample(items, 500)) == list(items)
