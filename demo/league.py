"""Loads the demo: a league in its second season, with what its players have played, said and offered so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from random import Random

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import F

from demo.script import DIRECTOR, PLAYERS, Script, scripts
from games.clock.controls import TimeControl
from games.conversation.remarks import say
from games.lobby.match_terms import MatchTerms
from games.lobby.proposals import accept_proposal, propose_game
from games.models import Game, Player, Proposal, Submission
from games.play.creation import create_game
from games.play.log import open_game
from games.play.outcome import advance, dice_of, standing_answers
from games.turns.playing import read_turn
from ground.background import enqueue_after_commit
from notifications.models import OutboundMail
from tournaments.directing.before_start.seed_players import Order, SeedPlayers
from tournaments.event_rules.layouts import Form, Layout
from tournaments.models import Division, Event
from tournaments.queries import games_of_event
from tournaments.ratings import services as ratings
from tournaments.running import progress, seasons, services
from tournaments.running.decisions import Decision
from tournaments.setup.templates import SEASON, usual_layout

SLUG = "garden-league-season-2"
DOMAIN = "demo.localhost"  # of the players' addresses
PASSWORD = "grow-a-tree"  # noqa: S105 - a demo's, printed at every start, refused in production
CONTROL = TimeControl(base=timedelta(days=10), increment=timedelta(days=1), cap=timedelta(days=14))
BEGAN = timedelta(days=35)  # ago, the season that is being played
DICE = "5eed" * 16  # what the dice of a scripted game follow from


def address_of(name: str) -> str:
    """The mail address of a demo player."""
    return f"{name}@{DOMAIN}"


class DemoRefused(Exception):
    """The demo cannot be loaded here; the message says why, and what to do."""


@transaction.atomic
def load_demo(*, at: datetime) -> bool:
    """Load everything; False, and nothing is changed, if it is there already. Raises DemoRefused."""
    if Event.objects.filter(slug=SLUG).exists():
        return False
    names = (*PLAYERS, DIRECTOR)
    taken = Player.objects.filter(username__in=names).order_by("username").values_list("username", flat=True)
    if taken:
        raise DemoRefused(
            f"The demo needs players of its own, and there is somebody called {', '.join(taken)} already. "
            f"Load it into an empty database: set SEEDS_VAR to a new folder, or DATABASE_URL to a new database."
        )
    password = make_password(PASSWORD)  # takes a fifth of a second
    people = {name: _create_player(name, password, at - timedelta(days=150)) for name in names}
    director, players = people[DIRECTOR], [people[name] for name in PLAYERS]
    _play_seasons(players, director, at)
    _play_match(people["anna"], people["ben"], at)
    _play_others(people, at)
    gone = OutboundMail.objects.exclude(kind=OutboundMail.Kind.TURN, ply=F("game__ply"), game__finished_at=None)
    gone.delete()  # was read long ago
    _offer(people, at)
    for pool in ratings.all_pools():
        ratings.recount_from(pool.pk)  # days that a worker may have counted before
    enqueue_after_commit("tournaments.tasks.count_ratings")
    return True


def _create_player(name: str, password: str, at: datetime) -> Player:
    player = Player.objects.create(username=name, email=address_of(name), password=password, date_joined=at)
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


# The league -----------------------------------------------------------------------------------------------------------


def _play_seasons(players: Sequence[Player], director: Player, at: datetime) -> None:
    """A season with two divisions from its beginning to its end, and the next one up to now."""
    begins = at - BEGAN - timedelta(days=SEASON)
    league = services.create_event(
        name="Garden League", director=director, rules="treeblox", control=CONTROL, at=begins - timedelta(days=9),
        layout=Layout(form=Form.LEAGUE, pool_size=4, season_days=SEASON), most_entrants=len(players),
    )  # fmt: skip
    services.open_entries(event_id=league.pk, player=director)
    for player in players:
        services.enter_event(event_id=league.pk, player=player, at=begins - timedelta(days=7))
    _play_season(league, "1", [*players[:3], players[4], players[3], *players[5:]], begins, at)
    season = seasons.prepare_next(league.pk, now=at - BEGAN - timedelta(days=14))
    services.open_entries(event_id=season.pk, player=director)
    for player in players:
        seasons.stay(event_id=season.pk, player_id=player.pk, stays=True, at=at - BEGAN - timedelta(days=8))
    _play_season(season, "2", players, at - BEGAN, at)


def _play_season(league: Event, number: str, order: Sequence[Player], begins: datetime, at: datetime) -> None:
    """Start a season with its players in this order, so that the script knows who meets whom when, and play it."""
    seeds = Order(players=[player.username for player in order])
    decision = Decision(league.director, "In the order of strength.", begins - timedelta(days=1))
    SeedPlayers().do(league, seeds, decision)
    services.start_event(event_id=league.pk, player=None, at=begins)
    found = games_of_event(league).prefetch_related("seats__player")
    games = {tuple(seat.player.username for seat in game.seats.all()): game for game in found}
    for script in scripts(number):
        _play(games[script.players], script, at)
    for division in league.divisions.all():
        _count(division)


def _count(division: Division) -> None:
    """What the workers do after a result."""
    last = division.event.log_entries.latest("seq").at
    services.compute_standings(division.pk, at=last)
    progress.advance(division.pk, at=last)


def _play(game: Game, script: Script, at: datetime) -> None:
    """Play a game as its script has it, with its turns spread over the time since it began."""
    random = Random(script.hours)  # noqa: S311 - no secret
    spread = list(accumulate(random.uniform(0.3, 1.7) for _ in script.played))
    pace = (at - timedelta(hours=script.hours) - game.started_at) / spread[-1]
    opened = open_game(game.pk)
    for text, passed in zip(script.played, spread, strict=True):
        if script.goes_on and passed == spread[-1]:
            opened.save()  # the mail about the last turn is about that turn alone
            opened = open_game(game.pk)
        throw, standing, when = dice_of(opened.game), standing_answers(opened), game.started_at + passed * pace
        seat = opened.position.seat_to_act or 0
        turn = read_turn(game.game_rules, opened.position, seat, text, opened.game.ply, throw, standing)
        advance(opened, turn, when, Submission.Source.PAGE, now=when)
    opened.save()


# Other games ----------------------------------------------------------------------------------------------------------


def _play_match(anna: Player, ben: Player, at: datetime) -> None:
    """Six games of Treeblox one after another, which stand at 20 to 21 after four."""
    terms, agreed = MatchTerms(games=6, schedule=Proposal.Schedule.IN_TURN), at - timedelta(days=33)
    asked = propose_game(
        proposer=anna, invited=[ben], rules="treeblox", seats=2, control=CONTROL, at=agreed, match=terms
    )
    accept_proposal(proposal_id=asked.pk, player=ben, at=agreed)
    division = Division.objects.select_related("event").get(event__agreed=asked)
    for script in scripts("match"):
        _play(games_of_event(division.event).latest("pk"), script, at)
        _count(division)


def _play_others(people: Mapping[str, Player], at: datetime) -> None:
    """A game or two of each of the other rules, and what is said about the newest games."""
    for rules, secret in (("btt", ""), ("twigs", ""), ("roots", DICE)):
        for script in scripts(rules):
            seated, began = [people[name] for name in script.players], at - timedelta(days=16)
            game = create_game(players=seated, secret=secret, rules=rules, control=CONTROL, at=began, rated=False)
            _play(game, script, at)
    for (name, rules), hours, _, (text,), _ in scripts("say"):
        game, when = Game.objects.filter(rules=rules, seats__player=people[name]).latest("pk"), timedelta(hours=hours)
        say(game_id=game.pk, player_id=people[name].pk, text=text, at=at - when, source=Submission.Source.PAGE)


def _offer(people: Mapping[str, Player], at: datetime) -> None:
    """What a newcomer can join and enter."""
    for (name, rules, seats), hours, _, (text,), _ in scripts("seek"):
        propose_game(
            proposer=people[name], rules=rules, seats=int(seats), control=CONTROL, at=at - timedelta(hours=hours),
            message=text, rated=False,
        )  # fmt: skip
    league = services.create_event(
        name="Open League", director=people["anna"], rules="btt", control=CONTROL, at=at,
        layout=usual_layout(Form.ROUND_ROBIN, "btt", 2),
    )  # fmt: skip
    services.open_entries(event_id=league.pk, player=league.director)
    for name in ("ben", "dora", "fay"):
        services.enter_event(event_id=league.pk, player=people[name], at=at)
