"""Numbers and decisions of an event in words: the rules of its table, how ties were broken, who won a match. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from games.presenting.lists import and_list
from tournaments.event_log.kinds.words import round_in_words
from tournaments.event_rules.layouts import EXTENSION, Form, Layout
from tournaments.formats.swiss import MOST_USUAL_ROUNDS, rounds_of
from tournaments.pairing.ladder import FORGIVEN_AFTER, REMATCH_AFTER
from tournaments.pairing.seasons import places_up
from tournaments.standings.matches import ABANDONED, ANNULLED, CALLED_OFF, DRAW_AGREED, FORFEIT, CountedGame, Match
from tournaments.standings.points import POINT, share_points, write_units
from tournaments.standings.ranking import Tie
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tie_breaks import TIE_BREAKS, Part

Names = Mapping[int, str]


_ODD_ENDS = {
    ABANDONED: "abandoned, does not count",
    ANNULLED: "annulled, does not count",
    CALLED_OFF: "ended without a result, as the event was called off",
    "adjudicated": "decided by the director, or by the rules of the event",
    "corrected": "corrected by the director",
    "supposed": "supposed",
}


def rules_in_words(ruleset: Ruleset, layout: Layout) -> list[str]:
    """How an event is played and how it counts, in sentences."""
    return [*play_in_words(ruleset, layout), *counts_in_words(ruleset, layout)]


def play_in_words(ruleset: Ruleset, layout: Layout) -> list[str]:
    """Who meets whom, how rounds follow each other, and what happens to those who leave."""
    sentences = [*_FORMS[Form(layout.form)](ruleset, layout)]
    if layout.round_days and layout.form in (Form.SWISS, Form.KNOCKOUT, Form.GROUPS):
        held = "A round of the finals" if layout.form == Form.GROUPS else "A round"
        sentences.append(
            f"{held} has {_days(layout.round_days)}. Games that are not over by then get {EXTENSION.days} days more, "
            "once; after that, what stands on the board decides them."
        )
    return [*sentences, *_departure(ruleset, layout)]


def _departure(ruleset: Ruleset, layout: Layout) -> list[str]:
    """What becomes of the games of somebody who leaves, for the forms whose own sentences do not say it."""
    if not ruleset.predetermined or layout.form == Form.LADDER:
        return []
    if layout.seats > 2:
        return [
            "If somebody leaves, what was played stands. At open tables the others play on, and whoever left is placed "
            "last there, unless a substitute steps in."
        ]
    if layout.form == Form.MATCH:
        return ["If one of the two leaves before the end, nothing counts, for neither."]
    games = "games" if ruleset.games_per_fixture == 1 else "matches"
    return [
        f"If somebody leaves with less than half of their {games} over, none of these counts, for anybody. Whoever "
        "leaves later loses those that are still open."
    ]


def _all_play_all(ruleset: Ruleset, layout: Layout) -> list[str]:
    games = ruleset.games_per_fixture
    if layout.seats > 2:
        return [
            f"Games for {layout.seats}, all at once. The tables are balanced: everybody has each seat equally often, "
            "and meets everybody else equally often."
        ]
    if games > 1:
        often = "two matches" if layout.cycles == 2 else "a match"
        return [
            f"Everybody plays {often} of {games} games against everybody else, all at once, and colours are swapped "
            "from game to game."
        ]
    if layout.cycles == 2:
        return ["Everybody plays two games against everybody else, all at once, and moves first in one of them."]
    return ["Everybody plays one game against everybody else."]


def _league(ruleset: Ruleset, layout: Layout) -> list[str]:
    size = layout.pool_size
    up = places_up(size)
    ways = [_some("first", up, "goes up", "go up")]
    if stay := size - 3 * up:
        ways.append(_some("next", stay, "stays", "stay"))
    ways.append(_some("last", 2 * up, "goes down", "go down"))
    sentences = [
        f"Divisions of about {size}: one at the top, two below it, then four, and so on. Those of one tier are equally "
        "strong.",
        *_all_play_all(ruleset, layout),
        f"After the season, in a division of {size}, {and_list(ways)}. As many go down as come up, and a tier "
        "with free places is filled from the one below, the best first. Those who share a place are put in order by "
        "the season before, then by rating, then by lot.",
    ]
    if layout.season_days:
        sentences.append(
            f"A new season begins {_days(layout.season_days)} after the last one began. Everybody is asked whether "
            "they want to stay; those who do not say yes are not in it. New players begin at the bottom; those with a "
            "high and sure rating get a place two tiers above the lowest, if one is free. What is not over when a "
            f"season ends gets {EXTENSION.days} days more, and is then decided by what stands on the board."
        )
    return sentences


def _swiss(ruleset: Ruleset, layout: Layout) -> list[str]:
    games = ruleset.games_per_fixture
    what = "one game" if games == 1 else f"a match of {games} games"
    if layout.rounds == 1:
        return [
            f"One round, in which everybody plays {what}. With an odd number of players one of them has a bye, which "
            "counts as a win. Nobody enters after the start, and whoever leaves loses a game that is still open."
        ]
    rounds = (
        f"{_count(layout.rounds).capitalize()} rounds."
        if layout.rounds
        else f"As many rounds as find one winner, at most {MOST_USUAL_ROUNDS}."
    )
    return [
        f"{rounds} In each, everybody plays {what} against somebody with as many points, or nearly as many, whom they "
        "have not met before. A round is paired when all games of the one before are over.",
        "With an odd number of players one of them has a bye, which counts as a win; nobody has two. A player who asks "
        "to sit out a round gets half a point the first time, and none after that; the last round cannot be sat out. "
        "Entries are taken until the second round is paired; a round missed by then counts half a point.",
        "Whoever leaves is not paired again; games already played stand. Whoever never makes a move in a game counts "
        "as having left.",
    ]


def _knockout(ruleset: Ruleset, layout: Layout) -> list[str]:
    games = ruleset.games_per_fixture
    what = "game" if games == 1 else f"match of {games} games"
    third = " Those who lose the semi-finals play for third place." if layout.third_place else ""
    return [
        f"Whoever loses a {what} is out.{third} The strongest are kept apart: the first two seeds can only meet in the "
        "final. If there are free places, the first seeds have no opponent in round 1.",
        f"A {what} that ends level is played once more. If it is still level then, a lot drawn from the event's seed "
        "decides.",
        "If your opponent has left, you go on without a game. Players who lose in the same round share the place.",
    ]


def _groups(ruleset: Ruleset, layout: Layout) -> list[str]:
    return [
        f"Groups of about {layout.pool_size}, all equally strong; "
        f"{_some('first', layout.qualifiers, 'of each goes', 'of each go')} on to the finals, a knockout.",
        "In the groups: " + _lower(_all_play_all(ruleset, layout)[0]),
        "In the finals, whoever loses a match of 2 games is out. A match that ends level is played once more; if it is "
        "still level then, a lot drawn from the event's seed decides.",
    ]


def _ladder(ruleset: Ruleset, layout: Layout) -> list[str]:
    return [
        "Everybody stands on a rung, at the start by rating; whoever comes later begins on the last one.",
        "You can challenge somebody above you: as many rungs up as the square root of your own, rounded up. From rung "
        "10 that is four rungs, from rung 2 one. You can have one open challenge, and be challenged twice at a time; "
        f"the same two meet again {REMATCH_AFTER.days} days after their last game at the earliest.",
        "Whoever wins against somebody above takes that rung, and all between move down by one. Otherwise nothing "
        "changes. A challenger who loses on time goes to the last rung. So does somebody challenged who loses on time; "
        f"the second time within {FORGIVEN_AFTER.days} days costs them the place on the ladder.",
        "Whoever leaves the ladder or falls off it can enter again, and begins on the last rung. Games that were open "
        "go on, but count for nothing on the ladder, even then. The ladder goes on until its director ends it.",
    ]


def _challenge_match(ruleset: Ruleset, layout: Layout) -> list[str]:
    games = ruleset.games_per_fixture
    if games == 1:
        return ["Two players, one game."]
    return [f"Two players, a match of {games} games, all at once. Colours are swapped from game to game."]


_FORMS = {
    Form.ROUND_ROBIN: _all_play_all,
    Form.LEAGUE: _league,
    Form.SWISS: _swiss,
    Form.KNOCKOUT: _knockout,
    Form.GROUPS: _groups,
    Form.LADDER: _ladder,
    Form.MATCH: _challenge_match,
}


def counts_in_words(ruleset: Ruleset, layout: Layout) -> list[str]:
    """What games, matches and places are worth, in sentences."""
    games = ruleset.games_per_fixture
    sentences = []
    if ruleset.scoring == "leaves":
        sentences += [
            "The active leaves of all games of a match are added up. The higher total wins the match; equal totals "
            "are a drawn match.",
            "A game lost by resignation or on time counts 0 for the loser, and for the winner the leaves on the board, "
            f"but at least {ruleset.par}. A draw by agreement counts the smaller number for both. An abandoned game "
            "does not count.",
        ]
    if layout.form in (Form.KNOCKOUT, Form.LADDER):
        return sentences  # places come from rounds and rungs
    if {"LD", "DELD"} & set(ruleset.tie_breaks):
        sentences.append(f"In the leaf difference a match counts at most {ruleset.margin_cap}.")
    if ruleset.points:
        vector = ", ".join(map(str, ruleset.points))
        sentences.append(f"Points by place: {vector}. Equal places share the average.")
    elif ruleset.seats > 2:
        scale = ", ".join(write_points(points) for points in share_points(range(1, ruleset.seats + 1)))
        sentences.append(f"Points by place: {scale}, the share of the others that you have left behind. Equal places "
                         "share the average.")  # fmt: skip
    else:
        sentences.append(f"A {'win' if games == 1 else 'match won'} is 1 point, a draw ½, a loss 0.")
    return sentences


def length_in_words(layout: Layout, players: int) -> str:
    """How long an event with rounds one after another takes at most; empty where nothing limits its rounds."""
    if not layout.round_days or layout.form not in (Form.SWISS, Form.KNOCKOUT):
        return ""
    rounds = rounds_of(layout, players)
    if layout.form == Form.KNOCKOUT:
        rounds = max(1, (players - 1).bit_length())
    most = rounds * (layout.round_days + EXTENSION.days)
    held, each = (f"{rounds} rounds", "each ") if rounds > 1 else ("1 round", "")
    return f"{held} of {_days(layout.round_days)}, {each}put off by {EXTENSION.days} days at most: {most} days."


_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _days(number: int) -> str:
    return "1 day" if number == 1 else f"{number} days"


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _some(which: str, number: int, does: str, do: str) -> str:
    """ "the first goes up", "the first two go up"."""
    return f"the {which} {does}" if number == 1 else f"the {which} {_count(number)} {do}"


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


_AT_TABLES = {
    "DE": "How often one finished before the others of the tied players, once they have all met, and then before those "
    "who are still tied; a tie counts half, and two who have met more than once count the average.",
}


def tie_breaks_in_words(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    """The tie-breaks of an event in order: code, name, meaning."""
    explained = []
    for code in ruleset.tie_breaks:
        tie_break = TIE_BREAKS[code]
        meaning = tie_break.meaning.replace("the event's cap", f"a cap of {ruleset.margin_cap}")
        if ruleset.seats > 2:
            meaning = _AT_TABLES.get(code, meaning)
        if ruleset.predetermined:
            meaning = meaning.partition(" In a Swiss event")[0]
        explained.append((code, tie_break.name, meaning))
    return explained


def tie_in_words(tie: Tie, names: Names) -> str:
    """How a tie was broken: who was level, what decided, and each one's amount."""
    level = [names[entrant] for entrant in tie.entrants]
    if not tie.code:
        return f"{and_list(level)} are level in everything and share the place."
    tie_break = TIE_BREAKS[tie.code]
    amounts = and_list(
        [f"{name} {with_minus(tie_break.write(amount))}" for name, amount in zip(level, tie.amounts, strict=True)]
    )
    return f"{and_list(level)} were level. What decided was {tie_break.name}: {amounts}."


