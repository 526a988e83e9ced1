"""What players say to each other in a game, and what they write down for themselves. Beside :mod:`games.play.moving`.

Remarks are for everybody who can see the game. They are no events of its log, which nobody can ever change: words of
people must be removable. Notes are for nobody but their player.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime

from django.utils.translation import gettext

from games.exceptions import GameError
from games.models import Game, Mute, Note, Player, Remark, Seat, Submission
from games.moderation import blocks, quotas, sanctions
from games.play.log import OpenGame
from games.play.planning import heed_message
from games.play.submissions import Action, Receipt, Sent, seat_of_sender, storable, submit_for_anybody
from games.play.turn_writing import agreed
from games.signals import remark_made
from ground.prepared.queries import Asked, Prepared

LONGEST_REMARK = 500  # characters
MOST_LINES = 12
LONGEST_NOTE = 4000


class NothingSaid(GameError):
    """There are no words in it."""

    code = "empty"


class TooLong(GameError):
    """More words than anybody is made to read."""

    code = "too_long"


def say(
    *, game_id: int, player_id: int, text: str, at: datetime, source: str, key: str | None = None,
    is_for_players: bool = False,
) -> Receipt:  # fmt: skip
    """Say something to all who play in a game or look at it, also once it is over. Plans that wait for it are dropped.

    ``is_for_players``: only to those who play in it.

    Raises NothingSaid, TooLong, QuotaReached, Sanctioned, NotSeated.
    """

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        words = tidy(sent.text)
        _check_length(words, LONGEST_REMARK, "A remark")
        if len(words.splitlines()) > MOST_LINES:
            raise TooLong(
                gettext("A remark may have {most_lines} lines, and this has more.").format(most_lines=MOST_LINES)
            )
        sanctions.check_may_talk(player_id, at)
        mine = Remark.objects.filter(game=opened.game, player_id=player_id, at__gt=at - quotas.DAY)
        quotas.check_rate(quotas.REMARKS, seat.player, list(mine.values_list("at", flat=True)), at=at)
        submission = agreed(
            opened, seat, sent, message=gettext("Sent. The other players see it on the page and in their next mail.")
        )
        remark = Remark.objects.create(
            game=opened.game,
            player=seat.player,
            seat=seat.number,
            text=words,
            submission=submission,
            at=at,
            is_for_players=is_for_players,
        )
        heed_message(game_id=game_id, writer_id=player_id)
        remark_made.send(Remark, remark=remark)
        return submission

    return _submit(Sent(game_id, player_id, "say", storable(text), None, at, source, key), action)


def keep_note(
    *, game_id: int, player_id: int, text: str, at: datetime, source: str, key: str | None = None, add: bool = False
) -> Receipt:
    """Keep the text as the player's note on a game, or ``add`` it at the end of the one there is. Blank: no note.

    Raises TooLong, QuotaReached, NotSeated, and NothingSaid if there is nothing to add.
    """

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        quotas.spend(quotas.NOTES, seat.player, at=at)
        words = tidy(sent.text)
        if add and not words:
            raise NothingSaid(gettext("The note is empty. Write its words after the command."))
        before = note_on(opened.game, seat.player) if add else ""
        whole = "\n".join(filter(None, (before, words)))
        if len(whole) > LONGEST_NOTE:
            raise TooLong(
                gettext("A note may have {longest_note} characters, and this would be {count}.").format(
                    longest_note=LONGEST_NOTE, count=len(whole)
                )
            )
        Note.objects.update_or_create(game=opened.game, player=seat.player, defaults={"text": whole})
        return agreed(opened, seat, sent, message=gettext("Noted. Only you can see it."))

    return _submit(Sent(game_id, player_id, "note", storable(text), None, at, source, key), action)


def mute(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Hear nothing more of what the others say in a game, on its page and in its mails. Idempotent."""

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        quotas.spend(quotas.NOTES, seat.player, at=at)
        Mute.objects.get_or_create(game=opened.game, player=seat.player)
        return agreed(opened, seat, sent, message=gettext("You no longer see what the others say in this game."))

    return _submit(Sent(game_id, player_id, "mute", "", None, at, source, key), action)


