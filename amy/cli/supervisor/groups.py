"""Which services leave the supervisor's process when `amy up` may use more than one core."""

import os
from collections.abc import Mapping
from typing import Final

GROUP_OF: Final[Mapping[str, str]] = {
    "data_science": "analysis",
    "validator": "analysis",
    "health_data": "analysis",
    "domain_expert": "analysis",
    "health_coach": "analysis",
    "investigator": "analysis",
}
"""Services of one group share a process. By what a turn takes of a processor in each, so that no process takes much
more than the others. What is not named stays with the supervisor: memory, the orchestrator and the gateway."""


def apart(cores: int) -> Mapping[str, str]:
    """Service → group, of no more groups than there are further cores."""
    groups = list(dict.fromkeys(GROUP_OF.values()))[: cores - 1]
    return {service: group for service, group in GROUP_OF.items() if group in groups}


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
