"""What an engine is asked for: one container that can compute and answer, and nothing else. Pure."""

import json
from typing import Any, Final

from docker.types import LogConfig, Ulimit

from services.data_science.adapters.containers.seccomp_profile import profile
from services.data_science.adapters.sandbox.agent_protocol import encode_limits
from services.data_science.adapters.sandbox.config import SandboxLimits

INSTANCE_LABEL: Final = "amy.sandbox.instance"
OWNER_LABEL: Final = "amy.sandbox.owner"
NOBODY: Final = "65534:65534"
# The interpreter of the agent, the zygote and what a run starts with; a run's own memory comes on top.
_BASE_MEMORY_BYTES: Final = 512 << 20
# Agent, zygote, supervisor, worker and the agent's threads.
_PROCESSES: Final = 32
_NANO_CPUS: Final = 10**9
_OPEN_FILES: Final = 256


def host_options(limits: SandboxLimits) -> dict[str, Any]:
    """The walls. The host's mapping of users is left as the engine has it."""
    memory = limits.memory_bytes + _BASE_MEMORY_BYTES
    return {
        "network_mode": "none",
        "ipc_mode": "none",
        "read_only": True,
        "tmpfs": {"/tmp": "rw,noexec,nosuid,nodev,size=16m"},  # noqa: S108, inside the container, where it is private
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true", f"seccomp={json.dumps(profile())}"],
        "pids_limit": _PROCESSES,
        "mem_limit": memory,
        "memswap_limit": memory,
        "nano_cpus": _NANO_CPUS,
        "ulimits": [Ulimit(name="core", soft=0, hard=0), Ulimit(name="nofile", soft=_OPEN_FILES, hard=_OPEN_FILES)],
        # What a container writes is a user's health: the engine keeps none of it.
        "log_config": LogConfig(type=LogConfig.types.NONE),
        "auto_remove": True,
    }


def container_options(image: str, limits: SandboxLimits, labels: dict[str, str]) -> dict[str, Any]:
    """What runs inside: the image's agent. Its input is open once, so it ends when nobody holds the other end."""
    return {
        "image": image,
        "command": [encode_limits(limits)],
        "user": NOBODY,
        "hostname": "sandbox",
        "working_dir": "/",
        "stdin_open": True,
        "labels": labels,
    }
