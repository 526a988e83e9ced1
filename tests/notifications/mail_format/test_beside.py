"""Courtesy beside a move changes nothing, chat gives its writer time to object, and listed doubt makes us ask."""

from __future__ import annotations

import re

import pytest

from notifications.mail_format.beside import beside, greets, subject_doubts
from notifications.mail_format.word_lists import ENTRIES
from tests.notifications.mail_format.bodies import DOUBTFUL, PLAIN
from tests.notifications.mail_format.spellings import CASES
from tests.notifications.mail_format.test_loose_moves import NAMES, outcome, read


def test_all_lists_of_words_together_are_short() -> None:
    assert ENTRIES <= 500


def outcomes(body: str, names: frozenset[str] = NAMES) -> set[str]:
    """What a mail leads to in each game, with a move of it in the place of the braces."""
    return {outcome(game, body.replace("{}", move), names) for game, (_, move) in CASES.items()}


@pytest.mark.parametrize("body", DOUBTFUL)
def test_move_that_is_not_meant_for_certain_is_not_played_at_once(body: str) -> None:
    assert outcomes(body) <= {"announces", "suggests", "asks back"}


@pytest.mark.parametrize("body", PLAIN)
def test_move_beside_courtesy_and_chat_costs_no_second_mail(body: str) -> None:
    assert outcomes(body, signed_in(body)) <= {"plays", "announces"}


def signed_in(body: str) -> frozenset[str]:
    """The names in the last lines of a mail, as its From has them."""
    words = re.findall(r"[^\W\d_]+", body.partition("{}")[2])
    return frozenset(word.lower() for word in words if word[0].isupper())


COURTESY = (
    "{}", "Hi Ben,\n\n{}\n\nBest regards\nAnna", "Hallo zusammen,\n{}\nViele Gr\xfc\xdfe, Anna",
    "Bonjour,\n{}\nMerci\nAnna", "Hola Bert:\n{}\nUn saludo", "Ciao Bert,\n{}\nGrazie!",
    "Hoi Bert,\n{}\nGroetjes\nAnna", "Ol\xe1,\n{}\nAbra\xe7o, Anna", "Cze\u015b\u0107 Bert,\n{}\nPozdrawiam\nAnna",
    "{}\n\nAnna Example\nClub secretary\nTel. 0555 123456", "{}\n\nLG\nTina", "{}\nThanks for the game!",
    "Dear Bert,\nMany thanks!\n\n{}\n\nanna b.", "I play {}, please", "{} \N{PARTY POPPER}",
    "{}\n\nCheers\nDora Miller", "Grazie per il libro, lo sto divorando.\n\n{}",
)  # fmt: skip


@pytest.mark.parametrize("body", COURTESY)
def test_move_beside_courtesy_alone_plays_at_once(body: str) -> None:
    assert outcomes(body) == {"plays"}


CHAT = (
    "On se voit au club jeudi.\n\n{}", "{}\n\nWe saw a film yesterday.", "Ich habe lange \xfcberlegt.\n{}",
    "This is it:\n{}",
    "{}\n\nBold, I know.", "It rains here, and the children are at school.\n\n{}", "{}\n\nDora",
    "Uns geht es gut!\n{}", "{}\n\nOn part en vacances samedi.", "Che bella partita!\n\n{}",
    "I'll go for {}, and off to bed", "How are you?\n\n{}", "Voici\n{}\nEt vive le printemps", "{} \N{FIRE}",
    "{}\n\nNo hurry, we are away until Friday.", "{}\n\nHet hagelde hier als knikkers.",
    "{}\n\nLeuk potje is dit.", "{}\n\nPS: grazie per la ricetta", "\xbfQu\xe9 tal la rodilla?\n\n{}",
)  # fmt: skip


@pytest.mark.parametrize("body", CHAT)
def test_move_beside_words_that_doubt_nothing_is_announced(body: str) -> None:
    assert outcomes(body) == {"announces"}


