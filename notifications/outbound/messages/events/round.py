"""The mail that begins an event, a round or a challenge: the reader's opponents, and the games."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.models import Player, Seat
from ground.wording import and_list
from notifications.models import OutboundMail
from notifications.outbound.messages.base import moment, plain
from notifications.outbound.messages.events.base import EventMessage
from notifications.outbound.messages.events.words import numbered
from tournaments.event_rules.layouts import WITH_BRACKET, Form
from tournaments.formats.round_names import title_of_tie
from tournaments.models import Fixture
from tournaments.presenting.tables import division_title
from tournaments.queries import fixtures_of
from tournaments.standings.matches import board_of
from tournaments.wording.byes import pairing_bye_in_words


class Round(EventMessage):
    """The meetings of the reader, and their games."""

    kind = OutboundMail.Kind.ROUND

    @cached_property
    def fixtures(self) -> list[Fixture]:
        """The reader's own: all of an event that begins, or those of a round that was paired later."""
        only = self.mail.context.get("fixtures")
        return [fixture for division in self.divisions for fixture in fixtures_of(division)
                if (only is None or fixture.pk in only) and self.reader in _players_of(fixture)]  # fmt: skip

    @property
    def is_challenge(self) -> bool:
        """Whether the mail is about a challenge on a ladder."""
        return self.event.form == Form.LADDER and "fixtures" in self.mail.context

    @property
    def subject(self) -> str:
        if self.is_challenge:
            described = _("%(event)s: a challenge has begun")
        elif not self.fixtures:
            described = _("%(event)s: it has begun")
        else:
            described = _("%(event)s: your games have begun")
        return plain(described % {"event": self.event.name})

    @property
    def headline(self) -> str:
        if self.is_challenge:
            challenger, challenged = _players_of(self.fixtures[0])
            if challenger == self.reader:
                return _("You have challenged %(player)s. The games run now.") % {"player": challenged.username}
            return _("%(player)s has challenged you. The games run now.") % {"player": challenger.username}
        if self.event.agreed_id is not None:
            return self._match_begun()
        if "fixtures" in self.mail.context:
            return _("The next games of an event that you play in have begun.")
        if self.event.cup:
            return _("The mini cup that you signed up for has begun. Your games run now.")
        if self.fixtures:
            return _("An event that you entered has begun. Your games run now.")
        return _("An event that you entered has begun.")

    def _match_begun(self) -> str:
        """That a match from the lobby has begun, or the next game of one."""
        others = and_list([player.username for player in _players_of(self.fixtures[0]) if player != self.reader])
        if "fixtures" in self.mail.context:
            return _("The next game of your match against %(player)s has begun.") % {"player": others}
        return _("Your match against %(player)s has begun.") % {"player": others}

    def values(self) -> dict[str, Any]:
        return super().values() | {
            "division": ", ".join(dict.fromkeys(filter(None, map(self._division_of, self.fixtures)))),
            "meetings": [self._meeting(fixture) for fixture in self.fixtures],
            "ends": self._ends(),
            "without": "" if self.fixtures else self._without_a_game(),
        }

    def _without_a_game(self) -> str:
        """What comes next for a reader who has no game at the start."""
        if self.event.form == Form.LADDER:
            return _("Its page shows your rung and the players that you can challenge.")
        if self.event.form == Form.TEAMS:
            described = _("In the first round you have no board: you are a reserve, or your team has no match.")
        elif self.event.form in WITH_BRACKET:
            described = _("In the first round you have no opponent: you advance to the next one.")
        else:
            worth = pairing_bye_in_words(self.event.event_ruleset)
            described = _("In the first round you have no opponent.") + " " + worth
        return described + " " + _("You are mailed when your games begin.")

    def _division_of(self, fixture: Fixture) -> str:
        return next(division_title(one) for one in self.divisions if one.pk == fixture.round.division_id)

    def _meeting(self, fixture: Fixture) -> str:
        """One fixture of the reader's in a line."""
        if self.event.form == Form.TEAMS:
            return self._board(fixture)
        others = and_list([player.username for player in _players_of(fixture) if player != self.reader])
        games = numbered([played.game_id for played in fixture.games.all()])
        values = {"players": others, "games": games, "round": fixture.round.number}
        return self._meeting_in_words(fixture) % values

    def _board(self, fixture: Fixture) -> str:
        """The reader's board in a match of teams."""
        own = Seat.objects.filter(game__fixture_game__fixture=fixture, player=self.reader).order_by("game")
        played = [seat.game for seat in own.select_related("game__fixture_game")]
        others = Player.objects.filter(seats__game=played[0]).exclude(pk=self.reader.pk)
        each = self.event.event_ruleset.games_of_board
        values = {
            "round": fixture.round.number,
            "match": " \N{EN DASH} ".join(seat.entrant.name for seat in fixture.seats.all()),
            "board": board_of(played[0].fixture_game.number, each),
            "players": and_list([player.username for player in others]),
            "games": numbered([game.pk for game in played]),
        }
        return _("round %(round)s, %(match)s, board %(board)s against %(players)s: %(games)s") % values

    def _meeting_in_words(self, fixture: Fixture) -> str:
        """With the round, where there are rounds."""
        if self.event.form in (Form.LADDER, Form.MATCH):
            return _("against %(players)s: %(games)s")
        division = next(one for one in self.divisions if one.pk == fixture.round.division_id)
        if not division.stage.stage_format.has_bracket:
            return _("round %(round)s against %(players)s: %(games)s")
        title = title_of_tie(division.stage.format, division.entrants.count(), fixture.round.number, fixture.number)
        return f"{title.replace('%', '%%')}, " + _("against %(players)s: %(games)s")

    def _ends(self) -> str:
        """Until when these games are to be over; empty where nothing but the clocks says so."""
        deadlines = {fixture.round.deadline for fixture in self.fixtures if fixture.round.deadline}
        if len(deadlines) != 1:
            return ""
        is_season = self.event.form == Form.LEAGUE
        described = _("The season ends on %(moment)s.") if is_season else _("The round ends on %(moment)s.")
        return described % {"moment": moment(deadlines.pop(), self.reader)}


def _players_of(fixture: Fixture) -> list[Player]:
    """Its players in the order of its seats: on a ladder the challenger first; of teams those who have a board."""
    seats = list(fixture.seats.all())
    if seats and seats[0].entrant.team_name:
        playing = Seat.objects.filter(game__fixture_game__fixture=fixture).select_related("player")
        return list(dict.fromkeys(seat.player for seat in playing.order_by("game", "number")))
    return [seat.entrant.player for seat in seats]
