"""A host of a mailbox whose certificate nobody vouches for is not given the password."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from notifications.inbound import imap
from seeds import embedded
from tests.notifications.inbound.test_encryption import write_certificate


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[int]:
    """The port of a server that speaks TLS with a certificate of its own making."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*write_certificate(tmp_path))
    with socket.create_server((embedded.LOOPBACK, 0)) as listener:
        threading.Thread(target=_greet, args=(listener, context), daemon=True).start()
        yield listener.getsockname()[1]


def _greet(listener: socket.socket, context: ssl.SSLContext) -> None:
    with suppress(OSError):
        caller, _ = listener.accept()
        with context.wrap_socket(caller, server_side=True) as line:
            line.sendall(b"* OK IMAP4rev1\r\n")


def test_mailbox_whose_certificate_cannot_be_checked_is_not_opened(stranger: int, settings: Any) -> None:
    settings.IMAP_TLS, settings.IMAP_HOST, settings.IMAP_PORT = True, embedded.LOOPBACK, stranger
    settings.IMAP_USER, settings.IMAP_PASSWORD = "play", "secret"
    with pytest.raises(ssl.SSLCertVerificationError):
        imap.open_mailbox()
