"""Finding opponents and events: challenges, entries and the answers to them, teams."""

from __future__ import annotations

import re
from dataclasses import replace

from django.utils.translation import gettext as _

from games.action.base import Call
from games.clock.controls import TimeControl
from games.lobby.actions import ACCEPT, DECLINE, PROPOSE, Reason, Terms, Word
from games.lobby.match_terms import SINGLE_GAME, MatchTerms
from games.models import Player, Proposal
from games.play import house_players, queries
from games.rules import RULES
from ground.wording import and_list, kept
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler, Said, acting, event_named
from notifications.mail_format.commands import OPPONENT, Order
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail
from tournaments import taking_part
from tournaments.entries import teams
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event
from tournaments.presenting.teams.seen import own_team
from tournaments.queries import events_shown_to
from tournaments.running import services
from tournaments.running.decisions import Decision

Kind = OutboundMail.Kind
Schedule = Proposal.Schedule

ANYBODY = ("anybody", "anyone", "all", "everybody", "somebody", "someone")
USUAL_TIME = TimeControl.days_per_turn(3)
MOST_LISTED = 20
_WITH_CODE = re.compile(r"(?P<event>.+?)\s+code\s+(?P<code>\S+)", re.IGNORECASE)
WITHDRAWN_BY_MAIL = kept("Withdrawn by mail.")  # the reason in the log


def _asked(opened: OpenMail, order: Order) -> tuple[None, Terms]:
    """Somebody, a house bot or everybody, and a game on usual terms. A match of a game that is not named is one of the
    game whose rulebook counts matches. Raises Problem."""
    match = OPPONENT.fullmatch(order.text)
    if match is None:
        message = _("Write whom you challenge and to which game, such as [challenge NAME GAME].")
        raise Problem("unreadable", message, order.verb)
    asked, is_match = match["game"], match["games"] is not None and match["best"] is None
    meant = [
        rules
        for rules in RULES.values()
        if (asked is None and is_match and rules.is_uneven) or asked in (rules.slug, rules.title.lower())
    ]
    if not meant:
        terms = order.text[match.end("name") :]
        names = [f"challenge {match['name']} {rules.slug}{terms}" for rules in RULES.values()]
        raise Problem("which_game", _("Say to which game, too. Answer with one of these lines:"), choices=names)
    rules = meant[0]
    invited = [] if match["name"] in ANYBODY else [_opponent(match["name"])]
    return None, Terms({
        "rules": rules.slug, "seats": 2 if 2 in rules.seats else rules.seats[0], "control": USUAL_TIME,
        "invited": invited, "match": _terms_asked(match), "rated": False if match["casual"] else None,
        "people_only": match["people"] is not None,
    })  # fmt: skip


def _terms_asked(match: re.Match[str]) -> MatchTerms:
    games = int(match["games"] or 1)
    if match["best"]:
        return MatchTerms(games, Schedule.BEST_OF)
    if match["turn"]:
        return MatchTerms(games, Schedule.IN_TURN)
    return MatchTerms(games) if games > 1 else SINGLE_GAME


def _opponent(name: str) -> Player:
    players = Player.objects.filter(is_active=True, is_guest=False)
    found = players.filter(username=name).first() or house_players.accounts().get(name)
    if found is None:
        message = _("There is no player {name}. The house bots: {bots}. Or write [anybody].")
        raise Problem("no_such_player", message.format(name=name, bots=", ".join(house_players.accounts())), name)
    return found


def is_about_proposals(opened: OpenMail, order: Order) -> bool:
    """Whether an answer is to a challenge: by its number, by its address, or where no game is named."""
    return order.text.isdigit() or opened.asked_kind == Kind.CHALLENGE or opened.seat is None


def _to_accept(opened: OpenMail, order: Order) -> tuple[int, Word]:
    return _proposal_meant(opened, order).pk, Word()


def _to_decline(opened: OpenMail, order: Order) -> tuple[int, Reason]:
    return _proposal_meant(opened, order).pk, Reason()


accept, decline = acting(ACCEPT, _to_accept), acting(DECLINE, _to_decline)


def _proposal_meant(opened: OpenMail, order: Order) -> Proposal:
    """The proposal that is numbered, else that of the mail that is answered, else the only one that waits. Raises
    Problem, also where the mail that is answered is about a game or older than that one."""
    if order.text.isdigit():
        return _numbered(int(order.text))
    named = opened.token.mail if opened.asked_kind == Kind.CHALLENGE else opened.named
    if named is not None and named.kind == Kind.CHALLENGE:
        return _numbered(named.context["proposal"])
    waiting = list(queries.challenges_to(opened.player)[:MOST_LISTED])
    if len(waiting) == 1 and not (named and (named.game_id or named.created_at < waiting[0].created_at)):
        return waiting[0]
    if not waiting:
        raise Problem("nothing_asked", _("No challenge waits for your answer. For an offer in a game, name the game."))
    lines = [f"{order.verb} challenge {one.pk} ({RULES[one.rules].title}, {one.proposer.username})" for one in waiting]
    message = _("Say which challenge you mean. Answer with one of these lines:")
    raise Problem("which_challenge", message, order.verb, choices=lines)


def _numbered(number: int) -> Proposal:
    found = Proposal.objects.filter(pk=number).first() if number < 2**62 else None
    if found is None:
        raise Problem("no_such_challenge", _("There is no challenge {number}.").format(number=number))
    return found


