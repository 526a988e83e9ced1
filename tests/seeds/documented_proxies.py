"""Caddy and nginx as ``docs/operating.md`` sets them up, in front of the processes of a test."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

import pytest
from django.conf import settings

from seeds import embedded
from tests.notifications.inbound.test_encryption import write_certificate
from tests.service import wait_for

SITE = "games.club.example"
NGINX = """
{user}daemon off;
pid "{folder}/pid";
error_log "{folder}/log";
worker_rlimit_nofile 20000;
events {{ worker_connections 8000; }}
http {{
    access_log off;
    client_body_temp_path "{folder}/body";
    proxy_temp_path "{folder}/proxy";
    fastcgi_temp_path "{folder}/fastcgi";
    uwsgi_temp_path "{folder}/uwsgi";
    scgi_temp_path "{folder}/scgi";
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate "{certificate}";
        ssl_certificate_key "{key}";
        server_name {site};
{documented}
    }}
}}
"""


def documented(after: str) -> str:
    """The block of code that follows some words of the instructions."""
    text = (settings.ROOT / "docs" / "operating.md").read_text().partition(after)[2]
    found = re.search(r"\n\n((?: {7}.*\n|\n)+)", text)
    assert found, after
    return dedent(found[1])


def caddyfile() -> str:
    return documented("For Caddy")


@contextmanager
def caddy(folder: Path, web: int, live: int, text: str = "") -> Iterator[int]:
    """Caddy with the documented file, or another one; yields its port."""
    port = embedded.free_port()
    certificate, key = write_certificate(folder)
    site = f'https://{SITE}:{port} {{\n    bind 127.0.0.1\n    tls "{certificate}" "{key}"\n'
    text = (text or caddyfile()).replace(f"{SITE} {{\n", site).replace(":8000", f":{web}").replace(":8001", f":{live}")
    file = folder / "Caddyfile"
    ours = "{\n    admin off\n    skip_install_trust\n    auto_https disable_redirects\n"
    file.write_text(ours + (text.removeprefix("{\n") if text.startswith("{") else f"}}\n{text}"))
    with _running(["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], folder, port):
        yield port


@contextmanager
def nginx(folder: Path, web: int, live: int) -> Iterator[int]:
    """nginx with the documented locations; yields its port."""
    port = embedded.free_port()
    certificate, key = write_certificate(folder)
    text = documented("With nginx").replace(":8000", f":{web}").replace(":8001", f":{live}")
    file = folder / "nginx.conf"
    places: dict[str, object] = {"folder": folder, "port": port, "certificate": certificate, "key": key, "site": SITE}
    places["user"] = "user root;\n" if os.geteuid() == 0 else ""
    file.write_text(NGINX.format(documented=text, **places))
    with _running(["nginx", "-p", str(folder), "-e", str(folder / "log"), "-c", str(file)], folder, port):
        yield port


PROXIES = {"caddy": caddy, "nginx": nginx}


@contextmanager
def _running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    if not (program := shutil.which(command[0], path=f"{os.environ['PATH']}:/usr/sbin")):
        pytest.skip(f"there is no {command[0]} on this machine (Debian's packages are caddy and nginx-light)")
    environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "output").open("w") as output:
        process = subprocess.Popen([program, *command[1:]], env=environment, stdout=output, stderr=output)
    try:
        wait_for(lambda: process.poll() is not None or listens(port), seconds=60)
        assert process.poll() is None, (folder / "output").read_text()
        yield
    finally:
        process.terminate()
        process.wait()


def listens(port: int) -> bool:
    """Whether anybody answers at a port of this machine."""
    with contextlib.suppress(OSError), socket.create_connection((embedded.LOOPBACK, port), timeout=5):
        return True
    return False


def trusting() -> ssl.SSLContext:
    """What a caller needs who takes the certificate of a test for good."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
