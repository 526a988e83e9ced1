"""Seeks and challenges: how a game comes about. Each change sends ``proposal_changed`` in its transaction.

It is long because the whole life of a proposal stands here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils.translation import gettext

from games.clock.calendars import USUAL_PAUSES, PauseRules
from games.clock.controls import ControlError, TimeControl
from games.exceptions import ProposalError
from games.lobby.match_terms import NO_WORD, SINGLE_GAME, MatchTerms
from games.lobby.seals import secret_of
from games.models import Game, Invitation, ModerationEntry, Player, Proposal, Seat, new_secret
from games.moderation import quotas
from games.moderation.blocks import check_may_ask, check_may_join, not_available
from games.moderation.sanctions import NO_PLAY, check_may_play, check_may_talk, in_force
from games.play import house_players
from games.play.creation import create_game
from games.records import dice
from games.rules import RULES
from games.rules.base import OptionError, Options
from games.signals import match_agreed, proposal_changed

Answer = Invitation.Answer
Reason = Invitation.Reason
Seating = Proposal.Seating
Status = Proposal.Status


@transaction.atomic
def propose_game(
    *,
    proposer: Player,
    rules: str,
    seats: int,
    control: TimeControl,
    at: datetime,
    options: Options | None = None,
    invited: Sequence[Player] = (),
    seating: str = Seating.LOT,
    chosen_seat: int | None = None,
    match: MatchTerms = SINGLE_GAME,
    rated: bool | None = None,
    people_only: bool = False,
    house: str = "",
    message: str = "",
    pause_rules: PauseRules = USUAL_PAUSES,
    seal: str = "",
    word: str = "",
) -> Proposal:
    """Challenge the ``invited``; seats that nobody is invited to are open to all. ``chosen_seat`` counts from 0.

    ``seal`` is the ticket of a :class:`games.lobby.seals.Seal` that the proposer was shown, ``word`` what they then
    gave for the dice. ``house`` is the username of a house bot that takes all seats to which nobody is invited. House
    bots accept at once, so that the game may have started on return. ``rated`` None: unless a bot plays. True
    with a bot: among bots. ``people_only``, and ``rated`` without a bot, keep bots from open seats. Raises
    ProposalError, QuotaReached, Sanctioned, OutOfReach.
    """
    _check_proposer(proposer, message, at)
    checked = _checked_options(rules, seats, options or {})
    if house:
        invited = [*invited, *house_players.opponents(house, seats - 1 - len(invited))]
    has_bots = any(player.is_program for player in (proposer, *invited))
    _check_hard_end(control, at)
    _check_company(proposer, invited, seats)
    _check_bots([proposer, *invited], rated=rated, people_only=people_only)
    seat = _checked_seat(seating, chosen_seat, seats)
    match.check(RULES[rules], seats, control, seating=seating, word=word)
    given_word = _word_after_seal(word, seal)
    _check_invited(proposer, invited, at)
    _check_quotas(proposer, invited, at, games=match.games)
    proposal = Proposal(
        proposer=proposer,
        rules=rules,
        options=checked,
        seats=seats,
        control=control.dump(),
        pause_rules=pause_rules.dump(),
        seating=seating,
        chosen_seat=seat,
        games=match.games,
        schedule=match.schedule,
        rated=not has_bots if rated is None else rated,
        people_only=people_only,
        message=message,
        secret=secret_of(seal, proposer) if seal else new_secret(),
        word=given_word,
        created_at=at,
    )
    return _store(proposal, invited)


def _store(proposal: Proposal, invited: Sequence[Player]) -> Proposal:
    """Store a new proposal and ask the invited; house bots accept at once."""
    _save_new(proposal)
    Invitation.objects.bulk_create(Invitation(proposal=proposal, player=player) for player in invited)
    proposal_changed.send(Proposal, proposal=proposal, player=proposal.proposer)
    for bot in (player for player in invited if player.is_bot):
        accept_proposal(proposal_id=proposal.pk, player=bot, at=proposal.created_at)
    proposal.refresh_from_db()
    return proposal


def _check_proposer(proposer: Player, message: str, at: datetime) -> None:
    check_may_play(proposer.pk, at)
    if message.strip():
        check_may_talk(proposer.pk, at)


def _checked_options(rules: str, seats: int, options: Options) -> Options:
    """The options of a game for so many, with all that were left out. Raises ProposalError."""
    if rules not in RULES:
        problem = gettext("There is no game {rules}. The games: {rules_2}.")
        raise ProposalError(problem.format(rules=f"{rules!r}", rules_2=", ".join(RULES)))
    try:
        return RULES[rules].check_options(seats, options)
    except OptionError as error:
        raise ProposalError(str(error)) from error


def _check_hard_end(control: TimeControl, at: datetime) -> None:
    try:
        control.check_hard_end(at)
    except ControlError as error:
        raise ProposalError(str(error)) from error


def _check_company(proposer: Player, invited: Sequence[Player], seats: int) -> None:
    """Raises ProposalError for too many players, for the proposer among them, and for somebody who is asked twice."""
    if len(invited) > seats - 1:
        problem = gettext("You can invite {seats} to a game of {seats_2}.")
        raise ProposalError(problem.format(seats=seats - 1, seats_2=seats))
    if proposer in invited:
        raise ProposalError(gettext("You cannot invite yourself."))
    if len({player.pk for player in invited}) < len(invited):
        raise ProposalError(gettext("You have invited somebody twice."))


def _check_bots(players: Sequence[Player], *, rated: bool | None, people_only: bool) -> None:
    if rated and any(player.is_bot for player in players):
        raise ProposalError(
            gettext("No game with a house bot is rated. Propose an unrated game, or leave the house bot out.")
        )
    if people_only and any(player.is_program for player in players):
        raise ProposalError(gettext("A game for people only has no bots. Leave out one or the other."))


def _check_invited(proposer: Player, invited: Sequence[Player], at: datetime) -> None:
    """Raises OutOfReach for somebody who does not want to be asked, ProposalError for somebody who could not play."""
    check_may_ask(proposer, invited)
    suspended = in_force(at, NO_PLAY).filter(player__in=invited).values_list("player_id", flat=True)
    for player in invited:
        if player.pk in suspended:
            raise ProposalError(not_available(player))


def _check_quotas(proposer: Player, invited: Sequence[Player], at: datetime, *, games: int) -> None:
    """Count the challenges, and so many games more with house bots. Raises QuotaReached."""
    own = Proposal.objects.filter(proposer=proposer, status=Status.OPEN)
    quotas.check_room(quotas.OPEN_PROPOSALS, proposer, own, at=at)
    if any(player.is_bot for player in invited):
        running = Game.objects.filter(status=Game.Status.RUNNING, seats__player=proposer, seats__left_ply=None)
        with_bots = running.filter(pk__in=Seat.objects.filter(player__is_bot=True).values("game"))
        quotas.check_room(quotas.HOUSE_GAMES, proposer, with_bots, at=at, more=games)
    quotas.spend_challenges(proposer, invited, at=at)


def play_house(
    *,
    player: Player,
    rules: str,
    bot: str,
    control: TimeControl,
    at: datetime,
    seats: int = 2,
    options: Options | None = None,
) -> Game:
    """Start a game in which the house bot of that username has all other seats. The player begins.

    Raises ProposalError, QuotaReached and Sanctioned.
    """
    proposal = propose_game(
        proposer=player,
        rules=rules,
        seats=seats,
        options=options,
        control=control,
        at=at,
        house=bot,
        seating=Seating.CHOSEN,
        chosen_seat=0,
        rated=False,
    )
    if proposal.game is None:
        raise AssertionError("House bots accept at once.")
    return proposal.game


def _checked_seat(seating: str, chosen_seat: int | None, seats: int) -> int | None:
    """The seat of the proposer, where they choose one. Raises ProposalError."""
    if seating != Seating.CHOSEN:
        return None
    if chosen_seat is None or not 0 <= chosen_seat < seats:
        raise ProposalError(gettext("Choose a seat from 1 to {seats}.").format(seats=seats))
    return chosen_seat


def _word_after_seal(text: str, seal: str) -> str:
    """What the proposer gave for the dice, who must have been shown a seal before. Raises ProposalError."""
    if text.strip() and not seal:
        raise ProposalError(gettext("A word for the dice counts only after you were shown a seal. Ask for one first."))
    return read_word(text)


def read_word(text: str) -> str:
    """A player's word for the dice without the spaces around it. Raises ProposalError."""
    word = text.strip()
    if not dice.is_word(word):
        problem = gettext("Your own randomness can have up to {longest_word} printable characters.")
        raise ProposalError(problem.format(longest_word=dice.LONGEST_WORD))
    return word


