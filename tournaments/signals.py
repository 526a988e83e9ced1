"""Facts about events that travel up. Sent inside the transaction that made them true.

``round_advanced``: ``event`` (already updated), ``division`` (None if it concerns all), ``kind``: one of ``STARTED``
(the first fixtures and games of a division exist), ``PAIRED`` (more of them do: ``fixtures``), ``FINISHED`` (the final
standings are stored) and ``ASKED`` (a new season takes entries, and its entrants of status ASKED are asked whether they
stay).

``event_announced``: ``event``, ``text`` (the director's words), ``players`` (the numbers of those who are to read it;
``to_all``: that is everybody), ``author`` (the number of the director who wrote it), ``key`` (unique: the same
announcement twice is one) and ``at``.

``log_grown``: ``event`` and ``line``, which has just been written into its log.

``players_concerned``: ``event``, ``what`` (one of the words below), ``players`` (their numbers), ``key`` (unique for
each player: notified once), ``at``, and ``facts`` (plain values for the words).

``calendar_followed``: ``sweep`` and ``now``; receivers do what else is due.

``player_shown``, ``record_asked``: ``player``; receivers answer with a part of the player's pages, or with fields of
their record. ``calendar_shown``: ``rules``, with a part of the calendar.
"""

from __future__ import annotations

from django.dispatch import Signal

STARTED = "started"
PAIRED = "paired"
ASKED = "asked"
FINISHED = "finished"

round_advanced = Signal()
event_announced = Signal()
log_grown = Signal()
players_concerned = Signal()
calendar_followed = Signal()
player_shown = Signal()
record_asked = Signal()
calendar_shown = Signal()

DRAFTED = "drafted"  # the next season of a league that they direct
INVITED = "invited"
ROUND_READY = "round ready"  # for its directors to look at, before its games begin
LINE_UP_DUE = "line-up due"  # to captains: who plays the next round on which board
TEAM_INVITED = "team invited"
MOVED_UP = "moved up"  # from the waiting list
DEADLINE_NEAR = "deadline near"  # the games that wait for them hold a round up
