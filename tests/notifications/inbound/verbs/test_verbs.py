"""Every verb by mail: what it does, what is answered, and at which address it works."""

from __future__ import annotations

import pytest
from django.conf import settings

from games.clock.calendars import zone_meant, zones_nearest
from games.conversation import remarks
from games.models import Game, Player, Remark, Watch
from games.play.moving import play_move
from games.rules import RULES
from notifications.addresses import preferences
from notifications.choices.topics import Topic
from notifications.mail_format.command_list import COMMANDS, TOPICS
from notifications.mail_format.command_words import LANGUAGE_WORDS
from notifications.mail_format.commands import no_moves, read_line
from notifications.models import InboundMail, OutboundMail, TopicPreference
from notifications.outbound.messages.guide import guide_to
from tests.games.conftest import NOON, Start
from tests.notifications.mailbox import Mailbox, PostOffice, Table, kinds, steps
from tests.tournaments.conftest import League
from tests.tournaments.team_leagues import league as team_league
from tests.tournaments.team_leagues import team
from tournaments.running.squads import squad_of

pytestmark = pytest.mark.django_db


def flat(text: str) -> str:
    return " ".join(text.split())


def personal(box: Mailbox) -> str:
    """The address of the account, as the answer to ``games`` has it."""
    box.answer("games")
    return box.newest.reply_to


def write(box: Mailbox, to: str, text: str, subject: str = "hello") -> InboundMail:
    """A mail that answers none."""
    name = f"<{abs(hash((to, text, subject)))}@x.example>"
    head = f"From: {box.address}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: {name}"
    return box.office.deliver(f"{head}\r\n\r\n{text}\r\n".encode(), to, sender=box.address)


# Words ------------------------------------------------------------------------------------------------------------


def test_what_is_said_stands_in_the_next_mails_on_lines_of_its_own(table: Table) -> None:
    game, anna, bert = table
    for box in (anna, bert):
        box.want_receipts()
    read = anna.answer("null d3\nsay good luck\n\nresigning is for others")
    assert (read.outcome, steps(game)) == ("played", ["null d3"])
    assert [remark.text for remark in game.remarks.all()] == ["good luck\n\nresigning is for others"]
    for box in (anna, bert):
        assert "What was said:\n| anna (blue):\n| good luck\n| resigning is for others" in box.newest.text, (
            box.newest.text
        )
        assert "| </i>good luck" in box.newest.html
    assert kinds(anna).count("done") == 0
    bert.answer("root e2")
    assert "good luck" not in anna.newest.text
    assert "good luck" not in bert.newest.text


def test_words_alone_are_confirmed_and_told_with_the_next_turn(table: Table) -> None:
    _game, anna, bert = table
    read = anna.answer("say: one moment please")
    assert (read.outcome, read.unread) == ("played", [])
    assert kinds(anna)[-1] == "done"
    assert "| one moment please" in anna.newest.text
    anna.want_receipts()
    anna.answer("null d3")
    assert "| one moment please" in bert.newest.text
    assert "one moment" not in anna.newest.text


def test_line_below_words_that_reads_like_a_command_does_nothing(table: Table) -> None:
    game, anna, _ = table
    read = anna.answer("say hello\nnull d3")
    assert (read.outcome, steps(game), Remark.objects.count()) == ("refused", [], 0)
    assert "Put moves and commands above [say]" in flat(anna.newest.text)


def test_words_after_the_end_have_a_mail_of_their_own(table: Table) -> None:
    _game, anna, bert = table
    anna.answer("resign")
    bert.answer("say thanks!")
    assert kinds(anna)[-1] == "said"
    assert "| thanks!" in anna.newest.text
    anna.answer("mute")
    bert.answer("say still there?")
    assert kinds(anna)[-1] == "done"


def test_note_is_added_and_sent_back(table: Table) -> None:
    game, anna, _ = table
    anna.answer("note e3 is\nwhat matters")
    anna.answer("note: and d3\nshow")
    assert remarks.note_on(game, anna.player) == "e3 is\nwhat matters\nand d3"
    assert kinds(anna)[-2:] == ["show", "done"]
    anna.answer("note")
    assert "| e3 is\n| what matters\n| and d3" in anna.newest.text


