"""What is said in a game, what its players note for themselves, and who watches: boxes on the page of the game."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.accounts.sessions import player_of
from games.conversation import remarks, watching
from games.exceptions import GameError
from games.models import Submission
from games.play.submissions import Receipt
from games.web.game import STATUS_OF_CONFLICT, find_game, game_shown, present_page, render_page
from ground.sendings import submission_key

_BOXES = {"say": "words", "note": "note"}  # in which their texts are written


def _do(
    request: HttpRequest, pk: int, place: str, verb: str, service: Callable[..., Receipt], **values: object
) -> HttpResponse:
    """Call the service for the form, and show at a place of the page what it said.

    If it refuses, the page says why, and what was written stays in its box.
    """
    find_game(pk)
    try:
        receipt = service(
            game_id=pk,
            player_id=player_of(request).pk,
            at=timezone.now(),
            source=Submission.Source.PAGE,
            key=submission_key(request.POST.get("nonce", ""), verb, "\n".join(map(str, values.values()))),
            **values,
        )
    except GameError as error:
        page = present_page(request, game_shown(request, pk))
        messages.error(request, error.message)
        if "text" in values:
            page.kept = {_BOXES[verb]: str(values["text"])}
        return render_page(request, page, STATUS_OF_CONFLICT)
    messages.success(request, receipt.submission.message)
    return redirect(f"{reverse('games:game', args=[pk])}#{place}")


@require_POST
@login_required
def say(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something to all who see the game."""
    return _do(request, pk, "talk", "say", remarks.say, text=request.POST.get("words", ""))


@require_POST
@login_required
def mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Hear the others no more, or again."""
    if "unmute" in request.POST:
        return _do(request, pk, "talk", "unmute", remarks.unmute)
    return _do(request, pk, "talk", "mute", remarks.mute)


@require_POST
@login_required
def note(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep what stands in the box for notes."""
    return _do(request, pk, "note", "note", remarks.keep_note, text=request.POST.get("note", ""))


@require_POST
@login_required
def watch(request: HttpRequest, pk: int) -> HttpResponse:
    """Watch the game, or watch it no more."""
    if "unwatch" in request.POST:
        return _do(request, pk, "watch", "unwatch", watching.unwatch)
    return _do(request, pk, "watch", "watch", watching.watch, each_turn="each_turn" in request.POST)
