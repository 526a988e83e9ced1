"""Numbers and decisions of an event in words: the rules of its table, how ties were broken, who won a match. Pure.

It is long because each sentence is written out whole for translators.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, gettext_noop, ngettext

from games.presenting.titles import end_in_words
from ground.wording import and_list
from tournaments.event_log.kinds.words import round_in_words
from tournaments.event_rules.layouts import EXTENSION, PREVIEWED, WITH_BRACKET, Form, Layout
from tournaments.formats.duration import course_of
from tournaments.formats.swiss import MOST_USUAL_ROUNDS
from tournaments.pairing.ladder import FORGIVEN_AFTER, REMATCH_AFTER
from tournaments.pairing.seasons import places_up
from tournaments.standings.matches import ABANDONED, ANNULLED, CALLED_OFF, DRAW_AGREED, FORFEIT, CountedGame, Match
from tournaments.standings.points import POINT, share_points, write_units
from tournaments.standings.ranking import Tie
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tie_breaks import TIE_BREAKS, Part
from tournaments.wording.byes import pairing_bye_in_words, sitting_out_in_words

Names = Mapping[int, str]


_ODD_ENDS = {
    ABANDONED: gettext_noop("abandoned, does not count"),
    ANNULLED: gettext_noop("annulled, does not count"),
    CALLED_OFF: gettext_noop("ended without a result, as the event was called off"),
    "adjudicated": gettext_noop("decided by the director, or by the rules of the event"),
    "corrected": gettext_noop("corrected by the director"),
    "supposed": gettext_noop("supposed"),
}


def rules_in_words(ruleset: Ruleset, layout: Layout) -> list[str]:
    """How an event is played and how it counts, in sentences."""
    return [*play_in_words(ruleset, layout), *counts_in_words(ruleset, layout)]


def play_in_words(ruleset: Ruleset, layout: Layout) -> list[str]:
    """Who meets whom, how rounds follow each other, and what happens to those who leave."""
    sentences = [*_FORMS[Form(layout.form)](ruleset, layout)]
    if layout.round_days and not layout.season_days:
        sentences.append(
            gettext(
                "{held} {days}. Games that are not over by then get {days_2} days more, once; after that "
                "they are decided by the scores on the board."
            ).format(held=_held(layout), days=_days(layout.round_days), days_2=EXTENSION.days)
        )
    return [*sentences, *_departure(ruleset, layout)]


def _held(layout: Layout) -> str:
    """What the deadline of an event is that of."""
    if layout.form == Form.GROUPS:
        return gettext("The groups, and each round of the finals, have")
    if layout.form == Form.LADDER:
        return gettext("All challenges of one week have")
    if layout.form in (Form.SWISS, Form.TEAMS, *WITH_BRACKET):
        return gettext("A round has")
    return gettext("Each game has") if layout.in_turn else gettext("The games have")


def _departure(ruleset: Ruleset, layout: Layout) -> list[str]:
    """What becomes of the games of somebody who leaves, for the forms whose own sentences do not say it."""
    if not ruleset.predetermined or layout.form in (Form.LADDER, Form.TEAMS):
        return []
    if layout.seats > 2:
        return [
            gettext(
                "If somebody leaves, what was played stands. At open tables the others play on, and whoever left "
                "is placed last there, unless a substitute steps in."
            )
        ]
    if layout.form == Form.MATCH:
        return [
            gettext("If one of the two leaves before the end, what was played stands, and all other games are lost.")
        ]
    if ruleset.games_per_fixture > 1:
        return [
            gettext(
                "If somebody leaves with less than half of their matches over, none of these counts, for anybody. "
                "Players who leave later, or play against one other player only, keep what was played. What is open "
                "is lost in any case, also for the ratings."
            )
        ]
    return [
        gettext(
            "If somebody leaves with less than half of their games over, none of these counts, for anybody. "
            "Players who leave later, or play against one other player only, keep what was played. What is open "
            "is lost in any case, also for the ratings."
        )
    ]


def _all_play_all(ruleset: Ruleset, layout: Layout) -> list[str]:
    games = ruleset.games_per_fixture
    if layout.seats > 2:
        return [
            gettext(
                "Games for {seats}, all at once. The tables are balanced: everybody has each seat equally often, "
                "and meets everybody else equally often."
            ).format(seats=layout.seats)
        ]
    if games > 1:
        often = (
            gettext(
                "Everybody plays two matches of {games} games against everybody else, all at once, and colours are "
                "swapped from game to game."
            )
            if layout.cycles == 2
            else gettext(
                "Everybody plays a match of {games} games against everybody else, all at once, and colours are "
                "swapped from game to game."
            )
        )
        return [often.format(games=games)]
    if layout.cycles == 2:
        return [
            gettext("Everybody plays two games against everybody else, all at once, and moves first in one of them.")
        ]
    return [gettext("Everybody plays one game against everybody else.")]


def _league(ruleset: Ruleset, layout: Layout) -> list[str]:
    size = layout.pool_size
    up = places_up(size)
    ways = [_some(ngettext("the first goes up", "the first {count} go up", up), up)]
    if stay := size - 3 * up:
        ways.append(_some(ngettext("the next stays", "the next {count} stay", stay), stay))
    ways.append(_some(ngettext("the last goes down", "the last {count} go down", 2 * up), 2 * up))
    sentences = [
        gettext(
            "Divisions of about {size}: one at the top, two below it, then four, and so on. Those of one "
            "tier are equally strong."
        ).format(size=size),
        *_all_play_all(ruleset, layout),
        gettext(
            "After the season, in a division of {size}, {ways}. As many go down as come up, and a tier with "
            "free places is filled from the one below, the best first. Those who share a place are put in "
            "order by the season before, then by rating, then by lot."
        ).format(size=size, ways=and_list(ways)),
    ]
    if layout.season_days:
        sentences.append(
            gettext(
                "A new season begins {days} after the last one began. Everybody is asked whether they want to "
                "stay; those who do not say yes are not in it. New players begin at the bottom; those with a "
                "high and sure rating get a place two tiers above the lowest, if one is free. What is not over "
                "when a season ends gets {days_2} days more, and is then decided by the scores on the board."
            ).format(days=_days(layout.season_days), days_2=EXTENSION.days)
        )
    return sentences


def _swiss_tables(ruleset: Ruleset, layout: Layout) -> list[str]:
    rounds = (
        ngettext("{count} round.", "{count} rounds.", layout.rounds).format(count=layout.rounds)
        if layout.rounds
        else gettext("As many rounds as it takes to find one winner, at most {most_usual_rounds}.").format(
            most_usual_rounds=MOST_USUAL_ROUNDS
        )
    )
    over = (
        gettext("Where the number of players asks for it, some tables have one seat less.")
        if layout.small_tables
        else gettext("All tables have the same number of seats.")
    )
    return [
        gettext(
            "{rounds} In each, everybody plays at a table of {seats} with players who have about as many points, and "
            "whom they have not met before as far as possible."
        ).format(rounds=rounds, seats=layout.seats)
        + _when_paired(layout),
        gettext(
            "Seats are shared out so that nobody has the same one often. {over} A player who is left over has a bye; "
            "it goes to the player with the fewest points who has not had one. {bye}"
        ).format(over=over, bye=pairing_bye_in_words(ruleset)),
        gettext(
            "You can sit out a round, but not the last one, if you ask before it is dealt. {rest} If you leave, the "
            "others at your table play on, and you are not dealt in again."
        ).format(rest=sitting_out_in_words(ruleset)),
    ]


def _swiss(ruleset: Ruleset, layout: Layout) -> list[str]:
    if layout.seats > 2:
        return _swiss_tables(ruleset, layout)
    games = ruleset.games_per_fixture
    what = gettext("one game") if games == 1 else gettext("a match of {games} games").format(games=games)
    if layout.rounds == 1:
        return [
            gettext(
                "One round, in which everybody plays {what}. With an odd number of players one of them has a "
                "bye. {worth} Nobody enters after the start, and whoever leaves loses a game that is still open."
            ).format(what=what, worth=pairing_bye_in_words(ruleset))
        ]
    rounds = (
        gettext("{count} rounds.").format(count=_count(layout.rounds).capitalize())
        if layout.rounds
        else gettext("As many rounds as it takes to find one winner, at most {most_usual_rounds}.").format(
            most_usual_rounds=MOST_USUAL_ROUNDS
        )
    )
    return [
        gettext(
            "{rounds} In each, everybody plays {what} against somebody with as many points, or nearly as "
            "many, whom they have not met before."
        ).format(rounds=rounds, what=what)
        + _when_paired(layout),
        gettext(
            "With an odd number of players one of them has a bye; nobody has two. {bye} {rest} The last round cannot "
            "be sat out. Entries are taken until the second round is paired; a round missed by then counts like one "
            "that a player asks to sit out."
        ).format(bye=pairing_bye_in_words(ruleset), rest=sitting_out_in_words(ruleset)),
        gettext(
            "Players who leave are not paired again; games already played stand. Players who never make a move in a "
            "game count as having left."
        ),
    ]


def _when_paired(layout: Layout) -> str:
    """What a round waits for."""
    if not layout.open_percent:
        return " " + gettext("A round is paired when all games of the one before are over.")
    return " " + gettext(
        "A round is paired as soon as at most {percent} percent of the meetings of the one before are open; until they "
        "end, their open games count as draws."
    ).format(percent=layout.open_percent)


def _knockout(ruleset: Ruleset, layout: Layout) -> list[str]:
    games = ruleset.games_per_fixture
    what = gettext("game") if games == 1 else gettext("match of {games} games").format(games=games)
    third = gettext(" Those who lose the semi-finals play for third place.") if layout.third_place else ""
    return [
        gettext(
            "Lose a {what} and you are out.{third} The strongest are kept apart: the first two seeds can "
            "only meet in the final. If there are free places, the first seeds have no opponent in round 1."
        ).format(what=what, third=third),
        gettext(
            "A {what} that ends level is played once more. If it is still level then, a lot drawn from the "
            "event's seed decides."
        ).format(what=what),
        gettext(
            "If your opponent has left, you advance without a game. Players who lose in the same round share the place."
        ),
    ]


def _double_elimination(ruleset: Ruleset, layout: Layout) -> list[str]:
    games = ruleset.games_per_fixture
    what = gettext("game") if games == 1 else gettext("match of {games} games").format(games=games)
    return [
        gettext(
            "Nobody is out before the second lost {what}. Players who lose in the winners' bracket go on in the "
            "losers' bracket; players who lose there are out. The winners of both meet in the grand final, which is "
            "played a second time if the player without a loss loses it. If there are free places, the first seeds "
            "have no opponent in round 1."
        ).format(what=what),
        gettext(
            "A {what} that ends level is played once more. If it is still level then, a lot drawn from the "
            "event's seed decides."
        ).format(what=what),
        gettext(
            "If your opponent has left, you advance without a game. A player who leaves loses what is still to come, "
            "in both brackets. Players who lose in the same round of the losers' bracket share the place."
        ),
    ]


def _groups(ruleset: Ruleset, layout: Layout) -> list[str]:
    play = _all_play_all(ruleset, layout)[0]
    return [
        _some(
            ngettext(
                "Groups of about {pool_size}, all equally strong; the first of each goes on to the finals, a knockout.",
                "Groups of about {pool_size}, all equally strong; the first {count} of each go on to the finals, a "
                "knockout.",
                layout.qualifiers,
            ),
            layout.qualifiers,
            pool_size=layout.pool_size,
        ),
        gettext("In the groups: {play}").format(play=play[0].lower() + play[1:]),
        gettext(
            "In the finals, whoever loses a match of 2 games is out. A match that ends level is played once "
            "more; if it is still level then, a lot drawn from the event's seed decides."
        ),
    ]


def _ladder(ruleset: Ruleset, layout: Layout) -> list[str]:
    return [
        gettext("Everybody stands on a rung, at the start by rating; whoever comes later begins on the last one."),
        gettext(
            "You can challenge somebody above you: as many rungs up as the square root of your own, rounded "
            "up. From rung 10 that is four rungs, from rung 2 one. You can have one open challenge, and be "
            "challenged twice at a time; the same two meet again {days} days after their last game at the "
            "earliest."
        ).format(days=REMATCH_AFTER.days),
        gettext(
            "A player who wins against somebody above takes that rung, and all between move down by one. "
            "Otherwise nothing changes. A challenger who loses on time goes to the last rung. So does "
            "somebody challenged who loses on time; the second time within {days} days costs them the place "
            "on the ladder."
        ).format(days=FORGIVEN_AFTER.days),
        gettext(
            "Players who leave the ladder or fall off it can enter again, on the last rung. Games "
            "that were open go on, but no longer count on the ladder, even after coming back. The ladder goes on until "
            "its director ends it."
        ),
    ]


def _challenge_match(ruleset: Ruleset, layout: Layout) -> list[str]:
    games = ruleset.games_per_fixture
    if games == 1:
        return [gettext("Two players, one game.")]
    if ruleset.best_of:
        return [
            gettext(
                "Two players, the best of {games} games, one after another. Colours are swapped from game to "
                "game, and the match is over as soon as nobody can catch up."
            ).format(games=games)
        ]
    when = gettext("one after another") if layout.in_turn else gettext("all at once")
    return [
        gettext("Two players, a match of {games} games, {when}. Colours are swapped from game to game.").format(
            games=games, when=when
        )
    ]


def _teams(ruleset: Ruleset, layout: Layout) -> list[str]:
    often = gettext("twice, once at home") if layout.cycles == 2 else gettext("once")
    board = (
        gettext("one game")
        if ruleset.games_of_board == 1
        else gettext("a match of {games} games").format(games=ruleset.games_of_board)
    )
    when = (
        gettext(
            "For {hours} hours before each round captains name their line-up; nobody else sees it until then."
        ).format(hours=layout.preview_hours)
        if layout.preview_hours
        else gettext("Captains can name their line-up until a round begins; nobody else sees it until then.")
    )
    return [
        _teams_that_meet(layout, often, board),
        when + " " + gettext("Without one the first players of the team's list play, in its order."),
        gettext(
            "If a player leaves a team, a reserve without a board in the match takes over the games that are open; "
            "without a reserve they are lost. A board for which a team has nobody is lost."
        ),
        gettext("If a team leaves, what was played stands, what is open is lost, and it is not paired any more.")
        if layout.rounds
        else gettext(
            "If a team leaves with less than half of its matches over, none of these counts, for anybody. If it leaves "
            "later, what was played stands, what is open is lost, and its later opponents win on all boards."
        ),
    ]


def _teams_that_meet(layout: Layout, often: str, board: str) -> str:
    at_home = gettext("The team at home moves first on the odd boards, the other one on the even boards.")
    if not layout.rounds:
        meet = gettext(
            "Teams of {boards} boards. Every team meets every other {often}, round after round; each board is {board}."
        )
        return meet.format(boards=layout.boards, often=often, board=board) + " " + at_home
    meet = ngettext(
        "Teams of {boards} boards. {rounds} round, in which each team meets one with about as many match points; each "
        "board is {board}. If the number of teams is odd, one sits out and wins the match without board points.",
        "Teams of {boards} boards. {rounds} rounds, in which each team meets one with about as many match points, and "
        "nobody twice; each board is {board}. If the number of teams is odd, one sits out a round and wins the match "
        "without board points.",
        layout.rounds,
    )
    balance = gettext("No team is at home, or away, three times in a row if another pairing is possible.")
    said = [meet.format(boards=layout.boards, rounds=layout.rounds, board=board), at_home]
    return " ".join([*said, balance] if layout.rounds > 2 else said)


_FORMS = {
    Form.ROUND_ROBIN: _all_play_all,
    Form.LEAGUE: _league,
    Form.SWISS: _swiss,
    Form.KNOCKOUT: _knockout,
    Form.DOUBLE: _double_elimination,
    Form.GROUPS: _groups,
    Form.LADDER: _ladder,
    Form.MATCH: _challenge_match,
    Form.TEAMS: _teams,
}


def bound_in_words(ruleset: Ruleset, layout: Layout) -> str:
    """How much of a margin counts, where that breaks ties."""
    if layout.form in (*WITH_BRACKET, Form.LADDER) or not {"LD", "DELD"} & set(ruleset.tie_breaks):
        return ""
    return gettext("In the leaf difference a match counts at most {margin_cap}.").format(margin_cap=ruleset.margin_cap)


def counts_in_words(ruleset: Ruleset, layout: Layout) -> list[str]:
    """What games, matches and places are worth, in sentences."""
    games = ruleset.games_per_fixture
    sentences = []
    if ruleset.boards:
        sentences.append(
            gettext(
                "Each board is 1 point for its winner and ½ for both if it is drawn. The team with more board points "
                "wins the match; as many are a drawn match."
            )
        )
    if ruleset.scoring == "leaves":
        sentences += [
            gettext(
                "The active leaves of both games of a board are added up. The higher total wins the board; equal "
                "totals are a drawn board."
            )
            if ruleset.boards
            else gettext(
                "The active leaves of all games of a match are added up. The higher total wins the match; equal "
                "totals are a drawn match."
            ),
            gettext(
                "A game lost by resignation or on time counts 0 for the loser, and for the winner the leaves on "
                "the board, but at least {par}. A draw by agreement counts the smaller number for both. An "
                "abandoned game does not count."
            ).format(par=ruleset.par),
        ]
    if layout.form in (*WITH_BRACKET, Form.LADDER):
        return sentences  # places come from rounds and rungs
    sentences += filter(None, [bound_in_words(ruleset, layout)])
    if ruleset.points:
        vector = ", ".join(map(str, ruleset.points))
        sentences.append(gettext("Points by place: {vector}. Equal places share the average.").format(vector=vector))
    elif ruleset.seats > 2:
        scale = ", ".join(write_points(points) for points in share_points(range(1, ruleset.seats + 1)))
        sentences.append(
            gettext(
                "Points by place: {scale}, the share of the others that you have left behind. "
                "Equal places share the average."
            ).format(scale=scale)
        )
    else:
        sentences.append(
            gettext("A win is 1 point, a draw ½, a loss 0.")
            if games == 1
            else gettext("A match won is 1 point, a draw ½, a loss 0.")
        )
    return sentences


def length_in_words(layout: Layout, players: int, games: int = 1) -> str:
    """How long an event with rounds one after another takes at most; empty where nothing limits its rounds."""
    course = course_of(layout, players, games)
    if course is None or not (layout.in_turn or layout.form in PREVIEWED):
        return ""
    if layout.in_turn:
        what = ngettext("{count} game of {days}", "{count} games of {days}", course.rounds)
    else:
        what = ngettext("{count} round of {days}", "{count} rounds of {days}", course.rounds)
    put_off = gettext("put off by {days} at most") if course.rounds == 1 else gettext("each put off by {days} at most")
    parts = [
        what.format(count=course.rounds, days=_days(course.days)),
        put_off.format(days=_days(EXTENSION.days)),
        *([gettext("again as long where a match is level")] if course.again else []),
        *([gettext("{hours} hours before each").format(hours=course.hours)] if course.hours else []),
    ]
    return gettext("{parts}: {most}.").format(parts=", ".join(parts), most=_days(course.most_days))


_NUMBERS = (
    gettext_noop("none"), gettext_noop("one"), gettext_noop("two"), gettext_noop("three"), gettext_noop("four"),
    gettext_noop("five"), gettext_noop("six"), gettext_noop("seven"), gettext_noop("eight"), gettext_noop("nine"),
    gettext_noop("ten"), gettext_noop("eleven"), gettext_noop("twelve"),
)  # fmt: skip


def _days(number: int) -> str:
    return ngettext("{count} day", "{count} days", number).format(count=number)


def _count(number: int) -> str:
    return gettext(_NUMBERS[number]) if number < len(_NUMBERS) else str(number)


def _some(sentence: str, count: int, **values: object) -> str:
    """A sentence about so many players, with the number as a word."""
    return sentence.format(count=_count(count), **values)


def tie_breaks_in_words(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    """The tie-breaks of an event in order: code, name, meaning."""
    explained = []
    for code in ruleset.tie_breaks:
        meaning = TIE_BREAKS[code].explain(
            seats=ruleset.seats, predetermined=ruleset.predetermined, cap=ruleset.margin_cap
        )
        explained.append((code, str(TIE_BREAKS[code].name), meaning))
    return explained


def tie_in_words(tie: Tie, names: Names, codes: Sequence[str] = ()) -> str:
    """How a tie was broken: the players who were level, which of the ``codes`` did not separate them, what did, and
    everybody's amount."""
    level = [names[entrant] for entrant in tie.entrants]
    if not tie.code:
        return gettext("{level} are level in everything and share the place.").format(level=and_list(level))
    before = codes[: codes.index(tie.code)] if tie.code in codes else ()
    tie_break = TIE_BREAKS[tie.code]
    amounts = and_list(
        [f"{name} {with_minus(tie_break.write(amount))}" for name, amount in zip(level, tie.amounts, strict=True)]
    )
    decided = {"level": and_list(level), "tie_break": tie_break.name, "amounts": amounts}
    if not before:
        return gettext("{level} were level on points. What decided was {tie_break}: {amounts}.").format(**decided)
    return gettext(
        "{level} were level on points, and {failed} did not separate them. What decided was {tie_break}: {amounts}."
    ).format(failed=and_list([str(TIE_BREAKS[code].name) for code in before]), **decided)