# Plans and second thoughts --------------------------------------------------------------------------------------------


def test_plan_is_kept_shown_and_dropped(table: Table) -> None:
    game, anna, bert = table
    anna.answer("null d3")
    bert.answer("root e2")
    anna.answer("M e3>e2\nplan if S e1>e2 then\nL d2>e2 (if * then resign)\nelse resign")
    assert game.seats.get(number=0).plan == "if S e1>e2 then L d2>e2 (if * then resign) else if * then resign"
    assert "| if S e1>e2 then L d2>e2\n| - if * then resign\n| if * then resign" in anna.newest.text
    assert anna.answer("plan").outcome == "answered"
    assert "This is your plan:" in anna.newest.text
    anna.answer("drop plan")
    assert game.seats.get(number=0).plan == ""
    assert "no plan in this game any more" in flat(anna.newest.text)


def test_plan_that_cannot_be_read_says_why(table: Table) -> None:
    _, _, bert = table
    read = bert.answer("plan if null d3 then null d4")
    assert read.outcome == "refused"
    assert "| null d4" in bert.newest.text


def test_undo_is_asked_and_agreed(table: Table) -> None:
    game, anna, bert = table
    anna.answer("null d3")
    anna.answer("undo")
    assert "asked to let a move be taken back" in flat(bert.newest.text)
    bert.answer("accept")
    assert steps(game) == ["null d3", "undo to 0"]


def test_held_move_is_cancelled(table: Table) -> None:
    game, anna, _ = table
    Player.objects.filter(username="anna").update(hold_minutes=30)
    turn = anna.newest
    anna.answer("null d3", turn)
    assert anna.answer("cancel", turn).outcome == "played"
    assert "[null d3] is cancelled" in flat(anna.newest.text)
    game.refresh_from_db()
    assert game.turn.held is None


# Looking ----------------------------------------------------------------------------------------------------------


def test_question_mark_tells_what_can_be_played_in_brackets_and_plays_nothing(table: Table) -> None:
    game, anna, bert = table
    anna.answer("null d3")
    bert.answer("?")
    assert "Your legal moves, those near the last moves first:" in bert.newest.text
    assert bert.newest.text.count("  [root ") == 12
    assert "and 19 more" in bert.newest.text
    anna.answer("?")
    assert "It is the turn of bert" in flat(anna.newest.text)
    assert "Your legal moves" not in anna.newest.text
    assert steps(game) == ["null d3"]


@pytest.mark.parametrize("rules", ["", "roots"])
def test_help_is_to_be_had_about_every_word(rules: str) -> None:
    for topic in (*(command.verb for command in COMMANDS), *sorted(set(TOPICS.values()))):
        guide = guide_to(topic, rules)
        assert read_line(f"Help: {guide.title}.", no_moves) is None, "as the mail begins"
        assert len(" ".join(guide.paragraphs)) > 30, topic
        assert not any("`" in paragraph or "|" in paragraph or "\n" in paragraph for paragraph in guide.paragraphs)


def test_help_about_a_word_is_sent(table: Table) -> None:
    _, anna, _ = table
    for topic, described in (("plan", "nobody else sees it"), ("moves", "[root e2]"), ("time", "grace")):
        with anna.office.undone():
            assert anna.answer(f"help {topic}").outcome == "answered"
            assert described in flat(anna.newest.text)


def test_watcher_is_told_of_each_turn_or_of_the_end(office: PostOffice, start: Start) -> None:
    game = start("anna", "bert")
    anna, bert, carl, dora = map(office.box, ("anna", "bert", "carl", "dora"))
    own = {box.address: address_of(box) for box in (carl, dora)}
    assert write(carl, own[carl.address], f"watch {game.pk} each turn").outcome == "played"
    assert write(dora, own[dora.address], f"watch {game.pk}").outcome == "played"
    anna.answer("null d3")
    assert (kinds(carl)[-1], kinds(dora)[-1]) == ("watched", "done")
    assert "1. blue [null d3]" in carl.newest.text
    assert write(carl, carl.newest.reply_to, f"unwatch {game.pk}").outcome == "played"
    bert.answer("resign")
    assert (kinds(carl)[-1], kinds(dora)[-1]) == ("done", "watched")
    assert "which you watch, is over" in dora.newest.text
    assert "1. anna" in dora.newest.text