def _save_new(proposal: Proposal) -> None:
    """Store a new proposal; a secret that was sealed once is used once."""
    try:
        with transaction.atomic():
            proposal.save()
    except IntegrityError as error:
        raise ProposalError(gettext("You have sent this proposal already, with the same seal.")) from error


@transaction.atomic
def accept_proposal(*, proposal_id: int, player: Player, at: datetime, word: str = "") -> Game | None:
    """Take a seat, and give a word for the dice. Returns the game once the last seat is taken, of a match the first.

    Accepting twice changes nothing. Raises ProposalError, Sanctioned and OutOfReach.
    """
    given = read_word(word)
    proposal = _open_proposal(proposal_id, started_is_fine_for=player)
    if proposal.status == Status.STARTED:
        return proposal.game
    if proposal.is_match and given:
        raise ProposalError(gettext(NO_WORD))
    if not proposal.proposer.is_active:
        raise ProposalError(
            gettext("The player who proposed this game has closed the account. Look for another in the lobby.")
        )
    check_may_play(player.pk, at)
    if player == proposal.proposer:
        raise ProposalError(gettext("This is your own proposal. You can withdraw it."))
    invitations = list(proposal.invitations.select_related("player").order_by("pk"))
    mine = next((invitation for invitation in invitations if invitation.player == player), None)
    if mine is None:
        if len(invitations) >= proposal.seats - 1:
            raise ProposalError(gettext("This challenge is for somebody else."))
        _check_open_to(player, proposal)
        mine = Invitation(proposal=proposal, player=player)
        invitations.append(mine)
    if mine.answer == Answer.ACCEPTED:
        return None
    seated = [proposal.proposer, *(one.player for one in invitations if one.answer == Answer.ACCEPTED)]
    check_may_join(player, seated)
    if in_force(at, NO_PLAY).filter(player__in=seated).exists():
        raise ProposalError(
            gettext("A player with a seat in this game cannot start games now. Look for another in the lobby.")
        )
    try:
        TimeControl.load(proposal.control).check_hard_end(at)
    except ControlError as error:
        raise ProposalError(
            gettext(
                "The hard end of this game leaves no time for a first turn any more. Look for another in the lobby."
            )
        ) from error
    mine.answer, mine.word = Answer.ACCEPTED, given
    mine.save()
    accepted = [invitation for invitation in invitations if invitation.answer == Answer.ACCEPTED]
    if len(accepted) < proposal.seats - 1:
        return None
    return _start(proposal, accepted, at)


