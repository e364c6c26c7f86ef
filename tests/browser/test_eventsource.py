"""EventSource in a real browser reads a whole turn, with the API key in the query, from a page of another origin."""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from evals.system import free_port
from tests.unit.gateway.backend import ADMIN_KEY, System, gateway, transcript

pytestmark = pytest.mark.browser

TYPES = [
    "turn.started", "agent.started", "agent.thought", "agent.thought", "agent.completed", "validator.gate",
    "validator.critic", "validator.assessment", "cost_warning", "fact_check", "turn.completed",
]  # fmt: skip
PAGE = """<!doctype html><title>turn</title><script>
window.seen = [];
window.done = false;
window.read = (url, types) => {
  const source = new EventSource(url);
  for (const type of new Set(types)) {
    source.addEventListener(type, (event) => {
      window.seen.push({id: event.lastEventId, type: event.type, data: JSON.parse(event.data)});
      if (type === "turn.completed") { source.close(); window.done = true; }
    });
  }
};
</script>"""
FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]  # fmt: skip


@asynccontextmanager
async def page_server() -> AsyncIterator[str]:
    """The origin of a server that answers everything with the page."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(PAGE)}\r\nConnection: close\r\n\r\n"
        writer.write((head + PAGE).encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


class Browser:
    """Headless Chromium, driven by the W3C WebDriver protocol."""

    def __init__(self, driver: httpx.AsyncClient, session: str) -> None:
        self._driver = driver
        self._session = session

    async def open(self, url: str) -> None:
        (await self._driver.post(f"{self._session}/url", json={"url": url})).raise_for_status()

    async def run(self, script: str, *arguments: object) -> Any:
        body = {"script": script, "args": arguments}
        response = await self._driver.post(f"{self._session}/execute/sync", json=body)
        response.raise_for_status()
        return response.json()["value"]


@asynccontextmanager
async def browser(profile: Path) -> AsyncIterator[Browser]:
    driver, chromium = shutil.which("chromedriver"), shutil.which("chromium")
    assert driver is not None, "run scripts/install-chromium.sh"
    assert chromium is not None, "run scripts/install-chromium.sh"
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        driver, f"--port={port}", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    options = {"binary": chromium, "args": [*FLAGS, f"--user-data-dir={profile}"]}
    wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/", timeout=60) as http:
            await answering(http)
            session = (await http.post("session", json=wanted)).raise_for_status().json()["value"]["sessionId"]
            try:
                yield Browser(http, f"session/{session}")
            finally:
                (await http.delete(f"session/{session}")).raise_for_status()
    finally:
        process.terminate()
        await process.wait()


async def answering(http: httpx.AsyncClient) -> None:
    for _ in range(200):
        try:
            await http.get("status")
        except httpx.TransportError:
            await asyncio.sleep(0.05)
        else:
            return
    raise TimeoutError("chromedriver did not start")


async def key_of(system: System, user_id: str) -> str:
    admin = {"Authorization": f"Bearer {ADMIN_KEY}"}
    key: str = (await system.http.post("/v1/keys", json={"user_id": user_id}, headers=admin)).json()["key"]
    return key


async def read_in_browser(system: System, origin: str, turn_id: str, profile: Path) -> list[dict[str, Any]]:
    url = f"{system.base_url}/v1/turns/{turn_id}/events?api_key={await key_of(system, 'anna')}"
    async with browser(profile) as page:
        await page.open(origin)
        await page.run("read(arguments[0], arguments[1])", url, TYPES)
        for _ in range(300):
            if await page.run("return window.done"):
                break
            await asyncio.sleep(0.1)
        seen: list[dict[str, Any]] = await page.run("return window.seen")
        return seen


async def test_a_browser_reads_a_turn_while_it_happens(tmp_path: Path) -> None:
    async with page_server() as origin, gateway(tmp_path, {"CORS_ORIGINS": origin}) as system:
        log = system.backend.orchestrator.open_turn("anna")
        reading = asyncio.create_task(read_in_browser(system, origin, log.turn.id, tmp_path / "profile"))
        for event in transcript(log.turn.id):
            log.append(event)
            await asyncio.sleep(0.1)
        seen = await reading
    assert [event["id"] for event in seen] == [str(number) for number in range(1, 12)]
    assert [event["type"] for event in seen] == TYPES
    assert seen[3]["data"]["delta"] == "your daily\nsummary table,\u2028 "
    assert seen[-1]["data"]["result"]["fact_sheet"][0]["value"] == 60.39


async def test_a_browser_that_is_cut_off_comes_back_and_misses_nothing(tmp_path: Path) -> None:
    async with page_server() as origin, gateway(tmp_path, {"CORS_ORIGINS": origin, "RESUME_S": "0"}) as system:
        orchestrator = system.backend.orchestrator
        log = orchestrator.open_turn("anna")
        log.append(*transcript(log.turn.id))
        orchestrator.break_after = [4]
        seen = await read_in_browser(system, origin, log.turn.id, tmp_path / "profile")
    assert orchestrator.resumed_after == [0, 4]
    assert [event["id"] for event in seen] == [str(number) for number in range(1, 12)]
    assert [event["type"] for event in seen] == TYPES
