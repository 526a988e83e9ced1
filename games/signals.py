"""Facts about games that travel up. Sent inside the transaction that made them true.

``game_advanced``: ``advanced``, a list of games that went on at one moment, at least one; several can only begin. Each
has ``game`` (the locked row, already updated), ``events`` (the new GameEvents), ``seats`` (its Seats with players, by
number) and ``position`` (after the events). The first event of a game is ``started``.

``plan_dropped``: ``seat`` (with its player and game), ``reply`` (the text that cannot be played), ``reason`` (a
sentence) and ``at``. Sent where a reply turned out to be against the rules; nobody is notified of a plan that was left.

``remark_made``: ``remark`` (the new Remark, with its game and player).

``proposal_changed``: ``proposal`` (with its new status) and ``player`` (who did it).

``match_agreed`` asks for the games of a match to be started: ``proposal`` (locked, with more than one game),
``players`` (the proposer first) and ``at``. Its receiver, of which there is one, answers with the first game.

``player_moderated``: ``entry``, the new ModerationEntry about a player.

``leave_changed``: ``player``, ``days`` (dates, at least one), ``booked`` (else cancelled) and ``at``.
``leave_planned`` asks before it is booked: ``player`` and ``days``; receivers answer with sentences for the player.

``flag_planned`` asks before a flag falls or a held move is played: ``game`` (locked), ``deadline`` and ``now``;
receivers answer True where a message that arrived in time and can concern this game may still be unread. They say so
for a bounded time only.

``held_published``: ``submission`` (the one that was held, of a game that is locked) and ``now``.

``time_is_over`` comes before: ``game`` (locked) and ``now``. Receivers may hold the clock for a reason of ours.

``access_ended``: ``keys`` (numbers of revoked keys of REST), ``accounts`` (of players that were closed) and ``at``.

``end_planned`` asks when a running game is decided by what stands on its board: ``game``, one of an event; receivers
answer with that moment, or None where it is played out.

``clock_set_back``: ``now``, by a system clock that was just set back: what was put off until later may be long due.

``figure_asked``: ``slug`` (of a game), ``what`` and ``number`` name a picture in its rules; receivers answer with it.
``exercise_asked``: ``lesson`` and ``number`` likewise name an exercise.

``first_page_shown``: ``request``; receivers answer with what the first page shows besides.
``lobby_shown``: ``request``; receivers answer with what the lobby shows besides.
"""

from __future__ import annotations

from django.dispatch import Signal

game_advanced = Signal()
plan_dropped = Signal()
remark_made = Signal()
proposal_changed = Signal()
match_agreed = Signal()
player_moderated = Signal()
leave_changed = Signal()
leave_planned = Signal()
flag_planned = Signal()
time_is_over = Signal()
access_ended = Signal()
end_planned = Signal()
clock_set_back = Signal()
held_published = Signal()
figure_asked = Signal()
exercise_asked = Signal()
first_page_shown = Signal()
lobby_shown = Signal()