DOUBTS = (
    "Should I play\n{}", "{}?", "Darf ich\n{}\nspielen?", "Et si je jouais\n{}\n?", "\xbfPuedo jugar {}?",
    "Is this legal?\n\n{}", "If you resign, I play\n{}", "Wenn du ziehst,\n{}", "Si tu veux,\n{}", "Se vuoi,\n{}",
    "Als jij wilt,\n{}", "Je\u015bli chcesz,\n{}", "{}\nunless Bert objects", "I would never play\n{}",
    "Ich spiele nicht\n{}", "Je ne joue pas\n{}", "No juego\n{}", "Non gioco\n{}", "Ik speel niet\n{}",
    "N\xe3o jogo\n{}", "Nie gram\n{}", "{}\nNo, wait.", "{}\n\nNein, warte!",
    "I was about to play\n{}\nbut then I saw it",
    "{}\n\nI am busy with the garden all week.\n\nPS: forget it, wrong game", "{}\nJust kidding",
    "{}\n\nQuatsch, vergiss das", "{}\n\nC'\xe9tait une blague", "{}\n\nEra broma", "{}\n\nGrapje",
    "{}\n\nBrincadeira!", "{}\n\n\u017bartowa\u0142em", "You played\n{}", "Bert wrote:\n{}", "In our other game\n{}",
    "Gestern kam\n{}", "Dans l'autre partie\n{}", "Note to self\n{}", "// {}", "# {}", "{} \N{CONSTRUCTION SIGN}",
    "Supposing you go left, I go {}", "F\xfcr den Fall, dass du links ziehst:\n{}", "{}\n\nWar nur Spa\xdf!",
    "{}\n\nSorry, verklickt.", "{}\n\nC'est pour rire", "{}\n\nJe me suis tromp\xe9 de partie",
    "{}\n\nEra uma piada", "{}\n\nSorry, that was for a different opponent.", "{}\n\nHalt, falsches Spiel!",
    "\u21a9 {}", "{} \N{THOUGHT BALLOON}", "\u23f8 {}", "{}\n-- \nAnna\nThe above is a joke", "Maybe\n{}", "{}\n?",
    "Vorausgesetzt, du bist einverstanden:\n{}", "Mits jij akkoord bent:\n{}", "Siempre que no te importe:\n{}",
    "A patto che tu sia d'accordo:\n{}", "Desde que concordes:\n{}", "Pod warunkiem, \u017ce chcesz:\n{}",
    "Jam\xe1s\n{}", "I refuse to play {}", "Seulement si tu es d'accord :\n{}", "{}\n\nHalt, ich habe mich vertan.",
    "My aunt swears by\n{}", "{}\n\nUps, der war f\xfcr Karl.",
)  # fmt: skip


@pytest.mark.parametrize("body", DOUBTS)
def test_question_condition_negation_retraction_and_report_are_asked_about(body: str) -> None:
    assert outcomes(body) <= {"suggests", "asks back"}


@pytest.mark.parametrize("mark", ["play ", "move ", "Play: ", "MOVE "])
def test_marked_move_counts_whatever_stands_beside_it(mark: str) -> None:
    for around in ("Maybe\n{}", "{}\nNo, wait", "Should I?\n\n{}", "a\nb\nc\nd\ne\nf\ng\n{}", "Just kidding\n{}"):
        assert outcomes(around.replace("{}", f"{mark}{{}}")) == {"announces"}, around
    assert outcomes(f"{mark}{{}}\n\nAnna") == {"plays"}


def test_only_another_marked_move_makes_a_marked_one_a_question() -> None:
    assert read("btt", "play null d3\n\nor rather\n\nplay null d4").is_ambiguous
    assert outcome("btt", "null d4\n\nthat was a mistake\n\nplay null d3") == "announces"


def test_words_for_others_are_what_is_no_courtesy() -> None:
    mail = "Hi Sue,\n\nthanks for the tip!\nIt rains here.\n\nnull d3\n\nSee you on Friday.\n\nBest,\nAnna\nClub"
    assert read("btt", mail).words == ("thanks for the tip!", "It rains here.", "See you on Friday.")
    assert read("btt", "Hi\nthanks!\nnull d3").words == ()


@pytest.mark.parametrize("text", ["What if I\nresign", "resign\n\nAnna\n\nPS: not yet", "I will not\ndraw"])
def test_other_commands_are_doubted_by_the_same_words(text: str) -> None:
    assert read("btt", text).orders == ()
    assert len(read("btt", text).doubted) == 1


def test_below_a_yes_only_a_negation_counts() -> None:
    assert read("btt", "yes\n\nIt rains here, and we are going to the seaside for a week.").orders
    assert read("btt", "yes\nno, wait").doubted


def test_greeting_is_said_to_names_and_to_all() -> None:
    assert all(map(greets, ["Hi", "Hello Ben,", "Dear all", "hi ben", "Guten Morgen!", "Sehr geehrte Frau Dr. Maier,"]))
    assert not any(map(greets, ["Hey don't play this", "Hi is this legal", "hello wait", "Dear me, what now"]))


def test_doubt_is_the_first_line_of_its_kind() -> None:
    assert beside(["Hi Ben,", "the book says", "null d3", "or was it d4"], {2})[0] == "the book says"


@pytest.mark.parametrize("word", ["Kidding", "Maybe", "Misclick.", "Scherz"])
def test_word_in_the_place_of_a_name_is_no_name(word: str) -> None:
    assert outcome("btt", f"null d3\n\n{word}") == "suggests"


@pytest.mark.parametrize("subject", ["Draft, not yet", "Is this legal?"])
def test_subject_can_doubt_a_move(subject: str) -> None:
    assert subject_doubts(subject)
    assert not subject_doubts("Game 12")
