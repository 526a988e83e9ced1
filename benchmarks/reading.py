"""Processor time that it takes to read mails: those of people, and texts and mails that were built to take long.

    python -m benchmarks.reading [--runs 3] [FOLDER]

With a folder, every file in it is taken for a mail: how many are of which class, and how long the slowest took.
No database, no network. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import TypeVar

from django.conf import settings

from notifications.inbound.inspect import inspect, is_some_move
from notifications.lab.mail_client import ReadMail, answer_to
from notifications.lab.mail_programs import PROGRAMS
from notifications.mail_format.bounce_reports import read_report
from notifications.mail_format.command_blocks import read_orders
from notifications.mail_format.quotation import MARKER
from notifications.mail_format.trimming import own_lines, trimmed

T = TypeVar("T")

LONGEST = 200_000  # bytes of a hostile text

# Texts --------------------------------------------------------------------------------------------------------------

DATED = "On 1 Jan 2026 at 10:00"
TEXTS: dict[str, Callable[[], str]] = {
    "marks": lambda: "> " * 100_000,
    "mark after mark": lambda: ">" * 200_000,
    "openings": lambda: "On " * 66_000,
    "blank lines": lambda: "\n" * 200_000,
    "lines of Unicode": lambda: "\u2028" * 66_000,
    "colons": lambda: ":" * 200_000,
    "attributions": lambda: "a@b.c wrote:\n" * 15_000,
    "dated attributions": lambda: f"{DATED} x <a@b.c> wrote:\n" * 5_000,
    "quoted attributions": lambda: f"> {DATED} x <a@b.c> wrote:\n" * 4_500,
    "attribution that never ends": lambda: "On x\n" * 40_000 + "wrote:",
    "dates that never end": lambda: f"{DATED} x <\n" * 7_000 + "wrote:",
    "wrote and wrote": lambda: ("wrote " * 60 + ":\n") * 550,
    "dates and wrote": lambda: ("2026 " * 79 + "wrote\n") * 500,
    "brackets behind an address": lambda: ("2026 wrote @" + "]" * 380 + " x:\n") * 500,
    "open brackets": lambda: "<\n" * 100_000,
    "open and closed": lambda: "<\n>:\n" * 40_000,
    "headers": lambda: "From: x\n" * 25_000,
    "headers with addresses": lambda: "From: a@b\nxx\n" * 15_000,
    "headers apart": lambda: "To: x\n\n" * 28_000,
    "rule": lambda: "_" * 200_000,
    "rules": lambda: "---\n" * 50_000,
    "dashes": lambda: "- " * 100_000,
    "separators": lambda: "-----Original Message\n" * 9_000,
    "telephones": lambda: "Sent from my iPhone\n" * 10_000,
    "telephones and dots": lambda: ("Sent from my " + "a." * 50 + "\n") * 1_700,
    "initials": lambda: "Ab> x\n" * 33_000,
    "digits": lambda: "1:" * 100_000,
    "long word": lambda: "a" * 200_000,
    "spaces": lambda: (" " * 999 + "\n") * 200,
    "accents": lambda: "\u0301\u0323" * 50_000,
    "accents on lines": lambda: ("a" + "\u0301\u0323" * 40 + "\n") * 1_200,
    "accents on long lines": lambda: ("a" + "\u0301\u0323" * 490 + "\n") * 110,
    "ligatures": lambda: ("\ufdfa" * 30 + "\n") * 2_000,
    "unseen": lambda: ("\u200b" * 30 + "\n") * 2_000,
    "all of Unicode": lambda: "".join(map(chr, range(0x100, 0xD800))),
    "moves": lambda: "M e3>e2;" * 25_000,
    "moves on lines": lambda: "M e3>e2; M\n" * 18_000,
    "resignations": lambda: "resign\n" * 28_000,
    "greetings": lambda: "hi\n" * 66_000,
    "guards": lambda: "#1 " * 66_000,
    "one accent on every letter": lambda: ("a\u0301" * 60 + "\n") * 1_100,
    "unseen signs between letters": lambda: ("n\u200bu\u200bl\u200bl\u200b d\u200b3 " * 10 + "\n") * 800,
    "a plan of 8,000 lines": lambda: "plan\n" + "if M e3>e2 then M d3\n" * 8_000,
    "broken quotations": lambda: ("> " + "a" * 70 + "\nb\n") * 2_700,
}


def cut(text: str) -> str:
    """As much of it as a mail may have."""
    return text.encode()[:LONGEST].decode(errors="ignore")


# Mails --------------------------------------------------------------------------------------------------------------

FROM = b"From: anna@example.org\r\n"


def body(head: bytes, content: bytes) -> bytes:
    return FROM + head + b"\r\n\r\n" + content


def html(content: bytes) -> bytes:
    return body(b"Content-Type: text/html; charset=utf-8", content)


def nested(head: bytes, depth: int) -> bytes:
    return b"".join(b"%s=b%d\r\n\r\n--b%d\r\n" % (head, number, number) for number in range(depth))


MULTIPART = b"Content-Type: multipart/mixed; boundary"
PARAMETERS = b"".join(b"; a%d=b" % number for number in range(5_000))
MAILS: dict[str, Callable[[], bytes]] = {
    "20,000 parts": lambda: body(MULTIPART + b"=b", b"--b\r\n\r\nx\r\n" * 20_000 + b"--b--"),
    "20,000 parts of a digest": lambda: body(
        b"Content-Type: multipart/digest; boundary=b", b"--b\r\n\r\nx\r\n" * 20_000
    ),
    "10,000 addresses": lambda: body(b"To: " + b", ".join(b"a%d@b.c" % n for n in range(10_000)), b"x"),
    "5,000 addresses": lambda: body(b"To: " + b", ".join(b"a%d@b.c" % n for n in range(5_000)), b"x"),
    "20,000 encoded words": lambda: body(b"Subject: " + b"=?utf-8?q?a?= " * 20_000, b"x"),
    "4,000 encoded words": lambda: body(b"Subject: " + b"=?utf-8?q?a?= " * 4_000, b"x"),
    "encoded words of a slow charset": lambda: body(b"Subject: =?punycode?q?" + b"a" * 900 + b"-9999999?=", b"x"),
    "5,000 parameters": lambda: body(b"Content-Type: text/plain" + PARAMETERS, b"x"),
    "5,000 parameters of a part": lambda: body(MULTIPART + b"=b", b"--b\r\nContent-Type: text/plain" + PARAMETERS),
    "semicolons": lambda: body(b"Content-Type: text/plain" + b";" * 60_000, b"x"),
    "open comments": lambda: b"From: " + b"(" * 60_000 + b"anna@example.org\r\n\r\nx",
    "1,000 nested": lambda: nested(MULTIPART, 1_000),
    "1,000 nested, written otherwise": lambda: nested(MULTIPART + b"*0", 1_000),
    "1,000 nested, written with a space": lambda: nested(MULTIPART + b" ", 1_000),
    "40 nested": lambda: nested(MULTIPART, 40),
    "mails in mails": lambda: b"Content-Type: message/rfc822\r\n\r\n" * 8_000,
    "report of 25,000 blocks": lambda: b"Content-Type: message/delivery-status\r\n\r\n" + b"a: b\r\n\r\n" * 25_000,
    "report in capitals": lambda: b"Content-Type: MESSAGE/DELIVERY-STATUS\r\n\r\n" + b"a: b\r\n\r\n" * 25_000,
    "report in a part": lambda: body(
        MULTIPART + b"=b", b"--b\r\nContent-Type: message/delivery-status\r\n\r\n" + b"a: b\r\n\r\n" * 25_000
    ),
    "1,000 parts": lambda: body(MULTIPART + b"=b", b"--b\r\n\r\nx\r\n" * 1_000 + b"--b--"),
    "parts behind carriage returns": lambda: body(MULTIPART + b"=b", b"--b\r\rx\r" * 20_000),
    "header lines behind carriage returns": lambda: b"a: b\r" * 13_000,
    "nested behind carriage returns": lambda: nested(MULTIPART, 1_000).replace(b"\r\n", b"\r"),
    "references of 50 kB": lambda: body(b"References: " + b"<a@b.c>\r\n " * 190 + b"<a@b.c> " * 5_000, b"x"),
    "header of a part behind carriage returns": lambda: body(MULTIPART + b"=b", b"--b\r" + b"a: b\r" * 40_000),
    "header of a part without an end": lambda: body(MULTIPART + b"=b", b"--b\r\n" + b"a: b\r\n" * 40_000),
    "200,000 header lines": lambda: b"a: b\r\n" * 40_000,
    "lines that go on": lambda: body(b"X: y\r\n" + b" z\r\n" * 20_000, b"x"),
    "no header": lambda: b"x" * 250_000,
    "blank lines in front": lambda: b"\r\n" * 120_000,
    "one long line": lambda: body(b"X: y", b"x" * 250_000),
    "line ends": lambda: body(b"X: y", b"\n" * 250_000),
    "carriage returns": lambda: body(b"X: y", b"x\r" * 120_000),
    "carriage returns alone": lambda: body(b"X: y", b"\r" * 200_000),
    "broken base64": lambda: body(b"Content-Transfer-Encoding: base64", b"Q=!@" * 60_000),
    "broken quoted-printable": lambda: body(b"Content-Transfer-Encoding: quoted-printable", b"=\r\n=4" * 40_000),
    "uuencode": lambda: body(b"Content-Transfer-Encoding: x-uuencode", b"begin 666 x\r\n" + b"#86)C\r\n" * 35_000),
    "broken UTF-16": lambda: body(b"Content-Type: text/plain; charset=utf-16", b"\xd8\x00" * 120_000),
    "ISO-2022 escapes": lambda: body(b"Content-Type: text/plain; charset=iso-2022-jp", b"\x1b$B" * 80_000),
    "slow charset": lambda: body(b"Content-Type: text/plain; charset=punycode", b"a" * 999 + b"-" + b"9" * 100_000),
    "slow charset of an umlaut": lambda: body(
        b"Content-Type: text/plain; charset=punycode", b"\xe9" + b"a" * 60_000 + b"-99999" + b"a" * 180_000
    ),
    "slow charset in a complaint": lambda: body(
        b"Content-Type: message/feedback-report",
        b"Content-Type: text/plain; charset=punycode\r\n\r\n\xe9" + b"a" * 60_000 + b"-99999" + b"a" * 180_000,
    ),
    "slow charset in the name of a file": lambda: body(
        MULTIPART + b"=b", b"--b\r\nContent-Disposition: inline; filename*=punycode''a-" + b"9a" * 120_000
    ),
    "name of a file without an end": lambda: body(
        MULTIPART + b"=b", b'--b\r\nContent-Disposition: inline; filename="' + b";" * 240_000
    ),
    "soft line ends": lambda: body(b"Content-Type: text/plain; format=flowed", b"a \r\n" * 60_000),
    "HTML nested": lambda: html(b"<div>" * 50_000),
    "HTML nested, ends that end nothing": lambda: html(b"<div></x>" * 25_000),
    "tables nested": lambda: html(b"<table><tr><td>" * 15_000),
    "lists nested": lambda: html(b"<ul><li><p>" * 20_000),
    "quotations nested": lambda: html(b"<blockquote>" * 20_000),
    "marks of quotations": lambda: html(b"<div id=divRplyFwdMsg></div>" * 8_000),
    "rules of quotations": lambda: html(b"<hr id=stopSpelling>" * 12_000),
    "classes of quotations": lambda: html(b"<p class='gmail_quote x'>" * 9_000),
    "line breaks": lambda: html(b"a<br>" * 50_000),
    "attributes": lambda: html(b"<a " + b"".join(b" x%d=1" % number for number in range(30_000)) + b">"),
    "formatting without an end": lambda: html(b"<b><i><a href=x>" * 15_000),
    "lines kept as they are": lambda: html(b"<pre>" + b"\n" * 240_000),
    "open tags": lambda: html(b"<" * 250_000),
    "open comments in HTML": lambda: html(b"<!-- " * 50_000),
}


def answers() -> list[bytes]:
    """What eleven programs send in answer to a mail of the usual size."""
    mail = EmailMessage()
    mail["From"] = "Seeds <seeds@play.example.org>"
    mail["To"] = "anna@example.org"
    mail["Date"] = "Mon, 02 Mar 2026 12:00:00 +0000"
    mail["Reply-To"] = "turn-abcdefghijklmnopqrstuvwxyz@play.example.org"
    lines = [f"| a line of a board, number {number}" for number in range(80)]
    mail.set_content("\n".join(["It is your turn.", *lines[:40], MARKER, *lines[40:]]))
    mail.add_alternative(
        "<html><body>" + "".join(f"<p>{line}</p>" for line in lines) + "</body></html>", subtype="html"
    )
    sent = ReadMail(mail.as_bytes())
    return [answer_to(sent, "M e3>e2", sender="anna@example.org", program=name).as_bytes() for name in PROGRAMS]


# Measuring ------------------------------------------------------------------------------------------------------------


def best_ms(work: Callable[[], object], runs: int) -> float:
    """Milliseconds of processor time, the best of some runs."""
    taken = []
    for _ in range(runs):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return 1_000 * min(taken)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path, help="a folder of mails to read, one in a file")
    parser.add_argument("--runs", type=int, default=3, help="runs of each, of which the best counts")
    arguments = parser.parse_args()
    settings.configure(USE_I18N=False)  # why a mail cannot be read is said in English
    if arguments.folder:
        report_folder(arguments.folder)
        return
    mails = answers()
    took = best_ms(lambda: [inspect(raw) for raw in mails], arguments.runs) / len(mails)
    print(f"an answer to a mail of ours: {took:.1f} ms")
    inspect(mails[0])  # so that what is made only once is there
    texts = {name: cut(make()) for name, make in TEXTS.items()}
    report("texts, trimmed", best_of_all(trimmed, texts, arguments.runs))
    report("texts, read for commands", best_of_all(read_for_commands, texts, arguments.runs))
    hostile = {name: make() for name, make in MAILS.items()}
    report("mails, inspected", best_of_all(inspect, hostile, arguments.runs))
    report("mails, read as reports", best_of_all(read_report, hostile, arguments.runs))


def read_for_commands(text: str) -> object:
    return read_orders(own_lines(text), is_some_move)


def best_of_all(work: Callable[[T], object], inputs: dict[str, T], runs: int) -> dict[str, float]:
    """Milliseconds by the name of what is worked on."""
    return {name: best_ms(partial(work, value), runs) for name, value in inputs.items()}


def report(title: str, taken: dict[str, float]) -> None:
    """Print the slowest."""
    print(f"\n{title}: {len(taken)}, the slowest:")
    for name, ms in sorted(taken.items(), key=lambda pair: -pair[1])[:6]:
        print(f"  {ms:7.1f} ms  {name}")


def report_folder(folder: Path) -> None:
    classes: Counter[str] = Counter()
    taken: dict[str, float] = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        raw = path.read_bytes()
        began = time.process_time()
        classes[inspect(raw)["class"]] += 1
        taken[str(path.relative_to(folder))] = 1_000 * (time.process_time() - began)
    print(", ".join(f"{count} {name}" for name, count in classes.most_common()))
    report("mails", taken)


if __name__ == "__main__":
    main()
