"""What telemetry is told of open event streams."""

import asyncio

from gateway.http.sse import Streams
from tests.scraping import measured


async def test_a_stream_counts_as_open_until_it_ends() -> None:
    streams = Streams()
    with measured() as fetch:
        for _ in range(2):
            streams.add(asyncio.create_task(asyncio.sleep(60)), None)
        page = await asyncio.to_thread(fetch)
        assert page.value("amy_sse_streams") == 2
        streams.end()
        await asyncio.sleep(0.01)
        page = await asyncio.to_thread(fetch)
        assert page.has("amy_sse_streams")
        assert page.value("amy_sse_streams") == 0
