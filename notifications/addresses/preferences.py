"""Which mails a player wants, and how soon: in one game, in one event, or anywhere. The nearest counts.

Whatever is chosen, clocks run. So ending the mails of running games first makes them one digest a day; only a player
who ends that too hears nothing, and a loss on time then needs a notice on the site first (``games.play.timeouts``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from games.clock.calendars import zone_named
from games.models import Game, Player
from games.play import queries
from games.timekeeping.leave import calendar_of
from games.timekeeping.turn_clock import look_again_at_turns_of
from ground.wording import day_in_words
from notifications.choices.topics import OF_EVENT, OF_GAME, PACES, USUAL_PACES, Every, Pace, Topic
from notifications.models import MailPreference, TopicPreference
from tournaments.models import Event, FixtureGame

IN_DIGEST = tuple(topic for topic in Topic if Pace.DIGEST in PACES[topic] and topic != Topic.RECEIPTS)


class PreferenceError(ValueError):
    """A preference that cannot be; the message says what would be right."""

    code = "invalid"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Preferences:
    """All that one player has said of one topic."""

    player_id: int
    anywhere: Pace
    by_game: Mapping[int, Pace]
    by_event: Mapping[int, Pace]

    def pace(self, game_id: int | None = None, event_id: int | None = None) -> Pace:
        """How soon a mail is to come. Without an event the game's own is looked up, where it could matter."""
        if game_id is not None and game_id in self.by_game:
            return self.by_game[game_id]
        if self.by_event and game_id is not None and event_id is None:
            event_id = event_of(game_id)
        return self.by_event.get(event_id, self.anywhere) if event_id is not None else self.anywhere


# What is preferred ------------------------------------------------------------------------------------------------


def preference_of(player_id: int) -> MailPreference:
    """When the player's mails come; the usual, not saved, for a player who has chosen nothing."""
    return MailPreference.objects.filter(pk=player_id).first() or MailPreference(player_id=player_id)


def preferences_of(player_id: int, topic: Topic) -> Preferences:
    """What the player has said of one topic."""
    return _collect(player_id, topic, TopicPreference.objects.filter(player=player_id, topic=topic))


def times_of(player: Player) -> MailPreference:
    """The same as ``preference_of``, where it may have been looked up with the player."""
    return getattr(player, "mail_preference", None) or MailPreference(player=player)


def quiet_of(player: Player) -> tuple[time, time] | None:
    """The hours in which the player is not to be disturbed: those chosen for mails, else those without a clock."""
    return times_of(player).quiet or calendar_of(player).sleep


def chosen_by(player: Player, topic: Topic) -> Preferences:
    """The same as ``preferences_of``, where it may have been looked up with the player."""
    return _collect(player.pk, topic, [choice for choice in player.topic_preferences.all() if choice.topic == topic])


def preferences_of_all(player_ids: Collection[int], topic: Topic) -> dict[int, Preferences]:
    """What these players have chosen for one topic; players who have chosen nothing are not in it."""
    rows: dict[int, list[TopicPreference]] = {}
    for choice in TopicPreference.objects.filter(topic=topic, player__in=player_ids):
        rows.setdefault(choice.player_id, []).append(choice)
    return {player_id: _collect(player_id, topic, found) for player_id, found in rows.items()}


def _collect(player_id: int, topic: Topic, rows: Iterable[TopicPreference]) -> Preferences:
    found = list(rows)
    anywhere = [choice.pace for choice in found if choice.game_id is None and choice.event_id is None]
    return Preferences(
        player_id,
        Pace(anywhere[0]) if anywhere else USUAL_PACES[topic],
        {choice.game_id: Pace(choice.pace) for choice in found if choice.game_id is not None},
        {choice.event_id: Pace(choice.pace) for choice in found if choice.event_id is not None},
    )


def pace_of(player_id: int, topic: Topic, *, game_id: int | None = None, event_id: int | None = None) -> Pace:
    """How soon a player wants a mail on a topic, about a game, an event or neither."""
    return preferences_of(player_id, topic).pace(game_id, event_id)