def part_in_words(part: Part) -> str:
    """What a part of a number is besides a game that counts: "round 3, pairing bye", "left out"; mostly nothing."""
    notes = [
        gettext("round {round}").format(round=part.round) if part.round else "",
        round_in_words(part.kind),
        gettext("left out") if part.is_cut else "",
    ]
    return ", ".join(filter(None, notes))


def match_in_words(match: Match, names: Names, ruleset: Ruleset, *, is_running: bool = False) -> str:
    """Who has won a match (or the one game of a fixture) and by how much, or how it stands."""
    is_match = len(match.games) > 1 or ruleset.games_per_fixture > 1
    if match.is_void and is_running:
        if is_match:
            return gettext("The match goes on, but no longer counts here: a player has left.")
        return gettext("The game goes on, but no longer counts here: a player has left.")
    if match.is_called_off:
        if is_match:
            return gettext("The event was called off before the match was over: it does not count.")
        return gettext("The event was called off before the game was over: it does not count.")
    if match.is_void:
        return (
            gettext("The match is void: it does not count.")
            if is_match
            else gettext("The game is void: it does not count.")
        )
    if match.forfeited_by:
        absent = and_list([names[entrant] for entrant in match.forfeited_by])
        return gettext("{absent} made no move: not played.").format(absent=absent)
    if len(match.entrants) > 2:
        return _table_in_words(match, names)
    if not match.is_complete and not any(game.counted for game in match.games):
        return gettext("No game has ended yet.") if is_match else gettext("The game is running.")
    return _score_in_words(match, names, ruleset, is_match=is_match)


