"""A wire between the service and a server, which can be cut, held and taken away."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from seeds import embedded

CHUNK = 65_536
UNREAD_SECONDS = 2.0  # from the connection to its end: what ends as soon was waiting at a port that was being closed


class Proxy:
    """Listens on loopback and passes everything on to ``port``, from a thread of its own.

    Until a program listens there, a caller waits, for ``patience`` seconds at most, as behind a proxy that retries.
    With patience, a request is also sent again that waited at a port that was being closed: the kernel had taken it,
    and no program ever did. One that was cut off while a program worked on it is not: it was in hand for longer.
    """

    def __init__(self, port: int, *, patience: float = 0.0) -> None:
        self._patience = patience
        self.port = embedded.free_port()
        self._to = port
        self._lines: set[asyncio.StreamWriter] = set()
        self._lets_in = True
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._run, name="proxy", daemon=True).start()
        self._ready.wait()

    def cut(self) -> None:
        """End every connection at once, with a reset; new ones are welcome."""
        self._loop.call_soon_threadsafe(self._cut)

    def refuse(self) -> None:
        """End every connection, and every new one as soon as it comes."""
        self._lets_in = False
        self.cut()

    def hold(self) -> None:
        """Keep connections, and pass nothing on."""
        self._loop.call_soon_threadsafe(self._open.clear)

    def mend(self) -> None:
        """Pass everything on again, also what was held."""
        self._lets_in = True
        self._loop.call_soon_threadsafe(self._open.set)

    def _cut(self) -> None:
        for line in self._lines:
            line.transport.abort()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._open = asyncio.Event()
        self._open.set()
        self._loop.run_until_complete(asyncio.start_server(self._meet, embedded.LOOPBACK, self.port))
        self._ready.set()
        self._loop.run_forever()

    async def _meet(self, caller: asyncio.StreamReader, to_caller: asyncio.StreamWriter) -> None:
        if not self._lets_in:
            return to_caller.transport.abort()
        asked = bytearray()
        while True:
            try:
                server, to_server = await self._connect()
            except OSError:
                return to_caller.transport.abort()
            lines = {to_caller, to_server}
            self._lines |= lines
            begun = self._loop.time()
            to_server.write(asked)
            asking = asyncio.create_task(self._pass_on(caller, to_server, asked if self._patience else None))
            asking.add_done_callback(lambda _, line=to_server: line.close())
            answered = await self._pass_on(server, to_caller)
            was_unread = self._patience and not answered and self._loop.time() - begun < UNREAD_SECONDS
            if was_unread:
                asking.cancel()
            else:
                to_caller.close()
            await asyncio.gather(asking, return_exceptions=True)
            self._lines -= lines
            if not was_unread:
                return None

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Raises OSError where nobody listens, at the end of the patience."""
        limit = self._loop.time() + self._patience
        while True:
            try:
                return await asyncio.open_connection(embedded.LOOPBACK, self._to)
            except OSError:
                if self._loop.time() >= limit:
                    raise
                await asyncio.sleep(0.1)

    async def _pass_on(
        self, source: asyncio.StreamReader, to: asyncio.StreamWriter, kept: bytearray | None = None
    ) -> bool:
        """Pass on what is said, and keep it in ``kept``; whether anything was said before the end."""
        anything = False
        with contextlib.suppress(OSError):
            while said := await source.read(CHUNK):
                anything = True
                if kept is not None:
                    kept += said
                await self._open.wait()
                to.write(said)
                await to.drain()
        return anything
