"""Where a page reads what happens to that which it shows: the address of its stream, or the entries themselves."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.guests import open_to_guests
from games.feed import reading, topics
from games.feed.entries import shaped
from games.feed.tokens import stream_address
from games.models import Game, Player
from tournaments.presenting import finding

MOST_TOPICS = 5
OWN = "me"  # what concerns the player alone, which everybody who is signed in reads
DIGITS = 18


@open_to_guests
@never_cache
@require_safe
def streams(request: HttpRequest) -> JsonResponse:
    """The stream of the ``topics`` of a page (``game:17``, ``event:spring``, ``lobby``, ``me``) and of the viewer;
    whether anybody is signed in, and how many games wait for them; and the entries ``after`` a number. Raises Http404
    for what may not be seen."""
    viewer = finding.viewer_of(request)
    named = [name for name in request.GET.get("topics", "").split()[:MOST_TOPICS] if name != OWN]
    found = [_topic(request, name) for name in named]
    page = ""
    if viewer is not None:
        found.append(topics.of_player(viewer.pk))
    elif len(named) == 1 and named[0].startswith("game:"):  # one picture for all visitors who watch
        page = f"/games/{named[0].removeprefix('game:')}/"
    after = request.GET.get("after", "")
    ends = [] if viewer is None else [topics.of_account(viewer.pk)]
    ends += [topics.of_session(session)] if (session := request.session.session_key) and ends else []
    stream = stream_address(found, page=page, ends=ends, form="sse").removeprefix(
        settings.SITE_URL
    )  # whatever we are called by
    answer = {"stream": stream, "to_move": _waiting_for(viewer), "is_own": viewer is not None}
    if after.isascii() and after.isdecimal() and len(after) <= DIGITS:
        portion = reading.read(found, after=int(after))
        entries = [shaped(one.pk, one.topic, one.what, one.facts, one.at) for one in portion.entries]
        return JsonResponse(answer | {"entries": entries, "last": portion.last})
    return JsonResponse(answer | {"entries": [], "last": reading.settled_number()})


def _topic(request: HttpRequest, name: str) -> str:
    about, _, which = name.partition(":")
    if about == "event":
        return topics.of_event(finding.find_event(request, which).pk)
    if about == "game" and which.isascii() and which.isdecimal() and len(which) <= DIGITS:
        return topics.of_game(int(which))
    if name == topics.LOBBY:
        return topics.LOBBY
    raise Http404(gettext("There is no such topic."))


def _waiting_for(viewer: Player | None) -> int:
    return 0 if viewer is None else Game.objects.filter(turn__player=viewer).count()
