"""How much room there is, who gets it and who makes way: the arithmetic, without a socket."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.domain.connections import (
    FEWEST_CONNECTIONS,
    RESERVED_DESCRIPTORS,
    Counts,
    Entry,
    Patience,
    Phase,
    Room,
    address_of,
    entry,
    room,
)
from gateway.http.middleware import leaves_much_behind

SPACE = Room(total=10, per_address=6, waiting=5)
SHARES = st.floats(0.01, 1)


@given(most=st.integers(1, 100_000), descriptors=st.integers(1, 1_000_000), share=SHARES)
def test_connections_leave_descriptors_for_everything_else(most: int, descriptors: int, share: float) -> None:
    space = room(most=most, descriptors=descriptors, address_share=share)
    assert space.total <= max(FEWEST_CONNECTIONS, descriptors - RESERVED_DESCRIPTORS)
    assert space.total <= max(FEWEST_CONNECTIONS, most)
    assert 1 <= space.per_address <= space.total
    assert 1 <= space.waiting < space.total, "something is left for requests and streams"


def test_with_1024_descriptors_there_is_room_for_hundreds_of_each() -> None:
    assert room(most=10_000, descriptors=1024, address_share=0.5) == Room(total=640, per_address=320, waiting=320)


@pytest.mark.parametrize(
    ("total", "waiting", "of_address", "waiting_of_address", "expected"),
    [
        (0, 0, 0, 0, Entry.LET_IN),
        (9, 4, 5, 4, Entry.LET_IN),
        (9, 5, 0, 0, Entry.INSTEAD_OF_ANY),
        (10, 1, 0, 0, Entry.INSTEAD_OF_ANY),
        (10, 0, 0, 0, Entry.TURN_AWAY),
        (6, 1, 6, 1, Entry.INSTEAD_OF_NEIGHBOUR),
        (10, 5, 6, 0, Entry.TURN_AWAY),
        (6, 0, 6, 0, Entry.TURN_AWAY),
    ],
)
def test_only_those_who_wait_make_way(
    total: int, waiting: int, of_address: int, waiting_of_address: int, expected: Entry
) -> None:
    counts = Counts(total=total, waiting=waiting, of_address=of_address, waiting_of_address=waiting_of_address)
    assert entry(SPACE, counts) is expected


def test_a_connection_waits_unless_someone_is_being_served() -> None:
    assert {phase for phase in Phase if not phase.waits} == {Phase.BODY, Phase.ANSWERING, Phase.UNTAKEN}


def test_every_phase_has_a_limit_but_the_one_the_gateway_ends_itself() -> None:
    patience = Patience(first_request_s=1, header_s=2, body_s=3, keep_alive_s=4, ending_s=5)
    limits = {phase: patience.limit_s(phase) for phase in Phase}
    assert limits == {
        Phase.NEW: 1, Phase.HEADERS: 2, Phase.BODY: 3, Phase.ANSWERING: None, Phase.UNTAKEN: 3, Phase.KEPT: 4,
        Phase.ENDING: 5,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_ipv6_site_is_one_address(host: str, address: str) -> None:
    assert address_of(host) == address


@pytest.mark.parametrize(
    ("headers", "much"),
    [
        ([], False),
        ([(b"content-length", b"0")], False),
        ([(b"content-length", b"65536")], False),
        ([(b"content-length", b"65537")], True),
        ([(b"content-length", b"9" * 19)], True),
        ([(b"content-length", b"-1")], True),
        ([(b"transfer-encoding", b"chunked")], True),
    ],
)
def test_a_short_body_can_be_skipped_and_a_long_one_not(headers: list[tuple[bytes, bytes]], *, much: bool) -> None:
    assert leaves_much_behind(headers) is much


@pytest.mark.parametrize(("soft", "hard", "raised"), [(256, 512, 512), (512, 512, 512)])
def test_the_soft_limit_of_descriptors_is_raised_to_the_hard_one(soft: int, hard: int, raised: int) -> None:
    program = (
        "import resource; from gateway.adapters.descriptors import raise_descriptor_limit\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))\n"
        "print(raise_descriptor_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(raised), str(raised), str(hard)]
