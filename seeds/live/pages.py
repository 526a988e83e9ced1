"""A page as visitors see it: asked of a web process once for each entry and language, and sent to all who watch."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
from urllib.parse import urlsplit

from django.conf import settings

from seeds.live.sources import Entry

KEPT = 200  # pages
SECONDS = 10.0
_MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)


class Pages:
    """The newest events of streams that carry pages, as they are sent."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str, int], asyncio.Task[bytes]] = {}

    async def event(self, path: str, language: str, entry: Entry) -> bytes:
        """An entry with the main part of a page in a language, which is blank if there is none for visitors."""
        key = path, language, entry["number"]
        if key not in self._made:
            self._made[key] = asyncio.create_task(_event(path, language, entry))
            while len(self._made) > KEPT:
                del self._made[next(iter(self._made))]
        return await asyncio.shield(self._made[key])


async def _event(path: str, language: str, entry: Entry) -> bytes:
    return event_of(entry | {"page": await asyncio.to_thread(_ask, path, language)})


def event_of(entry: Entry) -> bytes:
    """An entry as a server-sent event."""
    return f"id: {entry['number']}\ndata: {json.dumps(entry)}\n\n".encode()


def _ask(path: str, language: str) -> str:
    """One request as a visitor makes it, from inside."""
    site, web = urlsplit(settings.SITE_URL), urlsplit(settings.LIVE_WEB or f"http://127.0.0.1:{_web_port()}")
    line = http.client.HTTPConnection(web.hostname or "", web.port or 80, timeout=SECONDS)
    try:
        headers = {"Host": site.netloc, "X-Forwarded-Proto": site.scheme, "X-Forwarded-For": "127.0.0.1"}
        line.request("GET", path, headers=headers | {"Accept-Language": language})
        answer = line.getresponse()
        found = _MAIN.search(answer.read().decode()) if answer.status == 200 else None
    except (OSError, http.client.HTTPException):
        return ""
    finally:
        line.close()
    return found[0] if found else ""


def _web_port() -> str:
    return os.environ.get("GRANIAN_PORT") or "8000"
