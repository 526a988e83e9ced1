"""House bots on the rules of every game: legal, reproducible, within their budget, each better than the one below."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest
from django.test import Client

from benchmarks.ladder import Pairing, points_of_upper
from games.bots import Strength, choose_move
from games.bots.ratings import ANCHOR, rating_of
from games.rules import RULES
from games.rules.base import Position, Roll
from games.rules.playout import random_faces, random_game

FEW = 3  # simulations


def played(slug: str, seats: int, strengths: list[Strength], seed: int, steps: int = 1000) -> list[Position[Any]]:
    """The positions of a game between these bots, at most so many steps of it."""
    random = Random(seed)
    positions = [RULES[slug].start(seats)]
    while (to_act := positions[-1].to_act) is not None and len(positions) <= steps:
        if isinstance(to_act, Roll):
            positions.append(positions[-1].roll(random_faces(to_act, random)))
            continue
        strength = strengths[to_act % len(strengths)]
        move = choose_move(positions[-1], strength=strength, random=random, simulations=FEW)
        assert positions[-1].is_legal(move)
        positions.append(positions[-1].play(move))
    return positions


@pytest.mark.parametrize("slug", RULES)
def test_bots_play_a_game_to_its_end(slug: str) -> None:
    end = played(slug, 2, [Strength.STRONG, Strength.MIDDLE], seed=1)[-1]
    assert end.outcome() is not None


@pytest.mark.parametrize("slug", RULES)
def test_the_same_random_numbers_give_the_same_move(slug: str) -> None:
    game = random_game(RULES[slug].start(RULES[slug].seats[-1]), Random(7))
    position = next(position for position in game[len(game) // 2 :] if position.seat_to_act is not None)
    for strength in Strength:
        moves = [choose_move(position, strength=strength, random=Random(5), simulations=FEW) for _ in range(2)]
        assert moves[0] == moves[1]


@pytest.mark.parametrize("slug", RULES)
def test_the_strong_bot_keeps_to_its_budget(slug: str) -> None:
    position = RULES[slug].start(2)
    looks = count()
    choose_move(position, strength=Strength.STRONG, random=Random(1), simulations=5, is_late=lambda: next(looks) > 100)
    assert next(looks) == 5
    late = choose_move(position, strength=Strength.STRONG, random=Random(1), simulations=10**9, is_late=lambda: True)
    assert position.is_legal(late)


@pytest.mark.parametrize("slug", RULES)
def test_middle_beats_plain(slug: str) -> None:
    pairings = [Pairing(slug, Strength.MIDDLE, Strength.PLAIN, number, seed=1) for number in range(8)]
    assert sum(map(points_of_upper, pairings)) >= 6


def test_the_strong_bot_opens_treeblox_as_the_rulebook_advises() -> None:
    position, random = RULES["treeblox"].start(2), Random(1)
    for _ in range(6):
        move = choose_move(position, strength=Strength.STRONG, random=random, simulations=24)
        assert RULES["treeblox"].format(move, position).startswith("L ")
        position = position.play(move)


@pytest.mark.slow
def test_strong_beats_middle() -> None:
    pairings = [Pairing("btt", Strength.STRONG, Strength.MIDDLE, number, seed=1) for number in range(6)]
    assert sum(map(points_of_upper, pairings)) >= 4


@pytest.mark.parametrize("slug", ["btt", "roots", "treeblox", "twigs"])
def test_stronger_bots_have_higher_ratings(slug: str) -> None:
    found = [rating_of(slug, strength) or 0 for strength in Strength]
    assert found == sorted(set(found))
    assert rating_of(slug, Strength.MIDDLE) == ANCHOR
    assert rating_of("ivy", Strength.MIDDLE) is None


@pytest.mark.django_db
def test_all_bots_are_listed_with_their_ratings(client: Client) -> None:
    assert f"Twigs: about {ANCHOR}" in client.get("/bots/").content.decode()
