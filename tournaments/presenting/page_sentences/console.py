"""Sentences of the director's console."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.presenting.moments import write_short_moment
from ground.wording import and_list
from tournaments.event_log.kinds import RequestAnswered
from tournaments.event_log.kinds.entrants.request_answered import APPROVED, LAPSED, REFUSED
from tournaments.event_rules.roles import Role


def late_rounds_summary(count: int) -> str:
    """How many rounds should be over; empty for none."""
    if not count:
        return ""
    return ngettext("{count} round is past its deadline.", "{count} rounds are past their deadlines.", count).format(
        count=count
    )


def next_round_begins(title: str, release_at: datetime) -> str:
    """When a round begins that directors see before its players do."""
    return gettext("{round}: begins on {moment}, or as soon as you release it.").format(
        round=capfirst(title), moment=write_short_moment(release_at)
    )


def planned_pair(players: Sequence[str], points: Sequence[str]) -> str:
    """Two players who would meet, with their points: "anna (2) and ben (1½)"."""
    if not points:
        return and_list(players)
    described = gettext("{player} ({points})")
    return and_list([described.format(player=one, points=own) for one, own in zip(players, points, strict=True)])


def no_open_game(*, is_ladder: bool, is_held: bool = False) -> str:
    """That no game is open, and what happens next; ``is_held``: a round waits for its release."""
    if is_held:
        return gettext("No game is open: the next round waits for its release.")
    if is_ladder:
        return gettext("No game is open. On a ladder, games begin when players challenge each other.")
    return gettext("No game is open. The next round begins, or the event ends, within a minute.")


def game(number: int) -> str:
    return gettext("Game {number}").format(number=number)


def game_of(players: Sequence[str], number: int) -> str:
    """A game of a list: "Game 5: anna and ben"."""
    return gettext("Game {number}: {players}").format(number=number, players=and_list(players))


def answer(given: RequestAnswered | None) -> str:
    """How a request was answered, and why."""
    if given is None:
        return gettext("waits for an answer")
    words = {
        APPROVED: gettext("approved"),
        REFUSED: gettext("refused"),
        LAPSED: gettext("no longer needed"),
    }.get(given.answer, gettext("taken back"))
    return gettext("{answer}: “{why}”").format(answer=words, why=given.why) if given.why else words


def round_of_game(title: str, division: str = "") -> str:
    """To which round an open game belongs: "Division 1.1, round 2"."""
    return gettext("{division}, {round}").format(division=division, round=title) if division else title


def turn(player: str, *, is_paused: bool = False, deadline: datetime | None = None) -> SafeString:
    """Whose turn it is in an open game (empty: nobody's), and until when; no clock runs while the game is paused."""
    if is_paused:
        text = gettext("waits for <b>{player}</b>, paused") if player else gettext("waits for nobody, paused")
    elif deadline is not None:
        text = (
            gettext("waits for <b>{player}</b>, until {moment}")
            if player
            else gettext("waits for nobody, until {moment}")
        )
    else:
        text = gettext("waits for <b>{player}</b>") if player else gettext("waits for nobody")
    return format_html(text, player=player, moment=write_short_moment(deadline) if deadline else "")


def way_to_console(address: str, *, is_staff: bool, is_arbiter: bool) -> SafeString:
    """The way of a director, of an arbiter, or of staff, from the page of an event to its console."""
    text = gettext('You direct this event. <a href="{address}">Director&rsquo;s console</a>')
    if is_arbiter:
        text = gettext('You are an arbiter of this event. <a href="{address}">Director&rsquo;s console</a>')
    elif is_staff:
        text = gettext('You can direct this event as staff. <a href="{address}">Director&rsquo;s console</a>')
    return format_html(text, address=address)


def decided_by_others() -> str:
    """Who decides what concerns the director who looks at the console."""
    return gettext("not yours to decide: you play")


def may_enter(*, is_by_invitation: bool, club: str, entry: str, is_running: bool, has_rating_band: bool) -> str:
    """Which players may enter the event, invited or not."""
    if is_by_invitation:
        return gettext("Only players whom you invite may enter.")
    if club:
        return gettext("Members of {club} may enter, and players whom you invite.").format(club=club)
    if entry == "people":
        return gettext("Everybody but bots may enter.")
    if entry == "bots":
        return gettext("Only bots may enter.")
    if is_running:
        return gettext("Everybody may enter as long as the event takes players, and may stand by as a substitute.")
    if has_rating_band:
        return gettext("Everybody whose rating fits may enter, and so may players whom you invite.")
    return gettext("Everybody may enter.")


ROLES = {
    Role.ASSISTANT: gettext_lazy("Assistant: everything that you do here, except naming others"),
    Role.ARBITER: gettext_lazy(
        "Arbiter: decides about games, their results, their clocks and pauses; changes neither the event, nor entries, "
        "nor pairings"
    ),
}


def role_given(player: str, role: Role) -> str:
    """What somebody does in the event from now on."""
    if role == Role.ASSISTANT:
        return gettext("{player} assists you now.").format(player=player)
    if role == Role.ARBITER:
        return gettext("{player} is an arbiter now.").format(player=player)
    return gettext("{player} has no role in the event any more.").format(player=player)


def directors(director: str, assistants: Sequence[str], arbiters: Sequence[str]) -> str:
    """Who directs the event: one person, those who assist, and those who decide about games."""
    sentences = [gettext("{director} directs the event.").format(director=director)]
    if assistants:
        sentences.append(gettext("Assistants: {assistants}.").format(assistants=and_list(assistants)))
    if arbiters:
        sentences.append(gettext("Arbiters: {arbiters}.").format(arbiters=and_list(arbiters)))
    return " ".join(sentences)


def no_game_to_choose(wanted: str) -> str:
    """Why there is no game to choose."""
    if not wanted:
        return gettext("There is no such game yet.")
    return gettext("There is no such game of “{player}”.").format(player=wanted)
