"""The commands that a mail can contain: each with what it takes, its help, and the addresses that take it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language

from games.rules import RULES
from ground.wording import gettext
from ground.wording import gettext_noop as _
from notifications.mail_format.command_words import PLACES, WORDS

HERE = "?"  # the topic of help about the position on the board


@dataclass(frozen=True)
class Command:
    """A verb that people can write: what it takes, what it does in a line, which kinds of address take it.

    ``takes``: nothing, or "moves", "preference", "game", "hour", "language", "zone", "span", "topic", "rules", "event",
    "player", "round", "request", "cup", "kind", "plan"; "words" are all the own lines below it too, "note" those up to
    the next command.
    ``more`` is what ``help`` with this verb adds.
    """

    verb: str
    usage: str
    summary: str
    addresses: frozenset[str]
    also: tuple[str, ...] = ()
    takes: str = ""
    more: str = ""

    @property
    def shown(self) -> str:
        """How it is written, in the language of the reader."""
        return in_words_of_reader(self.usage)

    @property
    def in_words(self) -> str:
        """What it does, in the language of the reader."""
        return gettext(self.summary)

    @property
    def explained(self) -> str:
        """What ``help`` with this verb adds, in the language of the reader; may be empty."""
        return gettext(self.more) if self.more else ""

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that stands for it, in all languages."""
        return (self.verb, *self.also, *(word for words in WORDS.values() for word in words.get(self.verb, ())))