def event_of(game_id: int) -> int | None:
    """The event that a game belongs to; None for a game among friends."""
    path = "fixture__round__division__event"
    return FixtureGame.objects.filter(game=game_id).values_list(path, flat=True).first()


def topics_of(game_id: int | None = None, event_id: int | None = None) -> tuple[Topic, ...]:
    """What can be said of a game, of an event, or of everything."""
    return OF_GAME if game_id is not None else OF_EVENT if event_id is not None else tuple(Topic)


def own_paces(player_id: int, *, game_id: int | None = None, event_id: int | None = None) -> dict[Topic, Pace]:
    """What the player has said for just this game, this event, or (with neither) for everything."""
    rows = TopicPreference.objects.filter(player=player_id, game=game_id, event=event_id)
    return {Topic(choice.topic): Pace(choice.pace) for choice in rows}


def usual_paces(player_id: int, *, game_id: int | None = None, event_id: int | None = None) -> dict[Topic, Pace]:
    """What counts for a game or an event of which the player has said nothing."""
    above = event_of(game_id) if game_id is not None else None
    return {topic: preferences_of(player_id, topic).pace(None, above) for topic in topics_of(game_id, event_id)}


def has_running_games(player_id: int) -> bool:
    """Whether a clock of the player's may run."""
    return _running(player_id).exists()


# Wishing ----------------------------------------------------------------------------------------------------------


@transaction.atomic
def choose(
    *,
    player_id: int,
    paces: Mapping[Topic, Pace | None],
    at: datetime,
    game_id: int | None = None,
    event_id: int | None = None,
) -> None:
    """Set how soon mails of topics come; None goes back to what is usual there. Raises PreferenceError."""
    known = topics_of(game_id, event_id)
    for topic, pace in paces.items():
        if topic not in known:
            raise PreferenceError(
                gettext("{label}: this cannot be chosen here, only for all mails.").format(label=topic.label)
            )
        if pace is not None and pace not in PACES[topic]:
            choices = ", ".join(PACES[topic])
            raise PreferenceError(
                gettext("{label}: this can come {choices}, not {pace}.").format(
                    label=topic.label, choices=choices, pace=pace
                )
            )
    _locked(player_id, at)
    for topic, pace in paces.items():
        scope: dict[str, Any] = {
            "player_id": player_id, "topic": topic, "game_id": game_id, "event_id": event_id
        }  # fmt: skip
        if pace is None:
            TopicPreference.objects.filter(**scope).delete()
        else:
            TopicPreference.objects.update_or_create(defaults={"pace": pace}, **scope)


@transaction.atomic
def choose_times(
    *,
    player_id: int,
    at: datetime,
    digest_every: Every | None = None,
    digest_hour: int | None = None,
    board_sheet: bool | None = None,
    schedule: str | None = None,
    quiet: tuple[time, time] | None = None,
    urgent_at_night: bool | None = None,
    only_proven: bool | None = None,
    keep_quiet: bool = False,
) -> MailPreference:
    """Set when mails come; None leaves a value as it is, but for ``quiet``, which ``keep_quiet`` leaves.

    The values are checked by the caller, which has words for each. The next digest is the first after ``at``.
    """
    preference = _locked(player_id, at)
    if digest_every is not None:
        preference.digest_every = digest_every
    if digest_hour is not None:
        preference.digest_hour = digest_hour
    if schedule is not None:
        preference.schedule = schedule
    if not keep_quiet:
        preference.quiet_from, preference.quiet_until = quiet or (None, None)
    if urgent_at_night is not None:
        preference.urgent_at_night = urgent_at_night
    if only_proven is not None:
        preference.only_proven = only_proven
    if board_sheet is not None:
        preference.board_sheet = board_sheet
    if digest_every is not None or digest_hour is not None or board_sheet:
        preference.digested_until = at
    preference.save()
    return preference


