"""Leave and mails: what is about the player and no game."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, ngettext

from games.clock.calendars import zone_meant, zones_nearest
from games.clock.pause_words import days_in_words
from games.models import Player, Submission
from games.moderation import blocks
from games.presenting.page_sentences import moderation as sentences
from games.timekeeping import leave as absences
from games.timekeeping.actions import BOOK, CANCEL, Days
from notifications.addresses import preferences, unsubscribing
from notifications.choices.topics import Every, Pace, Topic
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler, Said, acting
from notifications.mail_format.command_list import in_words_of_reader
from notifications.mail_format.commands import Order, is_off, read_hour
from notifications.mail_format.dates import read_span
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail

Kind = OutboundMail.Kind
State = Submission.State


def leave(opened: OpenMail, order: Order, key: str) -> Said:
    """Book leave; without days, tell what is booked and left."""
    if order.text:
        return _book(opened, order, key)
    opened.tell(*_leave_of(opened))
    return None


def _days(opened: OpenMail, order: Order) -> tuple[Player, Days]:
    player = Player.objects.get(pk=opened.player.pk)
    span = read_span(order.text, absences.calendar_of(player).local_day(opened.now)) if order.text else None
    if span is None:
        example = f"[{in_words_of_reader(order.verb)} 2026-12-24 2026-12-31]"
        message = gettext("We cannot read these as days. Write first and last day, such as {example}.")
        raise Problem("unreadable", message.format(example=example), order.text or order.verb)
    return player, Days(first=span[0], last=span[1])


_book = acting(BOOK, _days)


def _leave_of(opened: OpenMail) -> Sequence[str]:
    calendar = absences.calendar_of(Player.objects.get(pk=opened.player.pk))
    today = calendar.local_day(opened.now)
    booked = [day for day in calendar.leave if day >= today]
    described = gettext("Your leave is {days_in_words}.") if booked else gettext("You have booked no leave.")
    left = ", ".join(
        gettext("{days} in {year}").format(days=absences.leave_left(calendar, year), year=year)
        for year in (today.year, today.year + 1)
    )
    described = described.format(days_in_words=days_in_words(booked))
    return described, gettext("Days of leave that you can still book: {left}.").format(left=left)


def stop(opened: OpenMail, order: Order, key: str) -> str:
    """No more mails: of the kind that is named, else of the game whose address it is, else of any kind."""
    player, what, game_id = opened.player, order.text, opened.seat.game_id if opened.seat else None
    if not what:
        return preferences.stop(player_id=player.pk, game_id=game_id, at=opened.now)
    unsubscribing.switch_off(player.pk, what, opened.now)
    words = gettext("Switched off for %(player)s: %(what)s.")
    if what == Topic.TURNS and preferences.has_running_games(player.pk):
        words = gettext("%(player)s gets no more single mails of this kind: %(what)s.")
    message = words % {"player": player.username, "what": unsubscribing.words_of(what)}
    return message + " " + gettext("[digest off] brings it back.")


def digest(opened: OpenMail, order: Order, key: str) -> str:
    """One mail a day, or an hour; or each by itself again."""
    if is_off(order.text):
        return preferences.end_digest(player_id=opened.player.pk, at=opened.now)
    otherwise = Every.ONCE if order.text in ("once", "einmal") else Every.HOUR
    hour = read_hour(order.text)
    return preferences.set_digest(player_id=opened.player.pk, hour=hour, at=opened.now, otherwise=otherwise)


def hold(opened: OpenMail, order: Order, key: str) -> str:
    absences.change_settings(player_id=opened.player.pk, announced_minutes=int(order.text))
    return ngettext(
        "A move beside other words in a mail of yours is held for {count} minute from now on.",
        "A move beside other words in a mail of yours is held for {count} minutes from now on.",
        int(order.text),
    ).format(count=int(order.text))


def words(opened: OpenMail, order: Order, key: str) -> str:
    """Whether the other players see the words beside a move in a mail."""
    absences.change_settings(player_id=opened.player.pk, passes_words_on=order.text == "on")
    if order.text == "on":
        return gettext("The other players see the words beside your moves from now on.")
    return gettext("The other players do not see the words beside your moves from now on.")


def receipts(opened: OpenMail, order: Order, key: str) -> str:
    """Whether each move has a receipt at once, or only where no other mail about the game comes for a day."""
    pace = Pace.NOW if order.text == "on" else None
    preferences.choose(player_id=opened.player.pk, paces={Topic.RECEIPTS: pace}, at=opened.now)
    if pace:
        return gettext("You get a receipt of each move at once from now on.")
    return gettext("You get a receipt of a move only if no other mail about the game comes for a day.")


def language(opened: OpenMail, order: Order, key: str) -> str:
    """Pages and mails in another language from now on; the answer is in it already, with what the mail asks below."""
    absences.change_settings(player_id=opened.player.pk, language=order.text)
    opened.player.language = order.text
    translation.activate(order.text)  # for the rest of this mail
    return gettext("Your mails and pages are in {language} from now on.").format(language=_name_of(order.text))


def time_zone(opened: OpenMail, order: Order, key: str) -> str:
    """Times of mails and pages in another zone from now on. Raises Problem."""
    zone = zone_meant(order.text)
    if zone is None:
        message = gettext(
            "There is no such time zone. Each is named after one city, often the capital or the largest: write "
            "[time zone Berlin] for Munich, and [time zone New York] for Boston."
        )
        nearest = [in_words_of_reader(f"{order.verb} {name}") for name in zones_nearest(order.text)]
        raise Problem("no_such_zone", message, f"{order.verb} {order.text}", nearest=nearest)
    absences.change_settings(player_id=opened.player.pk, time_zone=zone)
    opened.player.time_zone = zone
    return gettext("Your mails and pages give times in the zone {zone} from now on.").format(zone=zone)


def _name_of(code: str) -> str:
    return dict(settings.LANGUAGES)[code]


def block(opened: OpenMail, order: Order, key: str) -> str | None:
    """Have nothing to do with a player any more; without a name, tell whom the player has blocked."""
    if not order.text:
        names = [known.blocked.username for known in blocks.blocks_of(opened.player)]
        opened.tell(sentences.blocks(names))
        return None
    return sentences.blocked(blocks.block(player=opened.player, username=order.text, at=opened.now).blocked.username)


def unblock(opened: OpenMail, order: Order, key: str) -> str:
    return sentences.unblocked(blocks.unblock(player=opened.player, username=order.text))


def settings_(opened: OpenMail, order: Order, key: str) -> None:
    """Which mails the player gets, when, in which language, and in which zone their times are."""
    player = opened.player
    paces = preferences.usual_paces(player.pk)
    how = gettext(
        "Change them with [digest HOUR], [digest off], [stop], [language CODE] ({codes}) and [time zone CITY]; all "
        "others are on the site."
    )
    opened.tell(gettext("Your settings."), how.format(codes=", ".join(dict(settings.LANGUAGES))))
    lines = [
        gettext("Language: {language}").format(language=_name_of(player.language)),
        gettext("Time zone: {zone}").format(zone=player.time_zone),
        *(f"{topic.label}: {pace.label}" for topic, pace in paces.items()),
    ]
    if Pace.DIGEST in paces.values():
        lines.append(preferences.digest_in_words(preferences.preference_of(player.pk)))
    opened.tell(lines=lines)


def close(opened: OpenMail, order: Order, key: str) -> None:
    """Ask once more before an account is closed."""
    opened.seat = None
    question = gettext(
        "Answer this mail with [yes], and you leave all your games, and your account is permanently closed."
    )
    opened.answer(Kind.DONE, has_board=False, asks="close", described=[question])


def close_confirmed(opened: OpenMail, order: Order, key: str) -> str:
    opened.closes_account = True
    return gettext("The account is closed.")


HANDLERS: dict[str, Handler] = {
    "settings": settings_,
    "close account": close,
    "leave": leave,
    "cancel leave": acting(CANCEL, _days),
    "stop": stop,
    "digest": digest,
    "hold": hold,
    "words": words,
    "receipts": receipts,
    "time zone": time_zone,
    "language": language,
    "block": block,
    "unblock": unblock,
}
