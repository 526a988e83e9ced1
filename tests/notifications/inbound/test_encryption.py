"""The SMTP server encrypts what it is told, with the certificate that the operator has named."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from notifications.inbound.smtp_connections import Certificate
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail
from seeds import embedded
from tests.notifications.inbound.test_door import Source, open_door
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


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return write_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def door(postgres_database: str, files: tuple[Path, Path]) -> Iterator[Source]:
    chain, key = map(str, files)
    with open_door(
        postgres_database, MAIL_CERTIFICATE=chain, MAIL_CERTIFICATE_KEY=key, MAIL_CONNECTIONS_OF_A_PEER="2"
    ) as opened:
        yield opened


def encrypted(door: Source, files: tuple[Path, Path]) -> smtplib.SMTP:
    line = door.connect()
    line.starttls(context=ssl.create_default_context(cafile=str(files[0])))
    return line


@pytest.mark.slow
@pytest.mark.services
def test_mail_arrives_encrypted_and_the_certificate_is_the_one_that_was_named(
    door: Source, files: tuple[Path, Path], anna: Mailbox
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


@pytest.mark.slow
@pytest.mark.services
def test_encrypted_connection_counts_once_and_is_free_again(door: Source, files: tuple[Path, Path]) -> None:
    for _ in range(5):  # more than a peer may have at once
        first, second = encrypted(door, files), encrypted(door, files)
        assert first.noop()[0] == second.noop()[0] == 250
        first.quit()
        second.quit()


@pytest.mark.slow
@pytest.mark.services
def test_failed_handshake_ends_that_connection_and_no_other(door: Source, files: tuple[Path, Path]) -> None:
    for _ in range(5):
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


@pytest.mark.slow
@pytest.mark.services
def test_words_sent_before_the_handshake_are_not_taken_for_commands(door: Source, files: tuple[Path, Path]) -> None:
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


@pytest.mark.slow
@pytest.mark.services
def test_clear_text_is_refused_where_the_operator_wants_it(
    postgres_database: str, files: tuple[Path, Path], anna: Mailbox
) -> None:
    chain, key = map(str, files)
    variables = {"MAIL_CERTIFICATE": chain, "MAIL_CERTIFICATE_KEY": key, "MAIL_ENCRYPTED_ONLY": "1"}
    with open_door(postgres_database, **variables) as door:
        with door.connect() as line:
            line.ehlo()
            assert line.docmd("MAIL", f"FROM:<{anna.address}>")[0] == 530
        with encrypted(door, files) as line:
            line.ehlo()
            assert line.docmd("MAIL", f"FROM:<{anna.address}>")[0] == 250


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
