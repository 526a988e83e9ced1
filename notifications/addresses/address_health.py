"""Which addresses take mail. What comes back from one is counted; an address that takes none is left in peace.

A refusal for good, or a complaint, switches an address off at once; a full mailbox at the second time within a week;
passing failures add to a score that halves every week. A player who cannot be reached any more is notified on the site,
and their opponents by mail: the player's clocks run, but a loss on time needs a warning that has arrived, or a notice.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext

from games.models import Game, Player
from games.play import queries, timeouts
from ground.prepared.queries import Asked, Prepared
from ground.sweeps import Sweep
from notifications.mail_format.bounce_reports import Fate, Report, read_refusal, read_report
from notifications.models import AddressHealth, OutboundMail, Unreachable
from notifications.outbox import NewMail, enqueue
from tournaments.models import Event

Kind = OutboundMail.Kind
Reason = AddressHealth.Reason

HALF_LIFE = timedelta(days=7)
TOO_WEAK = 3.0  # of the score
FULL_WITHIN = timedelta(days=7)  # two of these switch an address off ...
REST = timedelta(days=14)  # ... for so long: a mailbox may be emptied, a host repaired
ASK_AGAIN = timedelta(hours=1)  # between two rechecks
IN_USE = Q(mail_health=None) | Q(mail_health__off_since=None)


def decayed(score: float, since: datetime | None, now: datetime) -> float:
    """A score as it counts now: it halves every week."""
    if since is None or now <= since:
        return score
    return float(score * 0.5 ** ((now - since) / HALF_LIFE))


def judge(health: AddressHealth, report: Report, at: datetime) -> None:
    """Count a report into the health of an address, in memory."""
    if health.off_since is not None or report.fate not in (Fate.FAILED, Fate.COMPLAINT):
        return
    health.status = report.status
    if report.fate == Fate.COMPLAINT:
        _switch_off(health, Reason.COMPLAINT, at)
    elif report.is_for_good:
        _switch_off(health, Reason.GONE, at)
    elif report.is_full:
        if health.full_at is not None and at - health.full_at <= FULL_WITHIN:
            _switch_off(health, Reason.FULL, at, at + REST)
        health.full_at = at
    else:
        health.score = decayed(health.score, health.scored_at, at) + 1
        health.scored_at = at
        if health.score >= TOO_WEAK:
            _switch_off(health, Reason.WEAK, at, at + REST)


def _switch_off(health: AddressHealth, reason: Reason, at: datetime, until: datetime | None = None) -> None:
    health.off_since, health.off_until, health.reason = at, until, reason


# What comes back --------------------------------------------------------------------------------------------------


@transaction.atomic
def take_report(mail: OutboundMail, raw: bytes, *, at: datetime) -> str:
    """Count what came back to the return path of a mail; returns what it was, for the page of the mail."""
    report = read_report(raw)
    if report.fate == Fate.FAILED:
        _withdraw_warnings(mail)
    if report.fate not in (Fate.FAILED, Fate.COMPLAINT):
        return (
            gettext("It is delayed and tried again.") if report.fate == Fate.DELAYED else gettext("A program wrote it.")
        )
    return _count(mail, report, at)


@transaction.atomic
def take_refusal(mail: OutboundMail, words: str, *, at: datetime) -> None:
    """Count what a mail host said when a mail was brought to it for the reader's ``mail.address``."""
    report = read_refusal(words)
    if report.fate == Fate.FAILED:
        _count(mail, report, at)


@transaction.atomic
def take_event(report: Report, *, to: str, mail_id: int | None, at: datetime) -> None:
    """Count what the provider that sends our mail says of a mail to an address: of ``mail_id``, if it went there, else
    of the newest that did. Nothing happens where none did."""
    sent = OutboundMail.objects.filter(address__email__iexact=to, state=OutboundMail.State.SENT).order_by("-pk")
    mail = (sent.filter(pk=mail_id).first() if mail_id else None) or sent.first()
    if mail is None:
        return
    if report.fate == Fate.FAILED and mail.pk == mail_id:
        _withdraw_warnings(mail)
    _count(mail, report, at)


def _withdraw_warnings(mail: OutboundMail) -> None:
    """A reminder that has come back was no warning."""
    for reminder in mail.reminders.select_related("seat"):
        timeouts.withdraw_warning(
            game_id=reminder.seat.game_id, turn_started_at=reminder.turn_started_at, warning=reminder.stage
        )


def _count(mail: OutboundMail, report: Report, at: datetime) -> str:
    """Count a report into the health of a mail's address; returns what came of it."""
    described = f"{report.fate} {report.status}".strip()
    if mail.address_id is None or mail.reader_id is None:
        return gettext("{described}, to an address that belongs to no account.").format(described=described)
    Player.objects.select_for_update(no_key=True).get(pk=mail.reader_id)
    AddressHealth.objects.get_or_create(address_id=mail.address_id)
    health = AddressHealth.objects.select_for_update().get(pk=mail.address_id)
    was_off = health.off_since is not None
    judge(health, report, at)
    health.save()
    if was_off or health.off_since is None:
        return (
            gettext("{described}; mails still go there.").format(described=described)
            if not was_off
            else gettext("{described}; the address was off already.").format(described=described)
        )
    _refresh(mail.reader_id, at)
    if mail.kind == Kind.TURN and addresses_in_use(mail.reader_id).exists():
        _notify_turns(mail.reader_id, f"back:{mail.pk}", at)
    return gettext("{described}; no mail goes to this address any more.").format(described=described)


