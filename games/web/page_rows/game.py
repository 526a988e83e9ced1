"""What the page of a game says, in finished sentences: facts, notes, how it stands, and a row for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from games.clock.controls import TimeControl
from games.presenting.moments import (
    clock_element,
    short_clock,
    time_element,
    write_day,
    write_full_moment,
    write_moment_this_year,
)
from games.presenting.page_sentences import game as sentences
from games.presenting.page_sentences import status
from games.presenting.titles import end_in_words
from games.timekeeping import turn_clock
from ground.lists import Row, code_list, dotted, link
from ground.wording import reread

if TYPE_CHECKING:
    from games.models import Seat
    from games.web.game_page import GamePage

MOST_COLUMNS = 3  # of moves beside each other


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of one page of a game."""

    page: GamePage

    @property
    def title(self) -> str:
        return gettext("Game {number}: {players}").format(
            number=self.page.game.pk, players=" \N{EN DASH} ".join([seat.player.username for seat in self.page.seats])
        )

    @property
    def shared(self) -> str:
        """What stands below the title where a link to the game is shown elsewhere."""
        return sentences.rules_and_move(self.page.game.game_rules.title, self.page.game.ply)

    @property
    def address(self) -> str:
        return settings.SITE_URL + reverse("games:game", args=[self.page.game.pk])

    @property
    def shared_picture(self) -> str:
        return f"{self.address}board.png?at={self.page.game.seq}"

    @property
    def what(self) -> SafeString:
        """The rules, and whether the result counts."""
        game = self.page.game
        rules = link(reverse("games:rules", args=[game.rules]), game.game_rules.title)
        return dotted([rules, sentences.rated_or_casual(is_rated=game.rated)])

    @property
    def facts(self) -> SafeString:
        """The rules with their options, whether the result counts, and the time to think."""
        game = self.page.game
        rules = link(reverse("games:rules", args=[game.rules]), game.game_rules.title)
        if game.control:
            time = TimeControl.load(game.control).describe()
            pause_spans = self.page.pause_rules.describe() if game.pause_rules else ""
        else:
            time, pause_spans = gettext("played elsewhere, without a clock of ours"), ""
        return dotted(
            [
                sentences.game_with_options(rules, game.game_rules.options_in_words(game.options)),
                sentences.rated_or_casual(is_rated=game.rated),
                time,
                pause_spans,
            ]
        )

    @property
    def imported(self) -> str:
        """Where an imported game is from; empty for a game that was played here."""
        if not hasattr(self.page.game, "imported"):
            return ""
        record = self.page.game.imported.record
        return sentences.imported(record.get("site") or "", str(record.get("number") or ""))

    @property
    def look_ahead(self) -> SafeString | str:
        return sentences.look_ahead(self.page.preview.steps) if self.page.preview else ""

    @property
    def not_shown(self) -> SafeString | str:
        unplayed = self.page.preview.unplayed if self.page.preview else ()
        text = gettext("What comes after dice, or after the answer of another seat, cannot be shown: {steps}.")
        return format_html(text, steps=code_list(unplayed)) if unplayed else ""

    @property
    def past_board(self) -> SafeString | str:
        """Which earlier moment the board shows."""
        event, ply, last = self.page.shown_event, self.page.shown_ply, self.page.game.ply
        if event is None:
            return gettext("The board after move {ply} of {last}.").format(ply=ply, last=last)
        seat = self.page.seat_then(event)
        player, colour = (seat.player.username, seat.colour) if seat else ("", "")
        return sentences.past_board_after(ply, last, step=event.text, at=event.at, player=player, colour=colour)

    @property
    def moved_on(self) -> str:
        return gettext("The game has moved on.")

    @property
    def move_of(self) -> str:
        return gettext("Move {ply} of {last}").format(ply=self.page.shown_ply, last=self.page.game.ply)

    @property
    def held_move(self) -> SafeString | str:
        held, until = self.page.held, self.page.game.turn.held_until
        if not held or not until:
            return ""
        text = gettext(
            "Your move <code>{step}</code> is held until {hour} and then counts as played when you sent it. Nobody else"
            " sees it yet."
        )
        hour = time_element(until, date_format(localtime(until), gettext("H:i")))
        return format_html(text, step=held.text, hour=hour)

    @property
    def seats_heading(self) -> str:
        return gettext("Seats after this move") if self.page.preview is not None else gettext("Seats")

    @property
    def seats(self) -> list[Row]:
        scores = self.page.position.scores
        return [self._row(seat, scores[seat.number]) for seat in self.page.seats]

    @property
    def plates(self) -> list[Row]:
        """Of two players the viewer, or the first one, last; of more the one to move first."""
        found, mine = self.seats, self.page.my_seat
        if len(found) == 2:
            first = 1 - mine.number if mine else 1
        else:
            first = next((seat.number for seat in self.page.seats if self.page.acts(seat)), 0)
        return found[first:] + found[:first]

    @property
    def columns(self) -> int:
        """Of the table of moves: one for each seat of up to three."""
        return len(self.page.seats) if len(self.page.seats) <= MOST_COLUMNS else 2

    @property
    def moves(self) -> Iterator[Row]:
        """The history in order, a row a round: one begins where no later seat has moved."""
        number, last = 0, len(self.page.seats)
        for line in reversed(self.page.history):
            seat, begins = line.seat or 0, line.is_turn and (line.seat or 0) <= last
            number += begins
            last = seat if line.is_turn else last
            yield {"line": line, "column": seat % self.columns, "number": number if begins else None}

    def _row(self, seat: Seat, score: int) -> Row:
        """A seat with its colour, and what is said of it; what does not apply is empty."""
        page, left = self.page, self.page.clock_of(seat)
        return {
            "seat": seat,
            "colour": seat.colour,
            "is_to_act": page.acts(seat),
            "score": score,
            "points": sentences.points(score),
            "clock": "" if left is None else short_clock(left, runs=page.acts(seat) and not page.stands),
            "left": sentences.left_seat(seat.left_reason, is_running=page.running) if seat.has_left else "",
            "holds": page.game.game_rules.holdings(page.position, seat.number) if page.running else "",
            "place": sentences.place(seat.place) if seat.place else "",
        }

    @property
    def files(self) -> SafeString:
        """The record in every form in which it can be downloaded."""

        def file(suffix: str, name: str) -> SafeString:
            return link(reverse("games:record", args=[self.page.game.pk, suffix]), name)

        has_result = bool(self.page.winners())
        return sentences.files(
            file("txt", gettext("text")),
            file("json", "JSON"),
            file("ap.json", gettext("in the format of Abstract Play")) if has_result else None,
        )

    @property
    def turn(self) -> SafeString | str:
        """Which player is to move or to answer."""
        acting = self.page.acting
        if self.page.my_turn:
            return status.your_turn(is_asked=self.page.is_asked)
        if acting is None:
            return ""
        return status.others_turn(
            acting.player.username, is_asked=self.page.is_asked, has_left=acting.has_left, is_bot=acting.player.is_bot
        )

    @property
    def time_left(self) -> SafeString | str:
        left, deadline = self.page.time_left, self.page.game.deadline
        if deadline is None:
            return ""
        clock = SafeString("") if left is None else clock_element(left, runs=not self.page.stands)
        text = gettext("<b>{span}</b> left, until {deadline}.")
        return format_html(text, span=clock, deadline=time_element(deadline, write_full_moment(deadline)))

    @property
    def over_by(self) -> str:
        """The latest end of a game that runs: the one that was shown before it began, unless directors moved it."""
        if (latest := turn_clock.latest_end_of(self.page.game)) is None:
            return gettext("While the game is paused, it has no fixed end.")
        return gettext("Must end by {day}.").format(day=write_day(latest))

    @property
    def clock_is_stopped(self) -> str:
        """Why the clock of the turn is stopped, and until when; empty if it runs."""
        why, pause = self.page.stands, self.page.pause
        if not why:
            return ""
        said = [gettext("The clock is stopped: {why}.").format(why=why)]
        if pause is not None:
            said.append(gettext("Reason: {reason}").format(reason=reread(pause.reason)))
        return " ".join([*said, status.clock_runs_again(self.page.runs_again_at)])

    @property
    def on_leave(self) -> Iterator[str]:
        return (
            gettext("{player} is on leave {days}.").format(player=seat.player.username, days=days)
            for seat, days in self.page.away()
        )

    @property
    def notice(self) -> SafeString | str:
        """What stands in the place of a warning that never arrived."""
        acting, deadline = self.page.acting, self.page.game.deadline
        if not self.page.is_unwarned or acting is None or deadline is None:
            return ""
        text = gettext(
            "<b>The time of {player} is over,</b> but no warning had reached {player} by mail. This notice takes its "
            "place: without a move by {deadline} the game is lost on time."
        )
        return format_html(text, player=acting.player.username, deadline=write_moment_this_year(deadline))

    @property
    def over(self) -> str:
        return gettext("The game is over ({reason}).").format(reason=end_in_words(self.page.game.end_reason))

    @property
    def result(self) -> str:
        return status.result([seat.player.username for seat in self.page.winners()], len(self.page.seats))

    @property
    def ended(self) -> SafeString | str:
        ended = self.page.game.finished_at
        return (
            format_html(gettext("It ended {moment}."), moment=time_element(ended, write_full_moment(ended)))
            if ended
            else ""
        )

    @property
    def rematch(self) -> str:
        """Where the viewer can challenge the same opponents again, to a game like this one."""
        others = [player.username for player in self.page.opponents]
        like = f"again={self.page.game.pk}&invited={'+'.join(others)}"
        return f"{reverse('games:propose', args=[self.page.game.rules])}?{like}"

    @property
    def offers(self) -> list[str]:
        """What is offered, by whom and for how long."""
        lapses = gettext("The offer lapses with the next move.")
        return [
            f"{status.offer(what, [seat.player.username for seat in seats])} {lapses}"
            for what, seats in self.page.offers()
        ]
