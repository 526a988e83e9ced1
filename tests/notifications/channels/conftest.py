"""A real web server on this machine that keeps what it is sent."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest


@dataclass
class Program:
    """A player's program: a real web server on this machine that keeps what it is told."""

    url: str = ""
    status: int = 200
    text: str = ""  # of its answers
    calls: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)  # method and path

    @property
    def origin(self) -> str:
        """Its address without a path."""
        return self.url.removesuffix("/seeds?x=1")


@pytest.fixture
def program() -> Iterator[Program]:
    found = Program()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.calls.append((dict(self.headers), body))
            found.requests.append((self.command, self.path))
            self.send_response(found.status)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.end_headers()
            self.wfile.write(found.text.encode())

        do_PUT = do_POST  # noqa: N815

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}/seeds?x=1"
    thread = threading.Thread(target=server.serve_forever, args=[0.05])
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()
