"""Which internet addresses a web tool may connect to.

The standard library's `is_global` is not asked: as of Python 3.11.7 it passes NAT64, 6to4, multicast and some reserved
blocks. The blocks are those of the IANA special-purpose address registries for IPv4 and IPv6.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address

_REFUSED_V4: Final = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by the customers of a carrier (CGNAT)
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local, where clouds keep their metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
# Of IPv6 only this block is handed out as public addresses: loopback, mapped IPv4, NAT64, unique local, link-local
# and multicast addresses are all outside it.
_PUBLIC_V6: Final = IPv6Network("2000::/3")
_REFUSED_V6: Final = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments, among them Teredo
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which carries an IPv4 address
        "3fff::/20",  # documentation
    )
)
_LOOPBACK_V4: Final = IPv4Network("127.0.0.0/8")
_LOOPBACK_V6: Final = IPv6Address("::1")


def read_address(text: str) -> Address | None:
    """The address that a resolver named; None for anything else, and for an address bound to one interface."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        return None
    return address


def may_connect(address: Address, *, loopback_allowed: bool) -> bool:
    """Whether the address is a public one, or a loopback address where the settings allow it."""
    if isinstance(address, IPv4Address):
        if address in _LOOPBACK_V4:
            return loopback_allowed
        return not any(address in block for block in _REFUSED_V4)
    if address == _LOOPBACK_V6:
        return loopback_allowed
    return address in _PUBLIC_V6 and not any(address in block for block in _REFUSED_V6)
