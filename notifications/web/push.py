"""What a browser asks for that a web push has woken."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.models import Game
from games.presenting.page_sentences.rows import waiting_heading
from games.web.requests import player_of
from notifications.channels.webhooks.hooks import confirm_browser


@require_POST
@csrf_exempt
@never_cache
@login_required
def news(request: HttpRequest) -> HttpResponse:
    """What the notification of a browser says, and the page that it opens. The first time it confirms the browser.

    A service worker has no CSRF token; the address of its subscription, which nobody else knows, stands for one.
    """
    player = player_of(request)
    confirm_browser(player_id=player.pk, url=request.POST.get("endpoint", "")[:500], at=timezone.now())
    waiting = list(Game.objects.filter(turn__player=player).order_by("pk").values_list("pk", flat=True)[:100])
    address = reverse("games:game", args=[waiting[0]]) if len(waiting) == 1 else reverse("games:home")
    words = waiting_heading(len(waiting)) if waiting else gettext("There is news in your games.")
    return JsonResponse({"title": settings.SITE_NAME, "body": words, "address": address})
