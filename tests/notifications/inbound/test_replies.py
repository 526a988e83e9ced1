"""What of an answer is its sender's own: attributions, quotations, headers, signatures of many languages.

All mails here were written for these tests, in the shapes in which programs write them.
"""

# ruff: noqa: RUF001 - other alphabets are part of what is tested

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.reading import TEXTS, cut
from games.rules import RULES
from notifications.mail_format.command_blocks import read_orders
from notifications.mail_format.commands import moves_of
from notifications.mail_format.quotation import MARKER, MARKERS, SentText
from notifications.mail_format.trimming import own_lines, trimmed
from tests.games.conftest import Start
from tests.notifications.mailbox import PostOffice
from tests.pace import scaled

# What may stand below an answer. None of it is the writer's.
# fmt: off
BELOW = {
    "attribution and marks": "On Tue, 3 Mar 2026 at 09:10, Seeds <s@play.example> wrote:\n\n> board\n> more",
    "attribution without a gap":
        "Op 3 mrt. 2026 09:10 schreef \"Seeds\" <s@play.example> het\nvolgende geschreven:\n\n> bord",
    "attribution of two lines": "On Tue, Mar 3, 2026 at 9:10 AM Seeds <\ns@play.example> wrote:\n\n> board",
    "attribution of three lines": 'Le 3 mars 2026 09:10, "Seeds"\n<s@play.example>\na écrit :\n\n> plateau',
    "address closed on the next line": "Am 03.03.2026 09:10 schrieb \"Seeds\" <s@play.example\n>:\n\n> Brett",
    "address on lines of its own":
        "On Tue, Mar 3, 2026 at 9:10 AM Seeds\n\n<\nmailto:Seeds <s@play.example>\n> wrote:\nboard",
    "name before the date": "Seeds <s@play.example> schrieb am Di., 3.\nMärz 2026 um 09:10 Uhr:\n\n> Brett",
    "date above the name": "On Mar 3, 2026,\nat 09:10,\nSeeds <s@play.example> wrote:\n\n> board",
    "link broken in the quotation": "> Look (https://play.example/games/12\n?ply=7)\n> at the board",
    "link that stands alone": "> Look\n (https://play.example/12) >\n> at the board",
    "no marks": "On Tue, Mar 3, 2026 at 9:10 AM -0800, Seeds <s@play.example> wrote:\n\nboard\nresign",
    "no colon": "On Tue, 3 Mar 2026 09:10:00 -0200 Seeds <s@play.example> wrote\n\nboard",
    "no date": "Seeds <s@play.example> wrote:\n\nboard",
    "no name of a verb": "3.03.2026, 09:10, \"Seeds - games\" <s@play.example>:\n\nboard",
    "date and zone alone": "2026-03-03 09:10 GMT+01:00 Seeds\n\nboard",
    "date and address before bars": "2026/3/3 Seeds via Club <s@play.example>\n\n| board\n| more",
    "between dashes": "---- On Tue, 03 Mar 2026 09:10:00 +0100 Seeds <s@play.example> wrote ----\n\nboard",
    "you wrote": "At 3/3/2026 09:10 AM, you wrote:\n>board\n>more",
    "weekday first": "вторник, 3 марта 2026 г. пользователь Seeds написал:\n\n> доска",
    "Ukrainian": "3 бер. 2026 р. 09:10 \"Seeds\" <s@play.example> пише:\n\n> дошка",
    "Spanish": "El martes, 3 de marzo de 2026, Seeds escribió:\n\n> tablero",
    "Portuguese": "Em 3 de março de 2026 09:10, Seeds <\ns@play.example> escreveu:\n\n> tabuleiro",
    "Polish": "W dniu 2026-03-03 09:10:00 użytkownik Seeds <s@play.example> napisał:\n\nplansza",
    "Norwegian": "tir. 3. mar. 2026 kl. 09:10 skrev Seeds <s@play.example>:\n\n> brett",
    "Finnish": "ti 3. maaliskuuta 2026 klo 9.10 Seeds (s@play.example) kirjoitti:\n\n> lauta",
    "Czech": "Dne út 3. 3. 2026 9:10 uživatel Seeds <s@play.example> napsal:\n\ndeska",
    "Greek": "Στις Τρί, 3 Μαρ 2026, 9:10 π.μ. ο χρήστης Seeds <s@play.example> έγραψε:\n\n> ταμπλό",
    "Romanian": "mar., 3 mar. 2026, 09:10 Seeds <s@play.example> a scris:\n\ntabla",
    "Turkish": "Seeds <s@play.example>, 3 Mar 2026 Sal, 09:10 tarihinde şunu yazdı:\n\n> tahta",
    "Hungarian": "Seeds <s@play.example> ezt írta (időpont: 2026. márc. 3., K, 9:10):\n\n> tábla",
    "Arabic": "في الثلاثاء، ٣ مارس ٢٠٢٦ 9:10 ص Seeds <s@play.example> كتب:\n\n> لوح",
    "Chinese": "> 在 2026年3月3日，上午9:10，Seeds <s@play.example> 写道：\n> 棋盘",
    "Japanese": "2026年3月3日(火) 9:10 Seeds <s@play.example>:\n> 盤",
    "original message": "-----Original Message-----\nboard\nresign",
    "bold original message": "*-------- Original Message --------*\n\nboard",
    "original message and header on a line":
        "-------- Ursprüngliche Nachricht --------Von: \"Seeds\"  Datum: 03.03.26\n\nBrett",
    "forwarded":
        "---------- Forwarded message ---------\nFrom: Seeds <s@play.example>\nTo: anna@example.org\n\nboard",
    "header of Outlook":
        "From: Seeds <s@play.example>\nSent: Tuesday, 3 March 2026 09:10\nTo: Anna\nSubject: game\n\nboard",
    "header in bold": "*From:* Seeds\n*Sent:* 2026-03-03\n*To:* anna@example.org\n*Subject:* game\n\nboard",
    "header below a rule": "________________________________________\nFrom: Seeds <s@play.example>\n\nboard",
    "header below dashes":
        " ------------------------------\n\n*From:* Seeds\n*Sent:* 2026-03-03\n*To:* anna\n\nboard",
    "header of two fields": "From: s@play.example\nDate: Tue, 03 Mar 2026 09:10:00 +0100\n\nboard",
    "header in German":
        "Von: Seeds <s@play.example>\nGesendet: Dienstag, 3. März 2026 09:10\nAn: Anna\nBetreff: Spiel\n\nBrett",
    "header in French":
        "De : Seeds <s@play.example>\nÀ : Anna\nEnvoyé le : Mardi 3 mars 2026 9h10\nObjet : partie\n\nplateau",
    "header in Italian": "Da: Seeds\nData: martedì 3 marzo 2026 9:10\nA: Anna\nOggetto: partita\n\ntavola",
    "header in Swedish":
        "Från: Seeds [mailto:s@play.example]\nSkickat: den 3 mars 2026 09:10\nTill: anna@example.org\n\nbräde",
    "header in Chinese": "发件人: Seeds <s@play.example>\n发送时间: 2026年3月3日 9:10\n收件人: Anna\n主题: 棋\n\n棋盘",
    "header in Arabic":
        "من: Seeds <s@play.example>\nتم الإرسال: Tuesday, March 3, 2026\nإلى: anna@example.org\n\nلوح",
    "signature": "-- \nAnna\nresign",
    "signature of lists": "__\nclub mailing list\nclub@lists.example",
    "rules at the end": "--\n***\n####\n~~~~~\n======\n_______",
    "telephone": "Sent from my iPhone",
    "telephone with an excuse": "Sent from my Galaxy. Please excuse typos.",
    "telephone in brackets": "(sent from a phone)",
    "telephone in French": "Envoyé depuis mon iPhone",
    "telephone in German": "Von meinem Mobilgerät gesendet",
    "telephone in Chinese": "從我的 iPhone 傳送",
    "program": "Get Outlook for iOS<https://aka.ms/x>",
    **{f"marker in {language}": f"{marker}\nresign" for language, marker in MARKERS.items()},
    "marks": "> board\n> resign",
    "marks of initials": "Se> board\nSe> resign",
}
# fmt: on


