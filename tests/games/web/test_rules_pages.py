"""Rules pages: boards of real positions in the text, advice, and a page of credits."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.rules import RULES
from games.web.guide import figure_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", list(RULES))
def test_rules_page_shows_moves_and_gives_advice(slug: str) -> None:
    texts = [(RULES[slug].folder / name).read_text(encoding="utf-8") for name in ("PLAY.md", "ADVICE.md")]
    named = [name for text in texts for name in re.findall(r"\(figure:([a-z]+-[0-9]+)\)", text)]
    page = Client().get(f"/rules/{slug}/").content.decode()
    assert len(named) >= 4
    assert page.count('class="figure"') == len(named)
    assert "Advice" in page
    assert f"/learn/{slug}/" in page


@pytest.mark.parametrize("name", ["solved-99", "allowed-3"])
def test_a_figure_that_is_none_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match="xercise"):
        figure_of("btt", name)


def test_credits_name_every_game_and_link_to_its_source() -> None:
    page = Client().get("/credits/").content.decode()
    parts = page.partition("<main")[2].split("<h2>")[1:]
    for rules, part in zip(RULES.values(), parts, strict=True):
        assert rules.title in part
        assert 'href="http' in part
