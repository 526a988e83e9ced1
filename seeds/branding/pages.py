"""The pages with texts of the operator's own, their colours, and what every page knows of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from games.feed.moment import begin_page, number_shown
from seeds.branding.colours import style_sheet

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def site(request: HttpRequest) -> dict[str, Any]:
    """The moment of a page begins. Its number, the name of the service, whether it has colours of its own, and which
    texts of its operator there are."""
    begin_page(request)
    return {
        "moment": number_shown,
        "site_name": settings.SITE_NAME,
        "has_colours": bool(settings.SITE_COLOUR or settings.SITE_COLOUR_DARK),
        "has_privacy": bool(settings.PRIVACY_FILE),
        "has_imprint": bool(settings.IMPRINT_FILE),
    }


@require_safe
def colours(request: HttpRequest) -> HttpResponse:
    """The operator's colours, after those of ``seeds.css``."""
    sheet = style_sheet(settings.SITE_COLOUR, settings.SITE_COLOUR_DARK)
    if not sheet:
        raise Http404(gettext("This service has no colours of its own."))
    return HttpResponse(sheet, content_type="text/css; charset=utf-8", headers={"Cache-Control": "max-age=3600"})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The operator's privacy notice."""
    return _page(request, settings.PRIVACY_FILE, gettext("Privacy"))


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Who runs the service, in the operator's words."""
    return _page(request, settings.IMPRINT_FILE, gettext("Imprint"))


def _page(request: HttpRequest, file: str, title: str) -> HttpResponse:
    if not file:
        raise Http404(gettext("This service has no such page."))
    return render(request, "operator_text.html", {"title": title, "text": text_of(file, get_language() or "en")})


@cache
def text_of(file: str, language: str) -> SafeString:
    """A Markdown file of the operator's as HTML; that of the language where one lies beside it: ``privacy.de.md``
    beside ``privacy.md``. HTML in it is shown as text."""
    path = Path(file)
    own = path.with_suffix(f".{language.partition('-')[0]}{path.suffix}")
    return SafeString(_MARKDOWN.render((own if own.is_file() else path).read_text(encoding="utf-8")))
