"""Records as files, the proof of the dice, and looking at a record that somebody brings along."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from games.archive import stored_records
from games.archive.all_games import archive_path, write_first_archive
from games.archive.files import as_file, whole_file
from games.archive.stored_records import FORMS, Form, public_keys
from games.exceptions import TooMuchWork
from games.models import Game
from games.play import queries
from games.presenting.page_sentences import records as sentences
from games.records import dice as chance
from games.records.abstractplay import NoResult
from games.records.reading import Look, look_at
from games.records.record import Place, Record
from games.records.signing import Verdict, judge
from games.records.throws import Recheck, Tally, Throw, nonces_of, recheck, tallies_of
from games.rules import RULES
from games.rules.base import Position, Rules
from games.rules.replay import RecordError
from games.web.forms import RecordForm
from games.web.game import find_game
from games.work import Budget
from ground.expensive import expensive, expensive_if
from ground.lists import Row


@require_GET
@expensive
def record(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """The record of one game as a file."""
    found = find_game(pk)
    form = next(form for form in FORMS if form.one == ending)
    try:
        text = form.write(stored_records.record_of(found), timezone.now())
    except NoResult as error:
        raise Http404(str(error)) from error
    return as_file(HttpResponse(text, content_type=form.content_type), f"seeds-game-{pk}.{ending}")


@require_GET
@expensive
def player_records(request: HttpRequest, username: str, ending: str) -> HttpResponseBase:
    """The records of all games of a player as one file."""
    found = queries.player_named(username)
    if found is None:
        raise Http404(gettext("There is no player called {username}.").format(username=username))
    return records_file(Game.objects.filter(seats__player=found), form_of_many(ending), f"seeds-player-{username}")


@require_GET
@expensive_if(lambda request: not all(archive_path(form).exists() for form in FORMS))
def all_games(request: HttpRequest, ending: str) -> HttpResponseBase:
    """The records of all finished games, as they were when the archive was last written."""
    if not write_first_archive(now=timezone.now()):
        raise Http404(gettext("The archive has not been written yet. It is written once a day."))
    path = archive_path(form_of_many(ending))
    return FileResponse(
        path.open("rb"), content_type="application/gzip", as_attachment=True, filename=f"seeds-{path.name}"
    )


def form_of_many(ending: str) -> Form:
    """The form of a file of many records with this ending, which the address has checked."""
    return next(form for form in FORMS if form.many == ending)


def records_file(games: QuerySet[Game], form: Form, name: str) -> HttpResponseBase:
    """The records of many games as one file."""
    pieces = stored_records.write_records(games, form, now=timezone.now())
    return as_file(whole_file(pieces, form.content_type_of_many), f"{name}.{form.many}")


# Dice -------------------------------------------------------------------------------------------------------------


@dataclass
class DicePage:
    """Everything that follows from a game's secret, rechecked as far as it is published."""

    game: Game
    record: Record

    @cached_property
    def checked(self) -> Recheck:
        return recheck(self.record, budget=Budget())

    def words(self) -> list[tuple[str, str]]:
        """The players who gave a word for the dice, each with it."""
        return [(place.name, place.word) for place in self.record.places if place.word]

    def explanation(self) -> str:
        """What the dice follow from, and why nobody can have chosen them."""
        if self.words():
            return gettext(
                "We chose a secret and showed its seal, the SHA-256 of its bytes, before the players gave their "
                "words. Every die follows from the secret, the words, the number of moves before the roll, and "
                "which die of the roll it is. So nobody can choose a die, not even we, and nothing can roll one "
                "twice: the same throw always shows the same face."
            )
        return gettext(
            "Before the first move we chose a secret and showed its seal, the SHA-256 of its bytes. No "
            "player gave a word, so every die follows from the secret, the number of moves before the roll, "
            "and which die of the roll it is. Nobody can choose a die afterwards, and nothing can roll one "
            "twice: the same throw always shows the same face."
        )

    def rechecked(self) -> str:
        """What was rechecked and is right."""
        return sentences.rechecked(len(self.checked.throws), has_lot=bool(self.record.lot))

    def secret(self) -> str:
        """The secret, once it is published."""
        return sentences.shown_or_sealed(self.record.secret, is_sealed=self.checked.is_sealed)

    def nonces(self) -> list[str]:
        """What was drawn after restored backups, oldest first."""
        return [nonce for _, nonce in nonces_of(self.record)]

    def mixed(self) -> str:
        """What is mixed into the secret."""
        return chance.words_text(self.record.words)

    def lines(self) -> list[tuple[Throw, str, str, bool]]:
        """Every throw with who threw, in which colour, and whether it is right."""
        wrong = {fault.number for fault in self.checked.faults}
        return [(throw, *self._who(throw.seat), throw.number not in wrong) for throw in self.checked.throws]

    def tallies(self) -> list[tuple[Tally, str, str]]:
        """How the dice fell, with who threw them and in which colour."""
        return [(tally, *self._who(tally.seat)) for tally in tallies_of(self.checked.throws)]

    def _who(self, seat: int | None) -> tuple[str, str]:
        if seat is None:
            return "", ""
        return self.record.places[seat].name, self.game.game_rules.colours[seat]


