"""What was spent, as services tell each other."""

from typing import Literal, Protocol

from amy.api.common.v1 import common_pb2 as common
from amy.runtime.ledger import enter_others
from amy.spending import Spent


def usage_to_proto(spent: Spent) -> common.Usage:
    """`cost_usd` is unset where a price is unknown."""
    return common.Usage(
        input_tokens=spent.input_tokens,
        output_tokens=spent.output_tokens,
        cache_read_tokens=spent.cache_read_tokens,
        cache_creation_tokens=spent.cache_creation_tokens,
        cost_usd=spent.cost_usd,
        model=spent.model,
    )


def usage_from_proto(proto: common.Usage) -> Spent:
    return Spent(
        input_tokens=proto.input_tokens,
        output_tokens=proto.output_tokens,
        cache_read_tokens=proto.cache_read_tokens,
        cache_creation_tokens=proto.cache_creation_tokens,
        known_usd=proto.cost_usd,
        has_unknown=not proto.HasField("cost_usd"),
        model=proto.model,
    )


class SaysUsage(Protocol):
    """A message that says what was spent to make it, if it has a field `usage`."""

    @property
    def usage(self) -> common.Usage: ...

    def HasField(self, field_name: Literal["usage"], /) -> bool: ...  # noqa: N802, protobuf's name


def enter_usage(message: SaysUsage) -> None:
    """Enters what another service says it has spent, if it says so, into the ledger of the request under way."""
    if message.HasField("usage"):
        enter_others(usage_from_proto(message.usage))
