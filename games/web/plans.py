"""What a seat says beforehand on the page of its game: plans, for their owner alone, and answers out of turn."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.accounts.sessions import player_of
from games.exceptions import GameError
from games.models import Submission
from games.play import planning, standing_answers
from games.turns.lines import read_lines
from games.web.game import game_shown, present_page, render_page, status_of
from ground.expensive import expensive
from ground.sendings import submission_key


@require_POST
@login_required
@expensive
def plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep, drop or look at what stands in the box for plans, or what an analysis has in its place.

    What is refused comes back in the box, with the reason.
    """
    text, nonce = request.POST.get("plan", ""), request.POST.get("nonce", "")
    sent: dict[str, Any] = {"game_id": pk, "player_id": player_of(request).pk, "at": timezone.now()}
    sent["source"] = Submission.Source.PAGE
    try:
        if "take" in request.POST:
            text = _taken_over(request, pk)
        if "preview" in request.POST or "take" in request.POST:
            seen = planning.preview_plan(**sent, text=text)
            page = present_page(request, game_shown(request, pk))
            page.plan_text, page.plan_preview = text, seen
            return render_page(request, page)
        if "drop" in request.POST:
            receipt = planning.drop_plan(**sent, key=submission_key(nonce, "drop plan"))
        else:
            receipt = planning.set_plan(**sent, text=text, key=submission_key(nonce, "plan", text))
    except GameError as error:
        page = present_page(request, game_shown(request, pk))
        page.plan_text, page.plan_problem = text, error
        return render_page(request, page, status_of(error))
    messages.success(request, receipt.submission.message)
    return redirect("games:game", pk)


def _taken_over(request: HttpRequest, pk: int) -> str:
    """The plan in the lines of an analysis, or in the one that was shown. Raises GameError."""
    sent = request.POST.get("after" if request.POST["take"] == "line" else "lines", "")
    ply = request.POST.get("ply", "")
    return planning.plan_of_lines(
        game_id=pk,
        player_id=player_of(request).pk,
        ply=int(ply) if ply.isascii() and ply.isdecimal() else -1,
        lines=read_lines(sent.splitlines()),
    )


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
