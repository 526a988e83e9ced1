"""One small service with somebody in every role, and something of every kind that a path can name.

anna and bert play a game of a running event; dora directs that event, asta assists her and arno is its arbiter; otto
directs another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric import ec
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from games.accounts import api_keys
from games.accounts.bots import declare_bot
from games.action.base import Call, NoInputs
from games.clock.controls import TimeControl
from games.conversation import watching
from games.lobby import proposals
from games.models import Game, Heartbeat, ModerationEntry, Player, QuotaUse, Report, Submission
from games.moderation import blocks, decisions, reports
from games.play import agreements, moving, planning
from games.play.creation import create_game
from games.timekeeping import leave
from notifications.addresses import held_mails, unsubscribing
from notifications.addresses.reply_addresses import personal_address
from notifications.channels import feeds
from notifications.channels.webhooks import hooks
from notifications.models import AddressHealth, InboundMail, JoiningCode, MailPreference, OutboundMail
from tests.notifications.mailbox import PostOffice
from tests.permissions import bodies, operations
from tests.permissions.roles import GUEST, PASSWORD, ROLES
from tests.second_factor import SECRET
from tests.tournaments.acting import act
from tests.tournaments.conftest import friend, game_of
from tests.tournaments.playing import next_season, play_all, running, settle
from tournaments.circuits.services import add_event, make_circuit
from tournaments.clubs import actions as clubs
from tournaments.directing.copies import save_template
from tournaments.directing.director_notes import write_note
from tournaments.directing.requests.asking import NewRequest, ask
from tournaments.entries import admission, byes, teams
from tournaments.event_rules.layouts import Layout
from tournaments.mini_cups import actions as cups
from tournaments.models import Club, Event, Fixture
from tournaments.queries import divisions_of
from tournaments.ratings import services as rating_services
from tournaments.running import services
from tournaments.scheduling import timetable

THREE_DAYS = TimeControl.days_per_turn(3)
# Which event and which game the last part of a path is about, where the usual one would refuse everybody.
EVENTS_FOR = {
    "open": "draft", "edit": "draft", "delete": "draft",
    "start": "open", "enter": "open", "standby": "open", "stay": "asked", "leave": "asked",
    "invite": "open", "uninvite": "open", "use-reserve": "boards",
    "remove": "open", "assist": "open", "dismiss": "open", "role": "open",
    "sit-out": "swiss", "play-after-all": "swiss", "revert-entry": "swiss", "let-in": "swiss",
    "set-pairing": "swiss", "keep-apart": "swiss", "pair-now": "swiss", "release-round": "held", "next-round": "held",
    "give-bye": "taken-out", "come-back": "taken-out",
    "challenge": "ladder", "finish": "ladder",
    "seed-players": "open", "move-start": "open", "before-start": "open", "entrant-list": "open",
    "place-player": "pools", "change-tier": "pools", "seasons": "pools",
    "bracket": "knockout", "confirm": "disputed", "archive": "over", "approve-tables": "right",
    "unarchive": "archived", "resume": "paused",
}  # fmt: skip
FIXED = {  # by the beginning of a path
    "learn/": {"slug": "btt", "number": "1"}, "api/v1/lessons/": {"rules": "btt", "number": "1"},
    "puzzle/": {"number": "1"}, "api/v1/puzzle/": {"number": "1"}, "puzzles/": {"slug": "tree"},
    "rules/": {"slug": "btt"}, "ratings/": {"ending": "csv"},
}  # fmt: skip
QUERIES = {"report/": "?kind=player&key=fred", "api/v1/events/records/": "?rules=treeblox"}
GAMES_FOR = {
    "accept": "offered", "decline": "offered", "cancel": "held", "standing-answer": "roots", "evaluation": "finished",
}  # fmt: skip


@dataclass
class World:
    """What stands in the named parts of paths: ``parts`` on every path, ``parts_of`` on one; and what is sent there.

    ``bodies`` are named by operation; what a page has filled in itself is not in them.
    """

    parts: dict[str, str]
    parts_of: dict[str, dict[str, str]]
    bodies: dict[str, dict[str, Any]]

    def path(self, method: str, route: str) -> str:
        """The address that an operation means here."""
        address, named = route, self.parts | self.parts_of.get(route, {}) | self.parts_of.get(f"{method} {route}", {})
        for name, value in named.items():
            address = address.replace(f"<{name}>", value)
        return f"/{address}{QUERIES.get(route, '')}"


def prepare() -> World:
    """Make the world, now."""
    now = timezone.now()
    office = PostOffice(now=now)
    for name in filter(None, ROLES.values()):
        if name != GUEST:
            office.box(name)
    Player.objects.create(username=GUEST, is_guest=True)
    Player.objects.filter(username__in=("stan", "sula")).update(is_staff=True)
    Player.objects.filter(username="sula").update(is_superuser=True)
    for name in ("stan", "sula"):
        TOTP.activate(friend(name), SECRET)
    Group.objects.get(name=decisions.GROUP).user_set.add(friend("mona"))
    Player.objects.update(password=make_password(PASSWORD))
    events = _events()
    games = _games(events["running"])
    return World(
        parts={
            "pk": str(games["played"].pk),
            "ply": "0",
            "ending": "txt",
            "username": "anna",
            "opponent": "bert",
            "rules": "btt",
            "field": "2p",
            "day": f"{now.date()}",
            "puzzle": "tree",
            "slug": "running",
            "form": "round-robin",
            "cup": "twigs-3",
            "club": "knights",
            "circuit": "tour",
            "number": "1",
            "pairing": "1",
            **_parts_of_event(events["running"]),
            **_written(events["running"]),
            "letters": feeds.letters_of(feeds.renew_key(player_id=friend("anna").pk, at=now)),
        },
        parts_of=_parts_of(events, games, office),
        bodies=bodies.of(events, games),
    )


# Events ---------------------------------------------------------------------------------------------------------------


def _events() -> dict[str, Event]:
    """An event in every state, by its slug: directed by dora, assisted by asta, but for otto's."""
    four = ("anna", "bert", "emil", "fred")
    found = {
        "running": _event("Running", four),
        "paused": _event("Paused", four),
        "swiss": _event("Swiss", (*four, "gina", "hans"), layout=Layout(form="swiss", rounds=3, round_days=30)),
        "held": _event("Held", four, layout=Layout(form="swiss", rounds=3, preview_hours=24)),
        "ladder": _event("Ladder", four, layout=Layout(form="ladder")),
        "taken-out": _event("Taken out", (*four, "gina"), layout=Layout(form="swiss", rounds=3, round_days=30)),
        "knockout": _event("Knockout", four, layout=Layout(form="knockout")),
        "disputed": _event("Disputed", ("dora", "emil")),
        "over": _event("Over", ("anna", "bert")),
        "right": _event("Right", ("anna", "bert")),
        "archived": _event("Archived", ("anna", "bert")),
        "open": _event("Open", ("anna", "bert", "emil"), starts=False),
        "pools": _event("Pools", (*four, "gina", "hans"), layout=Layout(form="league", pool_size=3), starts=False),
        "draft": _event("Draft", (), opens=False),
        "elsewhere": _event("Elsewhere", ("hans",), director="otto", starts=False),
        "teams": _with_teams("Teams"),
        "line-ups": _with_teams("Line-ups", preview_hours=24),
        "boards": _with_teams("Boards", reserve="ines", cycles=1),
    }
    now, dora = timezone.now(), friend("dora")
    admission.invite(event_id=found["open"].pk, player=dora, usernames=["ines"], at=now)
    first, last = bodies.days_of_leave()
    leave.book_leave(player_id=friend("anna").pk, now=now, first=first, last=last)
    for slug in ("over", "right", "archived"):
        for game in running(found[slug]):
            for _ in range(4):  # as many as make a game rated
                _play(game)
        play_all(found[slug], now)
    (game,) = running(found["disputed"])
    agreements.resign(game_id=game.pk, player_id=friend("emil").pk, at=now, source="page")
    act("correct-result", found["disputed"], by=friend("asta"), at=now, game=game.pk, places=(1, 1))
    act("pause", found["paused"], by=dora, at=now)
    act("approve-tables", found["over"], by=dora, at=now)
    act("approve-tables", found["archived"], by=dora, at=now)
    found["archived"].refresh_from_db()
    act("archive", found["archived"], by=dora, at=now)
    byes.ask_to_sit_out(event_id=found["swiss"].pk, player=friend("anna"), round_number=2, at=now)
    timetable.withdraw_no_show(found["taken-out"].entrants.get(player=friend("anna")), now=now)
    ask(
        event_id=found["running"].pk,
        player=friend("anna"),
        wanted=NewRequest(what="withdrawal", why="No time."),
        at=now,
    )
    found["asked"] = next_season(found["over"].pk, now=now)
    _club(now)
    circuit = make_circuit(player=dora, name="Tour", about="For all.", points=(10, 6, 3), best=None, at=now)
    add_event(circuit_id=circuit.pk, player=dora, event_id=found["over"].pk)
    cups.JOIN.do("twigs-3", NoInputs(), Call(friend("anna"), now))
    for pool in rating_services.all_pools():
        rating_services.bring_up_to_date(pool.pk, now=now + timedelta(days=2))
    return found


