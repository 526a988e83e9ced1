"""Boards, sentences and refusals of each game can be made in every language of the service."""

from __future__ import annotations

from random import Random

import pytest
from django.conf import settings
from django.utils import translation

from games.rules import RULES
from games.rules.base import MoveError, Roll


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("slug", RULES)
def test_game_is_shown_and_explained(slug: str, language: str) -> None:
    rules, random = RULES[slug], Random(slug)
    position = rules.start(2)
    with translation.override(language):
        for ply in range(60):
            asked = position.to_act
            if asked is None:
                break
            if isinstance(asked, Roll):
                position = position.roll([random.randint(1, sides) for sides in asked.dice])
                continue
            move = position.random_move(random)
            if ply % 6 == 0:
                assert rules.svg(position)
                assert rules.text(position)
                assert rules.describe(position)
                assert rules.hint(position)
                assert rules.tables(position)
                assert rules.place_words(position)
                assert rules.move_words(move, position)
                for seat in range(2):
                    assert rules.holdings(position, seat)
                with pytest.raises(MoveError):
                    rules.parse("nonsense 99", position)
            position = position.play(move)
            for effect in position.effects:
                assert rules.describe_effect(effect)