def _check_open_to(player: Player, proposal: Proposal) -> None:
    """Raises ProposalError for a bot that would take an open seat of a game for people."""
    if player.is_program and proposal.people_only:
        raise ProposalError(gettext("This game is for people only. Look for another in the lobby."))
    if player.is_program and proposal.rated and not proposal.has_bots:
        raise ProposalError(
            gettext("This game is rated among people, and bots are rated apart. Look for another in the lobby.")
        )


@transaction.atomic
def decline_proposal(*, proposal_id: int, player: Player, at: datetime, reason: str = Reason.GENERIC) -> Proposal:
    """Say no to a challenge, and why; the proposal is over, since nobody else can take the seat."""
    if reason not in Reason.values:
        problem = gettext("There is no reason {reason}. The reasons: {reasons}.")
        raise ProposalError(problem.format(reason=f"{reason!r}", reasons=", ".join(Reason.values)))
    proposal = _open_proposal(proposal_id)
    mine = proposal.invitations.filter(player=player).first()
    if mine is None:
        raise ProposalError(gettext("You are not invited to this game."))
    if mine.answer == Answer.ACCEPTED:  # perhaps a stranger's, in a seek that others wait for
        raise ProposalError(gettext("You have taken a seat already. You can resign once the game has started."))
    mine.answer, mine.reason = Answer.DECLINED, reason
    mine.save(update_fields=["answer", "reason"])
    return _close(proposal, Status.DECLINED, player, at)


@transaction.atomic
def withdraw_proposal(*, proposal_id: int, player: Player, at: datetime) -> Proposal:
    """Take one's own proposal back before the game has started."""
    proposal = _open_proposal(proposal_id)
    if proposal.proposer != player:
        raise ProposalError(gettext("Only the player who proposed a game can withdraw it."))
    return _close(proposal, Status.WITHDRAWN, player, at)


