"""Is a mail from the domain it names? DMARC (RFC 7489) over DKIM and SPF, or what our own mail host has found out.

Judged by ourselves, since only a signature of the sender's own domain counts here, every signature is looked at and not
the first alone, and one with ``l=``, to which anybody may append, is none.
"""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from functools import cache

import dkim
from authres import AuthenticationResultsHeader
from publicsuffixlist import PublicSuffixList

from ground.wording import kept
from notifications.inbound.authentication.dns import Names, NamesAway
from notifications.inbound.authentication.spf import Spf, check_spf

PASS, NONE, FAIL = "pass", "none", "fail"
MOST_SIGNATURES = 5  # of the sender's domain that are looked at
LONGEST_TEXT = 4096  # of a signature, a report or a record: reading a longer one takes time by its square
LONGEST_GAP = 200  # blanks in a row in a signed mail, for the same reason
SAFE_ALGORITHMS = ("rsa-sha256", "ed25519-sha256")  # RFC 8301

_GAPS = re.compile(rb"[ \t]+")
_TAG_NAME = re.compile(r"[A-Za-z]\w*")

# What is noted of a mail, as sentences that are stored.
NAMED_SERVER = kept("It came from a server that {domain} has named as its own.")
NOT_PROVEN = kept("{domain} asks that mail in its name be proven (DMARC), and this one was not.")
BAD_SIGNATURE = kept("It is signed by {domain}, but the signature does not fit.")
OTHER_SERVER = kept("It came from a server that does not belong to {domain}.")
NOT_SIGNED = kept("{domain} does not sign its mail.")
HOST_SAYS_FROM = kept("Our mail host confirms that it is from {domain}.")
HOST_SAYS_NOT_FROM = kept("Our mail host could not confirm that it is from {domain}.")
HOST_SAYS_SIGNED = kept("Our mail host confirms that it is signed by {domain}.")
SIGNED = kept("It is signed by {domain}.")


@dataclass(frozen=True)
class Proof:
    """Whether a mail is its sender's, and a sentence for that sender."""

    result: str
    note: str


@dataclass(frozen=True)
class Carried:
    """How a mail came: the address that brought it over the network, empty where that is unknown; its return path."""

    ip: str = ""
    envelope_from: str = ""


def prove(raw: bytes, headers: Message, domain: str, names: Names, carried: Carried) -> Proof:
    """What shows that a mail is from the domain of its sender. Raises NamesAway."""
    policy = dmarc_policy(domain, names)
    counting = [signature for signature in signatures_of(headers, domain) if signature.counts]
    can_read = all(len(gap) <= LONGEST_GAP for gap in _GAPS.findall(raw))
    tried = counting[:MOST_SIGNATURES]
    good = {signature.domain for signature in tried if can_read and _is_good(raw, signature, names)}
    if domain in good or (good and policy.get("adkim", "").lower() != "s"):
        return Proof(PASS, SIGNED.format(domain=domain))
    spf, spf_domain = _spf(domain, names, carried)
    if policy:
        if spf is Spf.PASS and (spf_domain == domain or policy.get("aspf", "").lower() != "s"):
            return Proof(PASS, NAMED_SERVER.format(domain=domain))
        return Proof(FAIL, NOT_PROVEN.format(domain=domain))
    if tried:
        return Proof(FAIL, BAD_SIGNATURE.format(domain=domain))
    if spf is Spf.FAIL:
        return Proof(FAIL, OTHER_SERVER.format(domain=domain))
    return Proof(NONE, NOT_SIGNED.format(domain=domain))


# What our own mail host says ------------------------------------------------------------------------------------------


def reported(headers: Message, domain: str, *, authserv_id: str, hops: int) -> Proof | None:
    """What the mail host ``authserv_id`` has written on top of a mail; None if it has not judged it.

    Only the topmost Authentication-Results counts, with at most ``hops`` Received lines above it: further down stands
    what the sender may have written. A signature with ``l=`` is looked at by ourselves.
    """
    if any(signature.is_open for signature in signatures_of(headers, domain)):
        return None
    passed = 0
    for name, value in headers.items():
        if name.lower() == "received":
            passed += 1
        if name.lower() == "authentication-results":
            return _read_report(str(value), domain, authserv_id) if passed <= hops else None
    return None


def _read_report(value: str, domain: str, authserv_id: str) -> Proof | None:
    if len(value) > LONGEST_TEXT:
        return None
    try:
        report = AuthenticationResultsHeader.parse(f"Authentication-Results: {' '.join(value.split())}")
    except Exception:  # the library raises many kinds for junk
        return None
    if str(report.authserv_id).lower() != authserv_id.lower():
        return None
    results = [
        (one.method, one.result, {f"{p.type}.{p.name}".lower(): str(p.value) for p in one.properties})
        for one in report.results
    ]
    for method, result, said in results:
        if method == "dmarc" and said.get("header.from", "").lower() == domain:
            if result == "pass":
                return Proof(PASS, HOST_SAYS_FROM.format(domain=domain))
            if result == "fail":
                return Proof(FAIL, HOST_SAYS_NOT_FROM.format(domain=domain))
    for method, result, said in results:
        signer = said.get("header.d") or said.get("header.i", "").rpartition("@")[2]
        if method == "dkim" and signer and is_aligned(signer, domain) and result == "pass":
            return Proof(PASS, HOST_SAYS_SIGNED.format(domain=domain))
    return None


