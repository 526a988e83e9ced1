"""How a seat answers when it is asked in another one's turn: said beforehand, on the page of the game."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.exceptions import GameError
from games.models import Submission
from games.play import standing_answers
from games.web.requests import player_of, submission_key


@require_POST
@login_required
def standing_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Say how the viewer's seat answers from now on."""
    text = request.POST.get("answer", "")
    try:
        receipt = standing_answers.set_standing_answer(
            game_id=pk,
            player_id=player_of(request).pk,
            text=text,
            at=timezone.now(),
            source=Submission.Source.PAGE,
            key=submission_key(request.POST.get("nonce", ""), "answer", text),
        )
    except GameError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, receipt.submission.message)
    return redirect("games:game", pk)