def _event(
    name: str,
    players: tuple[str, ...],
    *,
    director: str = "dora",
    layout: Layout | None = None,
    opens: bool = True,
    starts: bool = True,
) -> Event:
    chief, now = friend(director), timezone.now()
    event = services.create_event(
        name=name, director=chief, rules="btt", control=THREE_DAYS, at=now, layout=layout or Layout(), most_entrants=8
    )
    if director == "dora":
        for helper, role in (("asta", admission.Role.ASSISTANT), ("arno", admission.Role.ARBITER)):
            admission.give_role(event_id=event.pk, player=chief, username=helper, role=role, at=now)
            QuotaUse.objects.filter(player=chief).delete()  # as if the events had been made on different days
    if opens:
        services.open_entries(event_id=event.pk, player=chief)
    for player in players:
        services.enter_event(event_id=event.pk, player=friend(player), at=now)
    if opens and starts:
        event = services.start_event(event_id=event.pk, player=chief, at=now)
        settle(event, now)
    event.refresh_from_db()
    return event


def _club(now: datetime) -> None:
    """A club that dora organises; anna and bert are its members."""
    clubs.FOUND.do(None, clubs.Charter(name="Knights", about="We play."), Call(friend("dora"), now))
    Club.objects.update(code=bodies.CLUB_CODE)
    for name in ("anna", "bert"):
        clubs.JOIN.do(Club.objects.get(), clubs.Code(code=bodies.CLUB_CODE), Call(friend(name), now))


