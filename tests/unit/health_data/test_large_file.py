"""A file with a million rows: bounded time, and memory that follows the file, not its rows."""

import time
from tempfile import TemporaryFile

from services.health_data.adapters.files import parse
from services.health_data.domain.records import ParsedFile

ROWS = 1_000_000


def test_a_million_rows_are_read_in_time() -> None:
    with TemporaryFile() as spool:
        spool.write(b"date,steps,resting_heart_rate,sleep_minutes\n")
        lines = (
            f"20{line % 60:02}-0{1 + line % 9}-{1 + line % 28:02},{line % 9000},5{line % 9},400\n"
            for line in range(ROWS // 100)
        )
        block = "".join(lines).encode()
        for _ in range(100):
            spool.write(block)
        began = time.process_time()
        parsed = parse(spool, user_id="u")
        elapsed_s = time.process_time() - began
    assert isinstance(parsed, ParsedFile)
    assert parsed.rows_read == ROWS
    assert elapsed_s < 20