def join(opened: OpenMail, order: Order, key: str) -> Said:
    """Enter an event, or its waiting list; ``code WORD`` after its name is an invitation code, ``team NAME`` a team."""
    if team := team_meant(opened, order):
        return join_team(opened, *team)
    return _enter(opened, order, key)


def _event_to_enter(opened: OpenMail, order: Order) -> tuple[Event, taking_part.Entry]:
    named = _WITH_CODE.fullmatch(order.text)
    event = event_named(opened.player, replace(order, text=named["event"]) if named else order)
    return event, taking_part.Entry(code=named["code"] if named else "")


_enter = acting(taking_part.ENTER, _event_to_enter)


def withdraw(opened: OpenMail, order: Order, key: str) -> Said:
    """Take an entry back before the event starts; after that say what leaving means, and ask once more."""
    event = event_named(opened.player, order)
    if taking_part.is_playing(event, opened.player):
        changes = taking_part.LEAVE.dry_run(event, taking_part.Leaving(), Call(opened.player, opened.now))
        question = _("Answer this mail with [yes], and you leave %(event)s. You cannot undo this.")
        described, lines = [question % {"event": event.name}], list(changes.sentences)
        opened.answer(Kind.DONE, has_board=False, asks="withdraw", event=event.pk, described=described, lines=lines)
        return None
    if message := leave_own_team(event, opened.player, opened):
        return message
    return acting(taking_part.LEAVE, lambda opened, order: (event, taking_part.Leaving()))(opened, order, key)


def _event_asked(opened: OpenMail, order: Order) -> tuple[Event, taking_part.Leaving]:
    event = Event.objects.get(pk=opened.asked_about("event"))
    return event, taking_part.Leaving(reason=str(WITHDRAWN_BY_MAIL))


withdraw_confirmed = acting(taking_part.LEAVE, _event_asked)  # as its player has answered


def events(opened: OpenMail, order: Order, key: str) -> None:
    shown = events_shown_to(opened.player)
    open_ = [event.name for event in shown.filter(state=Event.State.OPEN)[:MOST_LISTED]]
    mine = shown.filter(entrants__player=opened.player).exclude(state=Event.State.DRAFT).distinct()
    said = _("These events take entries; answer with [join EVENT]:") if open_ else _("No event takes entries now.")
    opened.tell(said)
    own = [f"{event.name} ({event.get_state_display()})" for event in mine[:MOST_LISTED]]
    opened.tell(lines=[*open_, *(["", _("Yours:"), *own] if own else [])])


_TEAM = re.compile(
    r"(?P<event>.+)\s+team\s+(?P<team>.+?)(?:\s+with\s+(?P<players>.+?))?(?:\s+code\s+(?P<code>\S+))?", re.IGNORECASE
)


def team_meant(opened: OpenMail, order: Order) -> tuple[Event, re.Match[str]] | None:
    """The team league and the team that an order to join names, as in "Autumn team Ulm with ben, dora"; None where it
    names no team. Raises Problem."""
    named = _TEAM.fullmatch(order.text)
    if named is None:
        return None
    try:  # "Autumn team league" is the name of an event
        event_named(opened.player, order)
    except Problem:
        event = event_named(opened.player, replace(order, text=named["event"]))
        return (event, named) if event.form == Form.TEAMS else None
    return None


def join_team(opened: OpenMail, event: Event, named: re.Match[str]) -> str:
    """Enter the team as its captain, accept its invitation, or as its captain invite more players. Raises Problem."""
    team, message = _entered(event, opened, named["team"], named["code"] or "")
    names = [name for name in re.split(r"\s*,\s*|\s+and\s+|\s+", named["players"] or "") if name]
    for name in names:
        teams.invite_player(event_id=event.pk, entrant_id=team.pk, by=opened.player, username=name, at=opened.now)
    if names:
        message += " " + _("Invited: %(players)s.") % {"players": and_list(names)}
    return message


def _entered(event: Event, opened: OpenMail, name: str, code: str) -> tuple[Entrant, str]:
    """The team that the writer plays for from now on, with a sentence. Raises EventError."""
    player = opened.player
    team = own_team(event, player)
    if team is None or team.name.casefold() != " ".join(name.split()).casefold():
        team = services.enter_event(event_id=event.pk, player=player, at=opened.now, team=name, code=code)
        words = _("%(team)s is entered in %(event)s; you are its captain.")
        if team.status == Entrant.Status.WAITING:
            words = _("%(team)s is on the waiting list of %(event)s; you are its captain.")
    else:
        teams.accept_invitation(event_id=event.pk, entrant_id=team.pk, player=player, at=opened.now)
        words = _("You play for %(team)s in %(event)s.")
    return team, words % {"team": team.name, "event": event.name}


def leave_own_team(event: Event, player: Player, opened: OpenMail) -> str:
    """Leave a team that has not begun, or decline its invitation; a sentence, empty for a player of no team and for a
    captain, who withdraws the team. Raises EventError."""
    team = own_team(event, player) if event.form == Form.TEAMS else None
    if team is None or team.player_id == player.pk:
        return ""
    if event.state != Event.State.OPEN:
        raise EventError(_("%(event)s has begun. Leave your team on its page.") % {"event": event.name})
    decision = Decision(player, "Left the team by mail.", opened.now)
    teams.leave_team(event_id=event.pk, entrant_id=team.pk, username=player.username, decision=decision)
    return _("You no longer play for %(team)s.") % {"team": team.name}


HANDLERS: dict[str, Handler] = {
    "challenge": acting(PROPOSE, _asked),
    "join": join,
    "withdraw": withdraw,
    "events": events,
}
