"""What becomes of a mail that came in: it is read, then one transaction has all that it asks for.

It is long because the way of a mail is read as a whole.
"""

from __future__ import annotations

import logging
import re
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.text import Truncator
from django.utils.translation import gettext, gettext_noop

from games.exceptions import GameError, RefusedMove
from games.models import Game, Seat, Submission
from games.play.held_moves import cancel_held
from games.play.log import read_game
from games.play.submissions import keep_newest_refusals
from games.rules.base import split_steps
from ground.metrics import MAILS_IN
from ground.prepared.queries import Asked, Prepared
from ground.prepared.writes import update, update_if
from ground.sweeps import Sweep
from ground.tracing import traced
from ground.wording import kept
from notifications.accounts.closing import close_account
from notifications.accounts.notices import BY_MAIL
from notifications.addresses import address_health, held_mails
from notifications.addresses.preferences import PreferenceError
from notifications.addresses.reply_addresses import blot, find_token
from notifications.inbound import intake
from notifications.inbound.authentication.authors import (
    NotKnownYet,
    Verdict,
    authenticate,
    is_from_player,
    look_for_proof,
)
from notifications.inbound.authentication.dns import Names, Resolver
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.orders import (
    Answer,
    answer_in,
    can_be_played,
    cut_short,
    joined,
    no_seat_in,
    raise_nothing_read,
    says_no,
    says_yes,
    takes_suggestion,
    turn_offered,
    unreadable,
    without_encoding,
)
from notifications.inbound.strangers import answer_stranger, ask_to_join_again, confirm_sign_up
from notifications.inbound.suggestions import NO, Suggestion, announced_to, is_offered, suggested_to, what_is_held
from notifications.inbound.verbs import HANDLERS
from notifications.mail_format.automatic_mail import Sort, sort_of
from notifications.mail_format.beside import doubts, doubts_a_yes, objects, subject_doubts
from notifications.mail_format.command_blocks import (
    AT_STAKE,
    MOST_LOOSE,
    START_WITHIN,
    Reading,
    is_greeting,
    read_orders,
)
from notifications.mail_format.command_list import COMMAND_OF, OF_ACCOUNT, as_typed, in_words_of_reader
from notifications.mail_format.commands import OFFER, Order, read_line, read_subject
from notifications.mail_format.furniture import without_furniture
from notifications.mail_format.loose_moves import MoveReader, any_of, read_loosely, suggestion
from notifications.mail_format.parsing import ParsedMail, UnreadableMail, parse_mail
from notifications.mail_format.problems import Problem, nearest_moves, nearest_verbs, odd_letter, position_before
from notifications.mail_format.quotation import SentText
from notifications.mail_format.senders import Sender, sender_in
from notifications.mail_format.trimming import is_too_long, own_lines
from notifications.models import InboundMail, MailToken, OutboundMail
from tournaments.exceptions import EventError

log = logging.getLogger(__name__)

State = InboundMail.State
Outcome = InboundMail.Outcome
Kind = OutboundMail.Kind

# Answers to mails that did nothing: the last one says that it is, and beyond it the page of submissions has it.
PROBLEMS_A_PLY = 12
PROBLEMS_A_DAY = 12  # at an address that serves all games, and in a game that is over
SAME_TEXT_A_DAY = 2
ASKED_AGAIN = 3  # times, after answers to one question about a held mail that are no yes
PLAIN_TEXT = gettext_noop("Write again, as plain text.")
UNSIGNED_ENCODING = kept(
    "Its signature leaves open how its text is encoded, and read in another way it would say something else."
)
FAILED_REASON = kept("Reading it failed again and again.")
RESULTS = ("sort", "outcome", "reason", "message_id", "written_at", "own_text", "unread", "submission")
SWEEP_SECONDS = 45.0  # after which a sweep leaves the rest to the next
OFFERED = ("draw", "abandon")  # with the next move an offer lapses
LONGEST_PHRASE = 3  # words beside a move that nobody else has to read
LONGEST_QUOTED = 100  # characters of words in an answer
EARLIER = 10  # mails of the same sender with which a mail is compared
QUOTABLE = 12  # of the newest mails to the reader, whose lines in an answer are quotations

MOST_ADDRESSED = 20  # addresses in To and Cc that are looked up

_NAME = re.compile(r"[^\W\d_]+")
_ADDRESS = re.compile(r"[\w.+-]+@[\w.-]+")
_SENT = Prepared(lambda: _sent_to(reader=Asked("reader")))
_SENT_ABOUT_GAME = Prepared(lambda: _sent_to(reader=Asked("reader"), game=Asked("game")))


