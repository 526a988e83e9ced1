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

from games.conversation import remarks, watching
from games.exceptions import GameError
from games.models import Submission
from games.play.submissions import Receipt
from games.web.game import STATUS_OF_CONFLICT, find_game, game_shown, present_page, render_page
from games.web.requests import player_of
from ground.sendings import submission_key


def _serve(request: HttpRequest, pk: int, service: Callable[..., Receipt], verb: str, **values: object) -> str:
    """Call the service for the form, and say what it said. Raises GameError."""
    text = "\n".join(map(str, values.values()))
    receipt = service(
        game_id=pk,
        player_id=player_of(request).pk,
        at=timezone.now(),
        source=Submission.Source.PAGE,
        key=submission_key(request.POST.get("nonce", ""), verb, text),
        **values,
    )
    return receipt.submission.message


def _back(request: HttpRequest, pk: int, place: str, described: str) -> HttpResponse:
    messages.success(request, described)
    return redirect(f"{reverse('games:game', args=[pk])}#{place}")


def _refused(request: HttpRequest, pk: int, error: GameError, **kept: str) -> HttpResponse:
    """The page with the reason; what was written stays in its box."""
    page = present_page(request, game_shown(request, pk))
    messages.error(request, error.message)
    page.kept = kept
    return render_page(request, page, STATUS_OF_CONFLICT)


@require_POST
@login_required
def say(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something to all who see the game."""
    find_game(pk)
    text = request.POST.get("words", "")
    try:
        described = _serve(request, pk, remarks.say, "say", text=text)
    except GameError as error:
        return _refused(request, pk, error, words=text)
    return _back(request, pk, "talk", described)


@require_POST
@login_required
def mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Hear the others no more, or again."""
    find_game(pk)
    again = "unmute" in request.POST
    try:
        described = _serve(request, pk, remarks.unmute if again else remarks.mute, "unmute" if again else "mute")
    except GameError as error:
        return _refused(request, pk, error)
    return _back(request, pk, "talk", described)


@require_POST
@login_required
def note(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep what stands in the box for notes."""
    find_game(pk)
    text = request.POST.get("note", "")
    try:
        described = _serve(request, pk, remarks.keep_note, "note", text=text)
    except GameError as error:
        return _refused(request, pk, error, note=text)
    return _back(request, pk, "note", described)


@require_POST
@login_required
def watch(request: HttpRequest, pk: int) -> HttpResponse:
    """Watch the game, or watch it no more."""
    find_game(pk)
    try:
        if "unwatch" in request.POST:
            described = _serve(request, pk, watching.unwatch, "unwatch")
        else:
            described = _serve(request, pk, watching.watch, "watch", each_turn="each_turn" in request.POST)
    except GameError as error:
        return _refused(request, pk, error)
    return _back(request, pk, "watch", described)
