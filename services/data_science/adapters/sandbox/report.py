"""What was found to work on this machine, layer by layer."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from services.data_science.domain.run import IsolationLevel


class Layer(StrEnum):
    """One independent barrier around generated code."""

    SINGLE_THREAD = "single-threaded zygote"
    ROOT = "private read-only root"
    NAMESPACES = "user, mount, pid, net, ipc and uts namespaces"
    RLIMITS = "resource limits"
    CAPABILITIES = "no capabilities, no new privileges"
    LANDLOCK = "Landlock"
    SECCOMP = "seccomp filter"


REQUIRED: dict[IsolationLevel, frozenset[Layer]] = {
    IsolationLevel.NONE: frozenset({Layer.SINGLE_THREAD}),
    IsolationLevel.FILTERED: frozenset(Layer) - {Layer.ROOT, Layer.NAMESPACES},
    IsolationLevel.FULL: frozenset(Layer),
}


@dataclass(frozen=True, kw_only=True)
class LayerReport:
    layer: Layer
    works: bool
    detail: str

    def __str__(self) -> str:
        return f"{self.layer}: {'works' if self.works else 'missing'} ({self.detail})"


@dataclass(frozen=True, kw_only=True)
class SandboxReport:
    level: IsolationLevel
    layers: tuple[LayerReport, ...]

    def missing_for(self, level: IsolationLevel) -> tuple[str, ...]:
        """The layers that keep this machine from isolating at `level`, each with why."""
        found = {tried.layer: tried for tried in self.layers}
        wanted = [layer for layer in Layer if layer in REQUIRED[level]]
        untried = tuple(f"{layer}: not tried" for layer in wanted if layer not in found)
        return untried + tuple(str(found[layer]) for layer in wanted if layer in found and not found[layer].works)

    def __str__(self) -> str:
        return "\n".join([f"sandbox level: {self.level.name}", *(f"  {found}" for found in self.layers)])


def satisfies(layers: Sequence[LayerReport], level: IsolationLevel) -> bool:
    """Whether every layer that `level` demands was tried and works."""
    return REQUIRED[level] <= {found.layer for found in layers if found.works}