def _locked(player_id: int, at: datetime) -> MailPreference:
    """The player's row of times, made when missing, under the player's lock, in order to change when mails come."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    preference, _ = MailPreference.objects.get_or_create(player_id=player_id)
    if preference.digested_until is None:  # no digest of the past is owed
        preference.digested_until = at
    preference.digest_due_at = at
    preference.save(update_fields=["digested_until", "digest_due_at"])
    look_again_at_turns_of(player_id)
    return preference


# Verbs ------------------------------------------------------------------------------------------------------------


def set_digest(*, player_id: int, hour: int | None, at: datetime, otherwise: Every = Every.HOUR) -> str:
    """From now on one mail a day at ``hour`` (0 to 23, in the player's zone), or for None as ``otherwise`` says.

    Returns the sentences for the player. Raises PreferenceError for an hour that no day has.
    """
    if hour is not None and not 0 <= hour <= 23:
        raise PreferenceError(
            gettext("Say the hour of the day at which the digest is to come, from 0 to 23, such as 8.")
        )
    with transaction.atomic():
        every = otherwise if hour is None else Every.DAY
        preference = choose_times(
            player_id=player_id, at=at, digest_every=every, digest_hour=hour, keep_quiet=True
        )  # fmt: skip
        paces: dict[Topic, Pace | None] = dict.fromkeys(IN_DIGEST, Pace.DIGEST)
        if pace_of(player_id, Topic.REMINDERS) == Pace.OFF:
            paces[Topic.REMINDERS] = Pace.URGENT
        choose(player_id=player_id, paces=paces, at=at)
    return gettext(
        "From now on one mail {when} has all games that wait for you, the urgent ones first, and what "
        "else has happened; no mail comes when there is nothing to say. A turn whose time would be over "
        "before the next digest gets a mail at once. {about_clocks}"
    ).format(when=_when(preference), about_clocks=_about_clocks(player_id))


def end_digest(*, player_id: int, at: datetime) -> str:
    """From now on each mail by itself, at once, whatever was stopped before. Returns the sentence for the player."""
    with transaction.atomic():
        _locked(player_id, at)
        TopicPreference.objects.filter(player=player_id).exclude(pace=Pace.NOW).delete()
    return gettext("There is no digest any more: each mail comes at once.")


def stop(*, player_id: int, game_id: int | None = None, event_id: int | None = None, at: datetime) -> str:
    """End the mails about a game, an event or everything; returns the sentences for the player.

    While games run that they tell of, the first stop makes them a digest and leaves the last reminder; stopping again
    ends those, too. What concerns the account, and answers to the player's own mails, always come.
    """
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player_id)
        pace = pace_of(player_id, Topic.TURNS, game_id=game_id, event_id=event_id)
        is_first = pace in (Pace.NOW, Pace.URGENT) and _running(player_id, game_id, event_id).exists()
        topics = topics_of(game_id, event_id)
        paces: dict[Topic, Pace | None]
        if is_first:
            paces = {topic: Pace.DIGEST if topic in IN_DIGEST else Pace.OFF for topic in topics}
            paces[Topic.REMINDERS] = Pace.URGENT
        else:
            paces = dict.fromkeys(topics, Pace.OFF)
        choose(player_id=player_id, paces=paces, at=at, game_id=game_id, event_id=event_id)
        if game_id is None and event_id is None:  # nearer preferences would bring mails that were just stopped
            TopicPreference.objects.filter(player=player_id).exclude(game=None, event=None).delete()
    where = _where(game_id, event_id)
    clocks = _about_clocks(player_id, game_id, event_id)
    if is_first:
        what = gettext("a game of yours") if game_id is None and event_id is None else gettext("it")
        return gettext(
            "No more single mails {where}. As long as {what} runs, one mail {when} has what waits for you, "
            "and the last reminder still comes before your time is over. {clocks} Write [stop] again, and "
            "those end too."
        ).format(where=where, what=what, when=_when(preference_of(player_id)), clocks=clocks)
    return gettext(
        "No more mails {where}. {clocks} Look at {site_url} now and then. Before you lose a game "
        "on time without a warning by mail, a notice is shown on the site for {flag_notice_hours} "
        "hours. The "
        "settings there, or [digest off], bring mails back."
    ).format(where=where, clocks=clocks, site_url=settings.SITE_URL, flag_notice_hours=settings.FLAG_NOTICE_HOURS)


def unsubscribe(*, player_id: int, topic: Topic, at: datetime, is_digest: bool = False) -> None:
    """What the link in a mail does: its topic ends. Doing it twice is doing it once.

    Turns of running games become a digest, so that no game is lost unnoticed; the link in a digest ends that, too.
    """
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player_id)
        if is_digest:
            paces: dict[Topic, Pace | None] = {
                known: Pace.OFF for known in IN_DIGEST if pace_of(player_id, known) == Pace.DIGEST
            }
            TopicPreference.objects.filter(player=player_id, pace=Pace.DIGEST).update(pace=Pace.OFF)
        elif topic == Topic.TURNS and _running(player_id).exists():
            paces = {} if pace_of(player_id, topic) in (Pace.DIGEST, Pace.OFF) else {topic: Pace.DIGEST}
            chosen = TopicPreference.objects.filter(player=player_id, topic=topic, pace__in=(Pace.NOW, Pace.URGENT))
            chosen.update(pace=Pace.DIGEST)
        else:
            paces = {topic: Pace.OFF}
            TopicPreference.objects.filter(player=player_id, topic=topic).update(pace=Pace.OFF)
        choose(player_id=player_id, paces=paces, at=at)


# Words ------------------------------------------------------------------------------------------------------------


def _running(player_id: int, game_id: int | None = None, event_id: int | None = None) -> QuerySet[Game]:
    games = Game.objects.filter(status=Game.Status.RUNNING, seats__player=player_id, seats__left_ply=None)
    if game_id is not None:
        return games.filter(pk=game_id)
    return games if event_id is None else games.filter(fixture_game__fixture__round__division__event=event_id)


def digest_in_words(preference: MailPreference) -> str:
    """When a digest comes, for a player who has chosen one."""
    if preference.digest_every == Every.HOUR:
        return gettext("The digest comes every hour.")
    if preference.digest_every == Every.ONCE:
        return gettext("The digest comes once, and then not until you have written or looked at the site.")
    return gettext("The digest comes at {hour}:00.").format(hour=f"{preference.digest_hour:02}")


def _when(preference: MailPreference) -> str:
    if preference.digest_every == Every.HOUR:
        return gettext("an hour at most")
    if preference.digest_every == Every.ONCE:
        return gettext("that is followed by none until you have written or looked at the site")
    zone = zone_named(preference.player.time_zone).key
    return gettext("a day at most, at {digest_hour}:00 ({zone}),").format(
        digest_hour=f"{preference.digest_hour:02}", zone=zone
    )


def _where(game_id: int | None, event_id: int | None) -> str:
    if game_id is not None:
        return gettext("about game {game_id}").format(game_id=game_id)
    event = Event.objects.filter(pk=event_id).first() if event_id is not None else None
    return gettext("about the event {event}").format(event=event.name) if event else gettext("of any kind")


def _about_clocks(player_id: int, game_id: int | None = None, event_id: int | None = None) -> str:
    """What no mail changes: how long the player has."""
    player = Player.objects.get(pk=player_id)
    running = set(_running(player_id, game_id, event_id).values_list("pk", flat=True))
    if not running:
        return gettext("None of your running games is affected.")
    first = next((game for game in queries.games_to_move(player) if game.deadline and game.pk in running), None)
    if first is None or first.deadline is None:
        return gettext(
            "Your clocks keep running: when it is your turn, your time runs, whether or not you have read a mail."
        )
    zone = zone_named(player.time_zone)
    until = first.deadline.astimezone(zone)
    return gettext("Your clocks keep running: your time in game {first} is over on {day}, {time} ({zone}).").format(
        first=first.pk, day=day_in_words(until), time=f"{until:%H:%M}", zone=zone.key
    )
