"""`amy up`, but of the two tiny services: `tiny_up.py DATA_DIR HTTP_PORT embedded|groups|processes`."""

import os
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

from amy.cli.commands.up import serve
from amy.cli.supervisor.plan import CannotStartError
from amy.cli.supervisor.state import DataDir

POINTS = [
    EntryPoint(name="alpha", value="tests.unit.cli.tiny_alpha:SERVICE", group="amy.services"),
    EntryPoint(name="gateway", value="tests.unit.cli.tiny_gateway:SERVICE", group="amy.services"),
]

if __name__ == "__main__":
    data_dir, http_port, mode = sys.argv[1:]
    try:
        serve(
            POINTS,
            DataDir(Path(data_dir)),
            http_port=int(http_port),
            database_url=None,
            environ=dict(os.environ),
            processes=mode == "processes",
            groups={"alpha": "apart"} if mode == "groups" else {},
        )
    except CannotStartError as error:
        sys.exit(f"amy: {error}")
