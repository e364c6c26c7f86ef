"""Daytona on 127.0.0.1: as much of its API and of a sandbox's toolbox as the runner speaks.

A sandbox is a folder, and a command in it a process of this machine. The agent inside really runs, so what comes back
is real; the walls that were asked for are kept for tests to look at.
"""

import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import MultipartWriter, WSMsgType, web

ROOT = Path(__file__).parents[3]
KEY = "dtn_test"


@dataclass
class FakeSandbox:
    asked_for: Mapping[str, Any]
    folder: Path
    processes: list[asyncio.subprocess.Process] = field(default_factory=list)


class FakeDaytona:
    """Daytona's cloud.

    Attributes:
        sandboxes: those that there are, by id.
        created: what was asked for, sandbox by sandbox, those that are gone included.
        uploads: how many files were sent.
        most: the highest number of sandboxes that there were at once.
        refusal: the status that every creation is answered with, if it is set.
        breaks_downloads: answers every download with an error.
        nonsense: what every download brings instead of the file, if it is set.
    """

    def __init__(self, folder: Path) -> None:
        self.url = ""
        self.sandboxes: dict[str, FakeSandbox] = {}
        self.created: list[Mapping[str, Any]] = []
        self.uploads = 0
        self.most = 0
        self.refusal = 0
        self.breaks_downloads = False
        self.nonsense = b""
        self._folder = folder
        self._origin = ""
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        app = web.Application(client_max_size=1 << 26)
        app.router.add_get("/api/socket.io/", self._events)
        app.router.add_post("/api/sandbox", self._create)
        app.router.add_get("/api/sandbox/{id}", self._get)
        app.router.add_delete("/api/sandbox/{id}", self._delete)
        app.router.add_post("/toolbox/{id}/files/bulk-upload", self._upload)
        app.router.add_post("/toolbox/{id}/files/bulk-download", self._download)
        app.router.add_post("/toolbox/{id}/process/execute", self._execute)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._origin = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self.url = f"{self._origin}/api"

    async def stop(self) -> None:
        for sandbox_id in list(self.sandboxes):
            await self._remove(sandbox_id)
        assert self._runner is not None
        await self._runner.cleanup()

    async def _create(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return web.json_response({"message": "Unauthorized"}, status=401)
        if self.refusal:
            return web.json_response({"message": "refused"}, status=self.refusal)
        sandbox_id = os.urandom(8).hex()
        folder = self._folder / sandbox_id
        folder.mkdir(parents=True)
        self.sandboxes[sandbox_id] = FakeSandbox(await request.json(), folder)
        self.created.append(self.sandboxes[sandbox_id].asked_for)
        self.most = max(self.most, len(self.sandboxes))
        return web.json_response(self._described(sandbox_id))

    async def _events(self, request: web.Request) -> web.WebSocketResponse:
        """The stream of events, on which nothing ever happens: only Engine.IO's and Socket.IO's greetings."""
        stream = web.WebSocketResponse()
        await stream.prepare(request)
        greeting = {"sid": "1", "upgrades": [], "pingInterval": 25_000, "pingTimeout": 20_000, "maxPayload": 10**6}
        await stream.send_str(f"0{json.dumps(greeting)}")
        async for message in stream:
            if message.type is WSMsgType.TEXT and message.data.startswith("40"):
                await stream.send_str('40{"sid": "1"}')
        return stream

    async def _get(self, request: web.Request) -> web.Response:
        return web.json_response(self._described(self._known(request)))

    async def _delete(self, request: web.Request) -> web.Response:
        described = self._described(self._known(request)) | {"state": "destroyed"}
        await self._remove(request.match_info["id"])
        return web.json_response(described)

    async def _upload(self, request: web.Request) -> web.Response:
        sandbox = self.sandboxes[self._known(request)]
        form = await request.post()
        for name, file in form.items():
            if isinstance(file, web.FileField):
                path = str(form[name.replace(".file", ".path")])
                self._path(sandbox, path).write_bytes(file.file.read())
                self.uploads += 1
        return web.json_response({})

    async def _download(self, request: web.Request) -> web.Response:
        sandbox = self.sandboxes[self._known(request)]
        (path,) = (await request.json())["paths"]
        if self.breaks_downloads:
            return web.json_response({"message": "disk on fire"}, status=500)
        with MultipartWriter("form-data") as body:
            part = body.append(self.nonsense or self._path(sandbox, path).read_bytes())
            part.set_content_disposition("form-data", name="file", filename=path)
        return web.Response(body=body)

    async def _execute(self, request: web.Request) -> web.Response:
        sandbox = self.sandboxes[self._known(request)]
        asked = await request.json()
        process = await asyncio.create_subprocess_shell(
            asked["command"].replace("/tmp/", f"{sandbox.folder}/"),
            env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        sandbox.processes.append(process)
        try:
            async with asyncio.timeout(asked["timeout"]):
                stdout, _ = await process.communicate()
        except TimeoutError:
            return web.json_response({"message": "timed out"}, status=408)
        return web.json_response({"exitCode": process.returncode, "result": stdout.decode()})

    def _known(self, request: web.Request) -> str:
        sandbox_id = request.match_info["id"]
        if sandbox_id not in self.sandboxes:
            raise web.HTTPNotFound(text='{"message": "Sandbox not found"}', content_type="application/json")
        return sandbox_id

    def _path(self, sandbox: FakeSandbox, path: str) -> Path:
        return sandbox.folder / Path(path).name

    async def _remove(self, sandbox_id: str) -> None:
        sandbox = self.sandboxes.pop(sandbox_id)
        for process in sandbox.processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        shutil.rmtree(sandbox.folder)

    def _described(self, sandbox_id: str) -> dict[str, Any]:
        asked_for = self.sandboxes[sandbox_id].asked_for
        return {
            "id": sandbox_id,
            "organizationId": "org",
            "name": sandbox_id,
            "user": "daytona",
            "env": {},
            "labels": asked_for.get("labels", {}),
            "public": asked_for.get("public", False),
            "networkBlockAll": asked_for.get("networkBlockAll", False),
            "kvm": False,
            "target": asked_for.get("target", "us"),
            "cpu": asked_for.get("cpu", 1),
            "gpu": 0,
            "memory": asked_for.get("memory", 1),
            "disk": asked_for.get("disk", 3),
            "state": "started",
            "toolboxProxyUrl": f"{self._origin}/toolbox",
        }
