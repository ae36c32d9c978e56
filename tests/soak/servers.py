"""What an office stands among: two machines of their own network, a PostgreSQL server that is restarted, a mailbox.

Where it is allowed (root with CAP_NET_ADMIN) each machine is a network namespace, joined to the servers by a bridge;
elsewhere all are processes on the loopback. ``Net.kind`` says which.
"""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.store.postgres import _user, programs

BRIDGE, SUBNET = "magikabr", "10.213.77"


@dataclass(frozen=True, slots=True)
class Net:
    """Where the servers listen, and how a program is started on a machine."""

    kind: str
    address: str
    machines: tuple[tuple[str, ...], ...]
    """For each machine the words before a command that run it there."""


@contextmanager
def net(machines: int) -> Iterator[Net]:
    """Machines with a network of their own each, if that is allowed here."""
    names = [f"magika{os.getpid()}-{n}" for n in range(machines)]
    bridge = f"{BRIDGE}{os.getpid() % 10000}"[:15]
    third = 1 + os.getpid() % 250
    subnet = f"10.213.{third}"
    try:
        _ip("link", "add", bridge, "type", "bridge")
    except (OSError, subprocess.CalledProcessError):
        yield Net("processes on the loopback", "127.0.0.1", ((),) * machines)
        return
    try:
        _ip("addr", "add", f"{subnet}.1/24", "dev", bridge)
        _ip("link", "set", bridge, "up")
        for n, name in enumerate(names):
            here, there = f"mv{os.getpid() % 100000}a{n}", f"mv{os.getpid() % 100000}b{n}"
            _ip("netns", "add", name)
            _ip("link", "add", here, "type", "veth", "peer", "name", there)
            _ip("link", "set", there, "netns", name)
            _ip("link", "set", here, "master", bridge, "up")
            for words in (["addr", "add", f"{subnet}.{n + 11}/24", "dev", there], ["link", "set", there, "up"],
                          ["link", "set", "lo", "up"]):  # fmt: skip
                _ip("-n", name, *words)
        starts = tuple(("ip", "netns", "exec", name) for name in names)
        yield Net("network namespaces joined by a bridge", f"{subnet}.1", starts)
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        subprocess.run(["ip", "link", "del", bridge], capture_output=True, check=False)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def free_port(address: str) -> int:
    """A port nobody listens on."""
    with socket.create_server((address, 0)) as one:
        return int(one.getsockname()[1])


@dataclass(slots=True)
class Postgres:
    """A server that is stopped in the middle of everything and started again."""

    folder: Path
    address: str
    port: int
    place: Path
    process: subprocess.Popen[bytes] | None = None
    restarts: list[tuple[float, float]] = field(default_factory=list)
    """From when to when it was away."""

    @property
    def url(self) -> str:
        """The office's database."""
        return f"postgresql+psycopg://magika@{self.address}:{self.port}/office"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = {"listen_addresses": self.address, "port": self.port, "unix_socket_directories": self.folder,
                   "fsync": "off", "max_connections": 60, "shared_buffers": "128MB"}  # fmt: skip
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        env = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC"}
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.place / "postgres", "-D", self.folder / "data", *words],
                user=_user(), env=env, cwd=self.folder, stdout=log, stderr=log,
            )  # fmt: skip
        for _ in range(600):
            try:
                psycopg.connect(host=self.address, port=self.port, user="magika", dbname="postgres").close()
                return
            except psycopg.OperationalError:
                time.sleep(0.1)
        raise RuntimeError((self.folder / "log").read_text("utf-8", "replace")[-2000:])

    def restart(self) -> None:
        """Crash it (no checkpoint, nobody is told), and start it again: what is committed comes back from its log."""
        assert self.process is not None
        began = time.time()
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(60)
        self.start()
        self.restarts.append((began, time.time()))

    def memory(self) -> int:
        """Bytes of all its processes that are their own, and the shared ones once."""
        assert self.process is not None
        return tree_memory(self.process.pid)

    def stop(self) -> None:
        """Stop it and throw it away."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)


def tree_memory(pid: int) -> int:
    """Proportional memory (PSS) of a process and its children, in bytes; 0 for one that is gone."""
    total = 0
    for one in (pid, *children(pid)):
        try:
            with open(f"/proc/{one}/smaps_rollup", encoding="ascii") as file:
                total += next(int(line.split()[1]) for line in file if line.startswith("Pss:")) * 1024
        except (OSError, StopIteration, ValueError):
            continue
    return total


def children(pid: int) -> list[int]:
    """The processes a process began."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    except OSError:
        return []


