"""What browsers, crawlers and devices ask a site for, and the page of the REST interface."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

# Many addresses for each game and event, which cost much or say nothing new.
NOT_FOR_CRAWLERS = ("/accounts/", "/settings/", "/mail/", "/feeds/", "/report/", "/games/*/analysis/", "/games/*?")


class ApiDocs(SpectacularSwaggerSplitView):
    """The library's page of the REST interface, which does not say in which language it is."""

    url_name = "api-schema"
    http_method_names = ("get", "head")

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        answer.add_post_render_callback(_name_language)
        return answer


def _name_language(answer: Response) -> None:
    answer.content = answer.content.replace(b"<html>", b'<html lang="en">', 1)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Which addresses crawlers leave alone (RFC 9309)."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_CRAWLERS)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon, for programs that ask for it without having read a page."""
    return HttpResponse(status=302, headers={"Location": static("touch-icon.png")})


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a device needs to install the site as an app."""
    icons = [
        {"src": static("seeds.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("touch-icon.png"), "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
        {"src": static("large-icon.png"), "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
    ]
    described = {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": gettext("Games about growing plants, by page, mail or program"),
        "id": "/",
        "start_url": reverse("games:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f3ea",
        "theme_color": settings.SITE_COLOUR or "#2f7a3d",
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What an installed app shows without a connection; a browser keeps it, so it is the same for everybody."""
    return render(request, "offline.html")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows that page; at the top of the site, so that it works for all pages."""
    script = finders.find("service-worker.js") or ""
    return HttpResponse(Path(str(script)).read_bytes(), content_type="text/javascript; charset=utf-8")
