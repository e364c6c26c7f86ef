"""The least gateway there is: it says that every service serves. `AMY_GATEWAY_ENDS_S` makes it end by itself."""

import asyncio
from collections.abc import Callable, Mapping

from amy.runtime.server import Service

BODY = b'{"status": "ok", "services": {"alpha": "serving"}}'


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(BODY), BODY))
    await writer.drain()
    writer.close()


async def run(env: Mapping[str, str], ready: Callable[[str], None], stop: asyncio.Event) -> None:
    host, port = env["AMY_GATEWAY_LISTEN"].split(":")
    async with await asyncio.start_server(answer, host, int(port)):
        ready(env["AMY_GATEWAY_LISTEN"])
        try:
            await asyncio.wait_for(stop.wait(), float(env.get("AMY_GATEWAY_ENDS_S", "1000")))
        except TimeoutError:
            return


SERVICE = Service(name="gateway", run=run)
if __name__ == "__main__":
    SERVICE.main()
