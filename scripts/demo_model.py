"""Whole turns with the model mind, one of every pattern, against a double of the vendor on this machine.

Needs no key and sends nothing anywhere: what the double answers is made from each request by a few rules of thumb, so
the words are not a model's. All else is real: the minds and their prompts, the checks, the costs by real prices.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from amy.client import Amy
from evals.system import running
from tests.vendor import Script, Vendor
from tests.vendor.beside import beside
from tests.vendor.sensible import AUTOMATIC

QUESTIONS = {
    "general knowledge": "What is a usual resting heart rate?",
    "their own numbers": "What is my average resting heart rate?",
    "what their numbers mean": "Is my resting heart rate normal?",
    "advice": "How can I eat more vegetables?",
    "advice that rests on records": "Should I walk more, given my steps?",
    "advice that also needs medical background": "I have asthma. Should I walk more, given my steps?",
    "a look at everything": "How am I doing?",
    "no specialist": "Thanks!",
    "somebody in danger (no model is asked)": "I want to end it all",
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, beside(Vendor(Script(automatic=AUTOMATIC))) as vendor:
        sample = Path(folder) / "sample"
        generate = [sys.executable, "-m", "services.health_data.sample_person", "--out", str(sample)]
        subprocess.run(generate, check=True)
        told = {"ANTHROPIC_BASE_URL": vendor.base_url, "ANTHROPIC_API_KEY": vendor.api_key, "AMY_CONSENT": "true"}
        with (
            running(Path(folder) / "data", env=told) as system,
            Amy(api_key=system.admin_key, base_url=system.base_url, user="sample", timeout=120) as amy,
        ):
            for file in sorted(sample.glob("*.csv")):
                amy.data.import_file(file)
            for pattern, question in QUESTIONS.items():
                show(amy, vendor, pattern, question)


def show(amy: Amy, vendor: Vendor, pattern: str, question: str) -> None:
    """Asks, and prints what came of it."""
    before = len(vendor.replies)
    turn = amy.turns.create(messages=[{"role": "user", "content": question}], stream=False)
    if turn.result is None:
        raise SystemExit(f"{question}: {turn.error}")
    result, asked = turn.result, [each.purpose for each in vendor.replies[before:]]
    cost = "unknown" if result.cost_usd is None else f"{result.cost_usd:.4f} USD"
    agents = ", ".join(result.agents_used) or "nobody"
    print(f"\n{'=' * 100}\n{pattern}\n> {question}\n\n{result.answer}\n")
    print(f"agents: {agents} | profile: {result.profile} | cost: {cost} | {result.duration_ms} ms")
    print(f"{len(asked)} calls: {', '.join(asked) or 'none'}", flush=True)


if __name__ == "__main__":
    main()