@contextmanager
def postgres(address: str) -> Iterator[Postgres]:
    """A private server that listens on an address, its files where there is room."""
    place = programs()
    assert place is not None, "PostgreSQL is not installed (tests/tools/need-postgres)"
    folder = Path(tempfile.mkdtemp(prefix="magika-soak-pg-"))
    user = _user()
    if user is not None:
        shutil.chown(folder, user)
    folder.chmod(0o755)
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC"}
    made = [str(place / "initdb"), "-D", str(folder / "data"), "-U", "magika", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(made, check=True, user=_user(), env=env, cwd=folder, capture_output=True)
    with (folder / "data" / "pg_hba.conf").open("a", encoding="ascii") as file:
        file.write(f"host all all {address.rpartition('.')[0]}.0/24 trust\n")
    server = Postgres(folder, address, free_port(address), place)
    try:
        server.start()
        with psycopg.connect(
            host=address, port=server.port, user="magika", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute("CREATE DATABASE office")
        yield server
    finally:
        server.stop()


DOVECOT = """\
protocols = imap
listen = {address}
base_dir = {root}/run
state_dir = {root}/state
log_path = {root}/log
ssl = yes
ssl_cert = <{root}/server.pem
ssl_key = <{root}/server.pem
auth_mechanisms = plain
default_login_user = dovenull
default_internal_user = dovecot
default_internal_group = dovecot
default_vsz_limit = 0
first_valid_uid = 1
mail_uid = dovecot
mail_gid = dovecot
mail_location = maildir:{root}/mail/%u
passdb {{
  driver = passwd-file
  args = scheme=plain {root}/users
}}
userdb {{
  driver = static
  args = home={root}/mail/%u
}}
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {port}
    ssl = yes
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
}}
"""


@dataclass(slots=True)
class Mailbox:
    """A Maildir mail is put into; over IMAP (``settings``) or as it lies there."""

    folder: Path
    settings: str
    owner: tuple[int, int] | None = None
    _numbers: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def put(self, raw: bytes) -> None:
        """A mail comes."""
        with self._lock:
            self._numbers += 1
            name = f"{int(time.time())}.M{self._numbers:06d}P1.soak"
        path = self.folder / "tmp" / name
        path.write_bytes(raw)
        if self.owner is not None:
            os.chown(path, *self.owner)
        path.rename(self.folder / "new" / name)

    def unread(self) -> int:
        """How many mails lie there that the office has not settled."""
        count = len(os.listdir(self.folder / "new"))
        return count + sum("S" not in name.partition(":2,")[2] for name in os.listdir(self.folder / "cur"))


def maildir(folder: Path) -> Mailbox:
    """A plain one, which the office reads itself."""
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    return Mailbox(folder, f'[mail]\nmaildir = "{folder}"\n')


@contextmanager
def imap(address: str) -> Iterator[Mailbox]:
    """A Dovecot on an address, TLS with a certificate of its own."""
    program = shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert program is not None, "Dovecot is not installed (tests/tools/need-dovecot)"
    root, port = Path(tempfile.mkdtemp(prefix="magika-soak-imap-")), free_port(address)
    root.chmod(0o755)
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=soak",
            "-addext", f"subjectAltName=IP:{address}", "-keyout", str(root / "key"),
            "-out", str(root / "cert")]  # fmt: skip
    subprocess.run(made, check=True, capture_output=True)
    (root / "server.pem").write_bytes((root / "key").read_bytes() + (root / "cert").read_bytes())
    (root / "users").write_text("gm:a word of the office\n", encoding="utf-8")
    (root / "password").write_text("a word of the office\n", encoding="utf-8")
    (root / "password").chmod(0o600)
    (root / "dovecot.conf").write_text(DOVECOT.format(root=root, address=address, port=port), encoding="utf-8")
    owner = (pwd.getpwnam("dovecot").pw_uid, grp.getgrnam("dovecot").gr_gid)
    box = root / "mail" / "gm"
    for folder in (root / "mail", box, *(box / name for name in ("new", "cur", "tmp"))):
        folder.mkdir()
        os.chown(folder, *owner)
    process = subprocess.Popen([program, "-F", "-c", str(root / "dovecot.conf")], stdout=subprocess.DEVNULL)
    settings = (
        f'[imap]\nhost = "{address}"\nport = {port}\nsecurity = "tls"\nuser = "gm"\nca_file = "{root}/cert"\n'
        f'password_file = "{root}/password"\ndone_folder = "Done"\n'
    )
    try:
        for _ in range(100):
            with_port = socket.socket()
            try:
                with_port.connect((address, port))
                break
            except OSError:
                time.sleep(0.1)
            finally:
                with_port.close()
        yield Mailbox(box, settings, owner)
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(root, ignore_errors=True)
