"""What an operator would put into the cluster's Secrets, drawn for one run."""

import subprocess
from collections.abc import Iterable
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from evals.manifests.pods import Manifest, workloads

Secrets = dict[str, dict[str, bytes]]
_DRAW: Final = Path(__file__).resolve().parents[2] / "deploy" / "images" / "secrets"
_TLS: Final = "-tls"
_KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1")


def drawn(manifests: Iterable[Manifest], folder: Path) -> Secrets:
    """`amy-secrets` as `make images-secrets` writes it, a former token with it, and the certificates that are mounted.

    Args:
        manifests: which Secrets are asked for.
        folder: a new one, where they are made.
    """
    folder.mkdir()
    subprocess.run([_DRAW, folder / "amy"], check=True)
    own = {file.name: file.read_bytes() for file in (folder / "amy").iterdir()}
    secrets = {"amy-secrets": own | {"mesh_token_former": token_urlsafe(32).encode()}}
    named = {
        volume["secret"]["secretName"]
        for workload in workloads(manifests)
        for volume in workload["spec"]["template"]["spec"]["volumes"]
        if "secret" in volume
    }
    wanted = sorted(name for name in named if name.endswith(_TLS))
    if wanted:
        authority = ["-keyout", str(folder / "ca.key"), "-out", str(folder / "ca.crt")]
        _openssl(*_KEY, "-subj", "/CN=amy", *authority)
    return secrets | {name: _certificate(name.removesuffix(_TLS), folder) for name in wanted}


def _certificate(service: str, folder: Path) -> dict[str, bytes]:
    """As cert-manager writes it, for the Service and for who asks inside the container."""
    own = folder / service
    own.mkdir()
    names = f"subjectAltName=DNS:{service},DNS:localhost"
    signed = ["-CA", str(folder / "ca.crt"), "-CAkey", str(folder / "ca.key"), "-addext", names]
    written = ["-keyout", str(own / "tls.key"), "-out", str(own / "tls.crt")]
    _openssl(*_KEY, "-subj", f"/CN={service}", *signed, "-addext", "basicConstraints=critical,CA:FALSE", *written)
    files = {"tls.crt": own / "tls.crt", "tls.key": own / "tls.key", "ca.crt": folder / "ca.crt"}
    return {name: file.read_bytes() for name, file in files.items()}


def _openssl(*arguments: str) -> None:
    subprocess.run(["openssl", "req", "-x509", *arguments], check=True, capture_output=True)