@require_GET
@expensive
def dice(request: HttpRequest, pk: int) -> HttpResponse:
    """Every throw of a game with what it was made from, rechecked once the secret is published."""
    found = find_game(pk)
    page = DicePage(found, stored_records.record_of(found))
    return render(request, "games/dice.html", {"page": page, "game": found})


# Somebody's record ------------------------------------------------------------------------------------------------


@dataclass
class Replay:
    """A record that is looked at and not stored, at one of its moments; ``wanted`` None is the last. Seats from 0."""

    look: Look
    wanted: int | None

    @property
    def record(self) -> Record:
        return self.look.record

    @property
    def rules(self) -> Rules[Any, Any]:
        return RULES[self.record.game]

    @cached_property
    def positions(self) -> list[Position[Any]]:
        return self.look.positions

    @property
    def last(self) -> int:
        return len(self.positions) - 1

    @property
    def ply(self) -> int:
        return self.last if self.wanted is None else min(max(self.wanted, 0), self.last)

    @property
    def position(self) -> Position[Any]:
        return self.positions[self.ply]

    @property
    def is_over(self) -> bool:
        """Whether the game ended at this moment."""
        return self.record.is_over and self.ply == self.last

    def buttons(self) -> list[Row]:
        """Where one can step."""
        steps = (
            (0, gettext("First"), ""),
            (self.ply - 1, gettext("Previous"), "prev"),
            (self.ply + 1, gettext("Next"), "next"),
            (self.last, gettext("Last"), ""),
        )
        return [
            {"ply": ply, "name": name, "rel": rel, "can": 0 <= ply <= self.last and ply != self.ply}
            for ply, name, rel in steps
        ]

    @property
    def title(self) -> str:
        return f"{self.rules.title}: {self.record.title}" if self.record.title else self.rules.title

    @property
    def origin(self) -> str:
        """Where and when the game was played, and with which options."""
        record = self.record
        return sentences.origin(
            record.site, str(record.number or ""), record.started, self.rules.options_in_words(record.options)
        )

    @property
    def verdict(self) -> str:
        """What replaying the record has shown, where nothing is wrong with its dice."""
        return sentences.fits_the_rules(len(self.checked.throws), is_proved=self.checked.is_proved)

    def seats(self) -> list[tuple[Place, str, int]]:
        """Who sat where, in which colour, with how many points at this moment."""
        return list(zip(self.record.places, self.rules.colours, self.position.scores, strict=False))

    def steps(self) -> list[tuple[int, str, str]]:
        """Number, colour and text of every step."""
        plies = [entry for entry in self.record.entries if entry.is_ply]
        return [
            (number, "" if entry.seat is None else self.rules.colours[entry.seat], entry.text)
            for number, entry in enumerate(plies, start=1)
        ]

    @property
    def checked(self) -> Recheck:
        return self.look.checked

    @property
    def signature(self) -> str:
        """What the signature of the record is worth, in a sentence."""
        match judge(self.record, public_keys()):
            case Verdict.GOOD:
                return gettext("Signed by this site, and unchanged since.")
            case Verdict.FOREIGN:
                return gettext("Signed elsewhere, with the key {key}. Compare it with the key of that site.").format(
                    key=self.record.key
                )
            case verdict:
                return gettext(verdict.value)


@require_GET
def keys(request: HttpRequest) -> HttpResponse:
    """The public keys of this site, one a line, the present one first."""
    return HttpResponse("".join(f"{key}\n" for key in public_keys()), content_type=stored_records.PLAIN)


@require_http_methods(["GET", "POST"])
@expensive_if(lambda request: request.method == "POST")
def look(request: HttpRequest) -> HttpResponse:
    """Replay a record that the reader brings along. Nothing is stored."""
    replay, status = None, 200
    form = RecordForm(request.POST, request.FILES) if request.method == "POST" else RecordForm()
    if form.is_valid():
        try:
            replay = Replay(look_at(form.cleaned_data["record"], Budget()), form.moment())
        except RecordError as error:
            form.add_error("record", str(error))
        except TooMuchWork as error:
            form.add_error("record", error.message)
            status = 422
        else:
            form = RecordForm(initial={"record": form.cleaned_data["record"]})  # sent along with the next step
    if form.errors and status == 200:
        status = 400
    known = public_keys()
    context = {"form": form, "replay": replay, "keys": known, "our_keys": sentences.our_keys(len(known))}
    return render(request, "games/look.html", context, status=status)
