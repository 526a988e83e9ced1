"""What domains publish, for tests: a dictionary that is asked like the domain name system."""

from __future__ import annotations

from dataclasses import dataclass, field

from notifications.inbound.authentication.dns import NamesAway


@dataclass
class Zone:
    """Records by name. ``away`` names are those whose servers do not answer."""

    texts: dict[str, list[str]] = field(default_factory=dict)
    hosts: dict[str, list[str]] = field(default_factory=dict)
    exchanges: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    reverse: dict[str, list[str]] = field(default_factory=dict)
    away: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)

    def _note(self, name: str) -> str:
        name = name.lower().rstrip(".")
        self.asked.append(name)
        if any(name == gone or name.endswith(f".{gone}") for gone in self.away):
            raise NamesAway(f"No answer about {name}.")
        return name

    def txt(self, name: str) -> list[bytes]:
        return [text.encode() for text in self.texts.get(self._note(name), [])]

    def addresses(self, name: str) -> list[str]:
        return self.hosts.get(self._note(name), [])

    def mail_hosts(self, name: str) -> list[tuple[int, str]]:
        return self.exchanges.get(self._note(name), [])

    def pointers(self, ip: str) -> list[str]:
        return self.reverse.get(self._note(ip), [])
