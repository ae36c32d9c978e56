"""A Dovecot of the tests' own: private folder, private ports on the loopback, ended by its process.

Where it is not installed the tests are skipped with the reason, unless MAGIKA_REQUIRE_SERVERS=1 says they must run
(tests/tools/need-dovecot installs it).
"""

from __future__ import annotations

import getpass
import grp
import os
import shutil
import socket
import subprocess
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

import pytest

from magika_gm.mail.imap import Mailbox, UnreadableMailbox, read_imap
from magika_gm.mail.readers import UnreadableSource
from tests.needs import lacking

CERTIFICATE = Path(__file__).parent / "loopback.pem"
USER, PASSWORD = "gm", "öffne dich 77"
PLACES = "/usr/sbin:/usr/local/sbin:/usr/local/bin:/opt/homebrew/sbin"

CONFIG = """\
protocols = imap
listen = 127.0.0.1
base_dir = {root}/run
state_dir = {root}/state
log_path = {root}/log
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{certificate}
disable_plaintext_auth = yes
auth_mechanisms = plain login
auth_failure_delay = 0
auth_verbose = no
default_login_user = {login}
default_internal_user = {internal}
default_internal_group = {group}
default_vsz_limit = 0
first_valid_uid = 1
mail_uid = {mail}
mail_gid = {mail_group}
mail_location = maildir:{root}/mail/%u
imap_capability = {capability}
passdb {{
  driver = passwd-file
  args = scheme=plain {root}/users
}}
userdb {{
  driver = static
  args = home={root}/mail/%u
}}
service imap-login {{
  {chroot}
  inet_listener imap {{
    port = {plain}
  }}
  inet_listener imaps {{
    port = {tls}
    ssl = yes
  }}
}}
service anvil {{
  {chroot}
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  {chroot}
}}
"""


@dataclass
class Dovecot:
    """A running server, and mailboxes on it."""

    root: Path
    plain: int
    tls: int
    process: subprocess.Popen[bytes]

    def mailbox(self, security: str = "tls", **changes: object) -> Mailbox:
        """How to reach it: over TLS, with STARTTLS, or (on the loopback) as it is."""
        port = self.tls if security == "tls" else self.plain
        values: dict[str, object] = {"port": port, "security": security, "timeout": 10.0, "ca_file": CERTIFICATE}
        values["password_file"] = self.root / "password"
        return Mailbox(host="localhost", user=USER, **{**values, **changes})  # type: ignore[arg-type]

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.root, ignore_errors=True)


def start(capability: str = "") -> Dovecot:
    """Start one; ``capability`` replaces what it says it can do."""
    program = shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:{PLACES}")
    if program is None:
        lacking("Dovecot", "need-dovecot")
    os.umask(0o022)  # its authentication runs as somebody else, who reads the files below; a fixture puts it back
    root = Path(tempfile.mkdtemp(prefix="magika-imap-", dir="/tmp"))
    root.chmod(0o755)  # its login processes run as somebody else
    ports = _free_ports()
    (root / "users").write_text(f"{USER}:{PASSWORD}\n", encoding="utf-8")
    (root / "password").write_text(f"{PASSWORD}\n", encoding="utf-8")
    (root / "mail").mkdir()
    (root / "mail").chmod(0o777)
    (root / "dovecot.conf").write_text(_config(root, ports, capability), encoding="utf-8")
    process = subprocess.Popen([program, "-F", "-c", str(root / "dovecot.conf")], stdout=subprocess.DEVNULL)
    server = Dovecot(root, *ports, process)
    for _ in range(100):
        if process.poll() is not None:
            break
        if all(_listens(port) for port in ports):
            return server
        time.sleep(0.05)
    log = (root / "log").read_text() if (root / "log").exists() else "no log"
    server.stop()
    pytest.fail(f"dovecot did not start: {log}")


def failure(mailbox: Mailbox) -> UnreadableMailbox:
    """How reading it fails: with a cure, and without the password anywhere."""
    with pytest.raises(UnreadableMailbox) as caught:
        list(read_imap(mailbox))
    error = caught.value
    assert isinstance(error, UnreadableSource)
    assert str(error) == f"mailbox {mailbox}: {error.reason}; {error.cure}"
    shown = "".join(traceback.format_exception(error)) + repr(mailbox) + repr(error.__context__)
    assert PASSWORD not in shown
    return error


def _config(root: Path, ports: tuple[int, int], capability: str) -> str:
    me, my_group = getpass.getuser(), grp.getgrgid(os.getgid()).gr_name
    as_root = os.geteuid() == 0
    return CONFIG.format(
        root=root,
        certificate=CERTIFICATE,
        plain=ports[0],
        tls=ports[1],
        capability=capability,
        login="dovenull" if as_root else me,
        internal="dovecot" if as_root else me,
        group="dovecot" if as_root else my_group,
        mail="dovecot" if as_root else me,
        mail_group="dovecot" if as_root else my_group,
        chroot="" if as_root else "chroot =",
    )


def _free_ports() -> tuple[int, int]:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        return one.getsockname()[1], two.getsockname()[1]


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
