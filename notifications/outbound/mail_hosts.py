"""The connection to the mail host that takes our mails: one for many mails, and few round trips for each."""

from __future__ import annotations

import contextlib
import smtplib
from typing import Any, Self

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend


class Pipelining(smtplib.SMTP):
    """Sends sender, recipients and DATA at once where the host offers it (RFC 2920), and then reads the answers."""

    _ahead = 0  # commands that were sent and whose answers are still to be read

    def sendmail(self, from_addr: str, to_addrs: Any, msg: Any, *args: Any, **options: Any) -> Any:
        self.ehlo_or_helo_if_needed()
        recipients = [to_addrs] if isinstance(to_addrs, str) else list(to_addrs)
        if self.has_extn("pipelining") and not args and not options:
            size = f" size={len(msg)}" if self.has_extn("size") else ""
            commands = [f"MAIL FROM:{smtplib.quoteaddr(from_addr)}{size}"]
            commands += [f"RCPT TO:{smtplib.quoteaddr(recipient)}" for recipient in recipients]
            self.send("".join(f"{command}\r\n" for command in [*commands, "DATA"]))
            self._ahead = len(commands) + 1
        return super().sendmail(from_addr, recipients, msg, *args, **options)

    def putcmd(self, cmd: str, args: str = "") -> None:
        """Send a command, unless that has been done."""
        if self._ahead:
            self._ahead -= 1
        else:
            super().putcmd(cmd, args)

    def rset(self) -> tuple[int, bytes]:
        """Read the answers that are still to come; a host that wants the mail all the same gets an empty one, which it
        has no recipient for."""
        while self._ahead:
            self._ahead -= 1
            if self.getreply()[0] == 354:
                self.send(b".\r\n")
                self.getreply()
        return super().rset()


class PipeliningOverTLS(Pipelining, smtplib.SMTP_SSL):
    """The same where the connection begins with TLS."""


class PipeliningBackend(EmailBackend):
    """Django's own for SMTP, with fewer round trips."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return PipeliningOverTLS if self.use_ssl else Pipelining


class MailHost:
    """The mail host of the settings, as a ``with`` block: connected with the first mail, and anew after an error."""

    def __init__(self) -> None:
        self._connection = get_connection()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def connect(self) -> None:
        """Make the connection, unless it is there. Raises what the network does."""
        self._connection.open()

    def send(self, mail: EmailMessage) -> None:
        """Send one mail. Raises what the host or the network does."""
        try:
            self.connect()
            self._connection.send_messages([mail])
        except BaseException:
            self._close()
            raise

    def _close(self) -> None:
        with contextlib.suppress(smtplib.SMTPException, OSError):  # it is gone already
            self._connection.close()