def addresses_in_use(player_id: int) -> QuerySet[EmailAddress]:
    """The verified addresses of an account that take mail, the primary one first."""
    verified: QuerySet[EmailAddress] = EmailAddress.objects.filter(IN_USE, user=player_id, verified=True)
    return verified.order_by("-primary", "pk")


_OFF = Prepared(
    lambda: (
        AddressHealth.objects.filter(address__user=Asked("player"), address__verified=True, off_since__isnull=False)
        .select_related("address")
        .order_by("pk")
    )
)


def addresses_off(player_id: int) -> list[AddressHealth]:
    """The addresses of an account to which no mail goes, and why."""
    return _OFF.ask(player=player_id)


# Who can be reached -----------------------------------------------------------------------------------------------


@transaction.atomic
def refresh(player_id: int, at: datetime) -> None:
    """See whether mail reaches a player, and tell those who play with him if it does not any more."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    _refresh(player_id, at)


def _refresh(player_id: int, at: datetime) -> None:
    span = Unreachable.objects.filter(player=player_id, until=None).first()
    has_address = EmailAddress.objects.filter(user=player_id, verified=True).exists()
    is_reachable = addresses_in_use(player_id).exists() or not has_address
    if span is not None and is_reachable:
        span.until = at
        span.save(update_fields=["until"])
        _notify_turns(player_id, f"reachable:{span.pk}", at)
    elif span is None and not is_reachable:
        _notify_others(Unreachable.objects.create(player_id=player_id, since=at), at)


def _notify_others(span: Unreachable, at: datetime) -> None:
    """The opponents in running games, and the directors of their events, once a span."""
    running = Game.objects.filter(status=Game.Status.RUNNING, seats__player=span.player_id, seats__left_ply=None)
    opponents = Player.objects.filter(seats__game__in=running, seats__left_ply=None)
    events = Event.objects.filter(divisions__rounds__fixtures__games__game__in=running)
    readers = Player.objects.filter(Q(pk__in=opponents.values("pk")) | Q(directed_events__in=events), is_bot=False)
    ids = readers.exclude(pk=span.player_id).order_by("pk").values_list("pk", flat=True).distinct()
    context = {"span": span.pk}
    enqueue([NewMail(Kind.UNREACHABLE, reader, f"span:{span.pk}", context=context) for reader in ids], at=at)


def _notify_turns(player_id: int, cause: str, at: datetime) -> None:
    """Tell a player again whose turn mails have not reached him."""
    waiting = queries.games_to_move(Player.objects.get(pk=player_id))
    enqueue([
            NewMail(Kind.TURN, player_id, f"{cause}:{game.pk}", game_id=game.pk, ply=game.ply,
                   context={"first_seq": game.seq + 1, "last_seq": game.seq})
            for game in waiting
        ],
        at=at,
    )  # fmt: skip


def _unreachable(**seated: object) -> QuerySet[Unreachable]:
    spans = Unreachable.objects.filter(until=None, player__seats__left_ply=None, **seated)
    return spans.annotate(game=F("player__seats__game")).select_related("player").order_by("pk")


_LOST = Prepared(lambda: _unreachable(player__seats__game=Asked("game")))


def unreachable_in(game: Game) -> list[Unreachable]:
    """The players of a running game whom no mail reaches now."""
    return _LOST.ask(game=game.pk) if game.status == Game.Status.RUNNING else []


def unreachable_among(games: Iterable[Game]) -> dict[int, list[Unreachable]]:
    """The same of several games, by game, with one statement for all of them."""
    running = [game.pk for game in games if game.status == Game.Status.RUNNING]
    if not running:
        return {}
    found: dict[int, list[Unreachable]] = {}
    for span in _unreachable(player__seats__game__in=running):
        found.setdefault(vars(span)["game"], []).append(span)
    return found


# Trying again -----------------------------------------------------------------------------------------------------


@transaction.atomic
def ask_again(*, player_id: int, address_id: int, at: datetime) -> bool:
    """Send a mail to an address that is off, with a link that switches it on; False if one was sent just now."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    health = AddressHealth.objects.get(pk=address_id, address__user=player_id, off_since__isnull=False)
    if health.asked_at is not None and at - health.asked_at < ASK_AGAIN:
        return False
    health.asked_at = at
    health.save(update_fields=["asked_at"])
    context = {"address": address_id}
    enqueue([NewMail(Kind.RECHECK, player_id, f"{address_id}:{at.isoformat()}", context=context)], at=at)
    return True


@transaction.atomic
def switch_on(*, address_id: int, off_since: datetime, at: datetime) -> None:
    """Mails go to an address again that was off since then. Doing it twice is doing it once."""
    health = AddressHealth.objects.select_related("address").filter(pk=address_id, off_since=off_since).first()
    if health is None:
        return
    player_id = health.address.user_id
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    health.score, health.full_at, health.off_since, health.off_until, health.reason = 0, None, None, None, ""
    health.save()
    _refresh(player_id, at)


def try_rested(*, now: datetime) -> int:
    """Switch on the addresses whose rest is over; say how many."""
    rested = list(AddressHealth.objects.filter(off_until__lte=now))
    with Sweep("addresses") as sweep:
        for health in rested:
            with sweep.one(health):
                if health.off_since is not None:
                    switch_on(address_id=health.pk, off_since=health.off_since, at=now)
    return len(rested)
