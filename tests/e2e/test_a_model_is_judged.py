"""`python -m evals.model`, whole: both minds over generated people, the model's being a double that answers at once."""

import asyncio
import os
import sys
from pathlib import Path

import pandas as pd
import pytest

from amy.llm.models import ROLE_VARIABLES
from evals.model.results import HEAD
from evals.routing.__main__ import AGENTS, SETS, questions
from evals.sampling import sample
from tests.load.answering import AT_ONCE
from tests.vendor import Script, Vendor
from tests.vendor.tokens import prompt_tokens

PERSON = "900"
ITEMS = 6
STEPS = [8000.0 + 100 * day for day in range(60)]
MODEL = "claude-opus-4-6"
USD_A_MILLION_IN, USD_A_MILLION_OUT = 5.0, 25.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """One generated person, and four questions: two that the double reads right, one wrong, and one not at all."""
    users = tmp_path / "phia" / "users"
    users.mkdir(parents=True)
    days = pd.date_range("2024-01-01", periods=len(STEPS))
    summary = {
        "pseudo_id2": PERSON,
        "datetime": days.date,
        "steps": STEPS,
        "sleep_minutes": 450.0,
        "resting_heart_rate": 60.0,
    }
    pd.DataFrame(summary).to_csv(users / f"summary_df_{PERSON}.csv", index=False)
    run = {"pseudo_id2": PERSON, "date": days[:1].date, "duration": 30.0, "activityName": "Run"}
    times = {"startTime": f"{days[0].date()} 07:00:00", "endTime": f"{days[0].date()} 07:30:00"}
    pd.DataFrame(run | times).to_csv(users / f"exercise_df_{PERSON}.csv", index=False)
    asked = (
        ("What is my average step count?", sum(STEPS) / len(STEPS)),
        ("What is my average sleep duration in minutes?", 450.0),
        ("What is my highest step count?", max(STEPS)),
        ("How many runs did I do?", 1.0),
    )
    rows = [{"subject_id": PERSON, "question": text, "paraphrase": text, "answer": true} for text, true in asked]
    pd.DataFrame(rows).to_csv(tmp_path / "phia" / "objective_dev.csv", index=False)
    return tmp_path


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.timeout(400)
async def test_both_minds_are_asked_the_same_and_what_the_model_cost_is_told(data: Path) -> None:
    out = data / "table.md"
    script = Script(automatic=AT_ONCE)
    async with Vendor(script) as vendor:
        env = {
            **os.environ,
            **dict.fromkeys(ROLE_VARIABLES.values(), MODEL),
            "ANTHROPIC_BASE_URL": vendor.base_url,
            "ANTHROPIC_API_KEY": vendor.api_key,
            "AMY_EVAL_DATA": str(data),
        }
        arguments = ("--items", str(ITEMS), "--suites", "phia,routing", "--yes", "--out", str(out))
        program = await asyncio.create_subprocess_exec(sys.executable, "-m", "evals.model", *arguments, env=env)
        assert await program.wait() == 0
    script.check()
    assert not vendor.refusals
    lines = out.read_text().splitlines()
    assert "\n".join(lines[:2]) == HEAD
    phia, routing, whole = map(cells, lines[2:5])
    assert phia[:4] == ["phia", "4", "4 / 0 / 0", "2 / 1 / 1"]
    drawn = sample([each for name in SETS for each in questions(name)], ITEMS)
    right = sum(AGENTS["data"] in each.accepted for each in drawn)
    assert 0 < right < ITEMS
    assert [routing[0], routing[1], routing[3]] == ["routing", str(ITEMS), f"{right} / - / {ITEMS - right}"]
    assert whole[4] == f"{len(vendor.requests)} (0)"
    told_in, told_out = map(int, whole[5].split(" / "))
    assert told_in == sum(prompt_tokens(request.body) for request in vendor.requests)
    assert float(whole[6]) == pytest.approx(
        (told_in * USD_A_MILLION_IN + told_out * USD_A_MILLION_OUT) / 1e6, abs=0.0002
    )
