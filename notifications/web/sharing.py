"""The picture by which a link to a game is shown elsewhere: most programs that do so read no SVG."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from games.costly import costly
from games.web.game import find_game
from notifications.outbound.board_images import png_of

KEPT_SECONDS = 86_400


@require_GET
@costly
def share(request: HttpRequest, pk: int) -> HttpResponse:
    """The present board as PNG, in the light scheme."""
    found = find_game(pk)
    etag = f'"{found.receipt}-{get_language()}"'
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return unchanged
    key = f"shared-board:{found.receipt}:{get_language()}"
    if (picture := cache.get(key)) is None:
        picture = png_of(found.game_rules.svg(found.load_position(), over=found.is_over))
        cache.set(key, picture, KEPT_SECONDS)
    return HttpResponse(
        picture, content_type="image/png", headers={"ETag": etag, "Cache-Control": "public, max-age=60"}
    )