def part_in_words(part: Part) -> str:
    """What a part of a number is besides a game that counts: "round 3, pairing bye", "left out"; mostly nothing."""
    notes = [f"round {part.round}" if part.round else "", round_in_words(part.kind), "left out" if part.is_cut else ""]
    return ", ".join(filter(None, notes))


def match_in_words(match: Match, names: Names, ruleset: Ruleset, *, is_running: bool = False) -> str:
    """Who has won a match (or the one game of a fixture) and by how much, or how it stands."""
    what = "match" if len(match.games) > 1 or ruleset.games_per_fixture > 1 else "game"
    if match.is_void and is_running:
        return f"The {what} goes on, but counts for nothing here: a player has left."
    if match.is_called_off:
        return f"The event was called off before the {what} was over: it does not count."
    if match.is_void:
        return f"The {what} is void: it does not count."
    if match.forfeited_by:
        absent = and_list([names[entrant] for entrant in match.forfeited_by])
        return f"{absent} made no move: not played."
    if len(match.entrants) > 2:
        return _table_in_words(match, names)
    first, second = (names[entrant] for entrant in match.entrants)
    leader = first if match.margin > 0 else second
    by = f" by {abs(match.margin)}" if ruleset.scoring == "leaves" else ""
    if match.is_complete:
        return f"{leader} wins the {what}{by}." if match.margin else f"The {what} is drawn."
    if not any(game.counted for game in match.games):
        return "No game has ended yet." if what == "match" else "The game is running."
    return f"So far {leader} is ahead{by}." if match.margin else f"So far the {what} is level."