@pytest.mark.parametrize("below", BELOW.values(), ids=BELOW)
def test_answer_on_top_is_all_that_is_left(below: str) -> None:
    answer = "M e3>e2\nGood luck in the 2nd round!"
    assert own_lines(f"{answer}\n\n{below}\n") == answer.split("\n")
    assert own_lines(f"{answer}\n{below}\n") == answer.split("\n")
    assert trimmed(f"{answer}\r\n\r\n{below}\r\n".replace("\n", "\r\n")) == answer


def test_answer_on_the_line_of_the_attribution_is_kept() -> None:
    assert own_lines("M e3>e2 On Tue, Mar 3, 2026 at 9:10 AM, s@play.example wrote:\n> board") == ["M e3>e2"]


@pytest.mark.parametrize(
    "above",
    [
        "On 3/3/2026 09:10, Seeds wrote:\n> board\n> [M d2>d3]\n",
        "Le 2026-03-03 09:10, Seeds a écrit :\n> plateau\n\n",
        "Sent from my iPhone\n\n",
        "-- \nAnna\n\nOn 3/3/2026 09:10, Seeds wrote:\n> board\n",
    ],
)  # fmt: skip
def test_answer_below_is_found(above: str) -> None:
    assert own_lines(f"{above}M e3>e2\n\n-- \nAnna") == ["M e3>e2"]
    assert trimmed(f"{above}M e3>e2") == "M e3>e2"


