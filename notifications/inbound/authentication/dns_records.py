"""The DNS records that mail needs: which there should be, and which there are.

``manage.py mail_dns`` shows both.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from django.conf import settings

from notifications.inbound.authentication.dmarc import dmarc_policy, is_aligned, tags_of
from notifications.inbound.authentication.dns import Names, NamesAway
from notifications.inbound.authentication.spf import Spf, check_spf

LONGEST_STRING = 255


class Light(StrEnum):
    """How it stands with one record."""

    GOOD = "good"
    POOR = "poor"  # mail works, less well than it could
    MISSING = "missing"
    UNKNOWN = "unknown"  # the name servers did not answer


@dataclass(frozen=True)
class Setup:
    """How mail is meant to run. ``sending_ip`` and ``helo`` only where this machine sends it by itself."""

    from_domain: str
    mail_domain: str  # of all reply addresses and return paths; empty where a mailbox at a hoster takes them
    mail_host: str  # that takes mail for it
    selectors: tuple[str, ...]
    public_key: str = ""  # of the first selector, in base64; empty where another server signs
    sending_ip: str = ""
    helo: str = ""


@dataclass(frozen=True)
class Record:
    """One record to publish, and why."""

    name: str
    kind: str
    value: str
    why: str
    is_optional: bool = False

    def __str__(self) -> str:
        return f"{self.name}. {self.kind} {self.value}"


@dataclass(frozen=True)
class Finding:
    """What was found in place of a record."""

    subject: str
    light: Light
    sentence: str


def public_key_of(private: str) -> str:
    """The public half of an RSA key in PEM, as a DKIM record has it: SubjectPublicKeyInfo in base64 (RFC 6376, 3.6.1).

    Raises ValueError for anything else.
    """
    try:
        key = load_pem_private_key(private.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:  # TypeError: the key has a password
        raise ValueError("This is no RSA private key without a password, in PEM.") from error
    if not isinstance(key, RSAPrivateKey):
        raise ValueError("This is no RSA private key: DKIM signs with RSA here.")
    return base64.b64encode(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


def setup_of_settings(*, domain: str = "", mail_host: str = "", ip: str = "", helo: str = "") -> Setup:
    """The set-up that DNS records are for; what is blank is as the settings say.

    Raises ValueError for a file of a DKIM key that holds none.
    """
    return Setup(
        from_domain=domain or settings.MAIL_FROM_DOMAIN,
        mail_domain="" if settings.MAIL_BOX else settings.MAIL_DOMAIN,
        mail_host=mail_host,
        selectors=tuple(settings.MAIL_DKIM_SELECTORS),
        public_key=public_key_of(settings.MAIL_DKIM_KEY) if settings.MAIL_DKIM_KEY else "",
        sending_ip=ip,
        helo=helo or mail_host,
    )


# What to publish ------------------------------------------------------------------------------------------------------


def records(setup: Setup) -> Iterator[Record]:
    """All records that an installation needs, the needed ones first."""
    who = f"ip{6 if ':' in setup.sending_ip else 4}:{setup.sending_ip}" if setup.sending_ip else "include:YOUR-HOSTER"
    domains = dict.fromkeys(filter(None, (setup.from_domain, setup.mail_domain)))
    for domain in domains:
        yield Record(domain, "TXT", _quoted(f"v=spf1 {who} -all"), "which servers send mail in this name (SPF)")
    for number, selector in enumerate(setup.selectors):
        key = setup.public_key if number == 0 and setup.public_key else "PUBLIC-KEY"
        why = "the key that signs our mail (DKIM)" if number == 0 else "the next key, published before it signs"
        yield Record(f"{selector}._domainkey.{setup.from_domain}", "TXT", _quoted(f"v=DKIM1; k=rsa; p={key}"), why)
    report = f"mailto:postmaster@{setup.from_domain}"
    why = "what others do with mail that only claims to be ours (DMARC): none at first, then quarantine, then reject"
    yield Record(f"_dmarc.{setup.from_domain}", "TXT", _quoted(f"v=DMARC1; p=none; rua={report}"), why)
    if setup.mail_domain:
        yield Record(setup.mail_domain, "MX", f"10 {setup.mail_host}.", "where answers and bounces go")
    if setup.sending_ip:
        yield Record(setup.sending_ip, "PTR", f"{setup.helo}.", "the name of the server that sends, set by its hoster")
    if setup.mail_domain:
        yield Record(f"_mta-sts.{setup.mail_domain}", "TXT", _quoted("v=STSv1; id=1"), "mail to us only by TLS", True)
        place = f"_smtp._tls.{setup.mail_domain}"
        yield Record(place, "TXT", _quoted(f"v=TLSRPTv1; rua={report}"), "reports of TLS", True)


def _quoted(text: str) -> str:
    """A text as zone files have it: in strings of at most 255 letters."""
    return " ".join(f'"{text[start : start + LONGEST_STRING]}"' for start in range(0, len(text), LONGEST_STRING))


# What is published ----------------------------------------------------------------------------------------------------


def check(setup: Setup, names: Names) -> Iterator[Finding]:
    domains = dict.fromkeys(filter(None, (setup.from_domain, setup.mail_domain)))
    checks = [
        *((f"SPF of {domain}", _check_spf) for domain in domains),
        *((f"DKIM key {selector}", _check_key) for selector in setup.selectors),
        (f"DMARC of {setup.from_domain}", _check_dmarc),
    ]
    if setup.mail_domain:
        checks.append(("MX of " + setup.mail_domain, _check_exchange))
    if setup.sending_ip:
        checks.append(("PTR of " + setup.sending_ip, _check_pointer))
    for subject, question in checks:
        try:
            light, sentence = question(setup, subject.rpartition(" ")[2], names)
        except NamesAway as error:
            light, sentence = Light.UNKNOWN, f"The name servers did not answer: {error}"
        yield Finding(subject, light, sentence)
    if setup.mail_domain and not is_aligned(setup.mail_domain, setup.from_domain):
        sentence = f"Return paths are at {setup.mail_domain}, none of {setup.from_domain}: SPF cannot prove our mail."
        yield Finding("alignment", Light.POOR, sentence)


def _check_spf(setup: Setup, domain: str, names: Names) -> tuple[Light, str]:
    found = [text.decode("ascii", "replace") for text in names.txt(domain)]
    texts = [text for text in found if text.lower().startswith("v=spf1")]
    if not texts:
        return Light.MISSING, "There is no SPF record."
    if len(texts) > 1:
        return Light.MISSING, "There are two SPF records, which counts as none: join them."
    if setup.sending_ip:
        result = check_spf(setup.sending_ip, domain, names)
        if result is not Spf.PASS:
            return Light.MISSING, f"It does not name {setup.sending_ip}, from which our mail goes out ({result})."
    if not texts[0].lower().rstrip().endswith(("-all", "~all")) and "redirect=" not in texts[0].lower():
        return Light.POOR, "It ends neither with -all nor with ~all: everybody else may send, too."
    return Light.GOOD, texts[0]


def _check_key(setup: Setup, selector: str, names: Names) -> tuple[Light, str]:
    is_first = selector == setup.selectors[0]
    texts = names.txt(f"{selector}._domainkey.{setup.from_domain}")
    tags = tags_of(texts[0].decode("ascii", "replace")) if texts else {}
    key = tags.get("p", "")
    if not key:
        return (Light.MISSING, "There is no key.") if is_first else (Light.POOR, "There is no key to change to yet.")
    if is_first and setup.public_key and key != setup.public_key:
        return Light.MISSING, "It is another key than the one in MAIL_DKIM_KEY_FILE."
    if len(key) < 300 and tags.get("k", "rsa") == "rsa":
        return Light.POOR, "The key is short: 2048 bits are usual."
    return Light.GOOD, "A key is published."


def _check_dmarc(setup: Setup, domain: str, names: Names) -> tuple[Light, str]:
    policy = dmarc_policy(domain, names)
    if not policy:
        return Light.MISSING, "There is no DMARC record."
    if policy["p"].lower() == "none":
        return (Light.POOR, "p=none: others take mail that only claims to be ours. When reports are good: quarantine.")
    return Light.GOOD, f"p={policy['p']}"


def _check_exchange(setup: Setup, domain: str, names: Names) -> tuple[Light, str]:
    hosts = [host for _, host in names.mail_hosts(domain)]
    if not hosts:
        return Light.MISSING, "There is no MX record, so no answer reaches us."
    lost = [host for host in hosts if not names.addresses(host)]
    if lost:
        return Light.MISSING, f"It leads to {lost[0]}, which has no address."
    if setup.mail_host and setup.mail_host not in hosts:
        return Light.POOR, f"It leads to {', '.join(hosts)}, not to {setup.mail_host}."
    return Light.GOOD, ", ".join(hosts)


def _check_pointer(setup: Setup, ip: str, names: Names) -> tuple[Light, str]:
    hosts = names.pointers(ip)
    if not hosts:
        return Light.MISSING, "The address has no name, so many will not take our mail."
    if not any(ip in names.addresses(host) for host in hosts):
        return Light.MISSING, f"It is called {hosts[0]}, but that name does not lead back to it."
    if setup.helo and setup.helo not in hosts:
        return Light.POOR, f"It is called {hosts[0]}, and says {setup.helo} when it greets."
    return Light.GOOD, hosts[0]