def _sent_to(**which: object) -> QuerySet[OutboundMail]:
    return OutboundMail.objects.filter(state=OutboundMail.State.SENT, **which).order_by("-pk").only("text")[:QUOTABLE]


def read(mail_id: int, *, now: datetime, names: Names | None = None) -> None:
    """Read one mail, unless it has been read or somebody is at it. ``names`` knows the domains of senders.

    A worker that dies on the way leaves it as it was, for the sweep; so does a name server or a database that does not
    answer. Any other error is ours, and is raised for the log: the mail is tried once more, then it is given up.
    """
    mail = intake.claim(mail_id, now)
    if mail is None:
        return
    with traced(mail.trace):
        _read(mail, now, names or Resolver())


def read_waiting(seconds: float = SWEEP_SECONDS) -> None:
    """Read the mails that wait, the oldest first, until none is left or so many ``seconds`` are over."""
    limit = time.monotonic() + seconds
    with Sweep("mails in") as sweep:
        while time.monotonic() < limit and (mail_id := intake.oldest_waiting(now := timezone.now())):
            with sweep.one(f"mail {mail_id}"):
                read(mail_id, now=now)


def _read(mail: InboundMail, now: datetime, names: Names) -> None:
    try:
        look_for_proof(mail, names)
        _finish(mail, now, is_given_up=mail.attempts > len(intake.RETRIES))
        log.info("%s was read: %s.", mail, mail.outcome or mail.sort)
        MAILS_IN.labels(mail.outcome or mail.sort).inc()
    except NotKnownYet as error:
        log.info("%s is held back: %s", mail, error)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        if intake.note_fault(mail, now):
            log.error("%s will not be tried again: reading it failed repeatedly.", mail)
            _give_up(mail, now)
        raise


def _finish(mail: InboundMail, now: datetime, *, is_given_up: bool) -> None:
    """In one transaction: the mail is done, and so is everything that it asks for. It is taken apart before."""
    processor = InboundMailProcessor(mail, now)
    with translation.override(processor.language):
        if not is_given_up:
            processor.take_apart()
        with transaction.atomic():
            mail.state = State.FAILED if is_given_up else State.DONE
            if update_if(mail, ("state",), state=State.WAITING, attempts=mail.attempts):
                processor.give_up() if is_given_up else processor.work()
                if not processor.closes_account:  # with which the mail is gone
                    update(mail, RESULTS)


def _give_up(mail: InboundMail, now: datetime) -> None:
    """Whatever happens, the mail waits no longer."""
    try:
        mail.refresh_from_db()  # without what the failed attempt has left in it
        _finish(mail, now, is_given_up=True)
    except Exception:
        log.exception("%s: its player could not be notified", mail)
        InboundMail.objects.filter(pk=mail.pk, state=State.WAITING).update(
            state=State.FAILED, sort=Sort.UNREADABLE, outcome=Outcome.IGNORED, reason=FAILED_REASON
        )


