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


def links(html: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', html)


def pages_of(number: int, size: int = 1) -> object:
    return Paginator(range(3), size).get_page(number)


def test_page_in_the_middle_leads_to_both_neighbours_and_keeps_the_rest_of_the_address() -> None:
    html = shown('{% page_links page "Newer" "Older" %}', "/events/?q=a%26b&page=2", page=pages_of(2))
    assert links(html) == ["?q=a%26b&amp;page=1", "?q=a%26b&amp;page=3"]
    assert "Page 2 of 3" in html


def test_first_and_last_page_lead_to_one_neighbour() -> None:
    assert links(shown('{% page_links page "Newer" "Older" %}', page=pages_of(1))) == ["?page=2"]
    assert links(shown('{% page_links page "Newer" "Older" %}', page=pages_of(3))) == ["?page=2"]


def test_list_of_one_page_has_no_links() -> None:
    assert "<nav" not in shown('{% page_links page "Newer" "Older" %}', page=pages_of(1, size=3))


def test_pages_of_a_second_list_have_a_parameter_and_a_place_of_their_own() -> None:
    source = '{% page_links page "Earlier" "Later" parameter="games" anchor="games" %}'
    assert links(shown(source, "/console/?page=4", page=pages_of(1))) == ["?page=4&amp;games=2#games"]


def test_player_who_was_searched_for_is_forgotten_on_the_next_page() -> None:
    html = shown('{% page_links page "Better" "Further down" without="player" %}', "/?player=anna", page=pages_of(1))
    assert links(html) == ["?page=2"]


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
