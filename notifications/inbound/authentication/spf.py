"""May this IP address send mail for that domain? (SPF, RFC 7208.) Pure but for the look-ups.

Strict where the text leaves a choice: a record with macros or ``ptr`` never makes a pass here.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sized
from enum import StrEnum

from notifications.inbound.authentication.dns import Names

# RFC 7208, 4.6.4: a record that asks for more than these is broken.
MOST_LOOKUPS = 10
MOST_VOID_LOOKUPS = 2  # that find nothing
MOST_HOSTS = 10  # of one ``mx``


class Spf(StrEnum):
    """What a domain says about an address."""

    PASS = "pass"  # noqa: S105 - a word of the RFC
    FAIL = "fail"
    SOFTFAIL = "softfail"
    NEUTRAL = "neutral"
    NONE = "none"
    ERROR = "permerror"


_SIGNS = {"+": Spf.PASS, "-": Spf.FAIL, "~": Spf.SOFTFAIL, "?": Spf.NEUTRAL}


class _Broken(Exception):
    """The record cannot be followed."""


def check_spf(ip: str, domain: str, names: Names) -> Spf:
    """What ``domain`` says about mail from ``ip``. Raises NamesAway."""
    try:
        address = ipaddress.ip_address(ip)
        address = getattr(address, "ipv4_mapped", None) or address
        return _Check(address, names).of(domain)
    except (_Broken, ValueError):
        return Spf.ERROR


class _Check:
    def __init__(self, ip: ipaddress.IPv4Address | ipaddress.IPv6Address, names: Names) -> None:
        self._ip, self._names, self._lookups, self._void_lookups = ip, names, 0, 0

    def of(self, domain: str) -> Spf:
        texts = [text.decode("ascii", "replace") for text in self._names.txt(domain)]
        records = [text for text in texts if f"{text} ".lower().startswith("v=spf1 ")]
        if not records:
            return Spf.NONE
        if len(records) > 1:
            raise _Broken
        redirect = ""
        for term in records[0].split()[1:]:
            name, equals, value = term.partition("=")
            if equals and ":" not in name and "/" not in name:
                redirect = value if name.lower() == "redirect" else redirect
                continue
            sign, mechanism = (term[0], term[1:]) if term[0] in _SIGNS else ("+", term)
            if self._matches(mechanism, domain):
                return _SIGNS[sign]
        if not redirect:
            return Spf.NEUTRAL
        self._count()
        found = self.of(_plain(redirect))
        return Spf.ERROR if found is Spf.NONE else found

    def _count(self) -> None:
        self._lookups += 1
        if self._lookups > MOST_LOOKUPS:
            raise _Broken

    def _matches(self, mechanism: str, domain: str) -> bool:
        name, colon, rest = mechanism.partition(":")
        if not colon:  # a/24 and mx/24 have no colon before the length of their prefix
            name, slash, length = mechanism.partition("/")
            rest = slash + length
        match name.lower():
            case "all":
                return True
            case "ip4" | "ip6":
                return self._ip in ipaddress.ip_network(rest, strict=False)
            case "include":
                self._count()
                found = self.of(_plain(rest))
                if found in (Spf.NONE, Spf.ERROR):
                    raise _Broken
                return found is Spf.PASS
            case "a" | "mx":
                self._count()
                target, _, lengths = rest.partition("/")
                host = _plain(target) if target else domain
                hosts = self._mail_hosts(host) if name.lower() == "mx" else [host]
                return any(self._is_near(found, lengths) for host in hosts for found in self._addresses(host))
            case _:  # exists and ptr rest on macros and on other people's names
                raise _Broken

    def _mail_hosts(self, domain: str) -> list[str]:
        found = self._names.mail_hosts(domain)
        if len(found) > MOST_HOSTS:
            raise _Broken
        self._count_void(found)
        return [host for _, host in found]

    def _addresses(self, host: str) -> list[str]:
        found = self._names.addresses(host)
        self._count_void(found)
        return found

    def _count_void(self, found: Sized) -> None:
        self._void_lookups += not found
        if self._void_lookups > MOST_VOID_LOOKUPS:
            raise _Broken

    def _is_near(self, address: str, lengths: str) -> bool:
        """Whether the sender is in the network of an address; ``lengths`` is ``24``, ``24//64``, ``/64`` or empty."""
        found = ipaddress.ip_address(address)
        if found.version != self._ip.version:
            return False
        four, _, six = f"/{lengths}".partition("//")
        length = four[1:] if found.version == 4 else six
        return self._ip in ipaddress.ip_network(f"{found}/{length or found.max_prefixlen}", strict=False)


def _plain(name: str) -> str:
    if "%" in name or not name:
        raise _Broken
    return name
