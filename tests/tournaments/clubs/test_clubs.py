"""Founding a club, joining and leaving it, and who organises it."""

from __future__ import annotations

import pytest

from games.models import ModerationEntry, Player
from tests.tournaments.clubs.clubs_of_friends import done, founded, join, members_of
from tests.tournaments.conftest import NOON, friend
from tests.tournaments.playing import opened
from tournaments.clubs import actions
from tournaments.exceptions import ClubRefused, EventError, NotAllowed, NotOrganiser
from tournaments.models import Club, ClubMember
from tournaments.scheduling import timetable

pytestmark = pytest.mark.django_db


def test_player_joins_with_the_code_and_leaves() -> None:
    club = founded("anna")
    join(club, "anna", "anything")
    assert members_of(club) == {"cleo": True, "anna": False}
    with pytest.raises(ClubRefused, match="That is not the code of Ulm"):
        join(club, "bert", f"{club.code}x")
    for _ in range(2):
        done(actions.LEAVE, "anna", club)
    assert members_of(club) == {"cleo": True}


def test_club_has_500_members_at_most() -> None:
    club = founded("anna")
    names = [f"member-{number}" for number in range(497)]
    players = Player.objects.bulk_create(Player(username=name) for name in names)
    ClubMember.objects.bulk_create(ClubMember(club=club, player=player, joined_at=NOON) for player in players)
    join(club, "bert")
    with pytest.raises(ClubRefused, match="at most 500 members"):
        join(club, "dora")


def test_removed_member_cannot_come_back_with_the_old_code() -> None:
    club = founded("anna")
    with pytest.raises(NotOrganiser, match="Only organisers of Ulm can do that"):
        done(actions.MANAGED["remove"], "anna", club, player="cleo")
    done(actions.MANAGED["remove"], "cleo", club, player="Anna")
    with pytest.raises(ClubRefused):
        join(club, "anna", club.code)
    assert members_of(club) == {"cleo": True}


def test_only_organiser_cannot_step_down_but_leave() -> None:
    club = founded("anna", "bert")
    with pytest.raises(EventError, match="cleo is the only organiser of Ulm"):
        done(actions.MANAGED["step-down"], "cleo", club, player="cleo")
    done(actions.LEAVE, "cleo", club)
    assert members_of(club) == {"anna": True, "bert": False}, "the member who has been there for longest"


def test_player_who_may_not_talk_gives_a_club_no_other_name() -> None:
    club = founded()
    ModerationEntry.objects.create(
        player=friend("cleo"), kind=ModerationEntry.Kind.MUTED, moderator=friend("dora"), at=NOON, reason="Insults."
    )
    for name, about in (("An insult", ""), ("Ulm", "An insult.")):
        with pytest.raises(NotAllowed):
            done(actions.EDIT, "cleo", club, name=name, about=about)


def test_club_without_members_is_gone_unless_it_has_held_events() -> None:
    founded(), founded(by="dora", name="Bonn")
    opened("Cup", director="dora", club=_club("bonn"))
    for club, player in ((_club("ulm"), "cleo"), (_club("bonn"), "dora")):
        done(actions.LEAVE, player, club)
    assert list(Club.objects.values_list("name", flat=True)) == ["Bonn"]
    join(_club("bonn"), "anna")
    assert members_of(_club("bonn")) == {"anna": True}, "a club with members has an organiser"


def test_closed_account_leaves_its_clubs() -> None:
    club = founded("anna")
    Player.objects.filter(username="cleo").update(is_active=False)
    timetable.follow(now=NOON)
    assert members_of(club) == {"anna": True}


def test_guests_and_bots_belong_to_no_club() -> None:
    club = founded()
    Player.objects.filter(username=friend("gina").username).update(is_guest=True)
    Player.objects.filter(username=friend("robo").username).update(owner=friend("anna"))
    for name, refusal in (("gina", "players with an account"), ("robo", "Clubs are for people")):
        with pytest.raises(ClubRefused, match=refusal):
            join(club, name)


def test_names_and_numbers_of_clubs_are_bounded() -> None:
    founded()
    with pytest.raises(EventError, match="There is a club 'Ulm' already"):
        founded(by="anna")
    with pytest.raises(EventError, match="cannot be just New"):
        founded(by="anna", name="New")
    bonn = founded(name="Bonn")
    with pytest.raises(EventError, match="There is a club"):
        done(actions.EDIT, "cleo", bonn, name="ULM!")
    done(actions.EDIT, "cleo", bonn, name="Bonn!")
    with pytest.raises(NotAllowed, match=r"You can organise 2 clubs\..* In the first week of an account"):
        founded(name="Kiel")


def _club(slug: str) -> Club:
    return Club.objects.get(slug=slug)
