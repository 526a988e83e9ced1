"""What is said about the strength of house bots."""

from __future__ import annotations

import pytest
from django.test import Client

from benchmarks.bot_ratings import ratings
from games.bots import Strength
from games.bots.ratings import ANCHOR, rating_of


@pytest.mark.parametrize("slug", ["btt", "roots", "treeblox", "twigs"])
def test_stronger_bots_have_higher_ratings(slug: str) -> None:
    found = [rating_of(slug, strength) or 0 for strength in Strength]
    assert found == sorted(set(found))
    assert rating_of(slug, Strength.MIDDLE) == ANCHOR


def test_a_game_without_measured_bots_has_no_ratings() -> None:
    assert rating_of("ivy", Strength.MIDDLE) is None


def test_ratings_follow_from_the_steps_of_the_ladder() -> None:
    # With the drawn game that is added, 9½ of 10 points are 10 of 11: ten to one, which is a difference of 400.
    points = {Strength.EASY: 10.0, Strength.MIDDLE: 5.0, Strength.STRONG: 9.5}
    assert list(ratings(points, 10).values()) == [950, 1500, 1500, 1900]


@pytest.mark.django_db
def test_all_bots_are_listed_with_their_ratings(client: Client) -> None:
    assert f"Twigs: about {ANCHOR}" in client.get("/bots/").content.decode()
