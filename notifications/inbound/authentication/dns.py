"""What the domain name system says. Whoever judges a mail takes any ``Names``; the service asks through dnspython."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Protocol

import dns.exception
import dns.name
import dns.rdata
import dns.resolver
import dns.reversename
from django.conf import settings

ANSWER_SECONDS = 4.0  # for one question
PATIENCE_SECONDS = 20.0  # for all questions about one mail


class NamesAway(Exception):
    """There is no answer now; there may be one later."""


class Names(Protocol):
    """Look-ups of names in ASCII. Each gives an empty list for what does not exist, and raises NamesAway."""

    def txt(self, name: str) -> list[bytes]: ...

    def addresses(self, name: str) -> list[str]: ...

    def mail_hosts(self, name: str) -> list[tuple[int, str]]: ...

    def pointers(self, ip: str) -> list[str]: ...


class Resolver:
    """The name servers of this machine, or the one that ``MAIL_DNS`` names, for the questions about one mail."""

    def __init__(self, patience: float = PATIENCE_SECONDS) -> None:
        self._until = time.monotonic() + patience

    @cached_property
    def _resolver(self) -> dns.resolver.Resolver:
        try:
            resolver = dns.resolver.Resolver(configure=not settings.MAIL_DNS_HOST)
        except dns.resolver.NoResolverConfiguration as error:
            raise NamesAway("This machine has no name server.") from error
        if settings.MAIL_DNS_HOST:
            resolver.nameservers = [settings.MAIL_DNS_HOST]
            resolver.port = settings.MAIL_DNS_PORT
        return resolver

    def _ask(self, name: dns.name.Name | str, kind: str) -> list[dns.rdata.Rdata]:
        try:
            asked = dns.name.from_text(name) if isinstance(name, str) else name
        except (dns.exception.DNSException, UnicodeError):
            return []  # no name at all
        left = min(ANSWER_SECONDS, self._until - time.monotonic())
        if left <= 0:
            raise NamesAway("The name servers take too long.")
        try:
            return list(self._resolver.resolve(asked, kind, lifetime=left, search=False))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except dns.exception.DNSException as error:
            raise NamesAway(f"No answer about {name}.") from error
        except OSError as error:
            raise NamesAway(f"The name servers cannot be reached: {error}.") from error

    def txt(self, name: str) -> list[bytes]:
        """The texts at a name, each with its strings joined."""
        return [b"".join(record.strings) for record in self._ask(name, "TXT")]  # type: ignore[attr-defined]

    def addresses(self, name: str) -> list[str]:
        return [record.address for kind in ("A", "AAAA") for record in self._ask(name, kind)]  # type: ignore[attr-defined]

    def mail_hosts(self, name: str) -> list[tuple[int, str]]:
        """Preference and name of the hosts that take mail for a domain, the preferred first."""
        return sorted((r.preference, r.exchange.to_text(omit_final_dot=True)) for r in self._ask(name, "MX"))  # type: ignore[attr-defined]

    def pointers(self, ip: str) -> list[str]:
        return [r.target.to_text(omit_final_dot=True) for r in self._ask(dns.reversename.from_address(ip), "PTR")]  # type: ignore[attr-defined]
