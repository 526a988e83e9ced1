"""The name server that knows what the players' domain publishes, and can be silent."""

from __future__ import annotations

import socket
import threading
from enum import Enum

import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

from seeds import embedded
from tests.notifications.signing import key_name, public_record

DOMAIN = "faults.example"  # of the players


class Voice(Enum):
    ANSWERS = "answers"
    SILENT = "silent"
    FAILS = "says SERVFAIL"


class NameServer:
    """Listens on loopback, from a thread of its own."""

    def __init__(self) -> None:
        self.voice = Voice.ANSWERS
        key = public_record(0)
        texts = {key_name(DOMAIN): f'"{key[:200]}" "{key[200:]}"', f"_dmarc.{DOMAIN}": '"v=DMARC1; p=reject"'}
        self._known = {
            f"{name}.": dns.rrset.from_text(f"{name}.", 60, "IN", "TXT", text) for name, text in texts.items()
        }
        self._wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._wire.bind((embedded.LOOPBACK, 0))
        threading.Thread(target=self._serve, name="names", daemon=True).start()

    @property
    def address(self) -> str:
        host, port = self._wire.getsockname()
        return f"{host}:{port}"

    def _serve(self) -> None:
        while True:
            data, caller = self._wire.recvfrom(4096)
            if self.voice is Voice.SILENT:
                continue
            query = dns.message.from_wire(data)
            answer = dns.message.make_response(query)
            question = query.question[0]
            name = question.name.to_text().lower()
            if self.voice is Voice.FAILS:
                answer.set_rcode(dns.rcode.SERVFAIL)
            elif name not in self._known:
                answer.set_rcode(dns.rcode.NXDOMAIN)
            elif question.rdtype == dns.rdatatype.TXT:
                answer.answer.append(self._known[name])
            self._wire.sendto(answer.to_wire(), caller)