# Domains --------------------------------------------------------------------------------------------------------------


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def organisation_of(domain: str) -> str:
    """The domain that somebody has registered: ``example.co.uk`` for ``mail.example.co.uk``."""
    name = domain.lower().rstrip(".")
    return _suffixes().privatesuffix(name) or name


def is_aligned(one: str, other: str) -> bool:
    """Whether two domains belong to the same organisation (relaxed alignment)."""
    return organisation_of(one) == organisation_of(other)


def dmarc_policy(domain: str, names: Names) -> dict[str, str]:
    """The DMARC record that holds for a domain: its own, else that of its organisation; empty if there is none."""
    for place in dict.fromkeys((domain, organisation_of(domain))):
        found = [tags_of(text.decode("ascii", "replace")) for text in names.txt(f"_dmarc.{place}")]
        records = [tags for tags in found if list(tags)[:1] == ["v"] and tags["v"] == "DMARC1"]
        if len(records) == 1 and records[0].get("p"):
            return records[0]
        if records:
            return {}
    return {}


def tags_of(text: str) -> dict[str, str]:
    """The ``name=value`` pairs of a DKIM or DMARC text, names in lower case; of repeated ones the first."""
    tags: dict[str, str] = {}
    for pair in text[:LONGEST_TEXT].split(";"):
        name, equals, value = pair.partition("=")
        name = name.strip()
        if equals and _TAG_NAME.fullmatch(name):
            tags.setdefault(name.lower(), "".join(value.split()) if name != "v" else value.strip())
    return tags


# DKIM -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Signature:
    """A signature of a mail: its number among all of them, whose it is, and whether more may be put below it.

    ``covers``: the names of the fields that it has signed, in lower case, each as often as fields of that name are
    covered, counted from the last one upwards (RFC 6376, 5.4.2). ``made_at``: seconds since 1970, where it says so.
    """

    index: int
    domain: str
    is_open: bool
    is_safe: bool
    covers: tuple[str, ...] = ()
    made_at: int | None = None

    @property
    def counts(self) -> bool:
        return self.is_safe and not self.is_open


def signatures_of(headers: Message, domain: str) -> list[Signature]:
    found = []
    for index, value in enumerate(headers.get_all("DKIM-Signature", [])):
        tags = tags_of(str(value))
        signer = tags.get("d", "").lower().rstrip(".")
        if not signer or not is_aligned(signer, domain):
            continue
        covers = tuple(tags.get("h", "").lower().split(":"))
        is_safe = tags.get("a", "").lower() in SAFE_ALGORITHMS and "from" in covers and len(str(value)) <= LONGEST_TEXT
        made = tags.get("t", "")
        made_at = int(made) if re.fullmatch(r"[0-9]{1,12}", made, re.ASCII) else None
        found.append(Signature(index, signer, "l" in tags, is_safe, covers, made_at))
    return found


def covered(headers: Message, domain: str) -> Message:
    """The fields that every signature of the sender's organisation covers: nobody has put those there but the sender.

    All of them where there is no such signature: then the server that brought the mail has vouched for it.
    """
    signatures = signatures_of(headers, domain)
    if not signatures:
        return headers
    counts = [Counter(signature.covers) for signature in signatures]
    left = {name: min(count[name] for count in counts) for name in counts[0]}
    found: list[tuple[str, str]] = []
    for name, value in reversed(headers.items()):
        if left.get(name.lower(), 0) > 0:
            left[name.lower()] -= 1
            found.append((name, value))
    result = Message()
    for name, value in reversed(found):
        result[name] = value
    return result


def covers(headers: Message, domain: str, name: str) -> bool:
    """Whether nobody but the sender can have set a field, or left it out: see ``covered``."""
    return all(name.lower() in signature.covers for signature in signatures_of(headers, domain))


def _is_good(raw: bytes, signature: Signature, names: Names) -> bool:
    def key(name: bytes, timeout: int = 0) -> bytes | None:
        texts = names.txt(name.decode("ascii"))
        return next((text for text in texts if b"p=" in text), None)

    try:
        return bool(dkim.DKIM(raw, timeout=0).verify(idx=signature.index, dnsfunc=key))
    except NamesAway:
        raise
    except Exception:  # dkimpy lets many kinds through when a signature or a key is junk
        return False


# SPF ------------------------------------------------------------------------------------------------------------------


def _spf(domain: str, names: Names, carried: Carried) -> tuple[Spf, str]:
    """What the domain of the return path says of who brought the mail, if it is the sender's own organisation."""
    path = carried.envelope_from.rpartition("@")[2].lower().rstrip(".")
    with suppress(ValueError):  # no IP address
        if path.isascii() and path and is_aligned(path, domain) and ipaddress.ip_address(carried.ip).is_global:
            return check_spf(carried.ip, path, names), path
    return Spf.NONE, ""