def unmute(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Hear the others again, and what they have said meanwhile. Idempotent."""

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        quotas.spend(quotas.NOTES, seat.player, at=at)
        Mute.objects.filter(game=opened.game, player=seat.player).delete()
        return agreed(opened, seat, sent, message=gettext("You see again what the others say in this game."))

    return _submit(Sent(game_id, player_id, "unmute", "", None, at, source, key), action)


def _submit(sent: Sent, action: Action) -> Receipt:
    return submit_for_anybody(sent, lambda opened: action(opened, _speaker(opened, sent), sent))


def _speaker(opened: OpenGame, sent: Sent) -> Seat:
    """The seat of the sender. A player who has left a game has a say in it again when it is over. Raises NotSeated."""
    if opened.game.is_over:
        own = (seat for seat in opened.seats if seat.player_id == sent.player_id)
        if (seat := next(own, None)) is not None:
            return seat
    return seat_of_sender(opened, sent)


# Reading ----------------------------------------------------------------------------------------------------------


_HEARD = Prepared(
    lambda: (
        Remark.objects.filter(game=Asked("game"), player__is_active=True)
        .exclude(player__in=blocks.blocked_by(Asked("reader")))
        .select_related("player", "submission")
        .order_by("pk")
    )
)
_MUTED = Prepared(lambda: Mute.objects.filter(game=Asked("game"), player=Asked("player")))
_NOTE = Prepared(lambda: Note.objects.filter(game=Asked("game"), player=Asked("player")))


def remarks_for(game: Game, reader: Player | None) -> list[Remark]:
    """What was said in a game, in order, as far as this reader is to see it: nobody who closed the account is heard,
    and nobody whom the reader has blocked."""
    said = _HEARD.ask(game=game.pk, reader=reader and reader.pk)
    if said and (reader is None or all(seat.player_id != reader.pk for seat in game.seats.all())):
        said = [remark for remark in said if not remark.is_for_players]
    if said and reader is not None and is_muted(game, reader):
        return [remark for remark in said if remark.player_id == reader.pk]
    return said


def is_muted(game: Game, reader: Player) -> bool:
    """Whether the reader does not want to hear the others in this game."""
    return bool(_MUTED.ask(game=game.pk, player=reader.pk))


def note_on(game: Game, player: Player) -> str:
    """What the player has written down about a game; blank if there is nothing."""
    return next((note.text for note in _NOTE.ask(game=game.pk, player=player.pk)), "")


# Words ------------------------------------------------------------------------------------------------------------


def tidy(text: str) -> str:
    """The text as lines without anything that could act on what shows it: control characters, marks that turn the
    direction of writing, blank lines at either end or more than one in a row."""
    lines = [" ".join(_visible(line).split()) for line in text.splitlines()]
    kept = [line for number, line in enumerate(lines) if line or (number and lines[number - 1])]
    return "\n".join(kept).strip("\n")


def in_parts(text: str) -> list[str]:
    """The text as remarks that are not too long, in order; a line that is has an end for those who read it."""
    parts: list[list[str]] = [[]]
    for line in tidy(text).splitlines():
        short = line[:LONGEST_REMARK]
        if len(parts[-1]) == MOST_LINES or len("\n".join([*parts[-1], short])) > LONGEST_REMARK:
            parts.append([])
        parts[-1].append(short)
    return [whole for part in parts if (whole := "\n".join(part).strip())]


_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"  # without which some scripts and pictures fall apart


def _visible(line: str) -> str:
    return "".join(
        " " if mark.isspace() else mark
        for mark in line
        if mark.isspace() or mark in _JOINERS or unicodedata.category(mark)[0] != "C"
    )


def _check_length(words: str, most: int, what: str) -> None:
    if not words:
        raise NothingSaid(gettext("The remark is empty. Write what you want to say."))
    if len(words) > most:
        raise TooLong(
            gettext("{what} may have {most} characters, and this has {count}. Shorten it, or send it in parts.").format(
                what=what, most=most, count=len(words)
            )
        )
