"""Plays the demo league to the end on a service that runs: some by mail, some with forms, some through REST."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from django.utils import timezone

from demo.clients import Browser, Client, DemoError, PagePlayer, RestPlayer, mail_player, make_key
from demo.league import PASSWORD, SLUG, address_of
from demo.script import PLAYERS, RUNS_OUT_OF_TIME, replayed
from games.models import CurrentTurn, Game, GameEvent
from notifications.addresses.reply_addresses import find_token
from tournaments.models import Event

PAUSE = 0.3  # seconds between two looks
LULL = 5.0  # seconds without any move before the demo says what it waits for
PATIENCE = 180.0  # seconds without any move before the demo gives up


class Command(BaseCommand):
    help = "Play the demo league to the end. The service must be running with the same settings (./bin/serve)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--site", default=settings.SITE_URL, help="the address of the service (%(default)s)")
        parser.add_argument(
            "--mail-smtp", default=settings.MAIL_SMTP, help="the address of its mail server (%(default)s)"
        )

    def handle(self, *args: Any, site: str, mail_smtp: str, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo cannot be played with PRODUCTION=1.")
        event = Event.objects.filter(slug=SLUG).first()
        if event is None:
            raise CommandError("There is no demo league: run manage.py load_demo first.")
        self._check_moves_so_far(event)
        try:
            browsers = {name: self._browser(name, site) for name in PLAYERS[2:]}
            pages = [PagePlayer(name, browsers[name]) for name in ("chloe", "emil", "fay")]
            keys = {name: make_key(browsers[name], PASSWORD) for name in ("dora", "gus", "hana")}
            programs = [RestPlayer(name, site, key) for name, key in keys.items()]
            self._play(event, [*self._mail_players(mail_smtp), *pages, *programs], programs[0])
            self._show_standings(programs[0])
        except OSError as error:
            raise CommandError(
                f"{error}. Is the service running at {site}, and its mail server at {mail_smtp}?"
            ) from error
        except DemoError as error:
            raise CommandError(
                f"{error} The demo cannot continue a game in which other moves have been played."
            ) from error

    def _check_moves_so_far(self, event: Event) -> None:
        """Raise CommandError for a league in which somebody has played other moves than the script's."""
        for game in self._league_games(event):
            steps = list(game.events.filter(kind=GameEvent.Kind.STEP).order_by("seq").values_list("text", flat=True))
            if steps != replayed(_players_of(game)).steps[: len(steps)]:
                raise CommandError(
                    f"In game {game.pk} somebody has played other moves than the demo's, so it cannot go on there. "
                    f"For a fresh league stop the service, remove the folder {settings.VAR} and start again."
                )

    @staticmethod
    def _league_games(event: Event) -> QuerySet[Game]:
        games = Game.objects.filter(fixture_game__fixture__round__division__event=event)
        return games.prefetch_related("seats__player")

    # Who plays how

    def _mail_players(self, mail_smtp: str) -> list[Client]:
        host, _, port = mail_smtp.rpartition(":")
        folder = Path(settings.EMAIL_FILE_PATH)
        if not settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
            raise CommandError("The demo reads mails from a folder: EMAIL_URL must be filemail:// or left unset.")
        programs = {"anna": "gmail", "ben": "mutt"}
        return [
            mail_player(
                name,
                address_of(name),
                folder=folder,
                host=host,
                port=int(port),
                program=program,
                is_ours=lambda address: find_token(address) is not None,
            )
            for name, program in programs.items()
        ]

    def _browser(self, name: str, site: str) -> Browser:
        browser = Browser(site)
        browser.sign_in(name, PASSWORD)
        return browser

    # Playing

    def _play(self, event: Event, clients: Sequence[Client], rest: RestPlayer) -> None:
        """Let everybody play until the service says that the league is over."""
        last = time.monotonic()
        is_waiting = False
        while rest.ask(f"/api/v1/events/{SLUG}/")["state"] != "finished":
            moves = [played for client in clients for played in client.play_waiting()]
            for played in moves:
                self.stdout.write(f"  {played.player:6} by {played.source:5} game {played.game:<4} {played.text}")
            if self._let_time_pass(event) or moves:
                last, is_waiting = time.monotonic(), False
            elif not is_waiting and time.monotonic() - last > LULL:
                is_waiting = True
                self.stdout.write(
                    "  (nothing to play: the service checks once a minute whether a player has lost on time)"
                )
            elif time.monotonic() - last > PATIENCE:
                raise DemoError("Nothing has happened for three minutes.")
            time.sleep(PAUSE)

    def _let_time_pass(self, event: Event) -> bool:
        """Dora never moves again in one game. Ten days are long, so the demo puts the beginning of her turn so far back
        that her time is over, with the warnings that she would have had; that her flag has fallen is then found by the
        service itself."""
        overdue = timezone.now() - timedelta(seconds=settings.FLAG_GRACE_SECONDS + 1)
        for game in self._league_games(event).filter(turn__deadline__gt=overdue):
            if _players_of(game) == RUNS_OUT_OF_TIME and game.ply == len(replayed(RUNS_OUT_OF_TIME).steps):
                began = overdue - timedelta(milliseconds=game.turn.time or 0)
                CurrentTurn.objects.filter(game=game, game__ply=game.ply).update(
                    started_at=began, deadline=overdue, due_at=began, warned=["50", "80", "95"]
                )
                self.stdout.write(f"  dora lets her time run out in game {game.pk} (the demo skips the ten days)")
                return True
        return False

    # The end

    def _show_standings(self, rest: RestPlayer) -> None:
        table = rest.ask(f"/api/v1/events/{SLUG}/standings/")
        self.stdout.write("\nThe league is over. Its standings:\n\n")
        for line in table["standings"]:
            values = "  ".join(f"{value['code']} {value['value'] or '-'}" for value in line["tie_breaks"])
            self.stdout.write(f"  {line['rank']}. {line['player']:8}{line['points']:>4}   {values}")
        self.stdout.write("")
        for sentence in table["ties"]:
            self.stdout.write(sentence)
        self.stdout.write(f"\n{rest.site}/events/{SLUG}/standings/")


def _players_of(game: Game) -> tuple[str, ...]:
    return tuple(seat.player.username for seat in game.seats.all())
