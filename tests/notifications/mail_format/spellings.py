"""Spellings of moves as people write them, made for any move of any game; and lines that must never play one."""

# ruff: noqa: RUF001 - what telephones make of plain signs is what is tested

from __future__ import annotations

import re
from collections.abc import Iterator

from games.rules import RULES
from games.rules.base import Position
from notifications.mail_format.loose_moves import MoveReader

# A position of each game, by the steps that lead to it, and a legal move there.
CASES = {
    "btt": ([], "null d3"), "treeblox": ([], "L 2,3,1"), "twigs": (["L6@0,0"], "W4@-1,-1"), "roots": ([], "bead 15,15"),
}  # fmt: skip

AROUND = (
    "1. {}", "1) {}", "(1) {}", "- {}", "* {}", "{} 🎉", "👍 {}", "{} 👍🏽", "{} thanks", "{} thanks!", "{}, please",
    "I'll play {}", "I’ll play {}", "I play {} now", "I will go with {}", "let's go with {}", "Let's try {}, {}",
    "{} ;)", "{} :-)", "{}:D", "{} <3", "({})", "“{}”", "«{}»", "'{}'", "**{}**", "_{}_", "`{}`", "{}...", "{}!!!",
    "{},", "{};", "{} -", "<b>{}</b>", "<p>{}</p>", "&nbsp;{}", "{}<br>", "\u00a0{}\u00a0", "move: {}", "Move 1: {}",
    "My move: {}", "my move is {}", "Ok, {}", "Hi Ben, {}", "Here is my move: {}", "{}\n{}", "{}\n\n{}", "{} {}",
    "{} (my move)", "{}, your turn", "{} good luck", "Thanks! {}", "please play {}", "{} it is", "{} - Anna",
    "{} I think", "How about {}?", "{}?", "[{}]", "> {}", "My answer would be {} here", "{} pls", "Hello!\n\n{}\n\nBye",
    "=> {}", "{} , ok", "Sorry for the delay, {}", "ich spiele {}", "putting {}", "{} for me",
    "my first move: {}", "ok then, {}", "hi {}", "first: {}", "no. 1: {}", "• {}", "{} (thanks for the game)",
    "{} & good luck", "{} - greetings from Berlin", "{} to start", "{}. Good luck to you!", "Zug: {}", "Also: {}",
    "ich lege {}, viele Grüße", "{} schönes Wochenende", "with pleasure: {}", "I'd like {}", "~{}~", "first I take {}",
    "Ok ok, {}", "{}, sorry for the wait", "{} 🌱🌱", "{} from sunny Spain", "I've decided: {}", "<<{}>>",
    "So: {} then", "Hi there, {}, best, Anna", "{} xx",
)  # fmt: skip


def reader_of(game: str) -> MoveReader:
    """What reads lines at the position of a game in the table."""
    steps, _ = CASES[game]
    rules = RULES[game]
    position: Position[object] = rules.start(rules.seats[0])
    for step in steps:
        position = position.play(rules.parse(step, position))
    return MoveReader(rules, position)


def spellings_of(move: str) -> Iterator[str]:
    """The move with other signs and blanks in it, then with words and decoration around it."""
    wide = str.maketrans({**{str(n): chr(0xFF10 + n) for n in range(10)}, ",": "，", "@": "＠"})
    yield from (move.upper(), move.lower(), move.title(), f"  {move}  ", move.translate(wide))
    yield re.sub(r"([a-zA-Z])(\d)", r"\1 \2", move)  # null d 3
    yield re.sub(r"[,@>]", " ", move)  # bead 15 15
    yield re.sub(r"([,@>])", r" \1 ", move)
    yield re.sub(r"(-?\d+(?:,-?\d+)+)", r"(\1)", move)  # L (2,3,1)
    yield re.sub(r",", "/", move)
    yield re.sub(r" ", "", move)
    yield re.sub(r" ", ": ", move)
    yield re.sub(r" ", " at ", move).replace("@", " at ")
    yield from (form.replace("{}", move) for form in AROUND if form != "> {}")


TRAPS = (
    "I would never play {}", "should I play {}?", "don't play {}", "Do not play {}", "I was thinking about {}",
    "{} was a mistake", "you should have played {}", "if you play {} I'll resign", "What happens after {}?", "not {}",
    "{} is a bad move", "I hope you don't see {}", "never {}", "{} or something else", "I played {} last time",
    "maybe {}", "Can I take back {}?", "his move {}", "was it {}?", "❌ {}", "{} ❓", "anything but {}", "> {}",
    "| {}", "] {}", "no {}", "I could play {}, but I won't", "Ben wrote {}", "I'd play {} if I were you",
    "{} next time", "{} tomorrow", "On Sunday Ben played {}", "I'll play {}?", "I'll play {} unless you object",
    "wait, not {}", "{} would be nice", "I almost played {}", "nobody plays {}", "instead of {}", "rather not {}",
    "{} ???", "why {}", "after {} comes trouble", "I won't play {}", "let's not play {}", "please don't {}",
    "{} is illegal", "Anything but {}", "The computer suggests {}", "Am Montag schrieb Bert: {}", "{} wins, right?",
    "Le lundi, Bert a écrit : {}", "El lunes Bert escribió: {}", "Op maandag schreef Bert: {}", "ik speel geen {}",
    "W poniedziałek Bert napisał: {}", "nie gram {}", "jag spelar inte {}", "não jogo {}", "{} wäre dumm",
    "he took {}", "next turn {}", "good move {}", "~~{}~~", "Moves so far:\n1. {}",
)  # fmt: skip

CHAT = (
    "Hi Ben,", "good game!", "see you at the club", "Anna", "S", "C", "-- ", "Best regards", "Thanks",
    "Sent from my iPhone", "I have no time today", "What a move", "Regards, Anna",
    "cheers, A.", "5 more days", "see you at 15:15", "12/24",
)  # fmt: skip
