"""The certificate with which the SMTP server offers encryption (STARTTLS, RFC 3207)."""

from __future__ import annotations

import logging
import os
import ssl

from django.conf import settings

log = logging.getLogger(__name__)


class Certificate:
    """A certificate with its key in PEM files; whoever renews the files need not restart the server.

    Raises OSError or ssl.SSLError when the files cannot be read or do not belong together.
    """

    def __init__(self, chain: str, key: str) -> None:
        self._chain, self._key = chain, key or chain
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._written_at = self._when_written()
        self.context.load_cert_chain(self._chain, self._key)

    def renew(self) -> None:
        """Read the files again if they have changed. A fault is logged, and the former certificate stays."""
        try:
            written_at = self._when_written()
            if written_at == self._written_at:
                return
            self.context.load_cert_chain(self._chain, self._key)
            self._written_at = written_at
        except OSError:  # ssl.SSLError is one: perhaps one of two files has been written, and the other follows
            log.exception("The new certificate of the SMTP server cannot be read")

    def _when_written(self) -> tuple[int, int]:
        return os.stat(self._chain).st_mtime_ns, os.stat(self._key).st_mtime_ns


def certificate() -> Certificate | None:
    """That of ``MAIL_CERTIFICATE``; None where none is named. Raises OSError, of which ssl.SSLError is a kind."""
    if not settings.MAIL_CERTIFICATE:
        return None
    return Certificate(settings.MAIL_CERTIFICATE, settings.MAIL_CERTIFICATE_KEY)
