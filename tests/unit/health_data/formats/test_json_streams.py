import io
import json

import pytest

from services.health_data.adapters.formats.json_streams import events, items
from services.health_data.adapters.formats.members import DamagedError, Member

ROWS = [{"number": number, "text": "é\u2028x", "share": 0.5} for number in range(30_000)]
CONTENT = json.dumps(ROWS).encode()


def member(content: bytes) -> Member:
    return Member("a.json", len(content), lambda: io.BytesIO(content))


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
def test_what_is_larger_than_a_block_is_read_as_it_stands(mark: bytes) -> None:
    assert list(items(member(mark + CONTENT), "item")) == ROWS


@pytest.mark.parametrize("content", [CONTENT[:-1], CONTENT[:500_001], b"", b"{", b"[1,\xff]", b"[] and more"])
def test_what_is_cut_off_or_no_json_is_damaged(content: bytes) -> None:
    for read in (lambda: items(member(content), "item"), lambda: events(member(content))):
        with pytest.raises(DamagedError, match=r"a\.json is cut off or no JSON"):
            list(read())
