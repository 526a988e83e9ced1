"""Players take everything along and close their accounts by themselves; the games of the others stay whole."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as django_mail
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.accounts import api_keys
from games.archive.stored_records import record_of
from games.conversation.remarks import keep_note
from games.lobby.proposals import propose_game
from games.models import ApiToken, Erasure, Game, Note, Player, Proposal
from games.play.creation import create_game
from games.play.moving import play_move
from notifications.models import OutboundMail
from tests.games.browsing import Browser, Page
from tests.games.conftest import THREE_DAYS
from tests.notifications.accounts.test_sign_ins import PASSWORD, account, is_in, notices, sign_in
from tests.notifications.mailbox import PostOffice
from tests.tournaments.entries.test_closed_accounts import status_of
from tests.tournaments.playing import started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event
from tournaments.scheduling import timetable

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Browser:
    """A browser in which anna has signed in, who plays with bert, has a key, a note and a proposal."""
    anna, bert, now = account("anna", "anna@work.example"), account("bert"), timezone.now()
    game = create_game(rules="btt", players=[anna, bert], control=THREE_DAYS, at=now)
    mover = game.seats.get(number=game.to_act).player
    play_move(game_id=game.pk, player_id=mover.pk, text="null d3", ply=0, at=now, source="page")
    keep_note(game_id=game.pk, player_id=anna.pk, text="mind the corner", at=now, source="page")
    propose_game(proposer=anna, rules="btt", seats=2, control=THREE_DAYS, at=now, message="Anybody?")
    api_keys.create_token(anna, name="my bot", scopes=["read"])
    browser = Browser()
    sign_in(browser)
    OutboundMail.objects.filter(kind="security").delete()
    return browser


def confirmed(browser: Browser, path: str, **values: str) -> Page:
    page = browser.send(path, **values)
    assert page.path == "/accounts/reauthenticate/"
    token = browser.client.cookies["csrftoken"].value
    form = {**page.form("/accounts/reauthenticate/"), "csrfmiddlewaretoken": token, "password": PASSWORD}
    answer = browser.client.post("/accounts/reauthenticate/", form)
    if answer.headers["Content-Type"] == "application/zip":
        browser.packed = answer.content  # type: ignore[attr-defined]
        return page
    return browser.get(answer["Location"]) if answer.status_code == 302 else browser._read(answer)


def test_everything_comes_in_one_file_after_the_password(browser: Browser) -> None:
    confirmed(browser, "/settings/account/download/")
    file = zipfile.ZipFile(io.BytesIO(browser.packed))
    read = {name: file.read(name).decode() for name in file.namelist()}
    about = json.loads(read["account.json"])
    assert about["username"] == "anna"
    assert {row["email"] for row in about["addresses"]} == {"anna@example.org", "anna@work.example"}
    assert [(key["name"], key["scopes"]) for key in about["keys"]] == [("my bot", "read")]
    assert ApiToken.objects.get().digest not in "".join(read.values())
    assert Player.objects.get(username="anna").password not in "".join(read.values())
    assert json.loads(read["talk.json"])["notes"][0]["text"] == "mind the corner"
    assert json.loads(read["proposals.json"])["made"][0]["message"] == "Anybody?"
    assert "null d3" in read["games.txt"]
    assert json.loads(read["games.jsonl"].splitlines()[0])["game"] == "btt"
    assert all(name in read["README.txt"] for name in read if name != "README.txt")
    assert [subject for _, subject in notices()] == ["your data was downloaded"] * 2


def test_account_is_closed_after_the_password_and_the_name_and_games_of_others_stay_whole(browser: Browser) -> None:
    assert "The name of this account is anna." in confirmed(browser, "/settings/account/close/", name="bert").text
    anna = Player.objects.get(username="anna")
    assert anna.is_active
    page = browser.send("/settings/account/close/", name="Anna")
    assert "Your account is closed." in page.note("success")
    assert not is_in(browser)
    anna.refresh_from_db()
    assert (anna.is_active, anna.email, anna.has_usable_password()) == (False, "", False)
    for rows in (EmailAddress.objects.filter(user=anna), anna.api_tokens, Note.objects.filter(player=anna)):
        assert not rows.exists()
    assert Proposal.objects.get().status == "withdrawn"
    again = Browser()
    sign_in(again)
    assert not is_in(again)
    assert notices() == [(address, "your account is closed") for address in ("anna@example.org", "anna@work.example")]
    PostOffice(now=timezone.now() + timedelta(seconds=5)).work()
    assert {"anna@example.org", "anna@work.example"} <= {message.to[0] for message in django_mail.outbox}
    joining = Browser()
    page = joining.get("/accounts/signup/")
    values = {"username": "anna", "email": "new@example.org", "password1": PASSWORD, "password2": PASSWORD}
    assert joining.fill(page, "/accounts/signup/", **values).has(".errorlist"), "the name is not given away"
    game = Game.objects.get()
    assert (game.status, game.seats.get(player__username="bert").place) == ("finished", 1)
    assert "null d3" in [entry.text for entry in record_of(game).entries]
    call_command("check_games", verbosity=0)
    page = Browser("bert").get(f"/games/{game.pk}/")
    assert (page.status, "anna" in page.text) == (200, True)


def test_name_of_a_closed_account_can_be_replaced_everywhere_and_hashes_stay_valid(browser: Browser) -> None:
    event = started(Layout(), 4)
    game = Game.objects.filter(fixture_game=None).get()
    asked = {"operator": "olga", "reason": "Mail of 3 March"}
    with pytest.raises(CommandError, match="is open"):
        call_command("replace_name", "anna", **asked)
    confirmed(browser, "/settings/account/close/", name="anna")
    timetable.follow(now=timezone.now())
    assert status_of(event, "anna") == "withdrawn"
    before = hashes_of(game, event)
    call_command("replace_name", "Anna", **asked)
    shown = [f"/games/{game.pk}/", f"/games/{game.pk}/log/", f"/api/v1/games/{game.pk}/record/"]
    shown += [f"/events/{event.slug}/{page}" for page in ("", "standings/", "crosstable/", "log/")]
    shown += [f"/games/{each.pk}/log/" for each in Game.objects.filter(events__kind="forfeited")]
    assert len(shown) > 7
    for path in shown:
        page = Browser().client.get(path)
        assert page.status_code == 200, path
        assert "anna" not in page.content.decode().lower(), path
    assert hashes_of(game, event) == before
    call_command("check_games", stdout=io.StringIO())
    call_command("verify_event", event.slug, stdout=io.StringIO())
    noted = Erasure.objects.get()
    assert (noted.field, noted.operator, noted.reason) == ("username", *asked.values())


def hashes_of(game: Game, event: Event) -> tuple[str, str]:
    """The heads of the chains of both logs."""
    return Game.objects.get(pk=game.pk).receipt, Event.objects.get(pk=event.pk).log_digest


def test_nothing_is_closed_or_handed_out_without_the_password(browser: Browser) -> None:
    for path in ("/settings/account/close/", "/settings/account/download/"):
        assert browser.send(path, name="anna").path == "/accounts/reauthenticate/"
    assert Player.objects.get(username="anna").is_active
    assert notices() == []