def _written(event: Event) -> dict[str, str]:
    """What dora has written at her desk."""
    dora, now = friend("dora"), timezone.now()
    note = write_note(event_id=event.pk, player=dora, text="Well.", at=now)
    template = save_template(event_id=event.pk, player=dora, name="Ours", at=now)
    return {"note": str(note.pk), "template": str(template.pk)}


def _with_teams(name: str, *, reserve: str = "", **layout: int) -> Event:
    """A team league in which anna and bert play for Ulm, which has invited emil; one whose layout is given has started,
    and Ulm may have a reserve in it."""
    event = _event(name, (), layout=Layout(form="teams", boards=2, **layout), starts=False)
    now = timezone.now()
    for captain, other, city in (("anna", "bert", "Ulm"), ("gina", "hans", "Bonn")):
        team = services.enter_event(event_id=event.pk, player=friend(captain), at=now, team=city)
        named = {"event_id": event.pk, "entrant_id": team.pk}
        teams.invite_player(**named, by=friend(captain), username=friend(other).username, at=now)
        teams.accept_invitation(**named, player=friend(other), at=now)
    if reserve:
        ulm = event.entrants.get(team_name="Ulm")
        named = {"event_id": event.pk, "entrant_id": ulm.pk}
        teams.invite_player(**named, by=ulm.player, username=friend(reserve).username, at=now)
        teams.accept_invitation(**named, player=friend(reserve), at=now)
    if layout:
        event = services.start_event(event_id=event.pk, player=friend("dora"), at=now)
        settle(event, now)
    else:
        ulm = event.entrants.get(team_name="Ulm")
        teams.invite_player(event_id=event.pk, entrant_id=ulm.pk, by=ulm.player, username="emil", at=now)
    return event


