"""How to play: the rules of each game with our rulings, and the three ways to send a move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from games.play.house_players import HOUSE_BOTS
from games.rules import RULES
from games.rules.drawing import small
from games.rules.option_text import usual_words
from games.signals import figure_asked
from ground.features import added
from ground.wording import translated

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_FIGURE = "figure:"  # an image whose address begins so is a board of the lesson: see figure_of


def _image(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """An image of a text as the board that it names, with its words below."""
    token = tokens[index]
    name = str(token.attrs["src"]).removeprefix(_FIGURE)
    return (
        f'<span class="figure">{small(figure_of(env["slug"], name))}'
        f'<span class="words">{escape(token.content)}</span></span>'
    )


_MARKDOWN.add_render_rule("image", _image)


def figure_of(slug: str, name: str) -> str:
    """A board of a real position as SVG, by a name such as "solved-3": ``board-5`` is the empty board for five
    players, and the others are of exercises."""
    what, _, number = name.partition("-")
    if what == "board":
        rules = RULES[slug]
        return rules.svg(rules.start(int(number)))
    return "".join(added(figure_asked, slug=slug, what=what, number=int(number)))


@cache
def _page_of(slug: str, name: str, language: str, *, folded_from: int = 99) -> SafeString:
    """A Markdown file of a game as HTML in the language that is active, its headings one level down. The files are
    ours; HTML in them is shown as text all the same. Its chapters, from 0, are folded from ``folded_from`` on."""
    text = translated((RULES[slug].folder / name).read_text(encoding="utf-8"))
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
        if token.type in ("fence", "code_block"):
            token.attrSet("tabindex", "0")
    starts = [index for index, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    chapters = [tokens[start:end] for start, end in pairwise([*starts, len(tokens)])]
    return SafeString(
        _rendered(tokens[: starts[0]] if starts else tokens, slug)
        + "".join(_chapter(chapter, slug, is_folded=number >= folded_from) for number, chapter in enumerate(chapters))
    )


def _rendered(tokens: Sequence[Token], slug: str) -> str:
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {"slug": slug}))


def _chapter(tokens: Sequence[Token], slug: str, *, is_folded: bool) -> str:
    """A heading, which is three tokens, and what follows it."""
    if not is_folded:
        return _rendered(tokens, slug)
    heading, text = _rendered(tokens[:3], slug), _rendered(tokens[3:], slug)
    return f'<details class="part"><summary>{heading}</summary>{text}</details>'


@require_GET
def all_rules(request: HttpRequest) -> HttpResponse:
    """The games there are."""
    return render(request, "games/all_rules.html", {"all_rules": RULES.values()})


@require_GET
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """How one game is played here, with the rulings marked as ours."""
    if slug not in RULES:
        raise Http404(
            gettext("There is no game called {slug}. The games: {rules}.").format(slug=slug, rules=", ".join(RULES))
        )
    found = RULES[slug]
    context = {
        "rules": found,
        "options": [(option, usual_words(option, found.seats)) for option in found.options],
        "play": _page_of(slug, "PLAY.md", get_language(), folded_from=1),
        "advice": _page_of(slug, "ADVICE.md", get_language(), folded_from=0),
        "rulings": _page_of(slug, "RULINGS.md", get_language()),
    }
    return render(request, "games/rules.html", context)


@require_GET
def credits_page(request: HttpRequest) -> HttpResponse:
    """Designers, publishers and sources of the games."""
    return render(request, "games/credits.html")


@require_GET
def help_page(request: HttpRequest) -> HttpResponse:
    """How to move by page, by mail and through the REST interface."""
    context = {"all_rules": RULES.values(), "house_bots": HOUSE_BOTS, "site_url": settings.SITE_URL}
    return render(request, "games/help.html", context)
