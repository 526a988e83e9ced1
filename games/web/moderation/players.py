"""What every player can do: block somebody, report something, read the code of conduct."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.accounts.sessions import player_of
from games.exceptions import GameError
from games.feed.moment import begin_page
from games.models import Report
from games.moderation import blocks, reports
from games.presenting.page_sentences import moderation as sentences
from games.web.lists import PAGE_SIZE
from games.web.moderation.forms import BlockForm, ReportForm
from ground.address_values import page_of


@require_GET
def conduct(request: HttpRequest) -> HttpResponse:
    """What is expected of everybody, and what moderators can do."""
    return render(request, "games/moderation/conduct.html")


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def block_list(request: HttpRequest) -> HttpResponse:
    """Whom the player has blocked. POST blocks one more, or one no more."""
    player = player_of(request)
    form = BlockForm(request.POST or None, initial={"player": request.GET.get("player", "")})
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["player"]
        try:
            if "unblock" in request.POST:
                messages.success(request, sentences.unblocked(blocks.unblock(player=player, username=name)))
            else:
                made = blocks.block(player=player, username=name, at=timezone.now())
                messages.success(request, sentences.blocked(made.blocked.username))
        except GameError as error:
            form.add_error("player", error.message)
        else:
            return redirect("games:blocks")
    begin_page(request)
    page = page_of(request, blocks.blocks_of(player), PAGE_SIZE)
    context = {"form": form, "blocks": page}
    return render(request, "games/moderation/blocks.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def report(request: HttpRequest) -> HttpResponse:
    """Report what ``?kind=`` and ``?key=`` name. Nothing is sent before the form is."""
    player, kind, key = player_of(request), request.GET.get("kind", ""), request.GET.get("key", "")
    try:
        subject = reports.reportable(kind, key, player)
    except GameError as error:
        raise Http404(error.message) from error
    known = Report.objects.filter(reporter=player, kind=subject.kind, subject=subject.key).first()
    form = ReportForm(request.POST or None)
    if known is None and request.method == "POST" and form.is_valid():
        try:
            known = reports.report(reporter=player, kind=kind, key=key, at=timezone.now(), **form.cleaned_data)
        except GameError as error:
            form.add_error(None, error.message)
        else:
            messages.success(
                request,
                gettext("Your report is with the moderators. They see your name; the player whom you report does not."),
            )
            return redirect(subject.address)
    context = {
        "title": gettext("Report {subject}").format(subject=subject.name),
        "subject": subject,
        "form": form,
        "known": gettext("You have reported this already. One report is enough: the moderators have it.")
        if known
        else "",
    }
    return render(request, "games/moderation/report.html", context, status=400 if form.errors else 200)