def _table_in_words(match: Match, names: Names) -> str:
    """The order at a table of three or more."""
    if not match.is_complete:
        return "The game is running." if not match.games else "Not all games have ended yet."
    order = sorted(range(len(match.entrants)), key=lambda seat: -match.totals[seat])
    best = [names[match.entrants[seat]] for seat in order if match.totals[seat] == max(match.totals)]
    rest = [names[match.entrants[seat]] for seat in order if match.totals[seat] != max(match.totals)]
    if not rest:
        return "All share the first place."
    if len(best) > 1:
        return f"{and_list(best)} share the first place, before {and_list(rest)}."
    return f"{best[0]} wins, before {and_list(rest)}."


def game_in_words(game: CountedGame, names: Names, ruleset: Ruleset) -> str:
    """How a finished game ended, and why it counts as it does where that is not plain."""
    result = game.result
    if result.reason in _ODD_ENDS:
        return _ODD_ENDS[result.reason]
    if result.left:
        losers = and_list([names[result.entrants[seat]] for seat in result.left])
        return f"{losers} {_how_lost(result.reason)}" + (
            f"; the winner counts at least {ruleset.par}" if ruleset.scoring == "leaves" else ""
        )
    if result.reason == DRAW_AGREED and ruleset.scoring == "leaves":
        return "draw agreed; both count the smaller number"
    return "played to the end" if result.reason == "score" else result.reason


def _how_lost(reason: str) -> str:
    if reason == FORFEIT:
        return "made no move"
    return {"time": "lost on time", "withdrawn": "left the event"}.get(reason, "resigned")


def with_minus(amount: str) -> str:
    """A written number as people read it: "\N{MINUS SIGN}8" for "-8", which files and REST keep."""
    return amount.replace("-", "\N{MINUS SIGN}")


def write_points(points: int) -> str:
    """Points of 1/840 as people write them: "1½"."""
    return write_units(points, POINT)


def points_in_words(amount: str) -> str:
    """A written number of points with its noun: "1 point", "½ point", "2½ points", "0 points"."""
    is_one_or_less = amount == "1" or (len(amount) == 1 and not amount.isdigit())
    return f"{amount} point{'' if is_one_or_less else 's'}"
