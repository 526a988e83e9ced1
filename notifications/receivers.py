"""What happens in games, events and between players becomes rows of the outbox, in the same transaction.

Only who gets which mail is decided here. Preferences, addresses and wording wait until the mail is rendered, so that a
move pays for one INSERT and no query.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from allauth.account.signals import email_changed, email_confirmed, email_removed
from django.db.models import Max, Q
from django.dispatch import receiver
from django.utils import timezone

from games.log_kinds.director_texts import parse_numbers
from games.log_kinds.kinds import Sort, kinds_of
from games.models import Game, GameEvent, Invitation, ModerationEntry, Player, Proposal, Seat
from games.play.log import OpenGame
from games.signals import clock_set_back, game_advanced, leave_changed, plan_dropped, player_moderated, proposal_changed
from games.turns.playing import Cause
from notifications.addresses import address_health
from notifications.models import InboundMail, MailPreference, OutboundMail, Webhook, WebhookCall
from notifications.outbox import NewMail, challenge_mail, enqueue
from tournaments.event_log.kinds import Reopened
from tournaments.event_rules.layouts import Form
from tournaments.models import Division, Event, Fixture, FixtureGame, FixtureSeat
from tournaments.queries import active_entrants, players_in
from tournaments.signals import FINISHED, PAIRED, STARTED, event_announced, round_advanced

Happened = GameEvent.Kind
Kind = OutboundMail.Kind
State = OutboundMail.State

DATES = {OutboundMail: "created_at", InboundMail: "received_at", WebhookCall: "created_at"}
AHEAD = timedelta(minutes=1)  # by which no two clocks of a service differ

OFFERS, DEPARTURES, DIRECTED = kinds_of(Sort.OFFER), kinds_of(Sort.DEPARTURE), kinds_of(Sort.DIRECTED)


@receiver(game_advanced)
def notify_players(advanced: Sequence[OpenGame], **_: Any) -> None:
    """Write down who is to be notified of what just happened in games."""
    letters = [letter for one in advanced for letter in _letters_of(one.game, one.events, one.seats)]
    enqueue(letters, at=advanced[0].events[-1].at)


def _letters_of(game: Game, events: Sequence[GameEvent], seats: Sequence[Seat]) -> list[NewMail]:
    context = {"first_seq": events[0].seq, "last_seq": events[-1].seq}
    of_move = _unsent_mails_of_move(game, events[-1].at) if {event.kind for event in events} & OFFERS else {}
    return [
        NewMail(
            kind=kind,
            reader_id=seat.player_id,
            cause=f"game:{game.pk}:{events[-1].seq}",
            game_id=game.pk,
            ply=game.ply,
            context=context | of_move.get(seat.player_id, {}),
        )
        for seat, kind in players_to_notify(game, events, seats)
    ] + [
        NewMail(kind=Kind.OFFER, reader_id=gone, cause=f"game:{game.pk}:{event.seq}", game_id=game.pk, context=context)
        for event in events
        if event.kind == Happened.SUBSTITUTED
        for gone in parse_numbers(event.text)[:1]
    ]


def _unsent_mails_of_move(game: Game, at: datetime) -> dict[int, dict[str, int]]:
    """The mails about the last move that nobody has begun to send, by reader: what follows the move stands in them.

    They are locked, so they are written after the caller's transaction. A receipt that is put off answers nothing.
    """
    unsent = OutboundMail.objects.select_for_update().filter(state=State.WAITING, attempts=0)
    rows = unsent.filter(Q(kind=Kind.TURN) | Q(kind=Kind.RECEIPT, due_at__lte=at), game=game, ply=game.ply)
    return {reader: {"mail_of_move": pk} for reader, pk in rows.values_list("reader", "pk") if reader is not None}


def players_to_notify(game: Game, events: Sequence[GameEvent], seats: Sequence[Seat]) -> Iterator[tuple[Seat, str]]:
    """Each seat that gets a mail, once, and which kind. House bots and guests get none."""
    kinds = {event.kind for event in events}
    actor = next((event.seat for event in events if event.seat is not None), None)
    planners = {event.seat for event in events if event.cause == Cause.PLAN}
    for seat in seats:
        if seat.player.is_bot or seat.player.is_guest:
            continue
        if game.status == Game.Status.FINISHED:
            yield seat, Kind.RESULT
        elif kinds & DEPARTURES:
            yield seat, Kind.LEFT
        elif seat.has_left:
            continue
        elif kinds & DIRECTED:
            yield seat, Kind.TURN if seat.number == game.to_act and Happened.PAUSED not in kinds else Kind.OFFER
        elif kinds & OFFERS and Happened.UNDONE not in kinds:
            yield seat, Kind.RECEIPT if seat.number == actor else Kind.OFFER
        elif seat.number == game.to_act:
            yield seat, Kind.TURN
        elif Happened.STARTED in kinds:
            yield seat, Kind.STARTED
        elif seat.number == actor or seat.number in planners:
            yield seat, Kind.RECEIPT


@receiver(plan_dropped)
def notify_planner(seat: Seat, reply: str, reason: str, at: datetime, **_: Any) -> None:
    """Write down that a player is to be notified of a plan that cannot be played."""
    game = seat.game
    enqueue([
            NewMail(kind=Kind.PLAN, reader_id=seat.player_id, cause=f"game:{game.pk}:{game.seq}",
                   game_id=game.pk, ply=game.ply, context={"reply": reply, "reason": reason})
        ],
        at=at,
    )  # fmt: skip


@receiver(proposal_changed)
def notify_of_proposal(proposal: Proposal, player: Player, **_: Any) -> None:
    """Write down who is to be notified of a challenge, or that it is off. Once it starts, the game's own mails tell."""
    invited = list(Invitation.objects.filter(proposal=proposal).values_list("player_id", flat=True))
    humans = Player.objects.filter(pk__in=[proposal.proposer_id, *invited], is_bot=False).exclude(pk=player.pk)
    readers = list(humans.values_list("pk", flat=True))
    if proposal.status == Proposal.Status.OPEN:
        enqueue([challenge_mail(proposal, reader) for reader in readers], at=proposal.created_at)
    elif proposal.status in (Proposal.Status.DECLINED, Proposal.Status.WITHDRAWN):
        enqueue([
                NewMail(kind=Kind.CHALLENGE_CLOSED, reader_id=reader, cause=f"proposal:{proposal.pk}:{proposal.status}",
                       context={"proposal": proposal.pk, "by": player.pk})
                for reader in readers if not _drop_unsent(challenge_mail(proposal, reader))
            ],
            at=proposal.closed_at or proposal.created_at,
        )  # fmt: skip


