"""One address for a whole life by mail: nobody here opens a page, from joining to the final table of a league."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from games.lessons import LESSONS
from games.models import Game, Player, Proposal
from notifications.models import OutboundMail
from tests.games.conftest import THREE_DAYS, Start
from tests.notifications.mailbox import Correspondent, PostOffice
from tests.notifications.signing import sign
from tests.tournaments.conftest import friend
from tests.tournaments.playing import settle
from tournaments.models import Event
from tournaments.running import services

pytestmark = pytest.mark.django_db


def test_stranger_joins_by_a_name_and_a_yes(dora: Correspondent) -> None:
    dora.write("Hello, what is this?")
    assert "[sign up NAME]" in dora.mails()[-1].text
    dora.write("sign up dora")
    assert not Player.objects.filter(username="dora").exists()
    dora.answer("yes")
    found = EmailAddress.objects.get(user__username="dora")
    assert (found.email, found.verified, found.primary) == ("dora@example.org", True, True)
    assert "Welcome to Seeds, dora." in dora.mails()[-1].text
    assert "[challenge NAME GAME]" in dora.mails()[-1].text
    assert dora.answer("games").outcome == "answered"


def test_polite_yes_is_a_yes_and_the_welcome_answers_it(dora: Correspondent) -> None:
    dora.write("sign up dora")
    for words in ("Yes, please!", "yes, thanks", "ja, danke", "Ja bitte", "Ja, gerne!"):
        with dora.office.undone():
            found = dora.answer(words)
            welcome = dora.mails()[-1]
            assert (welcome.subject, welcome.header("In-Reply-To")) == ("Welcome to Seeds", found.message_id), words
            assert "play@play.localhost" in welcome.text
            assert "[challenge anybody btt]" in welcome.text


def test_answer_that_is_no_yes_is_asked_again(dora: Correspondent) -> None:
    dora.write("sign up dora")
    dora.answer("What is that?")
    assert len(dora.mails()) == 2
    assert "as dora" in dora.mails()[-1].text
    assert not Player.objects.filter(username="dora").exists()
    dora.answer("yes")
    assert Player.objects.filter(username="dora").exists()


def test_tenth_mistake_is_still_answered(dora: Correspondent) -> None:
    dora.join()
    before = len(dora.mails())
    for number in range(10):
        dora.write(f"gibberish {number}")
    answers = dora.mails()[before:]
    assert len(answers) == 10
    assert all(mail.text.count("Nothing was done.") == 1 for mail in answers)


def test_name_that_nobody_may_have_is_refused_with_the_reason(dora: Correspondent) -> None:
    reasons = ("Choose another name", "can not be used", "Use a-z, 0-9", "at most 30 characters")
    for name in ("admin", "resign", "play", "ren\xe9e", "\u0141ukasz", "Dora Smith", "d" * 31, "dora!x"):
        with dora.office.undone():
            dora.write(f"Hello,\nsign up {name}")
            words = " ".join(dora.mails()[-1].text.split())
            assert any(reason in words for reason in reasons), words
            assert "[sign up NAME]" in words


def test_stranger_whom_nothing_proves_is_not_answered(dora: Correspondent, office: PostOffice) -> None:
    dora.write("sign up dora", signed=False)
    assert dora.mails() == []
    assert OutboundMail.objects.count() == 0


def test_stranger_is_answered_three_times_a_day(dora: Correspondent) -> None:
    for number in range(6):
        dora.write(f"what is {number}?")
    assert len(dora.mails()) == 3


def test_mail_in_a_players_name_that_nothing_proves_mails_nobody(dora: Correspondent) -> None:
    dora.join()
    before = len(dora.mails())
    assert dora.write("resign", signed=False).outcome == "held"
    assert len(dora.mails()) == before


def test_challenge_is_made_and_accepted_and_the_game_played_without_its_number(
    dora: Correspondent, emil: Correspondent
) -> None:
    dora.join(), emil.join()
    assert dora.write("challenge emil btt").outcome == "played"
    assert "[accept] or [decline]" in emil.mails()[-1].text
    emil.answer("accept")
    game = Game.objects.get()
    first, second = (dora, emil) if game.turn.player.username == "dora" else (emil, dora)
    first.write("games")
    assert first.answer("null d3").outcome == "played"
    assert second.write("root e2, thanks").outcome == "played"
    game.refresh_from_db()
    assert game.ply == 2


def test_answer_to_a_challenge_that_cannot_be_read_is_told_how_to_answer(
    dora: Correspondent, emil: Correspondent
) -> None:
    dora.join(), emil.join()
    dora.write("challenge emil btt")
    emil.answer("Oh, with the greatest pleasure!")
    words = " ".join(emil.mails()[-1].text.split())
    assert "as an answer to the challenge. Answer with [accept] or [decline]." in words
    emil.answer("accept")
    assert Game.objects.count() == 1


def test_challenge_is_declined_by_its_number(dora: Correspondent, emil: Correspondent) -> None:
    dora.join(), emil.join()
    dora.write("challenge emil treeblox casual")
    proposal = Proposal.objects.get()
    emil.write(f"decline challenge {proposal.pk}")
    proposal.refresh_from_db()
    assert proposal.status == "declined"


def test_anybody_and_a_match_can_be_asked(dora: Correspondent, emil: Correspondent) -> None:
    dora.join(), emil.join()
    dora.write("challenge anybody twigs")
    dora.write("challenge emil btt match 4")
    seek, match = Proposal.objects.order_by("pk")
    assert (seek.rules, list(seek.invitations.all()), match.is_match) == ("twigs", [], True)
    dora.write("challenge emil casual")
    assert "| challenge emil btt casual" in dora.mails()[-1].text


PROPOSED = (
    ("match 4", 4, "at-once", "Treeblox, 4 games, all at once; colours alternate"),
    ("match 6 in turn", 6, "in-turn", "Treeblox, 6 games, one after another; colours alternate"),
    ("twigs best of 3", 3, "best-of", "Twigs, the best of 3 games, one after another; colours alternate"),
    ("twigs", 1, "at-once", "Twigs"),
)


def test_answer_to_a_challenge_says_what_was_proposed(dora: Correspondent, emil: Correspondent) -> None:
    dora.join(), emil.join()
    for asked, games, schedule, described in PROPOSED:
        with dora.office.undone():
            dora.write(f"challenge emil {asked}")
            (match,) = Proposal.objects.all()
            assert (match.games, match.schedule) == (games, schedule)
            assert f"is sent to emil: {described}. You get a mail" in " ".join(dora.mails()[-1].text.split())


def test_best_of_needs_a_game_in_which_a_match_can_end_early(dora: Correspondent, emil: Correspondent) -> None:
    dora.join(), emil.join()
    dora.write("challenge emil best of 3")
    assert "| challenge emil btt best of 3" in dora.mails()[-1].text
    dora.write("challenge emil treeblox best of 3")
    assert "a match is not decided before its last one" in " ".join(dora.mails()[-1].text.split())


def test_seek_by_mail_can_be_for_people_only(dora: Correspondent, emil: Correspondent) -> None:
    dora.join(), emil.join()
    dora.write("challenge anybody twigs people only")
    dora.write("challenge anybody btt casual people")
    assert list(Proposal.objects.order_by("pk").values_list("rated", "people_only")) == [(True, True), (False, True)]


def test_match_is_agreed_and_played_to_its_end(dora: Correspondent, emil: Correspondent) -> None:
    dora.join(), emil.join()
    dora.write("challenge emil btt match 4")
    assert "You are challenged to a match" in emil.mails()[-1].text
    emil.answer("accept")
    event, people = Event.objects.get(), {"dora": dora, "emil": emil}
    while game := Game.objects.filter(status="running").first():
        dora.office.wait(hours=1)
        dora.office.work()
        assert people[game.turn.player.username].answer("resign", f"Game {game.pk}:").outcome == "played"
        settle(event, dora.office.now)
    dora.office.wait(minutes=10)
    assert Game.objects.filter(status="finished").count() == 4
    for person in people.values():
        text = person.mails()[-1].text
        assert "The match is over: emil 2 : 2 dora." in text or "The match is over: dora 2 : 2 emil." in text
        assert any("after 4 of 4 games" in mail.text for mail in person.mails())


def test_from_signing_up_to_the_final_table_of_a_league(dora: Correspondent, emil: Correspondent) -> None:
    people, director, office = {"dora": dora, "emil": emil}, friend("cleo"), dora.office
    event = services.create_event(name="Spring", director=director, rules="btt", control=THREE_DAYS, at=office.now)
    services.open_entries(event_id=event.pk, player=director)
    for person in people.values():
        person.join()
        person.write("events")
        assert "| Spring" in person.mails()[-1].text
        assert person.answer("join Spring").outcome == "played"
    services.start_event(event_id=event.pk, player=director, at=office.now)
    while running := Game.objects.filter(status="running").first():
        office.wait(hours=1)
        office.work()
        text = f"{running.pk} null d3" if running.ply == 0 else f"{running.pk} resign"
        assert people[running.turn.player.username].write(text).outcome == "played"
        settle(event, office.now)
    office.wait(minutes=10)
    for person in people.values():
        assert any("final standings" in mail.subject for mail in person.mails())
        assert person.write("standings Spring").outcome == "answered"
        assert "dora" in person.mails()[-1].text


def test_player_leaves_a_running_event_after_a_yes(dora: Correspondent, emil: Correspondent) -> None:
    players = [person.join() for person in (dora, emil)]
    director, at = friend("cleo"), dora.office.now
    event = services.create_event(name="Spring", director=director, rules="btt", control=THREE_DAYS, at=at)
    services.open_entries(event_id=event.pk, player=director)
    for player in (*players, friend("fay")):
        services.enter_event(event_id=event.pk, player=player, at=at)
    services.start_event(event_id=event.pk, player=director, at=at)
    dora.write("withdraw Spring")
    assert "Answer this mail with [yes], and you leave Spring." in dora.mails()[-1].text
    assert event.entrants.filter(player=players[0], status="active").exists()
    asked = dora.mails()[-1].reply_to
    dora.office.wait(minutes=1)
    assert dora.write("yes", asked).outcome == "played"
    assert "You have left Spring." in dora.mails()[-1].text
    assert event.entrants.filter(player=players[0], status="withdrawn").exists()
    dora.office.wait(minutes=1)
    assert dora.write("yes", asked).outcome == "refused"


def test_lesson_comes_as_a_series_of_mails(dora: Correspondent, emil: Correspondent, start: Start) -> None:
    dora.join(), emil.join()
    start("dora", "emil")
    dora.write("learn btt")
    exercises = LESSONS["btt"].exercises
    first = dora.mails()[-1]
    assert f"Exercise 1 of {len(exercises)}" in first.text
    assert "Lay a medium pyramid beside the root." in " ".join(first.text.split())
    assert first.picture
    dora.answer("S h4>h3")
    assert "Not allowed." in dora.mails()[-1].text
    dora.answer("S e3>e2")
    assert "Legal, but not the solution." in dora.mails()[-1].text
    dora.answer(exercises[0].solution)
    assert "Solved. Here is the next exercise." in dora.mails()[-1].text
    dora.answer(exercises[1].solution)
    assert f"Exercise 3 of {len(exercises)}" in dora.mails()[-1].text
    dora.answer(f"learn btt {len(exercises)}")
    dora.answer(exercises[-1].solution)
    assert "You have solved the last exercise." in dora.mails()[-1].text
    assert not Game.objects.filter(ply__gt=0).exists()
    dora.answer(dora.mails()[-1].text.partition("answer with [")[2].partition("]")[0])
    assert Game.objects.filter(seats__player__is_bot=True).exists()


def test_earlier_exercise_can_be_answered_again_and_others_asked_for(dora: Correspondent) -> None:
    dora.join()
    dora.write("learn twigs 2")
    second = dora.mails()[-1].reply_to
    dora.write("learn")
    assert "| learn roots" in dora.mails()[-1].text
    assert dora.write("learn btt 40").outcome == "refused"
    dora.write(LESSONS["twigs"].exercises[1].solution, second)
    assert "Exercise 3 of" in dora.mails()[-1].text


def test_move_without_a_number_is_asked_back_where_several_games_wait(
    dora: Correspondent, emil: Correspondent, start: Start
) -> None:
    dora.join(), emil.join()
    start("dora", "emil"), start("dora", "emil")
    assert dora.write("null d3").outcome == "refused"
    assert not Game.objects.filter(ply__gt=0).exists()


def test_account_is_closed_after_a_yes(dora: Correspondent) -> None:
    player = dora.join()
    dora.write("language de\ntime zone Berlin")
    dora.write("close account")
    player.refresh_from_db()
    assert player.is_active
    dora.answer("yes")
    player.refresh_from_db()
    assert not player.is_active
    last = dora.mails()[-1]
    assert last.subject == "Seeds: dein Konto ist geschlossen"
    assert "13:00 CET\nDurch eine Mail von deiner Adresse\n" in last.text


def test_account_is_not_closed_by_a_yes_beside_other_words(dora: Correspondent) -> None:
    player = dora.join()
    dora.write("close account")
    for text in ("yes\nno wait", "No way!\nyes", "yes\nI changed my mind"):
        with dora.office.undone():
            dora.answer(text)
            player.refresh_from_db()
            assert player.is_active, text


def test_other_names_of_the_address_are_taken(dora: Correspondent) -> None:
    for name in ("seeds", "PLAY", "Seeds"):
        assert dora.write("sign up dora", f"{name}@play.localhost").outcome == "answered"


def test_postmaster_reads_in_the_admin(dora: Correspondent) -> None:
    found = dora.write("Your server bounces.", "postmaster@play.localhost")
    assert (found.outcome, found.reason) == ("ignored", "It is for the operators, who read it here.")
    assert dora.mails() == []


def test_answer_to_the_question_about_a_held_mail_that_is_no_yes_is_answered(
    dora: Correspondent, emil: Correspondent, start: Start
) -> None:
    dora.join(), emil.join()
    game = start("dora", "emil")
    dora.write("null d3", dora.mails()[-1].reply_to, signed=False)
    asked = dora.mails()[-1].reply_to
    dora.write("what?", asked)
    assert "answer this mail with [yes]" in " ".join(dora.mails()[-1].text.split())
    dora.answer("yes, thanks")
    game.refresh_from_db()
    assert game.ply == 1


def test_machine_that_answers_the_question_about_a_held_mail_is_not_answered_for_ever(
    dora: Correspondent, emil: Correspondent, start: Start
) -> None:
    dora.join(), emil.join()
    start("dora", "emil")
    dora.write("null d3", dora.mails()[-1].reply_to, signed=False)
    before = len(dora.mails())
    for number in range(6):
        dora.office.wait(minutes=1)
        dora.answer(f"Your message has the number {number}.")
    assert len(dora.mails()) == before + 3


TAKEN_BACK = (
    "Ja\nnein, das war ich nicht", "yes\nwait, not me", "yes\nthat wasn't me", "yes\nThis is not my mail",
    "ja\nDas ist nicht von mir", "oui\nce n'\xe9tait pas moi",
    "yes\nThanks, but not mine", "yes\nHacked?", "Is this me?\naccept",
)  # fmt: skip
MORE_THAN_YES = (
    "Yes, that was me.", "Ja, das war ich!", "yes it was me", "Yes, I wrote it.", "oui", "Yes, go ahead",
    "Hi,\nyes!\nThanks\nDora", "Ja\n\nViele Gr\xfc\xdfe, Dora",
)  # fmt: skip


def test_answer_to_the_question_about_a_held_mail(dora: Correspondent, emil: Correspondent, start: Start) -> None:
    """A yes that is not taken back confirms it; a no is answered in its thread, and is not for ever."""
    dora.join(), emil.join()
    game = start("dora", "emil")
    dora.write("null d3", dora.mails()[-1].reply_to, signed=False)
    for words in TAKEN_BACK + MORE_THAN_YES:
        with dora.office.undone():
            dora.answer(words)
            game.refresh_from_db()
            assert game.ply == (1 if words in MORE_THAN_YES else 0), words
    for words in ("no", "Nein!", "No, that was not me.", "Hi,\nnot mine"):
        with dora.office.undone():
            dora.answer(words)
            assert "Then nothing is done." in dora.mails()[-1].text
            assert dora.mails()[-1].subject == f"Game {game.pk}: was this mail yours?"
            dora.answer("yes")
            game.refresh_from_db()
            assert game.ply == 1, words


def test_question_that_was_not_answered_for_other_reasons_does_not_count_as_asked_before(dora: Correspondent) -> None:
    dora.join()
    for _ in range(2):
        dora.write("standings")
        OutboundMail.objects.filter(context__has_key="code").delete()
    before = len(dora.mails())
    dora.office.wait(minutes=1)
    dora.write("standings")
    assert len(dora.mails()) == before + 1


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("games\n" + "word\n" * 6_000, "text/plain"),
        ("games\n" + "word\n" * 2_500, "text/plain"),
        ("games\n" + "word\n" * 500, "text/plain"),
        ("<p>games</p>" + "<div>" * 600 + "and more", "text/html"),
        ("<p>games</p>" + "<p>word</p>\n" * 3_000, "text/html"),
        ("games\n\nmessage/delivery-status\n" + "word\n" * 1_200, "text/plain"),
    ],
    ids=["6,000 lines", "2,500 lines", "500 lines", "600 open tags", "6,000 tags", "1,200 lines with a report"],
)
def test_mail_that_is_too_long_is_answered_with_how_much_of_it_was_read(
    dora: Correspondent, text: str, kind: str
) -> None:
    dora.join()
    raw = dora.compose(text.replace("\n", "\r\n")).replace(
        b"Message-ID", f"Content-Type: {kind}\r\nMessage-ID".encode(), 1
    )
    dora.bring(sign(raw, "example.org"))
    answers = " ".join(" ".join(mail.text.split()) for mail in dora.mails()[-2:])
    assert "Your mail is too long to be read whole. We have read" in answers
    assert "The games in which it is your turn." in answers


@pytest.mark.parametrize("quotation", ["> word\n" * 6_000, "> word\n" * 2_500])
def test_quotation_that_is_too_long_is_not_spoken_of(dora: Correspondent, quotation: str) -> None:
    dora.join()
    dora.write(f"games\n\nOn Mon, 2 Mar 2026 at 13:00, Seeds <seeds@play.example> wrote:\n{quotation}")
    assert "too long" not in dora.mails()[-1].text


def test_first_command_that_was_done_is_named_though_the_second_was_not(dora: Correspondent) -> None:
    dora.join()
    dora.write("digest 7\nresign")
    text = " ".join(dora.mails()[-1].text.split())
    assert "Only the first part of your mail was done: [digest]." in text
    assert "at 07:00 (UTC)" in text


def test_twenty_fifth_question_of_a_day_is_still_answered(dora: Correspondent) -> None:
    dora.join()
    for _ in range(25):
        dora.office.wait(minutes=10)
        assert dora.write("events").outcome == "answered"
    assert "last answer" not in dora.mails()[-1].text
