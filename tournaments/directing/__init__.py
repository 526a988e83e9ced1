"""What a director does to a running event. Every deed has a reason, stands in the public log, and can be taken back
where a log can do that; its consequences can be looked at before.

What concerns games is done to the games first, then written into the event's log, in one transaction where that is few
games, else game by game: a sweep (``settle``) finishes what a crash has left.

The same ``key`` again is the same deed: it returns the line that was written the first time. Doors make keys that are
unique to who does what.
"""

from __future__ import annotations

from tournaments.directing.clocks import (
    WHICH_GAME,
    add_time,
    check_gain,
    check_has_open_games,
    move_deadline,
    rounds_to_move,
)
from tournaments.directing.common import LONGEST_REASON, game_of, known_line
from tournaments.directing.consequences import consequences, ending, table_with
from tournaments.directing.course import (
    announce,
    archive,
    call_off,
    check_can_be_archived,
    finish,
    ladder_to_finish,
    pause,
    resume,
    settle,
    state_before_archive,
    unarchive,
)
from tournaments.directing.departures import (
    come_back,
    disqualify,
    foreseen_departure,
    line_to_come_back,
    open_seats_of,
    plays_on,
    reinstatement,
    take_out,
)
from tournaments.directing.results import (
    adjudicate,
    annul,
    annulment,
    bye,
    check_result,
    correct_result,
    correction,
    give_bye,
    reverse,
    reversible,
)
from tournaments.directing.substitutes import check_substitute, replace_player, substitute
from tournaments.directing.withdrawals import give_to_reserve, preview_withdrawal, reserve_for, withdraw

__all__ = [
    "LONGEST_REASON",
    "WHICH_GAME",
    "add_time",
    "adjudicate",
    "announce",
    "annul",
    "annulment",
    "archive",
    "bye",
    "call_off",
    "check_can_be_archived",
    "check_gain",
    "check_has_open_games",
    "check_result",
    "check_substitute",
    "come_back",
    "consequences",
    "correct_result",
    "correction",
    "disqualify",
    "ending",
    "finish",
    "foreseen_departure",
    "game_of",
    "give_bye",
    "give_to_reserve",
    "known_line",
    "ladder_to_finish",
    "line_to_come_back",
    "move_deadline",
    "open_seats_of",
    "pause",
    "plays_on",
    "preview_withdrawal",
    "reinstatement",
    "replace_player",
    "reserve_for",
    "resume",
    "reverse",
    "reversible",
    "rounds_to_move",
    "settle",
    "state_before_archive",
    "substitute",
    "table_with",
    "take_out",
    "unarchive",
    "withdraw",
]
