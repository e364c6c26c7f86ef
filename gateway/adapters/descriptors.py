"""How many files and sockets this process may have open."""

import resource
from typing import Final

_MOST: Final = 65_536


def raise_descriptor_limit() -> int:
    """Raises the soft limit to the hard one, as far as a gateway can use it; says what it is then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST if hard == resource.RLIM_INFINITY else min(hard, _MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return _MOST if soft == resource.RLIM_INFINITY else soft
