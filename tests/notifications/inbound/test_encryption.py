"""Encryption: of the SMTP server, with the certificate that the operator has named, and of the way to a mailbox."""

from __future__ import annotations

import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from notifications.inbound import imap
from notifications.inbound.smtp_connections import Certificate
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail
from seeds import embedded
from tests.notifications.inbound.doors import Door, open_door
from tests.notifications.mailbox import Mailbox

LONG_AGO, LATER = datetime(2020, 1, 1, tzinfo=UTC), datetime(2120, 1, 1, tzinfo=UTC)


def write_certificate(folder: Path, name: str = "play.localhost") -> tuple[Path, Path]:
    """A certificate that vouches for itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(LONG_AGO)
        .not_valid_after(LATER)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(embedded.LOOPBACK))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    chain, key_file = folder / "chain.pem", folder / "key.pem"
    chain.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return chain, key_file


@pytest.fixture
def files(tmp_path: Path, settings: Any) -> tuple[Path, Path]:
    chain, key = write_certificate(tmp_path)
    settings.MAIL_CERTIFICATE, settings.MAIL_CERTIFICATE_KEY = str(chain), str(key)
    settings.MAIL_CONNECTIONS_OF_A_PEER = 2
    return chain, key


@pytest.fixture
def door(file_database: Path, files: tuple[Path, Path]) -> Iterator[Door]:
    with open_door() as opened:
        yield opened


def encrypted(door: Door, files: tuple[Path, Path]) -> smtplib.SMTP:
    line = door.connect()
    line.starttls(context=ssl.create_default_context(cafile=str(files[0])))
    return line


def test_mail_arrives_encrypted_and_the_certificate_is_the_one_that_was_named(
    door: Door, files: tuple[Path, Path], anna: Mailbox
) -> None:
    mail = anna.newest
    with encrypted(door, files) as line:
        assert isinstance(line.sock, ssl.SSLSocket)
        assert line.sock.version() in ("TLSv1.2", "TLSv1.3")
        line.ehlo()
        assert not line.has_extn("auth"), "nobody signs in here"
        assert not line.has_extn("starttls"), "twice is too often"
        line.sendmail(anna.address, [mail.reply_to], answer_to(mail, "null d3", sender=anna.address).as_bytes())
    assert InboundMail.objects.filter(token__player=anna.player).count() == 1


def test_encrypted_connection_counts_once_and_is_free_again_also_after_a_failed_handshake(
    door: Door, files: tuple[Path, Path]
) -> None:
    for _ in range(3):  # more than a peer may have at once
        first, second = encrypted(door, files), encrypted(door, files)
        assert first.noop()[0] == second.noop()[0] == 250
        first.quit()
        second.quit()
    for _ in range(3):
        broken = door.connect()
        assert broken.docmd("EHLO", "mail.example")[0] == 250
        assert broken.docmd("STARTTLS")[0] == 220
        assert broken.sock is not None
        broken.sock.sendall(b"this is no handshake\r\n" * 10)
        while broken.sock.recv(4096):
            pass
        broken.close()
    with encrypted(door, files) as line:
        assert line.noop()[0] == 250


def test_words_sent_before_the_handshake_are_not_taken_for_commands(door: Door, files: tuple[Path, Path]) -> None:
    line = door.connect()
    line.ehlo()
    assert line.sock is not None
    line.sock.sendall(b"STARTTLS\r\nINJECTED\r\n")
    assert line.getreply()[0] == 220
    line.sock = ssl.create_default_context(cafile=str(files[0])).wrap_socket(
        line.sock, server_hostname=embedded.LOOPBACK
    )
    line.file = None  # what smtplib had read in the clear
    assert line.noop()[0] == 250, "the answer to this, and not the 500 to what stood before"
    line.quit()


def test_clear_text_is_refused_where_the_operator_wants_it(
    files: tuple[Path, Path], anna: Mailbox, settings: Any
) -> None:
    settings.MAIL_ENCRYPTED_ONLY = True
    with open_door() as door, door.connect() as line, encrypted(door, files) as secret:
        line.ehlo()
        secret.ehlo()
        assert [one.docmd("MAIL", f"FROM:<{anna.address}>")[0] for one in (line, secret)] == [530, 250]


def test_renewed_certificate_is_read_and_a_broken_one_leaves_the_former(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chain, key = write_certificate(tmp_path, "first.example")
    certificate = Certificate(str(chain), str(key))
    assert _name_of(certificate, chain) == "first.example"
    write_certificate(tmp_path, "second.example")
    certificate.renew()
    assert _name_of(certificate, chain) == "second.example"
    good = chain.read_bytes()
    chain.write_text("nonsense")
    certificate.renew()
    assert "cannot be read" in caplog.text
    chain.write_bytes(good)
    assert _name_of(certificate, chain) == "second.example"


def _name_of(certificate: Certificate, trusted: Path) -> str:
    """Whom a client finds that trusts a certificate, by a handshake in memory."""
    client_in, client_out = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context(cafile=str(trusted)).wrap_bio(
        client_in, client_out, server_hostname=embedded.LOOPBACK
    )
    server = certificate.context.wrap_bio(client_out, client_in, server_side=True)
    for side in (client, server) * 2:
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
    found = client.getpeercert()
    assert found
    return str(dict(part[0] for part in found["subject"])["commonName"])


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[int]:
    """The port of a server that speaks TLS with a certificate of its own making."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*write_certificate(tmp_path))

    def greet() -> None:
        with suppress(OSError):
            caller, _ = listener.accept()
            with context.wrap_socket(caller, server_side=True) as line:
                line.sendall(b"* OK IMAP4rev1\r\n")

    with socket.create_server((embedded.LOOPBACK, 0)) as listener:
        Thread(target=greet, daemon=True).start()
        yield listener.getsockname()[1]


def test_mailbox_whose_certificate_cannot_be_checked_is_not_opened(stranger: int, settings: Any) -> None:
    settings.IMAP_TLS, settings.IMAP_HOST, settings.IMAP_PORT = True, embedded.LOOPBACK, stranger
    settings.IMAP_USER, settings.IMAP_PASSWORD = "play", "secret"
    with pytest.raises(ssl.SSLCertVerificationError):
        imap.open_mailbox()
