"""Numbers and decisions of an event in words: the rules of its table, how ties were broken, who won a match. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.rulesets import Ruleset
from tournaments.standings.matches import ABANDONED, DRAW_AGREED, CountedGame, Match
from tournaments.standings.points import POINT, write_units
from tournaments.standings.ranking import Tie
from tournaments.standings.tie_breaks import TIE_BREAKS, Part

Names = Mapping[int, str]


def rules_in_words(ruleset: Ruleset) -> list[str]:
    """How an event counts, in sentences."""
    games = ruleset.games_per_fixture
    sentences = []
    if games == 1:
        sentences.append("Everybody plays one game against everybody else.")
    else:
        sentences.append(
            f"Everybody plays a match of {games} games against everybody else, all at once, and colours are swapped "
            "from game to game."
        )
    if ruleset.scoring == "leaves":
        sentences += [
            "The active leaves of all games of a match are added up. The higher total wins the match; equal totals "
            "are a drawn match.",
            "A game lost by resignation or on time counts 0 for the loser, and for the winner the leaves on the board, "
            f"but at least {ruleset.par}. A draw by agreement counts the smaller number for both. An abandoned game "
            "does not count.",
        ]
    if ruleset.points:
        vector = ", ".join(map(str, ruleset.points))
        sentences.append(f"Points by place: {vector}. Equal places share the average.")
    else:
        sentences.append(f"A {'win' if games == 1 else 'match won'} is 1 point, a draw ½, a loss 0.")
    return sentences


def tie_breaks_in_words(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    """The tie-breaks of an event in order: code, name, meaning."""
    explained = []
    for code in ruleset.tie_breaks:
        tie_break = TIE_BREAKS[code]
        meaning = tie_break.meaning.replace("the event's cap", f"a cap of {ruleset.margin_cap}")
        explained.append((code, tie_break.name, meaning))
    return explained


def tie_in_words(tie: Tie, names: Names) -> str:
    """How a tie was broken: who was level, what decided, and each one's amount."""
    level = [names[entrant] for entrant in tie.entrants]
    if not tie.code:
        return f"{join(level)} are level in everything and share the place."
    tie_break = TIE_BREAKS[tie.code]
    amounts = join(
        [f"{name} {tie_break.write(amount)}" for name, amount in zip(level, tie.amounts, strict=True)], "and"
    )
    return f"{join(level)} were level. What decided was {tie_break.name}: {amounts}."


def part_in_words(part: Part) -> str:
    """What a part of a number is besides a game that counts: "round 3, pairing bye", "left out"; mostly nothing."""
    notes = [f"round {part.round}" if part.round else "", part.kind, "left out" if part.is_cut else ""]
    return ", ".join(filter(None, notes))


def match_in_words(match: Match, names: Names, ruleset: Ruleset) -> str:
    """Who has won a match of two (or the one game of a fixture) and by how much, or how it stands."""
    what = "match" if ruleset.games_per_fixture > 1 else "game"
    if match.is_void:
        return f"The {what} is void: it counts for nobody."
    first, second = (names[entrant] for entrant in match.entrants)
    leader = first if match.margin > 0 else second
    by = f" by {abs(match.margin)}" if ruleset.scoring == "leaves" else ""
    if match.is_complete:
        return f"{leader} wins the {what}{by}." if match.margin else f"The {what} is drawn."
    if not any(game.counted for game in match.games):
        return "No game has ended yet."
    return f"So far {leader} is ahead{by}." if match.margin else f"So far the {what} is level."


def game_in_words(game: CountedGame, names: Names, ruleset: Ruleset) -> str:
    """How a finished game ended, and why it counts as it does where that is not plain."""
    result = game.result
    if result.reason == ABANDONED:
        return "abandoned, does not count"
    if result.left:
        losers = join([names[result.entrants[seat]] for seat in result.left])
        how = "lost on time" if result.reason == "time" else "resigned"
        return f"{losers} {how}" + (
            f"; the winner counts at least {ruleset.par}" if ruleset.scoring == "leaves" else ""
        )
    if result.reason == DRAW_AGREED and ruleset.scoring == "leaves":
        return "draw agreed; both count the smaller number"
    return "played to the end" if result.reason == "score" else result.reason


def write_points(points: int) -> str:
    """Points of 1/840 as people write them: "1½"."""
    return write_units(points, POINT)


def join(words: Sequence[str], last: str = "and") -> str:
    """ "anna", "anna and ben", "anna, ben and dora"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