def _score_in_words(match: Match, names: Names, ruleset: Ruleset, *, is_match: bool) -> str:
    """Who has won, or is ahead, and by how much where leaves are counted."""
    first, second = (names[entrant] for entrant in match.entrants)
    facts = {"leader": first if match.margin > 0 else second, "margin": abs(match.margin)}
    with_margin = ruleset.scoring == "leaves" and not ruleset.boards
    if match.is_complete and not match.margin:
        return gettext("The match is drawn.") if is_match else gettext("The game is drawn.")
    if not match.margin:
        return gettext("So far the match is level.") if is_match else gettext("So far the game is level.")
    if not match.is_complete:
        ahead = (
            gettext("So far {leader} is ahead by {margin}.") if with_margin else gettext("So far {leader} is ahead.")
        )
        return ahead.format(**facts)
    if with_margin:
        won = (
            gettext("{leader} wins the match by {margin}.")
            if is_match
            else gettext("{leader} wins the game by {margin}.")
        )
    else:
        won = gettext("{leader} wins the match.") if is_match else gettext("{leader} wins the game.")
    return won.format(**facts)


def _table_in_words(match: Match, names: Names) -> str:
    """The order at a table of three or more."""
    if not match.is_complete:
        return gettext("The game is running.") if not match.games else gettext("Not all games have ended yet.")
    order = sorted(range(len(match.entrants)), key=lambda seat: -match.totals[seat])
    best = [names[match.entrants[seat]] for seat in order if match.totals[seat] == max(match.totals)]
    rest = [names[match.entrants[seat]] for seat in order if match.totals[seat] != max(match.totals)]
    if not rest:
        return gettext("All share the first place.")
    if len(best) > 1:
        return gettext("{best} share the first place, before {rest}.").format(best=and_list(best), rest=and_list(rest))
    return gettext("{best} wins, before {rest}.").format(best=best[0], rest=and_list(rest))


