"""`amy doctor --deployment`, as in a container of each service, and from outside."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
import trustme

from services.memory.__main__ import SERVICE as MEMORY
from tests.unit.runtime.certificates import Authority


async def doctor(*arguments: str, **env: str) -> tuple[int, str]:
    """The exit code, and what was said, on one line."""
    command = (sys.executable, "-m", "amy.cli", "doctor", "--deployment", *arguments)
    program = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, env=env)
    said, _ = await program.communicate()
    return program.returncode or 0, " ".join(said.decode().split())


@asynccontextmanager
async def memory(url: str, **more: str) -> AsyncIterator[str]:
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    env = {"AMY_MEMORY_DATABASE_URL": url, "AMY_MEMORY_MESH_TOKEN": "shown by peers", **more}
    serving = asyncio.ensure_future(MEMORY.run(env, ready.set_result, stop))
    try:
        yield await ready
    finally:
        stop.set()
        await serving


async def test_what_a_service_needs_is_checked_as_the_service_would_use_it(tmp_path: Path) -> None:
    authority = Authority()
    server = authority.issue(tmp_path / "memory", "127.0.0.1")
    client = authority.issue(tmp_path / "gateway", "gateway")
    tls = {f"AMY_MEMORY_{name}": path for name, path in server.items()}
    async with memory(f"sqlite:///{tmp_path / 'memory.db'}", **tls) as address:
        gateway = {"AMY_GATEWAY_MEMORY_ADDRESS": f"dns:///{address}", "AMY_GATEWAY_MESH_TOKEN": "shown by peers"}
        plain = await doctor(**gateway)
        gateway |= {f"AMY_GATEWAY_{name}": path for name, path in client.items()}
        well = await doctor(**gateway)
        other = await doctor(**gateway | {"AMY_GATEWAY_MESH_TOKEN": "of another system"})
    assert well[0] == 0
    for said in (f"{address} (1 address) serves", "the certificate ends", "Mesh token of gateway given"):
        assert said in well[1]
    assert "Telemetry goes nowhere" in well[1]
    assert plain[0] == 1
    assert "does not answer" in plain[1]
    assert other[0] == 1
    assert "takes another mesh token" in other[1]


async def test_a_name_without_an_address_and_settings_that_contradict_are_said() -> None:
    code, said = await doctor(
        AMY_VALIDATOR_HEALTH_DATA_ADDRESS="dns:///nowhere.invalid:1",
        AMY_INVESTIGATOR_LISTEN="127.0.0.1:0",
        AMY_INVESTIGATOR_TLS_KEY="key.pem",
    )
    assert code == 1
    assert "nowhere.invalid has no address" in said
    assert "AMY_INVESTIGATOR_TLS_CERT and AMY_INVESTIGATOR_TLS_CA must be given too" in said


async def test_a_secret_that_the_image_reads_from_a_file_is_known_and_a_setting_given_outright_wins(
    tmp_path: Path,
) -> None:
    (tmp_path / "AMY_MEMORY_MESH_TOKEN").write_text("token\n")
    own = {"AMY_SERVICE": "memory", "AMY_SECRETS_DIR": str(tmp_path)}
    assert "Mesh token of memory given" in (await doctor(**own))[1]
    assert "Mesh token of memory none" in (await doctor(**own, AMY_MEMORY_MESH_TOKEN=""))[1]


async def test_an_environment_of_no_service_is_no_healthy_deployment() -> None:
    code, said = await doctor()
    assert code == 1
    assert "the environment names none" in said


async def test_tables_are_compared_with_this_version(postgres_url: str) -> None:
    own = {"AMY_SERVICE": "memory", "AMY_MEMORY_DATABASE_URL": postgres_url}
    before = await doctor(**own)
    async with memory(postgres_url):
        pass
    after = await doctor(**own)
    assert before[0] == 1
    assert "tables at none" in before[1]
    assert after[0] == 0
    assert "tables up to date" in after[1]


async def test_a_database_that_does_not_answer_is_said_without_its_password() -> None:
    url = "postgresql://amy:hidden@127.0.0.1:1/amy"
    code, said = await doctor(AMY_SERVICE="memory", AMY_MEMORY_DATABASE_URL=url)
    assert code == 1
    assert "127.0.0.1" in said
    assert "hidden" not in said


@pytest.mark.parametrize(
    ("days", "code", "says"), [(-1, 1, "certificate has expired"), (2, 0, "renew it"), (90, 0, "the certificate ends")]
)
async def test_the_end_of_a_certificate_is_told(tmp_path: Path, days: int, code: int, says: str) -> None:
    ca = trustme.CA()
    issued = ca.issue_cert(
        "memory", not_before=datetime(2020, 1, 1, tzinfo=UTC), not_after=datetime.now(UTC) + timedelta(days=days)
    )
    parts = {
        "CERT": b"".join(blob.bytes() for blob in issued.cert_chain_pems),
        "KEY": issued.private_key_pem.bytes(),
        "CA": ca.cert_pem.bytes(),
    }
    env = {"AMY_SERVICE": "memory"}
    for name, content in parts.items():
        (tmp_path / name).write_bytes(content)
        env[f"AMY_MEMORY_TLS_{name}"] = str(tmp_path / name)
    told = await doctor(**env)
    assert told[0] == code
    assert says in told[1]


class _Gateway(BaseHTTPRequestHandler):
    def __init__(self, ahead: timedelta, state: str, *arguments: object) -> None:
        self.ahead, self.state = ahead, state
        super().__init__(*arguments)  # type: ignore[arg-type]  # what its server passes

    def date_time_string(self, timestamp: float | None = None) -> str:
        return format_datetime(datetime.now(UTC) + self.ahead, usegmt=True)

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/healthz" else 401)
        self.end_headers()
        self.wfile.write(json.dumps({"status": "", "services": {"memory": self.state}}).encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def gateway(*, ahead: timedelta = timedelta(), state: str = "serving") -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), partial(_Gateway, ahead, state)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


async def test_from_outside_a_gateway_is_asked_for_its_health_its_clock_and_whether_the_key_manages() -> None:
    with gateway() as url:
        assert await doctor("--base-url", url) == (
            0,
            f"✓ Gateway {url}; memory serve ✓ Clock the gateway's is this one's",
        )
        code, said = await doctor("--base-url", url, "--api-key", "amy_live_wrong")
        assert (code, "Is it the AMY_GATEWAY_ADMIN_KEY?" in said) == (1, True)
    with gateway(ahead=timedelta(minutes=5), state="not_serving") as url:
        code, said = await doctor("--base-url", url)
        assert (code, "not serving: memory" in said) == (1, True)
        assert "the gateway's is +" in said
    code, said = await doctor("--base-url", url)
    assert (code, "does not answer as a gateway" in said) == (1, True)
