"""A container as runc starts it: this machine's interpreter and libraries for an image, the manifest for the rest."""

import errno
import json
import os
import re
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from evals.manifests.pods import Container, Volume

ROOT: Final = Path(__file__).resolve().parents[2]
_VENV: Final = Path(sys.prefix)
_AMY: Final = "/opt/amy"
_ENTRY: Final = "/opt/entry"
_POSTGRES: Final = "postgres:"
_PGSERVER: Final = Path(sysconfig.get_path("purelib")) / "pgserver" / "pginstall"
# What RuntimeDefault means for the sandbox: what the profile of containerd, which is Docker's, keeps from a container
# without capabilities, of the calls that make namespaces and mounts.
_REFUSED: Final = (
    *("mount", "umount2", "pivot_root", "unshare", "setns", "fsopen", "fsmount", "move_mount", "open_tree", "chroot"),
    *("bpf", "perf_event_open", "add_key", "request_key", "keyctl", "userfaultfd", "open_by_handle_at"),
)
_NEW_NAMESPACE: Final = 0x7E020000
# What the image of PostgreSQL does at its start, over the server of pgserver.
_POSTGRES_START: Final = """#!/bin/sh
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --encoding=UTF8 \\
    --auth=scram-sha-256 --auth-local=trust --no-sync
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait --options="-c listen_addresses= -k /var/run/postgresql" start
  createdb --host=/var/run/postgresql --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl --wait stop
fi
exec postgres -c listen_addresses='*' -k /var/run/postgresql
"""


def is_postgres(container: Container) -> bool:
    return str(container.spec["image"]).startswith(_POSTGRES)


