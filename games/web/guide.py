"""How to play: the rules of each game with our rulings, and the three ways to send a move."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET
from markdown_it import MarkdownIt

from games.play.house_players import HOUSE_BOTS
from games.rules import RULES
from games.rules.option_text import usual_words

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def _page_of(slug: str, name: str) -> SafeString:
    """A Markdown file of a game as HTML, its headings one level down. The files are ours; HTML in them is shown as
    text all the same."""
    text = (RULES[slug].folder / name).read_text(encoding="utf-8")
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
    return SafeString(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


@require_GET
def all_rules(request: HttpRequest) -> HttpResponse:
    """The games there are."""
    return render(request, "games/all_rules.html", {"all_rules": RULES.values()})


@require_GET
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """How one game is played here, with the rulings marked as ours."""
    if slug not in RULES:
        raise Http404(f"There is no game called {slug}. The games: {', '.join(RULES)}.")
    found = RULES[slug]
    start = found.start(found.seats[0])
    context = {
        "rules": found,
        "options": [(option, usual_words(option, found.seats)) for option in found.options],
        "start": start,
        "play": _page_of(slug, "PLAY.md"),
        "rulings": _page_of(slug, "RULINGS.md"),
    }
    return render(request, "games/rules.html", context)


@require_GET
def help_page(request: HttpRequest) -> HttpResponse:
    """How to move by page, by mail and through the REST interface."""
    context = {"all_rules": RULES.values(), "house_bots": HOUSE_BOTS, "site_url": settings.SITE_URL}
    return render(request, "games/help.html", context)
