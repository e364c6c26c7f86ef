"""Services that show each other certificates: real gRPC over TLS, with an authority made for the test."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.memory.v1 import memory_pb2_grpc as memory_grpc
from amy.runtime import errors
from amy.runtime.channel import connect
from amy.runtime.mesh import Mesh
from amy.runtime.server import serve
from amy.runtime.tls import TlsError
from tests.unit.runtime.certificates import Authority
from tests.unit.runtime.served import Settings, running
from tests.unit.runtime.test_server_and_channel import MEMORY, memory_app


async def nothing() -> None: ...


def settings_of(files: dict[str, str], **more: str) -> Settings:
    return Settings.from_env({f"AMY_TEST_{name}": value for name, value in {**files, **more}.items()})


async def delete(stub: "memory_grpc.MemoryServiceAsyncStub") -> None:
    await stub.DeleteMemory(memory.DeleteMemoryRequest(user_id="u", memory_id="m"), timeout=5)


async def call(address: str, mesh: Mesh) -> None:
    async with connect(address, service=MEMORY, mesh=mesh) as channel:
        await delete(memory_grpc.MemoryServiceStub(channel))


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


@pytest.fixture(scope="module")
def stranger() -> Authority:
    return Authority()


async def test_services_with_certificates_of_one_authority_call_each_other(
    tmp_path: Path, authority: Authority
) -> None:
    settings = settings_of(authority.issue(tmp_path, "127.0.0.1"), MESH_TOKEN="secret")
    async with running(memory_app(nothing), settings) as (address, _):
        await call(address, settings.mesh)
        with pytest.raises(errors.UnauthenticatedPeerError):
            await call(address, Mesh(tls=settings.tls))


async def test_who_shows_no_certificate_or_a_strangers_is_not_let_in(
    tmp_path: Path, authority: Authority, stranger: Authority
) -> None:
    settings = settings_of(authority.issue(tmp_path / "server", "127.0.0.1"))
    strange = settings_of(stranger.issue(tmp_path / "stranger", "127.0.0.1", trusted=authority))
    async with running(memory_app(nothing), settings) as (address, _):
        for mesh in (Mesh(), strange.mesh):
            with pytest.raises(errors.UpstreamUnavailableError):
                await call(address, mesh)
        await call(address, settings.mesh)


async def test_a_peer_whose_certificate_names_another_host_is_not_called(tmp_path: Path, authority: Authority) -> None:
    server = settings_of(authority.issue(tmp_path / "server", "memory.elsewhere"))
    client = settings_of(authority.issue(tmp_path / "client", "gateway"))
    async with running(memory_app(nothing), server) as (address, _):
        with pytest.raises(errors.UpstreamUnavailableError):
            await call(address, client.mesh)


async def test_both_sides_take_up_files_that_were_replaced(
    tmp_path: Path, authority: Authority, stranger: Authority
) -> None:
    """After both have moved to another authority, one that only knows the former is refused: the new files are used."""
    server, client = tmp_path / "server", tmp_path / "client"
    settings = settings_of(authority.issue(server, "127.0.0.1"), CONNECTION_AGE_S="0.3")
    mesh = settings_of(authority.issue(client, "orchestrator")).mesh
    late = settings_of(authority.issue(tmp_path / "late", "gateway")).mesh
    async with (
        running(memory_app(nothing), settings) as (address, _),
        connect(address, service=MEMORY, mesh=mesh) as channel,
    ):
        stub = memory_grpc.MemoryServiceStub(channel)
        await delete(stub)
        stranger.issue(server, "127.0.0.1")
        stranger.issue(client, "orchestrator")
        await asyncio.sleep(0.6)
        await delete(stub)
        with pytest.raises(errors.UpstreamUnavailableError):
            await call(address, late)


async def test_a_call_that_began_before_the_files_were_replaced_ends_well(tmp_path: Path, authority: Authority) -> None:
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def act() -> None:
        begun.set()
        await may_end.wait()

    files = authority.issue(tmp_path, "127.0.0.1")
    settings = settings_of(files)
    async with (
        running(memory_app(act), settings) as (address, _),
        connect(address, service=MEMORY, mesh=settings.mesh) as channel,
    ):
        stub = memory_grpc.MemoryServiceStub(channel)
        slow = asyncio.create_task(delete(stub))
        await begun.wait()
        authority.issue(tmp_path, "127.0.0.1")
        quick = asyncio.create_task(delete(stub))
        await asyncio.sleep(0.3)
        may_end.set()
        await asyncio.gather(slow, quick)


def spoil_key(files: dict[str, str]) -> None:
    Path(files["TLS_KEY"]).write_text("half of a k")


async def test_files_that_do_not_fit_together_are_waited_over(tmp_path: Path, authority: Authority) -> None:
    files = authority.issue(tmp_path, "127.0.0.1")
    settings = settings_of(files)
    async with (
        running(memory_app(nothing), settings) as (address, _),
        connect(address, service=MEMORY, mesh=settings.mesh) as channel,
    ):
        stub = memory_grpc.MemoryServiceStub(channel)
        spoil_key(files)
        await delete(stub)


def missing(files: dict[str, str]) -> None:
    Path(files["TLS_CA"]).unlink()


def of_another(files: dict[str, str]) -> None:
    other = Authority().issue(Path(files["TLS_KEY"]).parent / "other", "127.0.0.1")
    Path(files["TLS_KEY"]).write_bytes(Path(other["TLS_KEY"]).read_bytes())


def no_pem(files: dict[str, str]) -> None:
    Path(files["TLS_CERT"]).write_text("certificate")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [(missing, "ca.pem: No such file"), (of_another, "key.pem: key values mismatch"), (no_pem, "cert.pem")],
)
async def test_files_that_cannot_be_used_are_named_before_anything_is_served(
    tmp_path: Path, authority: Authority, spoil: Callable[[dict[str, str]], None], says: str
) -> None:
    files = authority.issue(tmp_path, "127.0.0.1")
    spoil(files)
    settings = settings_of(files)
    with pytest.raises(TlsError, match=says):
        await serve(memory_app(nothing), settings=settings, ready=pytest.fail, stop=asyncio.Event())
    with pytest.raises(TlsError, match=says):
        connect("127.0.0.1:1", service=MEMORY, mesh=settings.mesh)


def test_a_part_of_the_three_is_refused_and_the_others_are_named() -> None:
    with pytest.raises(TlsError, match="AMY_TEST_TLS_KEY and AMY_TEST_TLS_CA must be given"):
        settings_of({"TLS_CERT": "cert.pem"})
