"""The pictures by which a link to a game or to a table is shown elsewhere: most programs that do so read no SVG."""

from __future__ import annotations

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from games.web.game import find_game
from ground.expensive import expensive
from notifications.outbound.board_images import png_of
from tournaments.presenting.finding import find_division, find_event, standings_version
from tournaments.presenting.table_picture import LINES, table_svg
from tournaments.presenting.tables import standing_table

KEPT_SECONDS = 86_400


@require_GET
@expensive
def share(request: HttpRequest, pk: int) -> HttpResponse:
    """The present board as PNG, in the light scheme."""
    found = find_game(pk)
    return _picture(request, found.receipt, lambda: found.game_rules.svg(found.load_position(), over=found.is_over))


@require_GET
@expensive
def share_table(request: HttpRequest, slug: str, division: int) -> HttpResponse:
    """The first lines of the stored table of a division as PNG."""
    event = find_event(request, slug)
    found = find_division(event, division)
    version = f"{standings_version(found)}-{event.state}"
    return _picture(
        request, version, lambda: table_svg(found, standing_table(found, stop=LINES, snapshot=found.snapshot))
    )


def _picture(request: HttpRequest, version: str, svg: Callable[[], str]) -> HttpResponse:
    """The drawing as PNG, which depends on nothing but this version and the language."""
    etag = f'"{version}-{get_language()}"'
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return unchanged
    key = f"shared-picture:{version}:{get_language()}"
    if (picture := cache.get(key)) is None:
        picture = png_of(svg())
        cache.set(key, picture, KEPT_SECONDS)
    return HttpResponse(
        picture, content_type="image/png", headers={"ETag": etag, "Cache-Control": "public, max-age=60"}
    )