def address_of(box: Mailbox) -> str:
    from notifications.addresses.reply_addresses import personal_address

    return personal_address(box.player.pk)


def test_turns_that_are_watched_are_told_thirty_times_a_day(office: PostOffice, start: Start) -> None:
    games = [start("anna", "bert", rules="treeblox") for _ in range(32)]
    carl = office.box("carl")
    Watch.objects.bulk_create(Watch(game=game, player=carl.player, each_turn=True) for game in games)
    Game.objects.update(is_watched=True)
    for game in games:
        anna = Player.objects.get(username="anna").pk
        play_move(game_id=game.pk, player_id=anna, text="L b2", ply=0, at=NOON, source="page")
    assert OutboundMail.objects.filter(kind="watched").count() == 30


def test_standings_are_sent_by_name(office: PostOffice, league: League) -> None:
    anna = office.box("anna")
    event = league("anna", "bert", "cora")
    own = address_of(anna)
    assert write(anna, own, f"standings {event.name}").outcome == "answered"
    assert (kinds(anna)[-1], "1. anna" in anna.newest.text) == ("table", True)
    assert write(anna, own, "standings Autumn Cup").outcome == "refused"
    assert f"| {event.name}" in anna.newest.text


def test_team_is_entered_filled_and_left_by_mail(office: PostOffice) -> None:
    """A captain names the players; one of them accepts and leaves again."""
    event, anna, bert = team_league(1, start=False), office.box("anna"), office.box("bert")
    assert write(anna, address_of(anna), "join Autumn team SC Berlin with bert").outcome == "played"
    berlin = team(event, "SC Berlin")
    assert (berlin.player, berlin.status) == (anna.player, "active")
    assert "SC Berlin is entered in Autumn; you are its captain. Invited: bert." in flat(anna.newest.text)
    assert write(bert, address_of(bert), "join Autumn team sc berlin").outcome == "played"
    assert squad_of(berlin) == [anna.player.pk, bert.player.pk]
    assert write(bert, address_of(bert), "withdraw Autumn").outcome == "played"
    assert "You no longer play for SC Berlin." in flat(bert.newest.text)
    assert squad_of(berlin) == [anna.player.pk]
    assert write(bert, address_of(bert), "join Autumn team Ulm").outcome == "refused"


# The account ------------------------------------------------------------------------------------------------------


def test_leave_is_booked_told_and_cancelled(office: PostOffice, table: Table) -> None:
    _game, anna, bert = table
    own = personal(anna)
    assert write(anna, own, "leave 24 Dec to 2.1.").outcome == "played"
    assert "from 24 December 2026 to 2 January 2027" in flat(anna.newest.text)
    assert kinds(bert)[-1] == "leave"
    write(anna, own, "leave")
    assert "Your leave is from 24 December 2026 to 2 January 2027." in flat(anna.newest.text)
    assert write(anna, own, "cancel leave 2026-12-24 2027-01-02").outcome == "played"
    assert write(anna, own, "leave 2026-02-30").outcome == "refused"
    assert "[leave 2026-12-24 2026-12-31]" in flat(anna.newest.text)