def _open_proposal(proposal_id: int, *, started_is_fine_for: Player | None = None) -> Proposal:
    proposal = Proposal.objects.select_for_update().filter(pk=proposal_id).first()
    if proposal is None:
        raise ProposalError(gettext("There is no proposal {proposal_id}.").format(proposal_id=proposal_id))
    if proposal.status == Status.OPEN:
        return proposal
    if proposal.status == Status.STARTED and _has_accepted(proposal, started_is_fine_for):
        return proposal
    gone = {
        Status.STARTED: gettext("This game has already started with others."),
        Status.WITHDRAWN: gettext("This proposal was withdrawn."),
        Status.DECLINED: gettext("This challenge was declined."),
    }
    raise ProposalError(gone[Status(proposal.status)])


def _has_accepted(proposal: Proposal, player: Player | None) -> bool:
    return proposal.invitations.filter(player=player, answer=Answer.ACCEPTED).exists()


def _close(proposal: Proposal, status: Status, player: Player, at: datetime) -> Proposal:
    proposal.status, proposal.closed_at = status, at
    proposal.save()
    proposal_changed.send(Proposal, proposal=proposal, player=player)
    return proposal


def _start(proposal: Proposal, accepted: Sequence[Invitation], at: datetime) -> Game:
    game = _start_match(proposal, accepted, at) if proposal.is_match else _start_game(proposal, accepted, at)
    proposal.status, proposal.closed_at, proposal.game = Status.STARTED, at, game
    proposal.save()
    proposal_changed.send(Proposal, proposal=proposal, player=accepted[-1].player)
    return game


def _start_match(proposal: Proposal, accepted: Sequence[Invitation], at: datetime) -> Game:
    players = [proposal.proposer, *(invitation.player for invitation in accepted)]
    ((_, game),) = match_agreed.send(Proposal, proposal=proposal, players=players, at=at)
    if not isinstance(game, Game):
        raise TypeError("Nothing starts matches.")
    return game


def _start_game(proposal: Proposal, accepted: Sequence[Invitation], at: datetime) -> Game:
    word_of = {proposal.proposer: proposal.word} | {invitation.player: invitation.word for invitation in accepted}
    key = dice.mix(proposal.secret, word_of.values())
    players = seat_players(proposal, [invitation.player for invitation in accepted], key)
    return create_game(
        rules=proposal.rules,
        players=players,
        words=[word_of[player] for player in players],
        nonce=proposal.nonce if RULES[proposal.rules].has_dice else "",
        control=TimeControl.load(proposal.control),
        pause_rules=PauseRules.load(proposal.pause_rules),
        at=at,
        options=proposal.options,
        rated=proposal.rated,
        secret=proposal.secret,
    )


def seat_players(proposal: Proposal, accepted: Sequence[Player], key: str) -> list[Player]:
    """The players in seat order: as chosen, moved on by one seat from their last game together, or by lot.

    ``key`` is that of the lot, from the secret and the players' words.
    """
    players = [proposal.proposer, *accepted]
    if proposal.seating == Seating.CHOSEN and proposal.chosen_seat is not None:
        others = list(accepted)
        others.insert(proposal.chosen_seat, proposal.proposer)
        return others
    if proposal.seating == Seating.ALTERNATING and (last := _last_game_together(proposal.rules, players)):
        return [*last[1:], last[0]]
    by_account = sorted(players, key=lambda player: player.pk)  # so that nobody's order of joining decides the lot
    return [by_account[number] for number in dice.draw_order(key, len(players))]


def _last_game_together(rules: str, players: Sequence[Player]) -> list[Player]:
    """The players of the newest game of exactly these people, in seat order; empty if there is none."""
    games = Game.objects.filter(rules=rules).annotate(size=Count("seats")).filter(size=len(players))
    for player in players:
        games = games.filter(pk__in=Seat.objects.filter(player=player).values("game"))
    last = games.order_by("-pk").first()
    return [seat.player for seat in last.seats.select_related("player")] if last else []


def withdraw_proposals(sender: type[ModerationEntry], *, entry: ModerationEntry, **_: Any) -> None:
    """A player who is suspended or whose account is closed proposes nothing any more, and no bot of theirs does."""
    if entry.player is None or entry.kind not in (ModerationEntry.Kind.SUSPENDED, ModerationEntry.Kind.CLOSED):
        return
    theirs = Q(proposer=entry.player) | Q(proposer__owner=entry.player)
    still_open = Proposal.objects.filter(theirs, status=Proposal.Status.OPEN).select_related("proposer").order_by("pk")
    for proposal in still_open:
        withdraw_proposal(proposal_id=proposal.pk, player=proposal.proposer, at=entry.at)
