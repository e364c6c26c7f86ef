"""An authority of a test, and the files of services that it knows."""

from dataclasses import dataclass, field
from pathlib import Path

import trustme


@dataclass
class Authority:
    ca: trustme.CA = field(default_factory=trustme.CA)

    def issue(self, folder: Path, *names: str, trusted: "Authority | None" = None) -> dict[str, str]:
        """Files for a service of these names, as the settings without their prefix; replaces those that are there."""
        folder.mkdir(exist_ok=True)
        issued = self.ca.issue_cert(*names)
        contents = {
            "CERT": b"".join(blob.bytes() for blob in issued.cert_chain_pems),
            "KEY": issued.private_key_pem.bytes(),
            "CA": (trusted or self).ca.cert_pem.bytes(),
        }
        files = {f"TLS_{name}": folder / f"{name.lower()}.pem" for name in contents}
        for path, content in zip(files.values(), contents.values(), strict=True):
            written = path.with_suffix(".new")
            written.write_bytes(content)
            written.rename(path)
        return {name: str(path) for name, path in files.items()}