@dataclass
class InboundMailProcessor(OpenMail):
    """Takes one mail from its bytes to its orders, and carries them out."""

    parsed: ParsedMail | None = field(init=False, default=None)  # None where its header cannot be read
    typed: list[str] = field(init=False, default_factory=list)  # lines of its writer's own
    lines: list[str] = field(init=False, default_factory=list)  # the same, without those that nobody has typed
    other_lines: list[list[str]] = field(init=False, default_factory=list)  # read as its signature allows, too
    verdict: Verdict = field(init=False, default=Verdict(False))

    # From bytes to orders

    def take_apart(self) -> None:
        """Do what can take long, outside of any transaction, since on SQLite nobody else could write meanwhile."""
        self.seat = self.token.seat
        try:
            self.parsed = parsed = parse_mail(bytes(self.mail.raw))
        except UnreadableMail as error:
            return self.end(Outcome.IGNORED, gettext(str(error)))
        self.names = self._names_in(parsed)
        self.answered = f"{parsed.header('References')} {parsed.header('In-Reply-To')}".strip()
        self.mail.message_id = parsed.header("Message-ID")[:300]
        self.mail.sort = sort_of(parsed, self.mail.envelope_from, self.token.kind)
        if self.token.player:
            self.verdict = authenticate(parsed, self.mail, self.token.player)
        if self.mail.sort == Sort.REPLY:
            quotable = self._quotable()
            texts = (parsed.text, *self.verdict.other_texts)
            self.typed, *others = (own_lines(blot(text), quotable) for text in texts)
            earlier = self._earlier() if len(list(filter(None, self.typed))) > 1 else []
            self.lines, *self.other_lines = (self._without_furniture(lines, earlier) for lines in (self.typed, *others))
        return None

    def _earlier(self) -> list[list[str]]:
        sender = Q(token__player=self.token.player) if self.token.player else Q(envelope_from=self.mail.envelope_from)
        done = (Outcome.PLAYED, Outcome.ANSWERED, Outcome.REFUSED)
        mails = InboundMail.objects.filter(sender, outcome__in=done).exclude(pk=self.mail.pk).order_by("-pk")
        return [text.splitlines() for text in mails.values_list("own_text", flat=True)[:EARLIER]]

    def _without_furniture(self, lines: list[str], earlier: list[list[str]]) -> list[str]:
        readers = self._readers(lines) if self.token.player else []
        is_move = any_of(readers)
        return without_furniture(
            lines, lambda line: read_line(line, is_move) or read_loosely(line, readers), earlier, doubts
        )

    def work(self) -> None:
        """Do what the mail says if it is a person's own."""
        if (parsed := self.parsed) is None:
            self.mail.sort = Sort.UNREADABLE
            return self._leave_unread(self.mail.reason, "unreadable_mail", gettext(PLAIN_TEXT))
        if self.mail.sort != Sort.REPLY:
            return self._ignore()
        if self.asked_kind in (Kind.SIGN_UP, Kind.CONFIRM):
            return self._take_answer(parsed)
        if self.token.player is None:
            return self.end(*answer_stranger(self.mail, parsed, now=self.now))
        if not self.verdict.is_believed:
            return self._hold(parsed, self.verdict.reason)
        self.mail.written_at = self.verdict.written_at
        if self.is_of_account and self._is_read_elsewhere(parsed):
            reason = gettext("The same mail came to the address of one game, and is read there.")
            return self.end(Outcome.IGNORED, reason)
        try:
            reading = self._understand(parsed, self.verdict.subject)
            if self.other_lines and self._depends_on_the_encoding():
                return self._hold(parsed, gettext(UNSIGNED_ENCODING))
            if self.is_repeat:
                return self.end(Outcome.IGNORED, gettext("The same words, written at the same moment, came before."))
            self._obey(reading)
        except Problem as problem:
            self._answer_problem(problem)
        return None

    def _is_read_elsewhere(self, parsed: ParsedMail) -> bool:
        """Whether the same mail came to the address of one game of the player, too, as an answer to all does."""
        named = _ADDRESS.findall(f"{parsed.header('To')} {parsed.header('Cc')}")[:MOST_ADDRESSED]
        tokens = [token for address in named if (token := find_token(address)) and token.kind not in OF_ACCOUNT]
        keys = [intake.keys_of(bytes(self.mail.raw), token.pk)[1] for token in tokens if token.player == self.player]
        return InboundMail.objects.filter(message_key__in=keys).exists()

    def _names_in(self, parsed: ParsedMail) -> frozenset[str]:
        """The words of the writer's names, in small letters, as they sign with them: not trusted for anything else."""
        name, address = parseaddr(parsed.header("From"))
        username = self.token.player.username if self.token.player else ""
        return frozenset(_NAME.findall(f"{name} {address.partition('@')[0]} {username}".lower()))

    def _take_answer(self, parsed: ParsedMail) -> None:
        """A yes at the address of a mail that asked: whoever has it has read the mail, as with its link."""
        asked, sender = self.token.mail, sender_in(parsed.headers)
        self.mail.own_text = "\n".join(self.typed)
        if asked is None or sender is None or not says_yes(self.lines):
            self.end(Outcome.IGNORED, gettext("It does not contain a yes."))
            return self._ask_once_more(asked, sender) if asked and sender else None
        if asked.kind == Kind.SIGN_UP:
            return self.end(Outcome.ANSWERED, confirm_sign_up(self.mail, asked, sender, now=self.now))
        held = InboundMail.objects.filter(pk=asked.context["inbound"]).select_related("token__seat__game").first()
        if held is None or not is_from_player(sender, self.player):
            return self.end(Outcome.IGNORED, gettext("It is not from the player who was asked."))
        standing = held_mails.confirm(held, at=self.mail.received_at)
        self.end(Outcome.ANSWERED, f"Mail {held.pk} is {standing}.")
        if standing is not held_mails.Standing.CONFIRMED:
            self.answer(Kind.DONE, described=[gettext(held_mails.TOO_LATE)])
        return None

    def _ask_once_more(self, asked: OutboundMail, sender: Sender) -> None:
        """Say what a yes looks like, or that a no is heard, to the address that was asked and to no other."""
        if asked.kind == Kind.SIGN_UP:
            return ask_to_join_again(self.mail, asked, sender, now=self.now)
        again = OutboundMail.objects.filter(reader=self.player, kind=Kind.DONE, context__question=asked.pk)
        if is_from_player(sender, self.player) and again.count() < ASKED_AGAIN:
            words = gettext("To confirm the mail that we asked about, answer this mail with [yes]. Nothing was done.")
            if says_no(self.lines):
                words = gettext("Then nothing is done. If you change your mind, answer this mail with [yes].")
            self.answer(Kind.DONE, described=[words], question=asked.pk)
        return None

    def give_up(self) -> None:
        """Leave a mail that could not be worked on however often it was tried: a fault of ours.

        Its player gets one mail about it, which shows no game: that may be what could not be read.
        """
        self.seat = self.token.seat
        self.mail.sort = Sort.UNREADABLE
        advice = gettext("The fault is ours. Send it again, or move on the page of the game.")
        self._leave_unread(gettext(FAILED_REASON), "failed", advice)
        if self.mail.submission is not None:
            message = self.mail.submission.message
            if self.seat:
                message += gettext(" It came to your address for game {game_id}.").format(game_id=self.seat.game_id)
            self.answer(Kind.PROBLEM, has_board=False, code="failed", message=message)

    def _leave_unread(self, reason: str, code: str, advice: str) -> None:
        """Who sent it is not known, so nobody is answered. The owner of the address finds it among the submissions."""
        self.end(Outcome.IGNORED, reason)
        if self.token.player:
            message = gettext("A mail to your reply address could not be read. {reason} Nothing was played. {advice}")
            message = message.format(reason=reason, advice=advice)
            self.mail.submission = self.record(Submission.State.IGNORED, message, code=code)

    def _ignore(self) -> None:
        """An automatic mail is never read for commands and never answered. Its addressee can see that it came."""
        self.end(Outcome.IGNORED, gettext("A program wrote it."))
        if self.token.mail and self.mail.sort == Sort.BOUNCE:
            described = address_health.take_report(self.token.mail, bytes(self.mail.raw), at=self.mail.received_at)
            self.end(Outcome.IGNORED, described)
        if self.verdict.is_believed:
            message = gettext(
                "A mail in your name was ignored, since it looks like an automatic one. Write to us by hand."
            )
            self.mail.submission = self.record(Submission.State.IGNORED, message, code="automatic")

    def _hold(self, parsed: ParsedMail, reason: str) -> None:
        """Nothing is done, and the owner of the address is asked: by a mail to where they are registered."""
        self.end(Outcome.HELD, reason)
        self.mail.written_at = None  # the same words may come again, unchanged on their way
        sender = sender_in(parsed.headers)
        domain = sender.domain if sender else gettext("an address that cannot be read")
        may_ask = self.token.kind != MailToken.Kind.PLAY or self.mail.proof == InboundMail.Proof.PASS
        is_asked = may_ask and held_mails.ask(self.mail, domain=domain, at=self.now)
        advice = gettext(" We have mailed you a question: answer it with yes, or follow its link.") if is_asked else ""
        message = gettext("A mail to your reply address was not believed. {reason} Nothing was played.{advice}")
        message = message.format(reason=reason, advice=advice)
        subject = blot(parsed.header("Subject"))
        above = [f"Subject: {subject}"] if self._subject_order(subject) else []  # which a yes would carry out, too
        text = "\n".join((*above, *self.lines))
        self.mail.submission = self.record(Submission.State.HELD, message, code="held", text=text)

    def _understand(self, parsed: ParsedMail, subject: str) -> Reading:
        """The orders of the mail, or of its believed subject. Raises Problem if there are none, or two that differ."""
        if parsed.trouble:
            words = gettext("Your mail could not be read."), gettext(parsed.trouble), gettext(PLAIN_TEXT)
            raise Problem("unreadable_mail", " ".join(words))
        lines = self.lines
        self.mail.own_text = "\n".join(self.typed)
        if parsed.is_cut or is_too_long(parsed.text, self.typed):
            self.tell(cut_short(self.typed))
        readers = self._readers(lines)
        reading = self._read(lines, readers)
        if reading.doubted[:1] == (Order("accept"),):  # "Gladly!" above it says the same
            without = self._read([line for line in lines if answer_in(line) is not Answer.AGREES], readers)
            reading = without if without.orders else reading
        self.mail.unread = list(reading.unread)
        reading = self._without_no(reading)
        if reading.doubt:
            message = gettext(
                "Below your words to the others there is a line that reads like a command. Put moves and commands "
                "above [say], since everything below it is shown to everybody. Nothing was shown to anybody."
            )
            raise Problem("two_orders", message, line=reading.doubt)
        if reading.is_ambiguous or self._is_moved_and_refused(reading):
            if Order("decline") in reading.orders:
                self._cancel_held()
            message = gettext("Your mail has two commands that say different things. Send one of them.")
            raise Problem("two_orders", message, rest=list(reading.lines[:10]))
        subject = blot(subject)
        is_at_stake = any(order.verb in AT_STAKE for order in reading.orders)
        if is_at_stake and not self.answered and subject_doubts(subject):
            reading = replace(reading, orders=(), doubted=reading.orders, unknown=subject)
        self.is_announced, self.words = reading.is_held, reading.words
        if reading.orders:
            return self._ask_whether(reading) if self._cannot_be_held(reading) else self._yes_alone(reading)
        if reading.doubted:
            return self._ask_whether(reading)
        if order := self._subject_order(subject):
            self.mail.own_text = f"{subject}\n{self.mail.own_text}".strip()
            self.is_of_subject = True
            self.is_announced = order.verb == "move" and bool(reading.words)
            if reading.unknown and order.verb in AT_STAKE:
                return self._ask_whether(replace(reading, doubted=(order,)))
            return replace(reading, orders=(order,))
        raise_nothing_read(parsed, reading)
        return self._understand_words(reading, readers)

    def _understand_words(self, reading: Reading, readers: list[MoveReader]) -> Reading:
        """What a mail without any command asks for. Raises Problem if that is not certain."""
        asked = self._asked_about()
        own = [line for line in reading.lines if not is_greeting(line)][: 0 if self.exercise else MOST_LOOSE]
        is_late = (found := suggestion(own[:START_WITHIN], readers)) is None
        found = found or suggestion(own[START_WITHIN:], readers)
        is_answer = asked.is_in(self.named) if asked and self.named else None
        if asked and takes_suggestion(reading.first_line, asked.text, is_answer=is_answer):
            return self._yes_alone(replace(reading, orders=(Order("accept"),)))
        if asked and (says_no(reading.lines) or (asked.is_held and objects(reading.lines))):
            if found is None or found[1].text == asked.text:
                return replace(reading, orders=(Order("decline"),))
            self._cancel_held()
        if found:
            line, meant = found
            self.seat = self.seat or self.only_waiting()  # the one game whose moves were looked for
            if not meant.is_doubted and not reading.unknown and not is_late:
                self.is_announced = True
                is_sentence = len(line.split()) > len(meant.text.split()) + LONGEST_PHRASE
                self.words = tuple(words for words in reading.words if words != line or is_sentence)
                self.mail.unread = []
                return replace(reading, orders=(Order("move", meant.text),))
            message = gettext("We could not read this as a command, but it names a move.")
            raise Problem("perhaps", message, line=line, nearest=[meant.text], offer=meant.text)
        takes_moves = self.token.kind == MailToken.Kind.TURN or self.exercise is not None
        takes_moves = takes_moves or any(reader.nearly(reading.first_line) for reader in readers)
        if takes_moves and not nearest_verbs(reading.first_line):
            # Perhaps a move with a slip: the rules say best what is wrong with it.
            self.mail.unread = [line for line in reading.unread if line != reading.first_line]
            return Reading(orders=(Order("move", reading.first_line),), lines=reading.lines)
        raise unreadable(reading.first_line, is_of_challenge=self.asked_kind == Kind.CHALLENGE, asks=bool(self.asks))

    def _without_no(self, reading: Reading) -> Reading:
        """The orders without a no to what is held, above the move that takes its place."""
        moves = reading.orders[1:]
        held = self._held() if moves and reading.orders[0] == Order("decline") else None
        is_other = held is not None and held.text not in (order.text for order in moves)
        return replace(reading, orders=moves) if is_other else reading

    def _held(self) -> Suggestion | None:
        """The move of the game at this address that is played unless its player says no."""
        return announced_to(self.seat) if self.seat else None

    def _cancel_held(self) -> None:
        """A mail with a no and another move: what was held is not played, whatever becomes of the other."""
        if self.seat and self._held():
            with suppress(GameError):  # it has been played
                key = f"mail:{self.mail.pk}:no"
                self.tell(self.serve(cancel_held, Order("decline"), key).submission.message)
                self.seat = self.seat_in(self.seat.game_id)

    def _cannot_be_held(self, reading: Reading) -> bool:
        """Whether a mail gives a game up beside words that may be about something else: that cannot be held. Neither
        can an offer beside a move, with which it would lapse."""
        verbs = {order.verb for order in reading.orders}
        return (bool(reading.words) and "resign" in verbs) or (reading.is_held and not verbs.isdisjoint(OFFERED))

    def _asked_about(self) -> Suggestion | None:
        """The move that a yes at this address takes; None if our last answer suggested none."""
        seat = None if self.asks or self.asked_kind or self.exercise else self.seat or self._seat_asked()
        return suggested_to(seat, self.now) if seat else None

    def _seat_asked(self) -> Seat | None:
        """The seat in the game of the mail that this one names, else in the one game that waits."""
        game_id = self.named.game_id if self.named else None
        return self.only_waiting() if game_id is None else self.seat_in(game_id)

    def _yes_alone(self, reading: Reading) -> Reading:
        """The orders, without a move beside a yes that takes it. Raises Problem if words beside the yes doubt it."""
        if reading.orders[0] != Order("accept") or not (asked := self._asked_about()):
            return reading
        others = [order.text for order in reading.orders if order.verb == "move"]
        doubt = next((text for text in others if as_typed(text) != as_typed(asked.text)), "")
        beside = [line for line in reading.lines if as_typed(line.strip("[]")) != as_typed(asked.text)]
        beside = [line for line in beside if answer_in(line, asked.text) is not Answer.YES]
        if doubt := doubt or doubts_a_yes(beside):
            self.seat = self.seat or self.only_waiting()
            if objects([doubt]):
                self._cancel_held()
            message = gettext("Your mail says yes to a move that we asked about, and something else.")
            raise Problem("perhaps", message, line=doubt, nearest=[asked.text], offer=asked.text)
        return replace(reading, orders=tuple(order for order in reading.orders if order.verb != "move"))

    def _ask_whether(self, reading: Reading) -> Reading:
        """Raises Problem with the doubted turn as a suggestion. One that the game refuses is left to the game."""
        if reading.doubted[:1] == (Order("accept"),) and self._asked_about():
            return self._yes_alone(replace(reading, orders=reading.doubted))
        orders = joined(reading.doubted or reading.orders)
        turn = next((order for order in orders if order.verb == "move"), None)
        words = Truncator(reading.unknown or reading.words[0]).chars(LONGEST_QUOTED)
        self.mail.unread = []  # they were read, and are what is asked about
        if turn is None:
            verb = "yes" if self.asks else next(order.verb for order in orders if order.verb in AT_STAKE)
            message = gettext('The words "{words}" in your mail may be about [{verb}]. If you mean it, answer [yes].')
            if verb != "resign":
                message = gettext(
                    'The words "{words}" in your mail may be about [{verb}]. If you mean it, send [{verb}] alone.'
                )
            raise Problem("doubted", message.format(words=words, verb=verb), offer=verb if verb == "resign" else "")
        if self.exercise is None:
            self._choose_game(turn)
        if self.exercise is not None or not self._is_playable(turn):
            return replace(reading, orders=(turn,))
        message = gettext('The words "{words}" in your mail may be about the move, so we ask first.')
        if len(orders) > 1:
            message = gettext('The words "{words}" in your mail may be about your commands. Send the commands alone.')
        advice = gettext("Words for the other players belong below the move, behind [say].")
        message = f"{message.format(words=words)} {advice}"
        raise Problem("doubted", message, nearest=[turn.text], offer=turn.text)

    def _is_playable(self, order: Order) -> bool:
        """Whether a turn is of this moment of its game and legal, as far as that can be said before dice fall."""
        seat = self.need_seat(order)
        game = seat.game
        is_now = game.to_act == seat.number and self.need_ply(order) == game.ply
        return is_now and can_be_played(split_steps(order.text), game.game_rules, game.load_position())

    def _is_moved_and_refused(self, reading: Reading) -> bool:
        """Whether a "no" beside a move cannot answer an offer, so that it may be said of the move."""
        verbs = [order.verb for order in reading.orders if not order.text or order.verb == "move"]
        if not {"move", "decline"} <= {*verbs}:
            return False
        seat = self.seat or self.only_waiting()
        return seat is None or not is_offered(seat)

    def _depends_on_the_encoding(self) -> bool:
        """Whether what nobody has signed about a mail decides what it orders."""
        return len({self._said(lines, self.verdict.subject) for lines in (self.lines, *self.other_lines)}) > 1

    def _said(self, lines: list[str], subject: str) -> tuple[bool, tuple[Order, ...]]:
        """What lines order, as it is compared with another reading of them, and whether that is for certain."""
        readers = self._readers(lines)
        reading = self._read(lines, readers)
        orders = reading.orders or reading.doubted or tuple(filter(None, [self._subject_order(blot(subject))]))
        plain = [line for line in lines if line.isascii()]  # the others look different in each, and small talk often is
        is_doubted = bool(self._read(plain, readers).doubted)
        return reading.is_ambiguous or bool(reading.doubt) or is_doubted, tuple(map(without_encoding, orders))

    def _read(self, lines: list[str], readers: list[MoveReader]) -> Reading:
        is_personal = self.is_of_account and self.exercise is None
        return read_orders(lines, any_of(readers), game_first=is_personal, readers=readers, names=self.names)

    def _subject_order(self, subject: str) -> Order | None:
        """The order that the subject is, which counts where the text has none."""
        return read_subject(subject, any_of(self._readers([subject])), game_first=self.is_of_account)

    def _quotable(self) -> SentText:
        if self.asked_kind in (Kind.SIGN_UP, Kind.CONFIRM) or self.token.player is None:
            return SentText([self.token.mail.text] if self.token.mail else [])
        if self.seat is None:
            mails = _SENT.ask(reader=self.player.pk)
        else:
            mails = _SENT_ABOUT_GAME.ask(reader=self.player.pk, game=self.seat.game_id)
        return SentText([mail.text for mail in mails])

    def _readers(self, lines: list[str]) -> list[MoveReader]:
        """What tells a move from other text at this address: the rules of its game, or of those that are named."""
        if (exercise := self.exercise) is not None:
            return [MoveReader(exercise.rules, exercise.position, True)]
        seats = [self.seat] if self.seat else []
        if not seats:
            named = read_orders(lines, lambda text: any(map(str.isdigit, text)), game_first=True)
            numbers = dict.fromkeys(order.game for order in named.orders or named.doubted)
            seats = [seat for number in numbers if (seat := self.seat_in(number))]
            seats = seats or [seat for seat in [self.only_waiting()] if seat]
        games = [(seat.game, seat.game.to_act == seat.number) for seat in seats]
        return [MoveReader(game.game_rules, game.load_position(), may_move) for game, may_move in games]

    # From orders to actions

    def _obey(self, reading: Reading) -> None:
        """Carry the orders out one after the other. Raises Problem at the first that cannot be done."""
        orders = joined(reading.orders)
        self.said = tuple(line for order in orders if order.verb == "say" for line in order.text.splitlines())
        if self.is_announced:  # what is said waits with the move
            orders.sort(key=lambda order: order.verb == "say")
        for number, order in enumerate(orders):
            self._choose_game(order)
            if self.mail.outcome != Outcome.PLAYED:
                self.end(Outcome.ANSWERED)
            try:
                is_attempt = order.verb == "move" and self.exercise is not None
                verb, key = "attempt" if is_attempt else order.verb, f"mail:{self.mail.pk}:{number}"
                if verb not in HANDLERS:
                    raise Problem("not_offered", gettext("This service does not offer [{verb}].").format(verb=verb))
                if said := HANDLERS[verb](self, order, key):
                    self.did(order, key, *((said,) if isinstance(said, str) else said))
            except GameError as error:
                self.mail.submission_id = error.submission_id
                raise self._problem_of(error, order) from error
            except (EventError, PreferenceError) as error:
                raise Problem(getattr(error, "code", "refused"), str(error), f"{order.verb} {order.text}") from error
            self.done.append(order.verb)
        if self.closes_account:
            close_account(self.player, BY_MAIL, at=self.now)
        elif self.described:
            self.answer(Kind.DONE, described=self.described, lines=self.own_words)

    def _problem_of(self, error: GameError, order: Order) -> Problem:
        """What a refusal of the game tells its player: with the step as read, and what may have been meant."""
        words = in_words_of_reader(order.verb) if order.text in ("", OFFER) else order.text
        line, rest = getattr(error, "step", "") or words, getattr(error, "rest", [])
        code, odd = error.code, odd_letter(line)
        nearest: list[str] = []
        offer = ""
        if isinstance(error, RefusedMove) and order.verb in ("move", "preview"):
            opened = read_game(self.need_seat(order).game_id)
            rules = opened.game.game_rules
            position = position_before(split_steps(order.text)[: error.index], rules, opened.position)
            nearest = nearest_moves(line, rules, position)
            offer = turn_offered(order, error, nearest, rules, opened.position)
            code = "odd_letter" if odd and code == "unreadable" else code
        return Problem(code, f"{error.message} {odd}".strip(), line, rest, nearest=nearest, offer=offer)

    def _choose_game(self, order: Order) -> None:
        """At a personal address the order names its game; elsewhere the address does. Every game may be looked at.

        Raises Problem for a verb that this kind of address does not take.
        """
        looks = order.verb in ("games", "show", "watch", "unwatch")
        if self.token.kind not in COMMAND_OF[order.verb].addresses:
            self.seat = None
            message = gettext(
                "You have written to the address of one game. [{verb}] is about all of them, so it goes to the "
                "address of your account: answer this mail with it."
            )
            raise Problem("wrong_address", message.format(verb=in_words_of_reader(order.verb)))
        if self.is_of_account:
            self.seat = self.seat_in(order.game) if order.game is not None else self._seat_meant(order)
            if order.game is not None and self.seat is None and not looks:
                raise no_seat_in(order.game)
        elif self.seat is not None and order.game not in (None, self.seat.game_id) and not looks:
            message = gettext("This address belongs to game {game_id}, not to game {game}.")
            raise Problem("other_game", message.format(game_id=self.seat.game_id, game=order.game))

    def _seat_meant(self, order: Order) -> Seat | None:
        """The one game that waits for its player, for a move that names none; and for a yes to what we asked there."""
        if order.verb not in ("move", "preview", "accept", "decline") or self.asked_kind:
            return None
        if order.verb in ("move", "preview"):
            return self.only_waiting()
        seat = self._seat_asked()
        return seat if seat and suggested_to(seat, self.now) and not order.text else None

    def _answer_problem(self, problem: Problem) -> None:
        asked = self._asked_about() if problem.code != NO and not self.done else None
        if held := self._held() or (asked if asked and asked.is_held else None):
            self.seat = self.seat or self._seat_asked()
            problem.message += " " + what_is_held(held.text, held.held_until or self.now, self.player, self.now)
            problem.offer = problem.offer or held.text
            problem.nearest = [text for text in problem.nearest if text != held.text]
        elif asked and not problem.nearest:
            problem.message += " " + gettext("What we asked is still open.")
            problem.nearest, problem.offer = [asked.text], asked.text
            self.seat = self.seat or self._seat_asked()
        self.end(Outcome.PLAYED if self.mail.outcome == Outcome.PLAYED else Outcome.REFUSED, problem.message)
        if self.mail.submission_id is None:
            values = {"code": problem.code, "text": self.mail.own_text}
            self.mail.submission = self.record(Submission.State.REJECTED, problem.message, **values)
            keep_newest_refusals(self.player.pk, at=self.mail.received_at)
        kind = Kind.PROBLEM if self.seat or problem.choices else Kind.GAMES  # what to answer instead, game by game
        left = self._answers_left()
        problem.offer = "" if self.done else problem.offer
        said = {"done": self.done, "described": self.described, "lines": self.own_words, "is_last": left == 1}
        context = asdict(problem) | said
        is_held = bool(held and problem.offer == held.text)
        answered = left > 0 and self.answer(kind, **context, is_held=is_held)
        if not answered:
            reason = gettext("{reason} (Not answered: there were enough answers.)")
            self.mail.reason = reason.format(reason=self.mail.reason)[:300]

    def _answers_left(self) -> int:
        """How many mails that do nothing are still answered, with this one: a machine that answers must come to an end.

        A person who makes one mistake after another has an answer to each; a text that repeats at one address has two.
        """
        game, a_day_ago = self.game, self.now - timedelta(days=1)
        mine = OutboundMail.objects.filter(reader=self.player, kind__in=(Kind.PROBLEM, Kind.GAMES), game=game)
        mine = mine.filter(context__has_key="code")
        if game is not None and game.status == Game.Status.RUNNING:
            left = PROBLEMS_A_PLY - mine.filter(ply=game.ply).count()
        else:  # the ply of a game that is over no longer changes
            left = PROBLEMS_A_DAY - mine.filter(created_at__gt=a_day_ago).count()
        same = InboundMail.objects.filter(
            token=self.token, own_text=self.mail.own_text, outcome=Outcome.REFUSED, received_at__gt=a_day_ago
        )
        if not self.mail.own_text:  # whatever it was instead of words
            same = same.filter(reason=self.mail.reason)
        answered = mine.filter(context__inbound__in=list(same.values_list("pk", flat=True)))
        return min(left, SAME_TEXT_A_DAY - answered.count())
