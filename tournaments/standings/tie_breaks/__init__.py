"""Tie-breaks, one small class each, with FIDE's codes where FIDE has them (C.07, in force from 1 March 2026). Pure.

Every value opens to the matches and rounds it came from, so that a page can show its arithmetic. Fore Buchholz and the
average of opponents' Buchholz are left out on purpose: programs do not agree on the one, nobody can check the other.
"""

from __future__ import annotations

from tournaments.standings.tie_breaks.among_tied import DirectEncounter, DirectLeafDifference
from tournaments.standings.tie_breaks.base import Part, TieBreak
from tournaments.standings.tie_breaks.leaves import LeafDifference, LeavesFor
from tournaments.standings.tie_breaks.opponents import (
    AverageRating,
    Buchholz,
    BuchholzCut1,
    BuchholzCut2,
    BuchholzMedian1,
    BuchholzMedian2,
    BuchholzOfTables,
    Koya,
    OpponentsScores,
    SonnebornBerger,
    SonnebornBergerCut1,
    SonnebornBergerCut2,
    SonnebornBergerOfTables,
)
from tournaments.standings.tie_breaks.own_results import (
    BoardPoints,
    Firsts,
    GamesMovingSecond,
    Margin,
    ProgressiveScores,
    RoundsElected,
    StandardPoints,
    Wins,
    WinsMovingSecond,
    WinsPlayed,
)

__all__ = ["TIE_BREAKS", "Part", "TieBreak"]

TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.code: tie_break
    for tie_break in (
        DirectEncounter(),
        DirectLeafDifference(),
        LeafDifference(),
        LeavesFor(),
        Wins(),
        WinsPlayed(),
        GamesMovingSecond(),
        WinsMovingSecond(),
        ProgressiveScores(),
        RoundsElected(),
        StandardPoints(),
        Buchholz(),
        BuchholzCut1(),
        BuchholzCut2(),
        BuchholzMedian1(),
        BuchholzMedian2(),
        SonnebornBerger(),
        SonnebornBergerCut1(),
        SonnebornBergerCut2(),
        BuchholzOfTables(),
        SonnebornBergerOfTables(),
        OpponentsScores(),
        Koya(),
        AverageRating(),
        Firsts(),
        Margin(),
        BoardPoints(),
    )
}