def write(
    container: Container, folder: Path, *, hosts: Mapping[str, str], netns: Path, pid_namespace: Path | None
) -> None:
    """Writes the bundle of a container: its root, its volumes and `config.json`.

    Args:
        container: what is started.
        folder: a new one.
        hosts: the addresses of the names it can look up.
        netns: its network.
        pid_namespace: of its pod, if its containers share one.
    """
    _root(folder / "rootfs", hosts)
    config = {
        "ociVersion": "1.0.2",
        "process": _process(container),
        "root": {"path": "rootfs", "readonly": bool(container.spec["securityContext"]["readOnlyRootFilesystem"])},
        "hostname": container.pod,
        "mounts": [*_system_mounts(), *_volume_mounts(container, folder), *_image_mounts(container)],
        "linux": _linux(container, netns, pid_namespace),
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")


def image_environment(container: Container) -> dict[str, str]:
    """What the image itself sets: of Amy's as `deploy/Dockerfile` says."""
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    if is_postgres(container):
        return {"PATH": f"{_PGSERVER / 'bin'}:{path}", "LC_ALL": "C"}
    runtime = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8").rpartition("\nFROM ")[2]
    service = str(container.spec["image"]).rpartition("/")[2].partition(":")[0]
    env = dict(pair.split("=", 1) for line in re.findall(r"^ENV (.*)$", runtime, re.MULTILINE) for pair in line.split())
    known = {"$PATH": f"{_ENTRY}:{path}", "${SERVICE}": service}
    for written, value in known.items():
        env = {name: text.replace(written, value) for name, text in env.items()}
    return env


def _process(container: Container) -> dict[str, Any]:
    entry = [f"{_ENTRY}/postgres-start" if is_postgres(container) else f"{_ENTRY}/amy-start"]
    env = {**image_environment(container), **container.env}
    security = container.spec["securityContext"]
    if security["capabilities"] != {"drop": ["ALL"]}:
        raise NotImplementedError(f"{container.name}: capabilities {security['capabilities']}")
    return {
        "user": {
            "uid": container.user,
            "gid": container.group,
            "additionalGids": [container.pod_spec["securityContext"]["fsGroup"]],
        },
        "args": [*container.spec.get("command", entry), *container.spec.get("args", [])],
        "env": [f"{name}={value}" for name, value in env.items()],
        "cwd": "/",
        "capabilities": {kind: [] for kind in ("bounding", "effective", "inheritable", "permitted", "ambient")},
        "noNewPrivileges": not security["allowPrivilegeEscalation"],
    }


def _linux(container: Container, netns: Path, pid_namespace: Path | None) -> dict[str, Any]:
    limits = container.spec["resources"]["limits"]
    if set(limits) - {"memory", "ephemeral-storage"}:
        raise NotImplementedError(f"{container.name}: limits {sorted(limits)}")
    pid = {"type": "pid"} if pid_namespace is None else {"type": "pid", "path": str(pid_namespace)}
    if container.pod_spec["securityContext"]["seccompProfile"] != {"type": "RuntimeDefault"}:
        raise NotImplementedError(f"{container.name}: another seccomp profile")
    return {
        "cgroupsPath": f"/amy-manifests-{os.getpid()}-{container.name}",
        "resources": {"memory": {"limit": container.memory_limit, "swap": container.memory_limit}},
        "namespaces": [
            pid,
            *({"type": kind} for kind in ("mount", "ipc", "uts")),
            {"type": "network", "path": str(netns)},
        ],
        "seccomp": _seccomp(),
        "maskedPaths": ["/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/sched_debug", "/sys/firmware"],
        "readonlyPaths": ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"],
    }


def _seccomp() -> dict[str, Any]:
    refused: dict[str, Any] = {"action": "SCMP_ACT_ERRNO", "errnoRet": errno.EPERM}
    flags = [1 << bit for bit in range(32) if _NEW_NAMESPACE & (1 << bit)]
    asking = [[{"index": 0, "value": flag, "valueTwo": flag, "op": "SCMP_CMP_MASKED_EQ"}] for flag in flags]
    return {
        "defaultAction": "SCMP_ACT_ALLOW",
        "architectures": ["SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"],
        "syscalls": [
            {"names": list(_REFUSED), **refused},
            *({"names": ["clone"], "args": args, **refused} for args in asking),
            {"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": errno.ENOSYS},
        ],
    }


def _root(root: Path, hosts: Mapping[str, str]) -> None:
    for name in ("etc", "usr", "proc", "dev", "sys", "tmp", "opt", "run", "var/run", "home"):
        (root / name).mkdir(parents=True, exist_ok=True)
    for name in ("bin", "sbin", "lib", "lib64"):
        if Path("/", name).is_symlink():
            (root / name).symlink_to(Path("/", name).readlink())
    lines: dict[str, list[str]] = {address: [] for address in hosts.values()} | {"127.0.0.1": ["localhost"]}
    for name, address in hosts.items():
        lines[address].append(name)
    texts = {
        "hosts": "".join(f"{address} {' '.join(names)}\n" for address, names in lines.items()),
        "passwd": "root:x:0:0::/:/bin/sh\namy:x:10001:10001::/tmp:/bin/sh\npostgres:x:999:999::/tmp:/bin/sh\n",
        "group": "root:x:0:\namy:x:10001:\npostgres:x:999:\n",
        "nsswitch.conf": "hosts: files\n",
        "resolv.conf": "",
    }
    for name, text in texts.items():
        (root / "etc" / name).write_text(text, encoding="utf-8")
    entry = root / _ENTRY.removeprefix("/")
    entry.mkdir(parents=True)
    (entry / "amy-start").write_bytes((ROOT / "deploy" / "images" / "start").read_bytes())
    (entry / "postgres-start").write_text(_POSTGRES_START, encoding="utf-8")
    for file in entry.iterdir():
        file.chmod(0o755)


def _system_mounts() -> Iterator[dict[str, Any]]:
    yield {"destination": "/proc", "type": "proc", "source": "proc"}
    yield {
        "destination": "/dev",
        "type": "tmpfs",
        "source": "tmpfs",
        "options": ["nosuid", "strictatime", "mode=755", "size=65536k"],
    }
    yield {
        "destination": "/dev/shm",  # noqa: S108, of the container
        "type": "tmpfs",
        "source": "shm",
        "options": ["nosuid", "noexec", "nodev", "mode=1777", "size=65536k"],
    }


def _volume_mounts(container: Container, folder: Path) -> Iterator[dict[str, Any]]:
    group = container.pod_spec["securityContext"]["fsGroup"]
    for index, volume in enumerate(container.volumes):
        if volume.size:
            options = [f"size={volume.size}", "mode=2777", f"gid={group}", "nosuid", "nodev"]
            yield {"destination": volume.path, "type": "tmpfs", "source": "tmpfs", "options": options}
            continue
        source = folder / f"volume-{index}"
        _fill(source, volume, group)
        yield _bind(source, volume.path, read_only=volume.read_only)


def _fill(source: Path, volume: Volume, group: int) -> None:
    source.mkdir()
    for name, content in volume.files.items():
        (source / name).write_bytes(content)
        os.chown(source / name, 0, group)
        (source / name).chmod(volume.mode)
    os.chown(source, 0, group)
    source.chmod(0o2775)


def _image_mounts(container: Container) -> Iterator[dict[str, Any]]:
    """What an image holds: the interpreter, the packages and the code, none of it to be written."""
    yield _bind(Path("/usr"), "/usr")
    for path in ("/etc/ld.so.cache", "/etc/ssl", "/bin", "/sbin", "/lib", "/lib64"):
        if Path(path).exists() and not Path(path).is_symlink():
            yield _bind(Path(path), path)
    base = Path(sys.base_prefix)
    if not base.is_relative_to("/usr"):
        yield _bind(base, str(base))
    if is_postgres(container):
        yield _bind(_PGSERVER.parent.parent, str(_PGSERVER.parent.parent))
        return
    yield _bind(_VENV, _AMY)
    yield _bind(ROOT, str(ROOT))


def _bind(source: Path, destination: str, *, read_only: bool = True) -> dict[str, Any]:
    options = ["rbind", "rprivate", *(["ro"] if read_only else ["rw"])]
    return {"destination": destination, "type": "bind", "source": str(source), "options": options}