def test_stop_ends_the_mails_of_the_game_or_of_all(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    own = personal(anna)
    anna.answer("stop", anna.mails()[0])
    assert set(TopicPreference.objects.values_list("game", flat=True)) == {game.pk}
    assert "Your clocks keep running" in flat(anna.newest.text)
    write(anna, own, "Stop.")
    assert set(TopicPreference.objects.values_list("game", flat=True)) == {None}


def test_language_is_chosen_by_mail_and_the_answer_is_in_it(table: Table) -> None:
    _, anna, _ = table
    own = personal(anna)
    assert write(anna, own, "language de").outcome == "played"
    assert Player.objects.get(pk=anna.player.pk).language == "de"
    assert "Deine Mails und Seiten sind ab jetzt auf Deutsch." in flat(anna.newest.text)
    assert write(anna, own, "sprache english").outcome == "played"
    assert "Your mails and pages are in English from now on." in flat(anna.newest.text)


def test_what_is_asked_below_a_language_is_answered_in_it(table: Table) -> None:
    _, anna, _ = table
    write(anna, personal(anna), "language de\ntime zone Berlin")
    assert "Zeiten in deinen Mails und auf deinen Seiten sind ab jetzt die der Zeitzone Europe/Berlin." in flat(
        anna.newest.text
    )


def test_settings_name_the_language_and_how_to_change_it(table: Table) -> None:
    _, anna, _ = table
    write(anna, personal(anna), "settings")
    assert anna.newest.text.startswith("Your settings.\n")
    text = flat(anna.newest.text)
    assert "[language CODE] (en-gb, de) and [time zone CITY]" in text
    assert "| Language: English | Time zone: UTC |" in text


def test_time_zone_is_chosen_by_mail_by_the_name_of_a_city(table: Table) -> None:
    _, anna, _ = table
    own = personal(anna)
    assert write(anna, own, "time zone berlin").outcome == "played"
    assert Player.objects.get(pk=anna.player.pk).time_zone == "Europe/Berlin"
    assert "in the zone Europe/Berlin from now on" in flat(anna.newest.text)
    assert write(anna, own, "Zeitzone America/New York").outcome == "played"
    assert Player.objects.get(pk=anna.player.pk).time_zone == "America/New_York"
    write(anna, own, "time zone Tokyo\nsettings")
    assert "Time zone: Asia/Tokyo" in flat(anna.newest.text)
    assert write(anna, own, "time zone Berln").outcome == "refused"
    assert "Perhaps you meant: [time zone Europe/Berlin]" in flat(anna.newest.text)
    for elsewhere in ("Boston", "Europe/Munich"):  # no zone of another place whose name is only spelt alike
        assert write(anna, own, f"time zone {elsewhere}").outcome == "refused"
        assert "write [time zone Berlin] for Munich" in flat(anna.newest.text)
        assert "Perhaps you meant" not in anna.newest.text


def test_zone_is_found_by_its_city_with_accents_and_hyphens_or_without() -> None:
    assert zone_meant("S\xe3o Paulo") == "America/Sao_Paulo"
    assert zone_meant("Z\xfcrich") == "Europe/Zurich"
    assert zone_meant("Port au Prince") == "America/Port-au-Prince"
    assert zone_meant("New-York") == "America/New_York"
    assert zone_meant("Buenos Aires") == "America/Argentina/Buenos_Aires"  # of which the data have an older name, too
    assert zone_meant("Indianapolis") == "America/Indiana/Indianapolis"


def test_place_of_two_zones_with_different_times_is_none() -> None:
    assert zone_meant("West") is None  # in Australia, and in Brazil
    assert {"Australia/West", "Brazil/West"} <= {*zones_nearest("West")}


def test_digest_is_set_to_an_hour_and_ended_by_mail(table: Table) -> None:
    _, anna, _ = table
    own = personal(anna)
    assert write(anna, own, "digest 31").outcome == "refused"
    assert write(anna, own, "digest 7").outcome == "played"
    assert "at 07:00 (UTC)" in flat(anna.newest.text)
    assert preferences.pace_of(anna.player.pk, Topic.TURNS) == "digest"
    write(anna, own, "settings")
    assert "The digest comes at 07:00." in flat(anna.newest.text)
    assert write(anna, own, "digest off").outcome == "played"
    assert preferences.pace_of(anna.player.pk, Topic.TURNS) == "now"
    assert "each mail comes at once" in flat(anna.newest.text)


def test_rules_of_a_game_are_sent(table: Table) -> None:
    _, anna, _ = table
    own = personal(anna)
    for game, words in zip(RULES, ("rules {}", "rules of {}", "Regeln {}", "rules {}"), strict=True):
        assert write(anna, own, words.format(game)).outcome == "answered"
        text = flat(anna.newest.text)
        assert f"The rules of {RULES[game].title}." in text
        assert "The end" in text
        assert f"[learn {game}]" in text
        assert "figure:" not in text


def test_rules_without_a_game_are_those_of_the_game_of_the_address(table: Table) -> None:
    _, anna, _ = table
    anna.answer("rules")
    assert "The rules of Branches and Twigs and Thorns." in flat(anna.newest.text)
    write(anna, personal(anna), "rules")
    assert "| rules treeblox" in anna.newest.text


def test_command_that_cannot_be_read_is_quoted_with_what_may_be_meant(table: Table) -> None:
    _, anna, _ = table
    own = personal(anna)
    cases = {"challenge house bot roots": "challenge NAME GAME", "digest tonight": "digest HOUR", "gmes": "games"}
    for words, meant in cases.items():
        write(anna, own, words)
        text = flat(anna.newest.text)
        assert f"As we read it: | {words}" in text
        assert f"Perhaps you meant: [{meant}]" in text


def test_every_language_of_the_service_can_be_chosen_by_mail() -> None:
    assert set(LANGUAGE_WORDS) == set(dict(settings.LANGUAGES))


# Addresses --------------------------------------------------------------------------------------------------------


def test_verbs_of_the_account_go_to_the_address_of_the_account(table: Table) -> None:
    _, anna, _ = table
    turn = anna.newest
    for text in ("leave 2026-12-24", "digest 7", "standings Spring", "cancel leave 24.12."):
        assert anna.answer(text, turn).outcome == "refused"
        assert "goes to the address of your account: answer this mail with it" in flat(anna.newest.text)
        assert anna.newest.reply_to.startswith("personal-")


def test_everything_of_a_game_is_done_from_the_address_of_the_account(table: Table) -> None:
    game, anna, _bert = table
    own = personal(anna)
    assert write(anna, own, f"{game.pk}#0 null d3").outcome == "played"
    assert write(anna, own, f"{game.pk} say hi").outcome == "played"
    assert write(anna, own, f"game {game.pk}: draw").outcome == "played"
    assert write(anna, own, f"{game.pk}#0 resign").outcome == "refused"
    assert "the game has moved on since" in flat(anna.newest.text)
    assert game.remarks.get().text == "hi"


def test_games_of_others_can_be_seen_but_not_played(office: PostOffice, start: Start, table: Table) -> None:
    _, anna, _ = table
    own, other = personal(anna), start("carl", "dora")
    assert write(anna, own, f"show {other.pk}").outcome == "answered"
    assert write(anna, own, f"{other.pk} resign").reason.startswith(f"You do not play in game {other.pk}.")
    assert write(anna, own, "show 4711").reason == "There is no game 4711."
    assert write(anna, own, f"show {other.pk}#3").reason == f"Game {other.pk} has the moves 0 to 0, and no 3."


def test_number_of_a_moment_is_heeded_with_every_verb_of_the_moment(table: Table) -> None:
    game, anna, _ = table
    turn = anna.newest
    for text in ("resign #3", "#3 draw", "undo #3", "say #3", "#3 plan if null e3 then null d3"):
        read = anna.answer(text, turn)
        game.refresh_from_db()
        assert (game.status, game.agreements) == ("running", {})
        assert read.outcome == ("played" if text.startswith("say") else "refused"), text


# Old habits -------------------------------------------------------------------------------------------------------


def test_subject_is_read_where_nothing_else_is_written(table: Table) -> None:
    game, anna, _ = table
    to = anna.newest.reply_to
    for subject in ("null d3", "move null d3", "=?utf-8?q?null_d3?=", "NULL  D3."):
        with anna.office.undone():
            assert write(anna, to, "", subject).outcome == "played"
            assert steps(game) == ["null d3"], subject
    for subject in (
        "Re: Game 13: null against resign, BTT",
        "Game 13: resign",
        "AW: Game 1: null d3",
        "Re: null d3 now",
    ):
        with anna.office.undone():
            assert write(anna, to, "", subject).outcome == "refused"
            assert steps(game) == [], subject


def test_body_comes_before_the_subject(table: Table) -> None:
    game, anna, _ = table
    write(anna, anna.newest.reply_to, "null e3", "null d3")
    assert steps(game) == ["null e3"]


def test_spellings_of_elsewhere_are_read(table: Table) -> None:
    game, anna, bert = table
    for first, second in (
        ("d3-NULL", "e2-ROOT"),
        ("play null d3", "I play root e2"),
        ("My move: null d3", "move: root e2"),
    ):
        with anna.office.undone():
            anna.answer(first)
            bert.answer(second)
            anna.answer("e3-2S")
            assert steps(game) == ["null d3", "root e2", "M e3>e2"], first


# What may have been meant ---------------------------------------------------------------------------------------------


def test_answer_names_what_may_have_been_meant(table: Table) -> None:
    game, anna, _ = table
    turn = anna.newest
    for text, code, meant in (
        ("null d9", "illegal", "[null d4]"), ("nul d3", "unreadable", "[null d3]"),
        ("null \u04303", "odd_letter", "[null a3]"), ("resing", "unreadable", "[resign]"),
    ):  # fmt: skip
        read = anna.answer(text, turn)
        assert read.submission is not None
        assert "Perhaps you meant:\n" in anna.newest.text
        assert f"  {meant}" in anna.newest.text
        assert anna.newest.reply_to == turn.reply_to
        assert (steps(game), read.outcome) == ([], "refused")
        assert code in (read.submission.code, "odd_letter"), text


def test_formatted_mail_without_words_is_told_apart_from_an_empty_one(table: Table) -> None:
    _, anna, _ = table
    to = anna.newest.reply_to
    head = f"From: {anna.address}\r\nTo: {to}\r\nMessage-ID: <1@x.example>\r\nContent-Type: text/html\r\n\r\n"
    read = anna.office.deliver(
        f"{head}<img src='cid:x'><blockquote>null d3</blockquote>".encode(), to, sender=anna.address
    )
    assert read.submission is not None
    assert read.submission.code == "unreadable_html"
    assert anna.answer("").submission.code == "empty"  # type: ignore[union-attr]
    assert anna.answer("x" * 500).submission.code == "too_long"  # type: ignore[union-attr]


WITHOUT_TEXT = (
    ("Content-Type: application/pkcs7-mime; smime-type=signed-data\r\n\r\nMIAGCSqGSIb3", "only S/MIME"),
    ("Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\nContent-Type: application/pgp-encrypted\r\n\r\n"
     "Version: 1\r\n--b\r\nContent-Type: application/octet-stream\r\n\r\nxx\r\n--b--",
     "only PGP and application/octet-stream"),
    ("X-A: b\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----", "only PGP"),
    ("Content-Type: text/enriched\r\n\r\nnull d3", "only text/enriched"),
    ("Content-Type: image/png; name=move.png\r\n\r\nxx", "only image/png"),
    ("Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\nx\r\n" * 60, "too many parts"),
)  # fmt: skip


def test_mail_without_text_that_we_read_is_answered_with_what_it_is(table: Table) -> None:
    _, anna, _ = table
    to = anna.newest.reply_to
    for number, (body, words) in enumerate(WITHOUT_TEXT):
        raw = f"From: {anna.address}\r\nTo: {to}\r\nMessage-ID: <{number}@x.example>\r\n{body}\r\n".encode()
        assert anna.office.deliver(raw, to, sender=anna.address).outcome == "refused"
        assert words in flat(anna.newest.text)


def test_answer_to_all_is_read_at_the_address_of_its_game_and_answered_once(table: Table) -> None:
    game, anna, _ = table
    to, before = [anna.newest.reply_to, "seeds@play.localhost"], len(anna.mails())
    raw = f"From: {anna.address}\r\nTo: {', '.join(to)}\r\nMessage-ID: <1@x.example>\r\n\r\nnull d3\r\n".encode()
    found = [anna.office.deliver(raw, address, sender=anna.address).outcome for address in to]
    assert (found, steps(game), len(anna.mails())) == (["played", "ignored"], ["null d3"], before)


def test_answer_to_a_mail_with_commands_of_two_games(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    games = [start("anna", "bert"), start("anna", "bert")]
    own = personal(anna)
    write(anna, own, f"{games[0].pk}#0 null d3\n{games[1].pk}#0 null e3")
    assert [steps(game) for game in games] == [["null d3"], ["null e3"]]
