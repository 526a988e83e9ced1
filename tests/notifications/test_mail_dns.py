"""Which DNS records mail needs and which are there, asked of a name server on loopback."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

import dns.message
import dns.rcode
import dns.rrset
import pytest
from django.core.management import call_command

from notifications.inbound.authentication.dns import NamesAway, Resolver
from notifications.inbound.authentication.dns_records import Light, Setup, check, public_key_of, records
from seeds import embedded
from tests.notifications.signing import private_key, public_record
from tests.notifications.zones import Zone

IP, LONG = "198.51.100.7", 2048
KEY = public_record(0, LONG).rpartition("p=")[2]
SETUP = Setup(
    from_domain="seeds.example",
    mail_domain="play.seeds.example",
    mail_host="mx.seeds.example",
    selectors=("seeds1", "seeds2"),
    public_key=KEY,
    sending_ip=IP,
    helo="mx.seeds.example",
)


def whole() -> Zone:
    """Everything as it should be."""
    return Zone(
        texts={
            "seeds.example": [f"v=spf1 ip4:{IP} -all", "another text"],
            "play.seeds.example": [f"v=spf1 ip4:{IP} -all"],
            "seeds1._domainkey.seeds.example": [public_record(0, LONG)],
            "seeds2._domainkey.seeds.example": [public_record(1, LONG)],
            "_dmarc.seeds.example": ["v=DMARC1; p=quarantine"],
        },
        hosts={"mx.seeds.example": [IP]},
        exchanges={"play.seeds.example": [(10, "mx.seeds.example")]},
        reverse={IP: ["mx.seeds.example"]},
    )


def lights(names: Zone, setup: Setup = SETUP) -> dict[str, Light]:
    return {finding.subject: finding.light for finding in check(setup, names)}


def test_public_key_follows_from_the_private_one() -> None:
    assert public_key_of(private_key(0, LONG).decode()) == KEY
    with pytest.raises(ValueError, match="no RSA private key"):
        public_key_of("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")


def test_everything_that_is_to_be_published_is_found_good_once_it_is() -> None:
    names = Zone(hosts={"mx.seeds.example": [IP]})
    for record in records(SETUP):
        if record.kind == "TXT":
            text = "".join(part.strip('"') for part in record.value.split('" "'))
            names.texts[record.name] = [text.replace("PUBLIC-KEY", KEY).replace("p=none", "p=reject")]
        if record.kind == "MX":
            names.exchanges[record.name] = [(10, record.value.split()[1].rstrip("."))]
        if record.kind == "PTR":
            names.reverse[record.name] = [record.value.rstrip(".")]
    assert set(lights(names).values()) == {Light.GOOD}


def test_no_string_of_a_record_is_longer_than_dns_takes() -> None:
    for record in records(SETUP):
        assert all(len(part.strip('"')) <= 255 for part in record.value.split('" "'))


def test_whole_setup_is_good() -> None:
    assert set(lights(whole()).values()) == {Light.GOOD}


def test_nothing_published_is_all_missing() -> None:
    assert set(lights(Zone()).values()) == {Light.MISSING, Light.POOR}  # the second key may come later


@pytest.mark.parametrize(
    ("place", "value", "subject", "light"),
    [
        ("seeds.example", ["v=spf1 ip4:192.0.2.1 -all"], "SPF of seeds.example", Light.MISSING),
        ("seeds.example", [f"v=spf1 ip4:{IP} -all", "v=spf1 -all"], "SPF of seeds.example", Light.MISSING),
        ("seeds.example", [f"v=spf1 ip4:{IP}"], "SPF of seeds.example", Light.POOR),
        ("seeds1._domainkey.seeds.example", [public_record(1, LONG)], "DKIM key seeds1", Light.MISSING),
        ("seeds1._domainkey.seeds.example", ["v=DKIM1; p="], "DKIM key seeds1", Light.MISSING),
        ("seeds2._domainkey.seeds.example", [], "DKIM key seeds2", Light.POOR),
        ("seeds2._domainkey.seeds.example", ["v=DKIM1; p=MIGf"], "DKIM key seeds2", Light.POOR),
        ("_dmarc.seeds.example", ["v=DMARC1; p=none"], "DMARC of seeds.example", Light.POOR),
        ("_dmarc.seeds.example", [], "DMARC of seeds.example", Light.MISSING),
    ],
)
def test_text_that_is_not_right_is_named(place: str, value: list[str], subject: str, light: Light) -> None:
    names = whole()
    names.texts[place] = value
    assert {found: how for found, how in lights(names).items() if how is not Light.GOOD} == {subject: light}


def test_hosts_that_lead_nowhere_are_named() -> None:
    names = whole()
    names.exchanges["play.seeds.example"] = [(10, "lost.seeds.example")]
    names.reverse[IP] = ["host-7.hoster.example"]
    found = lights(names)
    assert (found["MX of play.seeds.example"], found[f"PTR of {IP}"]) == (Light.MISSING, Light.MISSING)
    names.hosts |= {"lost.seeds.example": [IP], "host-7.hoster.example": [IP]}
    found = lights(names)
    assert (found["MX of play.seeds.example"], found[f"PTR of {IP}"]) == (Light.POOR, Light.POOR)


def test_name_servers_that_are_away_are_no_missing_record() -> None:
    names = whole()
    names.away = {"_dmarc.seeds.example"}
    assert lights(names)["DMARC of seeds.example"] is Light.UNKNOWN


def test_return_paths_elsewhere_are_told() -> None:
    assert lights(whole(), replace(SETUP, mail_domain="play.elsewhere.example"))["alignment"] is Light.POOR


# Over the wire --------------------------------------------------------------------------------------------------------

RECORDS = [
    ("seeds.example.", "TXT", f'"v=spf1 ip4:{IP} " "-all"'), ("play.seeds.example.", "TXT", f'"v=spf1 ip4:{IP} -all"'),
    ("seeds1._domainkey.seeds.example.", "TXT", f'"v=DKIM1; k=rsa; p={KEY[:200]}" "{KEY[200:]}"'),
    ("_dmarc.seeds.example.", "TXT", '"v=DMARC1; p=reject"'),
    ("play.seeds.example.", "MX", "20 mx2.seeds.example.\n10 mx.seeds.example."), ("mx.seeds.example.", "A", IP),
    ("mx2.seeds.example.", "AAAA", "2001:db8::7"), ("7.100.51.198.in-addr.arpa.", "PTR", "mx.seeds.example."),
]  # fmt: skip


@pytest.fixture
def name_server(settings: Any) -> Iterator[None]:
    """A name server on loopback: it knows RECORDS, fails for ``broken.example``, is silent on ``silent.example``."""
    wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    wire.bind((embedded.LOOPBACK, 0))
    settings.MAIL_DNS_HOST, settings.MAIL_DNS_PORT = wire.getsockname()
    known = {
        (name, kind): dns.rrset.from_text_list(name, 60, "IN", kind, text.split("\n")) for name, kind, text in RECORDS
    }

    def serve() -> None:
        while True:
            data, caller = wire.recvfrom(4096)
            if not data:
                return
            query = dns.message.from_wire(data)
            name, kind = query.question[0].name.to_text().lower(), dns.rdatatype.to_text(query.question[0].rdtype)
            if name == "silent.example.":
                continue
            answer = dns.message.make_response(query)
            if name == "broken.example.":
                answer.set_rcode(dns.rcode.SERVFAIL)
            elif (name, kind) in known:
                answer.answer.append(known[name, kind])
            elif not any(name == other for other, _ in known):
                answer.set_rcode(dns.rcode.NXDOMAIN)
            wire.sendto(answer.to_wire(), caller)

    thread = threading.Thread(target=serve)
    thread.start()
    yield
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
        caller.sendto(b"", wire.getsockname())
    thread.join()
    wire.close()


def test_resolver_asks_the_name_server(name_server: None) -> None:
    names = Resolver()
    assert names.txt("seeds.example") == [f"v=spf1 ip4:{IP} -all".encode()]
    assert names.mail_hosts("play.seeds.example") == [(10, "mx.seeds.example"), (20, "mx2.seeds.example")]
    assert names.addresses("mx2.seeds.example") == ["2001:db8::7"]
    assert names.pointers(IP) == ["mx.seeds.example"]
    assert names.txt("nowhere.example") == names.txt("mx.seeds.example") == []
    assert names.txt("a" * 64 + ".example") == names.txt("..") == names.txt("x\ud800.example") == []


def test_resolver_tells_silence_and_failure_from_nothing(name_server: None) -> None:
    with pytest.raises(NamesAway):
        Resolver().txt("broken.example")
    with pytest.raises(NamesAway):
        Resolver(patience=0.3).txt("silent.example")
    with pytest.raises(NamesAway, match="too long"):
        Resolver(patience=0).txt("seeds.example")


def run(*arguments: str) -> tuple[int, str]:
    said, status = StringIO(), 0
    try:
        call_command("mail_dns", *arguments, stdout=said)
    except SystemExit as ended:
        status = int(str(ended.code))
    return status, said.getvalue()


def test_command_prints_the_records(settings: Any) -> None:
    settings.MAIL_DOMAIN, settings.MAIL_DKIM_KEY = "play.seeds.example", private_key(0, LONG).decode()
    status, said = run("--domain=seeds.example", f"--ip={IP}")
    assert status == 0
    assert f'seeds.example. TXT "v=spf1 ip4:{IP} -all"' in said
    assert "play.seeds.example. MX 10 mx.play.seeds.example." in said
    assert f'seeds1._domainkey.seeds.example. TXT "v=DKIM1; k=rsa; p={KEY[:100]}' in said


def test_command_checks_the_records(settings: Any, name_server: None) -> None:
    settings.MAIL_DOMAIN, settings.MAIL_DKIM_KEY = "play.seeds.example", private_key(0, LONG).decode()
    status, said = run("--domain=seeds.example", f"--ip={IP}", "--helo=mx.seeds.example", "--check")
    assert status == 0, said
    assert "poor     DKIM key seeds2" in said
    status, said = run("--domain=nowhere.example", "--check")
    assert status == 1
    assert "missing  SPF of nowhere.example: There is no SPF record." in said