def _parts_of_team(event: Event) -> dict[str, str]:
    return {"slug": event.slug, "entrant": str(event.entrants.get(team_name="Ulm").pk)}


def _parts_of_event(event: Event) -> dict[str, str]:
    division = divisions_of(event)[0]
    fixture = Fixture.objects.filter(round__division=division).order_by("pk").first()
    run = division.pairing_runs.order_by("pk").first()
    named = {"division": division, "fixture": fixture, "pairing": run}
    return {name: str(found.pk) for name, found in named.items() if found is not None}


# Games ----------------------------------------------------------------------------------------------------------------


def _games(event: Event) -> dict[str, Game]:
    """Games of anna and bert, by what they wait for; wanda watches the one of the event."""
    found = {
        "played": _between(event, "anna", "bert"),
        "finished": _between(event, "emil", "fred"),
        "offered": _game("btt"),
        "held": _game("btt"),
        "roots": _game("roots"),
        "planned": _game("btt"),
    }
    anna, bert, now = friend("anna"), friend("bert"), timezone.now()
    for _ in range(2):
        _play(found["played"])
    if _to_act(found["played"]) != "anna":
        _play(found["played"])
    agreements.resign(game_id=found["finished"].pk, player_id=friend("fred").pk, at=now, source="page")
    settle(event, now)
    agreements.offer_draw(game_id=found["offered"].pk, player_id=bert.pk, at=now, source="page")
    Player.objects.filter(pk=anna.pk).update(hold_minutes=30)
    _play(found["held"])
    Player.objects.filter(pk=anna.pk).update(hold_minutes=0)
    planning.set_plan(game_id=found["planned"].pk, player_id=bert.pk, text="if * then null d3", at=now, source="page")
    watching.watch(game_id=found["played"].pk, player_id=friend("wanda").pk, at=now, source="page")
    for game in found.values():
        game.refresh_from_db()
    return found


def _game(rules: str) -> Game:
    return create_game(rules=rules, players=[friend("anna"), friend("bert")], control=THREE_DAYS, at=timezone.now())


def _between(event: Event, *names: str) -> Game:
    try:
        return game_of(event, *names)
    except LookupError:
        return game_of(event, *reversed(names))


def _to_act(game: Game) -> str:
    return game.seats.select_related("player").get(number=game.to_act).player.username


def _play(game: Game) -> None:
    """Some legal move of the player to act."""
    position = game.load_position()
    text = game.game_rules.format(position.random_move(Random(0)), position)
    player = friend(_to_act(game))
    moving.play_move(game_id=game.pk, player_id=player.pk, text=text, ply=game.ply, at=timezone.now(), source="page")
    game.refresh_from_db()


# What single paths name -----------------------------------------------------------------------------------------------


