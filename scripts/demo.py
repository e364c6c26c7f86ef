"""The first minute with Amy: start it, import a sample person, ask a question, see every number checked."""

import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA_DIR = ROOT / ".demo"
SAMPLE_DIR = DATA_DIR / "sample"
AMY = Path(sys.executable).with_name("amy")
QUESTION = "Is my resting heart rate related to how long I sleep?"


def shown(*command: str) -> None:
    """Runs a command the way a person would, echoing it first."""
    print(f"\n$ {shlex.join(command)}\n", flush=True)
    subprocess.run([str(AMY), *command[1:]], check=True, cwd=ROOT)


def main() -> None:
    DATA_DIR.mkdir(mode=0o700, exist_ok=True)
    generate = [sys.executable, "-m", "services.health_data.sample_person", "--out", str(SAMPLE_DIR)]
    subprocess.run(generate, check=True, cwd=ROOT)
    data_dir = ("--data-dir", DATA_DIR.name)
    print(f"$ amy up --data-dir {DATA_DIR.name}", flush=True)
    with (
        (DATA_DIR / "amy.log").open("w") as log,
        subprocess.Popen(
            [str(AMY), "up", *data_dir, "--http-port", "0"],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            cwd=ROOT,
        ) as system,
    ):
        try:
            assert system.stdout is not None
            line = system.stdout.readline()
            if not line.startswith("ready "):
                raise SystemExit(f"Amy did not start; {DATA_DIR / 'amy.log'} says why.")
            print(line, end="", flush=True)
            shown(
                "amy",
                "import",
                *(str(file.relative_to(ROOT)) for file in sorted(SAMPLE_DIR.glob("*.csv"))),
                "--user",
                "sample",
                *data_dir,
            )
            shown("amy", "ask", QUESTION, "--user", "sample", *data_dir)
        finally:
            system.terminate()


if __name__ == "__main__":
    main()