def _drop_unsent(mail: NewMail) -> bool:
    """Whether a mail waited that nobody had begun to send; it is not sent any more."""
    unsent = OutboundMail.objects.filter(Q(state=State.WAITING, attempts=0) | Q(state=State.COLLECTED))
    mine = unsent.filter(dedupe_key=mail.dedupe_key)
    return bool(mine.update(state=State.DROPPED, reason="The challenge is no longer open."))


@receiver(player_moderated)
def notify_of_moderation(entry: ModerationEntry, **_: Any) -> None:
    """Write down that a player is to be notified of a moderator's decision about them, also one that closes the
    account."""
    if entry.player_id is not None:
        enqueue(
            [NewMail(Kind.MODERATION, entry.player_id, f"moderation:{entry.pk}", context={"entry": entry.pk})],
            at=entry.at,
        )


@receiver(leave_changed)
def notify_of_leave(player: Player, days: Sequence[date], booked: bool, at: datetime, **_: Any) -> None:
    """Write down who is to be notified that a player takes leave: every opponent in a running game, once."""
    shared = Game.objects.filter(status=Game.Status.RUNNING, seats__player=player, seats__left_ply=None)
    opponents = Player.objects.filter(seats__game__in=shared, seats__left_ply=None, is_bot=False).exclude(pk=player.pk)
    context = {"player": player.pk, "days": [day.isoformat() for day in days], "booked": booked}
    enqueue([
            NewMail(kind=Kind.LEAVE, reader_id=reader, cause=f"{player.pk}:{days[0]}:{booked}:{at.isoformat()}",
                   context=context)
            for reader in opponents.order_by("pk").values_list("pk", flat=True).distinct()
        ],
        at=at,
    )  # fmt: skip