EVERYWHERE = frozenset({"turn", "game", "personal", "play", "answer"})
OF_ACCOUNT = frozenset({"personal", "play", "answer"})  # kinds of address that serve all games of an account
COMMANDS = (
    Command("move", "MOVE", _("play it; several steps on lines of their own, or separated by semicolons"), EVERYWHERE,
            ("play", "i play", "my move", "my move is"), takes="moves",
            more=_("With [play] in front it counts, whatever the other words are. A move beside other words waits "
                   "for an hour, or as long as you choose with [hold], and then goes to the others with these words; "
                   "[no] cancels it. Words that doubt it make us ask. All or nothing, up to the first roll of dice. "
                   "A step such as [pass] or [done] is written like any other, in games that have it. With the "
                   "number of moves played before it, as in [MOVE #17], it is played at that moment of the game or "
                   "not at all; without, the address of a turn mail says which.")),
    Command("preview", "preview MOVE", _("show the board after it, and play nothing"), EVERYWHERE, takes="moves"),
    Command("show", "show", _("send the board; [show 123#17]: that of game 123 after move 17"),
            EVERYWHERE, ("board",), takes="game"),
    Command("draw", "draw", _("offer a draw, or agree to one"), EVERYWHERE, ("offer draw", "offer a draw", "draw?"),
            more=_("The offer lapses with the next move. It may stand below a move.")),
    Command("resign", "resign", _("give the game up"), EVERYWHERE, ("i resign",),
            more=_("With three or more seats the house bot plays on for yours, and you are placed last. It cannot be "
                   "taken back.")),
    Command("abandon", "abandon", _("offer to end the game without a result, or agree to it"), EVERYWHERE),
    Command("undo", "undo", _("ask that your last turn is undone, or agree to that"), EVERYWHERE,
            ("take back", "takeback"),
            more=_("It happens once all agree, and never where dice have fallen since. It lapses with the next move.")),
    Command("accept", "accept", _("agree to what is offered, or to what we asked"), EVERYWHERE,
            ("accept draw", "accept offer", "yes"), takes="challenge",
            more=_("[yes] plays the one move that we asked about with [Perhaps you meant]. Where an opponent has "
                   "offered something, too, write the move itself, or [accept offer].")),
    Command("decline", "decline", _("decline what is offered"), EVERYWHERE, ("decline draw", "decline offer", "no"),
            takes="challenge"),
    Command("cancel", "cancel", _("cancel a held move that nobody has seen yet"), EVERYWHERE),
    Command("plan", "plan if MOVE then MOVE", _("prepare your reply to what may come; [plan] alone shows it"),
            EVERYWHERE, takes="plan",
            more=_("It is played the moment your opponent moves, takes none of your time, and nobody else sees it. "
                   "The first condition that fits counts; * fits anything. What follows your reply goes into "
                   "brackets behind it. It goes past dice only if it names them, as in [roll >= 4] or [no rain]. "
                   "[wait if they write] at the end drops it when an opponent writes to you. It may take several "
                   "lines.")),
    Command("drop plan", "drop plan", _("drop your plan"), EVERYWHERE, ("no plan", "forget plan")),
    Command("always", "always ANSWER", _("set how you answer whenever you are asked in another player's turn"),
            EVERYWHERE, takes="preference"),
    Command("say", "say WORDS", _("write to the other players; all your lines below it are shown, too"), EVERYWHERE,
            takes="words",
            more=_("Everybody who looks at the game can read it. It is shown on the page of the game and in the next "
                   "mails. Put moves and other commands above it. A remark may have 500 characters.")),
    Command("mute", "mute", _("hide what the others say in this game"), EVERYWHERE),
    Command("unmute", "unmute", _("show what the others say again"), EVERYWHERE),
    Command("note", "note WORDS", _("write down something for yourself; [note] alone sends you what you wrote"),
            EVERYWHERE, takes="note", more=_("Nobody else ever sees it. What you write is added at the end.")),
    Command("watch", "watch 123", _("get a mail when game 123 ends; [watch 123 each turn]: and after each turn"),
            EVERYWHERE, takes="game",
            more=_("For games in which you do not play. A mail a turn is sent at most thirty times a day.")),
    Command("unwatch", "unwatch 123", _("stop the mails about game 123"), EVERYWHERE, takes="game"),
    Command("games", "games", _("list the games that wait for you, each with its address"), EVERYWHERE, ("my games",)),
    Command("challenge", "challenge NAME GAME", _("ask a player, a house bot or [anybody] for a game"), OF_ACCOUNT,
            takes="opponent",
            more=_("GAME is btt, treeblox, twigs or roots. Each player has 3 days for a turn, and the result is "
                   "rated unless you put [casual] at the end, or the opponent is a house bot. [challenge anybody btt "
                   "people only] lets no bots in. [challenge ben btt match 4] asks for a match of four games, of "
                   "Treeblox if no game is named; [challenge ben btt match 4 in turn] for games one after another; "
                   "[challenge ben btt best of 5] for a match that ends when it is decided. A challenge is answered "
                   "with [accept] or [decline].")),
    Command("events", "events", _("list the events that you can enter, and yours"), OF_ACCOUNT),
    Command("join", "join EVENT", _("take part in an event, by its name"), OF_ACCOUNT, ("enter",), takes="event",
            more=_("In a team league [join EVENT team NAME] enters a team with you as its captain, or accepts its "
                   "invitation; [join EVENT team NAME with ben, dora] invites players to it.")),
    Command("withdraw", "withdraw EVENT", _("take your entry back, or leave a running event"), OF_ACCOUNT,
            takes="event",
            more=_("Once an event has started the answer says what changes for everybody, and [yes] confirms it.")),
    Command("away", "away ROUND", _("sit out a round; [away 3 in EVENT] where you play in several events"),
            OF_ACCOUNT, takes="round",
            more=_("Before the round is paired, and not the last one. [cancel away 3] takes it back.")),
    Command("cancel away", "cancel away ROUND", _("play in that round after all"), OF_ACCOUNT, takes="round"),
    Command("ask", "ask WHAT because WORDS", _("ask the directors of an event for something"), OF_ACCOUNT,
            takes="request",
            more=_("WHAT is one of these: [time 123 2 days], [appeal 17], [substitute], [substitute NAME], [entry] or "
                   "[withdrawal]. 123 is the number of your game, 17 that of an entry in the log. Where you play in "
                   "several events, name one: [ask substitute in EVENT because WORDS]. Everybody can read the words.")),
    Command("learn", "learn GAME", _("send the lesson of a game, one exercise after the other"), OF_ACCOUNT,
            ("lesson",), takes="exercise",
            more=_("Answer each exercise with a move: the answer says whether it is right, and brings the next one. "
                   "[learn btt 4] sends the fourth.")),
    Command("settings", "settings", _("list which mails you get and when"), OF_ACCOUNT),
    Command("time zone", "time zone Berlin",
            _("choose the zone in which your mails and pages give times, by a city or its name, such as Europe/Berlin"),
            OF_ACCOUNT, ("timezone",), takes="zone"),
    Command("hold", "hold 60", _("hold a move beside other words for so many minutes; [hold off]: play it at once"),
            OF_ACCOUNT, takes="minutes",
            more=_("We answer with what we have read, and [no] cancels it until then. At most 24 hours: [hold 1440].")),
    Command("words", "words off",
            _("keep the words beside your moves from the other players; [words on]: show them"), OF_ACCOUNT,
            takes="switch"),
    Command("receipts", "receipts on",
            _("a receipt of each move, at once; [receipts off]: only if no other mail of the game comes for a day"),
            OF_ACCOUNT, takes="switch"),
    Command("language", "language de", _("choose the language of your mails and pages; [language en]: English"),
            OF_ACCOUNT, takes="language"),
    Command("close account", "close account", _("leave all games and close your account; we ask once more"),
            OF_ACCOUNT),
    Command("standings", "standings EVENT", _("send the table of an event, by its name"), OF_ACCOUNT, takes="event"),
    Command("leave", "leave FROM TO", _("book leave, first and last day; [leave] alone shows what you have"),
            OF_ACCOUNT, takes="span",
            more=_("Write days as 2026-12-24 or 24 Dec 2026; one day alone is one day of leave. On these days your "
                   "clocks are stopped where the game allows it, and your opponents are notified.")),
    Command("cup", "cup GAME 4", _("join a mini cup of 3 or 4, which starts once it is full; [cup] alone lists them"),
            OF_ACCOUNT, takes="cup",
            more=_("GAME is btt, treeblox, twigs or roots. [cup twigs 3] is a round robin of 3, [cup twigs 4] a "
                   "knockout of 4, and [cup twigs table 3] a table of 3. You wait for 14 days; write it again to "
                   "wait longer.")),
    Command("drop cup", "drop cup GAME 4", _("leave the queue for a mini cup"), OF_ACCOUNT, takes="cup"),
    Command("cancel leave", "cancel leave FROM TO", _("cancel days of leave that have not begun"), OF_ACCOUNT,
            takes="span"),
    Command("block", "block NAME", _("no challenges, invitations and words from that player; [block] alone lists them"),
            OF_ACCOUNT, takes="player",
            more=_("They are not notified. Running games go on, and the pairings of events follow from their rules.")),
    Command("unblock", "unblock NAME", _("unblock that player"), OF_ACCOUNT, takes="player"),
    Command("stop", "stop", _("no more mails: of this game, or at the address of your account of any kind"), EVERYWHERE,
            ("unsubscribe", "stop mails"), takes="kind",
            more=_("Your clocks keep running. The answer says what still comes and how to have mails back. [stop "
                   "news] ends one kind of all mails: turns, reminders, receipts, news, results, absences, "
                   "challenges, events, watched or digest.")),
    Command("digest", "digest HOUR",
            _("one mail a day at that hour; [digest hourly]: one an hour; [digest once]: one, then none until you "
              "come; [digest off]: each mail at once"),
            OF_ACCOUNT, takes="hour"),
    Command("rules", "rules GAME", _("send the rules of a game"), EVERYWHERE, takes="rules"),
    Command("help", "help", _("send this list; [help WORD]: about one of these words, or about a game"), EVERYWHERE,
            takes="topic"),
)  # fmt: skip