def _parts_of(events: dict[str, Event], games: dict[str, Game], office: PostOffice) -> dict[str, dict[str, str]]:
    now, anna = timezone.now(), friend("anna")
    key, _ = api_keys.create_token(anna, name="mine")
    bot = declare_bot(owner=anna, username="annas-bot", about="Takes what it can.", at=now)
    bot_key, _ = api_keys.create_token(bot, name="annas-bot")
    invitation = JoiningCode.objects.create(player=anna, digest="0" * 64, made_at=now, ends_at=now + timedelta(days=1))
    hook = hooks.add_hook(player_id=anna.pk, url="https://hooks.example/seeds", at=now - timedelta(hours=1))
    ntfy = "https://ntfy.example/seeds"
    topic = hooks.add_hook(player_id=anna.pk, url=ntfy, kind="ntfy", at=now - timedelta(hours=1))
    bert = friend("bert")
    challenge = proposals.propose_game(proposer=anna, invited=[bert], rules="btt", seats=2, control=THREE_DAYS, at=now)
    office.now = timezone.now()
    OutboundMail.objects.exclude(reader=anna, kind="turn").delete()  # one is enough here, and pictures take long
    office.work()
    sent = OutboundMail.objects.filter(reader=anna, state="sent").latest("pk")
    held = _held_mail(office)
    report, entry = _moderated()
    address = EmailAddress.objects.get(user=anna)
    own = {"name": "Mine", "credential": _credential()}
    passkey = Authenticator.objects.create(user=anna, type="webauthn", data=own)
    sign_in = UserSession.objects.create(user=anna, ip="192.0.2.1", user_agent="Mine", session_key="m" * 32)
    off = AddressHealth.objects.create(address=address, off_since=now, reason="gone")
    numbers = {
        "lobby/<pk>/": challenge.pk, "api/v1/proposals/<pk>/": challenge.pk, "moderation/reports/<pk>": report.pk,
        "moderation/log/<pk>": entry.pk, "mail-lab/": sent.pk, "mail-lab/in/": held.pk,
    }  # fmt: skip
    parts = {path: found for path in operations.routes() if (found := _parts_by_end(path, events, games))}
    parts |= {path: {"pk": str(pk)} for name, pk in numbers.items() for path in operations.routes() if name in path}
    code = unsubscribing.off_link(sent, "turns").rstrip("/").rpartition("/")[2]
    return parts | {
        "events/<slug>/requests/<number>/take-back/": {"number": str(bodies.request_in(events["running"]))},
        "api/v1/events/<slug>/requests/<seq>/": {"seq": str(bodies.request_in(events["running"]))},
        "events/<slug>/fixtures/<pk>/": {"pk": _parts_of_event(events["running"])["fixture"]},
        "mail/off/<code>/": {"code": code},
        "mail/on/<code>/": {"code": unsubscribing.address_link(off).rstrip("/").rpartition("/")[2]},
        "mail/confirm/<code>/": {"code": held_mails.link_to(held.pk).rstrip("/").rpartition("/")[2]},
        "settings/keys/<pk>/revoke/": {"pk": str(key.pk)},
        "settings/invitations/<pk>/withdraw/": {"pk": str(invitation.pk)},
        "api/v1/players/me/keys/<pk>/": {"pk": str(key.pk)},
        **{
            f"api/v1/players/me/bots/<username>/{rest}": {"username": bot.username, "pk": str(bot_key.pk)}
            for rest in ("", "keys/", "keys/<pk>/")
        },
        **{f"api/v1/players/me/webhooks/<pk>/{rest}": {"pk": str(hook.pk)} for rest in ("", "test/", "secret/")},
        "api/v1/players/me/webhooks/<pk>/confirm/": {"pk": str(topic.pk)},
        "settings/sign-ins/<pk>/end/": {"pk": str(sign_in.pk)},
        "accounts/2fa/webauthn/keys/<pk>/edit/": {"pk": str(passkey.pk)},
        "accounts/2fa/webauthn/keys/<pk>/remove/": {"pk": str(passkey.pk)},
        "api/v1/submissions/<pk>/": {"pk": str(Submission.objects.filter(player=anna).latest("pk").pk)},
        "accounts/password/reset/key/<uidb36>-<key>/": {
            "uidb36": user_pk_to_url_str(anna),
            "key": default_token_generator.make_token(anna),
        },
        "admin/<url>": {"url": "nothing"},
        "api/v1/players/me/blocks/<username>/": {"username": "gina"},
        "PUT api/v1/events/<slug>/": {"slug": "draft"},
        "DELETE api/v1/events/<slug>/": {"slug": "draft"},
        "DELETE api/v1/games/<pk>/plan/": {"pk": str(games["planned"].pk)},
    }