def test_words_above_a_quotation_without_marks_are_kept_in_front_of_what_may_be_quoted() -> None:
    above = 'On 3 Mar 2026 09:10, "Seeds" <s@play.example> wrote:'
    assert own_lines(f"{above}\n\nM e3>e2\n\n-- \nAnna") == [above, "", "M e3>e2"]
    assert own_lines(f"{above}\n\n-- \nAnna") == []
    assert trimmed(f"{above}\n\nM e3>e2") == "M e3>e2"


def test_unmarked_mail_of_ours_below_an_attribution_is_nobodys_answer() -> None:
    assert own_lines(f"On 3 Mar 2026 09:10, Seeds <s@play.example> wrote:\n\nresign\n{MARKER}\nresign") == []


def test_quotations_between_answers_are_kept_for_people_but_are_not_own() -> None:
    text = "Yes.\nOn 3/3/2026 09:10, Bert wrote:\n> tea?\n\nNo.\n\n> cake?\n\nPerhaps.\n\n> more\n"
    assert trimmed(text) == "Yes.\n> tea?\n\nNo.\n\n> cake?\n\nPerhaps."
    assert [line for line in own_lines(text) if line] == ["Yes.", "No.", "Perhaps."]


def test_good_bye_below_a_quotation_does_not_keep_it() -> None:
    assert trimmed("Yes.\n\nOn 3/3/2026 09:10, Bert wrote:\n> tea?\n\nRegards, Anna") == "Yes.\n\nRegards, Anna"


def test_mail_of_nothing_but_a_quotation_or_another_mail_is_shown_but_not_own() -> None:
    assert trimmed("> nothing else") == "> nothing else"
    assert own_lines("> nothing else") == []
    forwarded = "---------- Forwarded message ----------\nFrom: Bert <b@example.org>\nSubject: hm\n\nM e3>e2"
    assert trimmed(forwarded) == "M e3>e2"
    assert own_lines(forwarded) == []


