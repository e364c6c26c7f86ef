"""How the services of one system know each other."""

from dataclasses import dataclass, field

from amy.runtime.tls import TlsFiles


@dataclass(frozen=True, kw_only=True)
class Mesh:
    """What a service shows when it calls another.

    Attributes:
        token: goes with every call; empty: none.
        tls: both sides show a certificate; None: calls go in plain text.
    """

    token: str = field(default="", repr=False)
    tls: TlsFiles | None = None


OPEN = Mesh()
"""Of services that anyone may call who reaches them."""
