"""What is done to the replicas and to their database, one after another, while they work."""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from evals.replicas import Postgres, Replica, Replicas

FROZEN_S: Final = 14.0
"""Others have noticed and taken over by then: after ten seconds (`takeover_after_s`), and they look every two."""
AWAY_S: Final = 30.0
_GONE_S: Final = 1.0
"""How long the supervisor of a process that was killed takes to start it again."""


@dataclass(kw_only=True)
class Disturber:
    """Kills, freezes and rolls replicas.

    Attributes:
        fell: processes that ended though nobody had touched them; they are started again, as a supervisor would.
    """

    replicas: Replicas
    postgres: Postgres
    rng: random.Random
    fell: Counter[str] = field(default_factory=Counter)

    def roll(self, replica: Replica) -> None:
        replica.stop()
        replica.start()
        replica.ready()

    def kill(self, replica: Replica) -> None:
        time.sleep(self.rng.uniform(0, 1))
        replica.kill()
        time.sleep(_GONE_S)
        replica.start()
        replica.ready()

    def freeze(self, replica: Replica) -> None:
        replica.freeze()
        time.sleep(FROZEN_S)
        replica.thaw()
        replica.ready()

    def each(self, act: Callable[[Replica], None], replicas: Sequence[Replica]) -> None:
        """Does it to one after another, each while all others run."""
        for replica in replicas:
            self.raise_the_fallen()
            act(replica)

    def database_away(self, mode: str) -> None:
        self.postgres.stop(mode=mode)
        time.sleep(AWAY_S)
        self.postgres.start()
        self.raise_the_fallen()

    def raise_the_fallen(self) -> None:
        for replica in self.replicas.all:
            if replica.process is not None and replica.process.poll() is not None:
                self.fell[replica.name] += 1
                replica.start()
                replica.ready()


def logged(replicas: Sequence[Replica], event: str) -> int:
    """How many lines of an event their logs have."""
    count = 0
    for replica in replicas:
        for line in replica.log.read_text().splitlines() if replica.log.exists() else ():
            if line.startswith("{") and json.loads(line).get("event") == event:
                count += 1
    return count
