"""A mailbox at a hoster: Debian's dovecot as a normal process on loopback, with a configuration of the test's own."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from seeds import embedded
from tests.service import PATIENCE

PROGRAM = shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
USER, PASSWORD, DOMAIN = "play", "secret", "hoster.example"

CONFIGURATION = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
ssl = no
disable_plaintext_auth = no
protocols = imap lmtp
listen = 127.0.0.1
{users}
first_valid_uid = 1
recipient_delimiter = +
mail_location = maildir:{folder}/mail/%n
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={owner} gid={group} home={folder}/mail allow_all_users=yes
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap_port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp_port}
  }}
}}
protocol lmtp {{
  postmaster_address = postmaster@{domain}
}}
"""


@dataclass
class Dovecot:
    """The hoster: mail is delivered by LMTP and read by IMAP."""

    imap_port: int
    lmtp_port: int

    def deliver(self, raw: bytes, to: str, sender: str = "anna@example.org") -> None:
        with smtplib.LMTP(embedded.LOOPBACK, self.lmtp_port) as wire:
            assert wire.sendmail(sender, [to], raw) == {}


@contextmanager
def running_dovecot(folder: Path) -> Iterator[Dovecot]:
    """Start one in an empty folder; end it by its process id."""
    assert PROGRAM
    for part in ("run", "state", "mail"):
        (folder / part).mkdir()
    is_root = os.getuid() == 0
    me, mine = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name
    owner = pwd.getpwnam("nobody" if is_root else me)
    if is_root:  # mail belongs to no root, and dovecot's own users are those of its package
        os.chown(folder / "mail", owner.pw_uid, owner.pw_gid)
        for parent in (folder, *folder.parents[:-2]):
            parent.chmod(parent.stat().st_mode | 0o011)
    hoster = Dovecot(embedded.free_port(), embedded.free_port())
    users = f"default_internal_user = {me}\ndefault_internal_group = {mine}\ndefault_login_user = {me}"
    (folder / "dovecot.conf").write_text(
        CONFIGURATION.format(
            folder=folder,
            users="" if is_root else users,
            owner=owner.pw_name,
            group=grp.getgrgid(owner.pw_gid).gr_name,
            password=PASSWORD,
            domain=DOMAIN,
            imap_port=hoster.imap_port,
            lmtp_port=hoster.lmtp_port,
        )
    )
    process = subprocess.Popen(
        [PROGRAM, "-F", "-c", folder / "dovecot.conf"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=embedded.end_with_parent(),
    )
    try:
        limit = time.monotonic() + PATIENCE
        while not (_answers(hoster.imap_port) and _answers(hoster.lmtp_port)):
            log = folder / "dovecot.log"
            assert process.poll() is None, log.read_text() if log.exists() else "dovecot ended"
            assert time.monotonic() < limit, "dovecot did not start"
            time.sleep(0.05)
        yield hoster
    finally:
        process.terminate()
        process.wait(20)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((embedded.LOOPBACK, port)) == 0