def game_in_words(game: CountedGame, names: Names, ruleset: Ruleset) -> str:
    """How a finished game ended, and why it counts as it does where that is not plain."""
    result = game.result
    if result.reason in _ODD_ENDS:
        return gettext(_ODD_ENDS[result.reason])
    if result.left:
        losers = and_list([names[result.entrants[seat]] for seat in result.left])
        lost = f"{losers} {_how_lost(result.reason)}"
        if ruleset.scoring == "leaves":
            return gettext("{lost}; the winner counts at least {par}").format(lost=lost, par=ruleset.par)
        return lost
    if result.reason == DRAW_AGREED and ruleset.scoring == "leaves":
        return gettext("draw agreed; both count the smaller number")
    return gettext("played to the end") if result.reason == "score" else end_in_words(result.reason)


def _how_lost(reason: str) -> str:
    if reason == FORFEIT:
        return gettext("made no move")
    return {"time": gettext("lost on time"), "withdrawn": gettext("left the event")}.get(reason, gettext("resigned"))


def with_minus(amount: str) -> str:
    """A written number as people read it: "\N{MINUS SIGN}8" for "-8", which files and REST keep."""
    return amount.replace("-", "\N{MINUS SIGN}")


def write_points(points: int) -> str:
    """Points of 1/840 as people write them: "1½"."""
    return write_units(points, POINT)


def points_in_words(amount: str) -> str:
    """A written number of points with its noun: "1 point", "½ point", "2½ points", "0 points"."""
    is_one_or_less = amount == "1" or (len(amount) == 1 and not amount.isdigit())
    return ngettext("{count} point", "{count} points", 1 if is_one_or_less else 2).format(count=amount)