def _parts_by_end(route: str, events: dict[str, Event], games: dict[str, Game]) -> dict[str, str]:
    """What a path names that is about an event, a game or a thing with a fixed name."""
    if fixed := next((parts for beginning, parts in FIXED.items() if route.startswith(beginning)), None):
        return fixed
    if route.startswith("admin/") and "<object_id>" in route:
        return {"object_id": str(_row_of(route))}
    if route.endswith("/ladder/"):
        return {"slug": "ladder"} | _parts_of_event(events["ladder"])
    if "<slug>/team" in route:
        return _parts_of_team(events["line-ups" if route.endswith("/line-up/") else "teams"])
    last = route.rstrip("/").rpartition("/")[2]
    if last in EVENTS_FOR:
        event = events[EVENTS_FOR[last]]
        return {"slug": event.slug} | (_parts_of_event(event) if event.started_at else {})
    if last in GAMES_FOR and route.endswith(f"games/<pk>/{last}/"):
        return {"pk": str(games[GAMES_FOR[last]].pk)}
    return {}


def _credential() -> dict[str, Any]:
    """A passkey as a browser hands it over."""
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    key = ES256.from_cryptography_key(public)  # type: ignore[no-untyped-call]
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    made = AttestedCredentialData.create(Aaguid.NONE, b"a passkey of anna", key)
    checked = AuthenticatorData.create(sha256(b"testserver").digest(), flags, 0, made)
    client = CollectedClientData.create("webauthn.create", b"challenge", "http://testserver")
    return {
        "id": websafe_encode(made.credential_id),
        "rawId": websafe_encode(made.credential_id),
        "type": "public-key",
        "clientExtensionResults": {},
        "response": {
            "clientDataJSON": websafe_encode(client),
            "attestationObject": websafe_encode(AttestationObject.create("none", checked, {})),
        },
    }


def _moderated() -> tuple[Report, ModerationEntry]:
    """A report of bert's that waits, and a warning of fred that can be reverted; anna has blocked gina."""
    now = timezone.now()
    blocks.block(player=friend("anna"), username="gina", at=now)
    entry = decisions.sanction(
        moderator=friend("mona"), player=friend("fred"), kind="warned", reason="Be kind.", at=now
    )
    report = reports.report(reporter=friend("bert"), kind="player", key="anna", reason="spam", text="Links.", at=now)
    return report, entry


def _held_mail(office: PostOffice) -> InboundMail:
    """A mail that anna is asked about, since nothing proves that it is hers."""
    anna = friend("anna")
    MailPreference.objects.update_or_create(player=anna, defaults={"only_proven": True})
    to = personal_address(anna.pk)
    raw = f"From: anna@example.org\r\nTo: {to}\r\nMessage-ID: <1@example.org>\r\n\r\nhelp\r\n"
    held = office.deliver(raw.encode(), to, sender="anna@example.org", peer="192.0.2.7")
    assert held.outcome == InboundMail.Outcome.HELD
    return held


def _row_of(route: str) -> Any:
    """The first row of the table that an address of the admin is about; one is made where there is none."""
    _, app, name, *_ = route.split("/")
    model = apps.get_model(app, name)
    if model is Group and not model.objects.exists():
        Group.objects.create(name="moderators")
    if model is Heartbeat and not model.objects.exists():
        Heartbeat.objects.create(name="web", at=timezone.now(), clear_until=timezone.now())
    rows = model._default_manager.order_by("pk")
    return rows.filter(username="bert").get().pk if model is Player else rows[0].pk
