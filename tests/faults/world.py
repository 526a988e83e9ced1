"""Who plays what during a campaign: accounts for the clients, games against each other and the house, and leagues that
end meanwhile. Made by the services, in this process, as a director or a lobby does.

Some players sleep: they never move, and their time is short, so that deadlines fall inside the faults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from random import Random

from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.accounts.api_keys import create_token
from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.creation import create_game
from games.play.house_players import accounts as house_accounts
from tests.faults.clients import PASSWORD, Account
from tournaments.models import Event
from tournaments.running import services

REST, FORM, MAIL = ("rita", "rolf", "rosa"), ("fay", "finn"), ("mara", "milo", "mona")
LATE = ("late-rest", "late-mail")  # who move shortly before their time is over
SLEEPERS = ("sam", "sue", "sid")
QUIET = ("dina",)  # directs
GAMES, SLEEPING_GAMES, LATE_GAMES, EVENTS = 8, 5, 3, 3  # that run at a time
DAYS = TimeControl.days_per_turn(3)
SHORT = timedelta(minutes=2)  # longer than the 90 seconds after which a silence counts as an outage
MINUTES = TimeControl(base=SHORT, increment=SHORT, cap=SHORT, answer=SHORT)


@dataclass
class World:
    """What was made, by the draw of ``chance``. ``hurries``: whether there are games whose time can run out."""

    chance: Random
    hurries: bool = True
    accounts: dict[str, Account] = field(default_factory=dict)
    _numbers: count[int] = field(default_factory=lambda: count(1))

    def make_players(self) -> None:
        """The tables, and everybody who takes part."""
        call_command("migrate", verbosity=0)
        joined = timezone.now() - timedelta(days=400)  # nobody is new
        for name in (*REST, *FORM, *MAIL, *LATE, *SLEEPERS, *QUIET):
            account = Account(name)
            player = Player.objects.create_user(
                username=name, email=account.address, password=PASSWORD, date_joined=joined
            )
            EmailAddress.objects.create(user=player, email=account.address, verified=True, primary=True)
            key = create_token(player, name="campaign")[1]
            self.accounts[name] = Account(name, key)

    def top_up(self) -> None:
        """As many games and events run as there are to be. Raises what a database raises that does not answer."""
        house = list(house_accounts().values())
        awake = Q(turn__isnull=False, fixture_game=None)
        names = [*REST, *FORM, *MAIL]
        for _ in range(GAMES - _running(awake & Q(title="awake"))):
            pair = self._players(self.chance.sample(names, 2))
            if self.chance.random() < 0.3:
                pair[self.chance.randrange(2)] = self.chance.choice(house)
            self._begin(pair, DAYS, "awake")
        for _ in range(SLEEPING_GAMES * self.hurries - _running(awake & Q(title="asleep"))):
            pair = self._players([self.chance.choice(SLEEPERS), self.chance.choice(REST)])
            self._begin(pair, MINUTES, "asleep", rules=("btt", "treeblox"))
        for _ in range(LATE_GAMES * self.hurries - _running(awake & Q(title="late"))):
            self._begin([self._players([self.chance.choice(LATE)])[0], self.chance.choice(house)], MINUTES, "late")
        for _ in range(EVENTS - Event.objects.exclude(state=Event.State.FINISHED).count()):
            self._begin_event()

    def _players(self, names: Sequence[str]) -> list[Player]:
        found = Player.objects.in_bulk(names, field_name="username")
        return [found[name] for name in names]

    def _begin(
        self,
        players: list[Player],
        control: TimeControl,
        title: str,
        rules: Sequence[str] = ("btt", "btt", "treeblox", "treeblox", "twigs", "roots"),
    ) -> None:
        self.chance.shuffle(players)
        chosen = self.chance.choice(rules)
        create_game(
            rules=chosen, players=players, control=control, at=timezone.now(), title=title, rated=title == "awake"
        )

    @transaction.atomic
    def _begin_event(self) -> None:
        """A league of three: its games end by play, by giving up or, with somebody who sleeps, by the clock."""
        is_short = self.chance.random() < 0.5 and self.hurries
        names = [*self.chance.sample(REST, 2), self.chance.choice(SLEEPERS if is_short else (*FORM, *MAIL))]
        (director,) = self._players(QUIET)
        event = services.create_event(
            name=f"Campaign {next(self._numbers)}",
            director=director,
            rules=self.chance.choice(("btt", "treeblox")),
            control=MINUTES if is_short else DAYS,
            at=timezone.now(),
        )
        services.open_entries(event_id=event.pk, player=director)
        for player in self._players(names):
            services.enter_event(event_id=event.pk, player=player, at=timezone.now())
        services.start_event(event_id=event.pk, player=director, at=timezone.now())


def _running(which: Q) -> int:
    return Game.objects.filter(which).count()
