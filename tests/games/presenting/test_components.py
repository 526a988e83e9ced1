"""Components that the pages of every package share."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.template import RequestContext, Template
from django.test import RequestFactory


def shown(source: str, address: str = "/events/", **values: object) -> str:
    """What a template makes of a component for a reader at an address."""
    request = RequestFactory().get(address)
    request.user = AnonymousUser()
    return Template("{% load components %}" + source).render(RequestContext(request, values))


@pytest.mark.parametrize(
    ("arguments", "address", "page", "links"),
    [
        ("", "/events/?q=a%26b&page=2", 2, ["?q=a%26b&amp;page=1", "?q=a%26b&amp;page=3"]),
        ("", "/events/", 1, ["?page=2"]),
        ("", "/events/", 3, ["?page=2"]),
        ('parameter="games" anchor="games"', "/console/?page=4", 1, ["?page=4&amp;games=2#games"]),
        ('without="player"', "/?player=anna", 1, ["?page=2"]),
    ],
)
def test_page_leads_to_its_neighbours(arguments: str, address: str, page: int, links: list[str]) -> None:
    source = '{% page_links page "Newer" "Older" ' + arguments + " %}"
    html = shown(source, address, page=Paginator(range(3), 1).get_page(page))
    assert re.findall(r'href="([^"]*)"', html) == links
    assert f"Page {page} of 3" in html
    assert "<nav" not in shown(source, address, page=Paginator(range(3), 3).get_page(1))


@pytest.mark.parametrize("kind", ["", "plain"])
def test_button_posts_its_value_with_a_token(kind: str) -> None:
    html = shown(
        '{% post_button "/remove/" "Remove" kind=kind name="names" value=player %}', kind=kind, player="<anna>"
    )
    assert '<form method="post" action="/remove/">' in html
    assert 'name="csrfmiddlewaretoken"' in html
    assert '<input type="hidden" name="names" value="&lt;anna&gt;">' in html
    assert (f'<button class="{kind}">' if kind else "<button>") in html


def test_list_to_choose_from_shows_what_is_chosen() -> None:
    choices = [("open", "open for entries"), ("finished", "finished")]
    html = shown('{% select_field "state" "State" choices "finished" every="any" %}', choices=choices)
    assert re.findall(r"<option[^>]*>", html) == [
        '<option value="">',
        '<option value="open">',
        '<option value="finished" selected>',
    ]


def test_search_for_a_player_keeps_the_name() -> None:
    html = shown('{% find_player name anchor="players" is_required=True %}', name='"anna"')
    assert 'value="&quot;anna&quot;"' in html
    assert 'action="#players"' in html
    assert " required>" in html