def test_end_of_a_quoted_line_that_was_broken_is_not_own() -> None:
    long = "> " + "word " * 14
    assert own_lines(f"M e3>e2\n\n{long}\nfor all of us\n> and so on") == ["M e3>e2"]
    assert own_lines(f"{long}\nm e3>e2\n> and so on") == ["m e3>e2"]


@pytest.mark.parametrize(
    "prose",
    [
        "On this day\n\nI wrote something\n\nwhich was short.",
        "On the other hand, it is 2026.\nOn a separate note: thanks.",
        "Sent from my desk, which is easier than my telephone.",
        "Here are dates:\n\n2026-03-03 09:10:00\n03.03.2026 09:10\nMar 3, 2026 at 09:10",
        "a fix -- this is no signature", "## Key points\n----\n\n1. one\n\n----\n\nand more", "To: nobody\nyes, really",
        "- one\n- two\n\n    - three", "```\n# code\n####\n```\nend", "He told me:\nit is late",
        "From: Monday\nthings change.",
    ],
)  # fmt: skip
def test_prose_that_looks_like_something_is_kept(prose: str) -> None:
    assert own_lines(prose) == prose.split("\n")
    assert trimmed(prose) == prose


@pytest.mark.parametrize("width", [66, 70, 72, 76, 78])
def test_steps_broken_within_a_step_are_whole_again(width: int) -> None:
    rules = RULES["treeblox"]
    steps = [f"L {x},{y},{z}" for x in range(1, 5) for y in range(1, 5) for z in (1, 2)]
    broken, line = [], ""
    for word in "; ".join(steps).split(" "):
        if len(line) + 1 + len(word) > width:
            broken.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    lines = own_lines("\n".join([*broken, line, "draw"]))
    orders = read_orders(lines, moves_of(rules, rules.start(2))).orders
    read = [step.strip() for order in orders if order.verb == "move" for step in order.text.split(";") if step.strip()]
    assert read == steps
    assert orders[-1].verb == "draw"


@given(st.text(max_size=400), st.sampled_from(sorted(BELOW.values())))
def test_own_lines_are_lines_of_the_mail_and_never_marked_ones(text: str, below: str) -> None:
    whole = f"{text}\n{below}"
    given_lines = {line.rstrip() for line in whole.splitlines()}
    for line in own_lines(whole):
        assert not line.lstrip().startswith((">", "|"))
        assert line in given_lines or any(line.startswith(part) for part in given_lines if part)
    trimmed(whole)


# Time -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hostile", TEXTS.values(), ids=TEXTS)
def test_hostile_text_is_trimmed_in_no_time(hostile: Callable[[], str]) -> None:
    text = cut(hostile())
    assert any(time_of(text) < scaled(0.1) for _ in range(3))  # ``benchmarks.reading`` has the exact figures


def time_of(text: str) -> float:
    began = time.process_time()
    trimmed(text)
    return time.process_time() - began


@pytest.mark.parametrize("size", [50_000, 200_000])
@pytest.mark.parametrize("unit", ["x\n", "a@b.c wrote:\n", "From: x\n", "> x\n", "Sent from my\n"])
def test_work_has_a_bound_however_long_the_text_is(unit: str, size: int) -> None:
    assert len(own_lines(unit * (size // len(unit)))) <= 1_000


@pytest.mark.django_db
@pytest.mark.parametrize("language", MARKERS)
def test_line_above_which_one_answers_is_in_the_language_of_the_reader(
    office: PostOffice, start: Start, language: str
) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    anna.player.language = language
    anna.player.save(update_fields=["language"])
    start("anna", "bert")
    asked = anna.newest
    assert asked.text.split("\n\n")[1] == MARKERS[language]  # below what happened, which a list of mails shows
    assert own_lines(f"null d3\n\n{asked.text}", SentText([asked.text])) == ["null d3"]