@receiver(clock_set_back)
def look_again(now: datetime, **_: Any) -> None:
    """What was put off by a clock that was ahead is due: whoever takes it up puts it off again if it is too early."""
    for model in DATES:
        model._default_manager.filter(state=State.WAITING, due_at__gt=now).update(due_at=now)
    Webhook.objects.filter(rests_until__gt=now).update(rests_until=now)
    MailPreference.objects.filter(digest_due_at__gt=now).update(digest_due_at=now)


def bring_forward(now: datetime) -> None:
    """What is dated later than now was written by a clock that was ahead for too short a time to be noticed."""
    for model, written in DATES.items():
        ahead = model._default_manager.filter(state=State.WAITING, due_at__gt=now, **{f"{written}__gt": now + AHEAD})
        ahead.update(due_at=now)


@receiver((email_confirmed, email_changed, email_removed))
def update_reachability(**facts: Any) -> None:
    """An account has other addresses now: mail may reach its player again, or not any more."""
    address = facts.get("email_address") or facts.get("to_email_address")
    if address is not None:
        address_health.refresh(address.user_id, timezone.now())


@receiver(round_advanced)
def notify_entrants(event: Event, kind: str, **facts: Any) -> None:
    """Write down who is to be notified that games of an event have begun, or how it ended, its director included."""
    if kind == PAIRED:
        return _notify_of_fixtures(event, facts["fixtures"])
    if kind not in (STARTED, FINISHED):
        return None
    has_begun = kind == STARTED
    division: Division | None = facts["division"]
    entrants = active_entrants(event) if division is None else active_entrants(event).filter(division=division)
    players = players_in(entrants) + ([] if has_begun else [event.director])
    again = f":{times}" if (times := event.log_entries.filter(kind=Reopened.slug).count()) else ""
    enqueue(
        [
            NewMail(
                kind=Kind.ROUND if has_begun else Kind.STANDINGS,
                reader_id=reader,
                cause=f"event:{event.pk}:{kind}{again}",  # nobody is in two divisions of the first stage
                context={"event": event.pk},
            )
            for reader in dict.fromkeys(player.pk for player in players if not player.is_bot)
        ],
        at=(event.started_at if has_begun else event.finished_at) or event.created_at,
    )
    return None


def _notify_of_fixtures(event: Event, fixtures: Sequence[Fixture]) -> None:
    """Everybody who has a game in a round that was paired while the event runs."""
    keys = [fixture.pk for fixture in fixtures]
    meetings = FixtureSeat.objects.filter(fixture__in=keys, entrant__player__is_bot=False).order_by("pk")
    readers = list(meetings.values_list("entrant__player", "fixture"))
    if event.form == Form.TEAMS:
        seats = Seat.objects.filter(game__fixture_game__fixture__in=keys).order_by("game", "number")
        readers = list(seats.values_list("player", "game__fixture_game__fixture"))
    games = FixtureGame.objects.filter(fixture__in=keys).aggregate(last=Max("game"), at=Max("game__started_at"))
    own: dict[int, list[int]] = {}
    for reader, fixture in readers:
        if fixture not in own.setdefault(reader, []):
            own[reader].append(fixture)
    enqueue(
        [
            NewMail(
                kind=Kind.ROUND,
                reader_id=reader,
                cause=f"event:{event.pk}:{PAIRED}:{games['last']}",
                context={"event": event.pk, "fixtures": fixtures_of_reader},
            )
            for reader, fixtures_of_reader in own.items()
        ],
        at=games["at"],
    )


@receiver(event_announced)
def notify_of_announcement(
    event: Event, text: str, players: Sequence[int], author: int | None, to_all: bool, key: str, at: datetime, **_: Any
) -> None:
    """Write down what a director of an event says to these players of it: once a key."""
    context = {"event": event.pk, "text": text, "author": author, "to_all": to_all}
    people = Player.objects.filter(pk__in=players, is_bot=False).order_by("pk").values_list("pk", flat=True)
    letters = [NewMail(Kind.ANNOUNCEMENT, reader, f"event:{event.pk}:{key}", context=context) for reader in people]
    said = OutboundMail.objects.filter(dedupe_key__in=[letter.as_row(at).dedupe_key for letter in letters])
    if not said.exists():
        enqueue(letters, at=at)