def as_typed(text: str) -> str:
    """A text as it is compared with another: without blanks, in small letters."""
    return "".join(text.lower().split())


def in_words_of_reader(text: str) -> str:
    """A command that begins with a verb in English, or a usage, in the language of the reader."""
    language = get_language() or ""
    verb = max((verb for verb in WORDS.get(language, {}) if f"{text} ".startswith(f"{verb} ")), key=len, default="")
    words = WORDS[language][verb][0] + text[len(verb) :] if verb else text
    return " ".join(PLACES.get(language, {}).get(word, word) for word in words.split(" "))


COMMAND_OF = {command.verb: command for command in COMMANDS}
COMMAND_BY_NAME = {name: command for command in COMMANDS for name in command.names}
RESERVED = frozenset(name for name in COMMAND_BY_NAME if " " not in name)  # words that no player may be called
# What ``stop`` can end by itself: the topics of mails, and the digest.
KINDS_OF_MAIL = (
    "turns", "reminders", "receipts", "news", "results", "absences", "challenges", "events", "watched", "digest",
)  # fmt: skip
# What help is to be had about, beside verbs: the topic that the word stands for.
TOPICS = {
    "moves": "notation", "notation": "notation", "plans": "plan", "clock": "clocks",
    "clocks": "clocks", "time": "clocks", "mail": "mail", "mails": "mail", "preferences": "mail", "chat": "say",
    "notes": "note", "dice": "dice", "addresses": "addresses", "address": "addresses",
    **{word: f"game:{rules.slug}" for rules in RULES.values() for word in (rules.slug, rules.title.lower())},
}  # fmt: skip
