"""What a channel of notification is: another way than mail to learn what happened."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from notifications.models import OutboundMail


class Channel(ABC):
    """Sees every row of the outbox before its mail is rendered, and delivers in its own time.

    Feeds are no channel in this sense: programs fetch them.
    """

    slug: ClassVar[str]

    @abstractmethod
    def notify(self, mails: Sequence[OutboundMail], *, now: datetime) -> None:
        """Write down what is to be delivered because of these rows; must do nothing when it is asked again.

        It never waits for the network: that is for a task, enqueued after the commit.
        """

    @abstractmethod
    def deliver_waiting(self, *, now: datetime) -> int:
        """Deliver what a lost task or a failed attempt has left behind; say how much was delivered."""
