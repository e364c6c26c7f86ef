"""TLS between the services of one system: both sides show a certificate, and one renewed on disk is taken up."""

import ssl
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

import grpc
import structlog

_log = structlog.get_logger("tls")

Stamp = tuple[tuple[int, int, int], ...]


class TlsError(Exception):
    """The files of TLS cannot be used; the text says which and why."""


@dataclass(frozen=True, kw_only=True)
class Pem:
    """What the files hold.

    Attributes:
        stamp: tells this state of the files from another.
    """

    certificate: bytes
    key: bytes
    authority: bytes
    stamp: Stamp


@dataclass(frozen=True, kw_only=True)
class TlsFiles:
    """Where a service's certificate is, its key, and the authority whose certificates it believes; all PEM."""

    certificate: Path
    key: Path
    authority: Path

    def read(self) -> Pem:
        """What the files hold, once it is known to fit together.

        Raises:
            TlsError: a file cannot be read, is no PEM, or the key is another certificate's.
        """
        stamp = self.stamp()
        self._context(ssl.PROTOCOL_TLS_SERVER)
        try:
            texts = [path.read_bytes() for path in (self.certificate, self.key, self.authority)]
        except OSError as error:
            raise TlsError(f"{error.filename}: {error.strerror}") from error
        if self.stamp() != stamp:
            raise TlsError(f"{self.certificate} and what belongs to it changed while they were read")
        certificate, key, authority = texts
        return Pem(certificate=certificate, key=key, authority=authority, stamp=stamp)

    def stamp(self) -> Stamp:
        """Changes when a file is replaced or written.

        Raises:
            TlsError: a file cannot be found.
        """
        try:
            states = [path.stat() for path in (self.certificate, self.key, self.authority)]
        except OSError as error:
            raise TlsError(f"{error.filename}: {error.strerror}") from error
        return tuple((state.st_ino, state.st_mtime_ns, state.st_size) for state in states)

    def expiry(self) -> datetime:
        """When the certificate ends, told by a handshake with itself.

        Raises:
            TlsError: the files cannot be used, or the authority does not stand for the certificate, or no longer.
        """
        server, client = self._context(ssl.PROTOCOL_TLS_SERVER), self._context(ssl.PROTOCOL_TLS_CLIENT)
        client.check_hostname = False
        there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
        ends = (client.wrap_bio(back, there), server.wrap_bio(there, back, server_side=True))
        try:
            # Each says hello and finishes; the second has heard the first by then.
            for end in ends * 2:
                with suppress(ssl.SSLWantReadError):
                    end.do_handshake()
            certificate = ends[0].getpeercert() or {}
        except ssl.SSLCertVerificationError as error:
            raise TlsError(f"{self.certificate}: {error.verify_message}") from error
        return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC)

    def _context(self, protocol: int) -> ssl.SSLContext:
        context = ssl.SSLContext(protocol)
        try:
            context.load_cert_chain(self.certificate, self.key, password=_no_password)
        except (OSError, ValueError) as error:
            raise TlsError(f"{self.certificate} with {self.key}: {_reason(error)}") from error
        try:
            context.load_verify_locations(self.authority)
        except OSError as error:
            raise TlsError(f"{self.authority}: {_reason(error)}") from error
        return context


class Renewed:
    """Files as they are now; while what is there cannot be used, as they were last.

    May be asked by several threads.

    Raises:
        TlsError: at first, the files cannot be used.
    """

    def __init__(self, files: TlsFiles) -> None:
        self._files = files
        self._lock = Lock()
        self._pem = files.read()
        self._complained: Stamp | str = ""

    def pem(self) -> Pem:
        with self._lock:
            try:
                if self._files.stamp() != self._pem.stamp:
                    self._pem = self._files.read()
                    _log.info("tls.renewed", certificate=str(self._files.certificate))
                self._complained = ""
            except TlsError as error:
                if self._complained != str(error):
                    self._complained = str(error)
                    _log.warning("tls.kept", reason=str(error))
            return self._pem


def server_credentials(files: TlsFiles) -> grpc.ServerCredentials:
    """Of a port that demands a certificate of the authority; each new connection meets the files as they are then.

    Raises:
        TlsError: the files cannot be used.
    """
    renewed = Renewed(files)
    shown = renewed.pem()

    def look() -> grpc.ServerCertificateConfiguration | None:
        nonlocal shown
        if (now := renewed.pem()) is shown:
            return None
        shown = now
        return _server_configuration(now)

    return grpc.dynamic_ssl_server_credentials(
        _server_configuration(shown),
        look,  # type: ignore[arg-type]  # None is no change, which its types do not know
        require_client_authentication=True,
    )


def channel_credentials(pem: Pem) -> grpc.ChannelCredentials:
    return grpc.ssl_channel_credentials(pem.authority, pem.key, pem.certificate)


def _server_configuration(pem: Pem) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration([(pem.key, pem.certificate)], pem.authority)


def _no_password() -> str:
    """Nobody sits there to be asked for one."""
    raise ValueError("the key is encrypted; it must not be")


def _reason(error: Exception) -> str:
    """What OpenSSL or the system says, without the numbers around it."""
    if isinstance(error, ssl.SSLError):
        return (error.reason or "no PEM").replace("_", " ").lower()
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
