"""The pages of moderators: the queue of reports, a player's history, and decisions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.accounts.sessions import lead_to_factor, player_of, used_second_factor
from games.exceptions import GameError
from games.feed.moment import begin_page
from games.models import ModerationEntry, Player, Report
from games.moderation import decisions, reports, sanctions
from games.moderation.sanctions import Kind
from games.moderation.subjects import find
from games.presenting.page_sentences import moderation as sentences
from games.web.lists import PAGE_SIZE
from games.web.moderation.forms import DecisionForm, RevertForm
from ground.address_values import page_of
from ground.lists import Row, dotted, link
from ground.sendings import new_nonce, submission_key

View = Callable[..., HttpResponse]


def for_moderators(view: View) -> View:
    """A view that lets nobody in but moderators who have shown a second factor, and that no cache keeps."""

    @login_required
    @never_cache
    @wraps(view)
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not decisions.is_moderator(player_of(request)):
            raise PermissionDenied(gettext("Only moderators see this page."))
        if not used_second_factor(request, request.user):
            notice = gettext("Moderators need a second factor. Set up a passkey or one-time codes here.")
            return lead_to_factor(request, request.get_full_path(), notice)
        return view(request, *args, **kwargs)

    return checked


@require_GET
@for_moderators
def queue(request: HttpRequest) -> HttpResponse:
    """The reports that wait for a decision, and what was decided last."""
    waiting = reports.open_reports()
    page = page_of(request, waiting, PAGE_SIZE)
    newest = ModerationEntry.objects.select_related("player", "moderator").order_by("-pk")[:10]
    context = {
        "heading": sentences.queue_heading(page.paginator.count),
        "reports": [report_row(waiting_one) for waiting_one in page],
        "page": page,
        "entries": [entry_row(entry) for entry in newest],
        "fair_play": _fair_play_address(),
    }
    return render(request, "games/moderation/queue.html", context)


def _fair_play_address() -> str:
    """Where signs of unfair play are shown; empty where there is no such page."""
    address = f"{reverse('games:moderation')}fair-play/"
    try:
        resolve(address)
    except Resolver404:
        return ""
    return address


@require_GET
@for_moderators
def log(request: HttpRequest) -> HttpResponse:
    """Everything that moderators have decided, the newest first."""
    entries = ModerationEntry.objects.select_related("player", "moderator").order_by("-pk")
    page = page_of(request, entries, PAGE_SIZE)
    context = {"entries": [entry_row(entry) for entry in page], "page": page}
    return render(request, "games/moderation/log.html", context)


@require_http_methods(["GET", "POST"])
@for_moderators
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """One report, and a decision about it."""
    found = get_object_or_404(Report.objects.select_related("reporter", "about", "closed_by"), pk=pk)
    form = DecisionForm(request.POST or None, is_about_player=found.about is not None, for_report=True)
    is_sent = found.closed_by is None and request.method == "POST" and form.is_valid()
    if is_sent and _decide(request, form, found.about, found):
        return redirect("games:moderation")
    begin_page(request)
    found.refresh_from_db()
    context = {
        "report": found,
        "row": report_row(found),
        "form": form,
        "nonce": request.POST.get("nonce") or new_nonce(),
        "decided": entry_row(found.closed_by) if found.closed_by else None,
    }
    return render(request, "games/moderation/decide.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@for_moderators
def player(request: HttpRequest, username: str) -> HttpResponse:
    """A player's history of reports and decisions, also where the account is closed, and one more decision."""
    found = get_object_or_404(Player, username=username, is_bot=False)
    form = DecisionForm(request.POST or None, is_about_player=True, for_report=False)
    if request.method == "POST" and form.is_valid() and _decide(request, form, found, None):
        return redirect("games:moderated_player", found.username)
    begin_page(request)
    page = page_of(request, sanctions.entries_of(found), PAGE_SIZE)
    context = {
        "title": gettext("Moderation of {player}").format(player=found.username),
        "player": found,
        "account_state": sentences.state(is_open=found.is_active),
        "entries": [entry_row(entry) for entry in page],
        "page": page,
        "reports": [report_row(about) for about in reports.reports_about(found)[:PAGE_SIZE]],
        "form": form,
        "nonce": request.POST.get("nonce") or new_nonce(),
    }
    return render(request, "games/moderation/player.html", context, status=400 if form.errors else 200)


def _decide(request: HttpRequest, form: DecisionForm, player: Player | None, report: Report | None) -> bool:
    """Do what a valid form says; where that cannot be, the form says why."""
    values, moderator, at = form.cleaned_data, player_of(request), timezone.now()
    try:
        if values["kind"] == ModerationEntry.Kind.DISMISSED and report is not None:
            decisions.dismiss(moderator=moderator, report=report, reason=values["reason"], at=at)
        elif player is not None:
            key = submission_key(request.POST.get("nonce", ""), values["kind"], values["reason"])
            decisions.sanction(moderator=moderator, player=player, report=report, key=key, at=at, **values)
    except GameError as error:
        form.add_error(None, error.message)
        return False
    messages.success(request, gettext("It is decided."))
    return True


@require_http_methods(["GET", "POST"])
@for_moderators
def revert(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a decision back, with a reason."""
    found = get_object_or_404(ModerationEntry.objects.select_related("player", "moderator"), pk=pk)
    form = RevertForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            decisions.revert(
                moderator=player_of(request), entry=found, reason=form.cleaned_data["reason"], at=timezone.now()
            )
        except GameError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, gettext("The decision is reverted."))
            return redirect("games:moderated_player", found.player.username if found.player else "")
    context = {"entry": entry_row(found), "form": form}
    return render(request, "games/moderation/revert.html", context, status=400 if form.errors else 200)


QUOTED = 200  # characters of what was said, in a line


def entry_row(entry: ModerationEntry) -> Row:
    """What the log says of a decision; with ``is_reverted`` of the entry, whether it still can be reverted."""
    can_be_reverted = entry.kind not in (Kind.REVERTED, Kind.DISMISSED) and not getattr(entry, "is_reverted", True)
    return {
        "number": entry.pk,
        "at": entry.at,
        "player": _player(entry.player.username) if entry.player else "",
        "words": sentences.log_entry(entry.kind, entry.until, reverts=entry.reverts),
        "reason": entry.reason,
        "moderator": entry.moderator.username,
        "revert_address": reverse("games:revert_moderation", args=[entry.pk]) if can_be_reverted else "",
    }


def report_row(report: Report) -> Row:
    """What moderators see of a report: who, what, why, and the words as they were."""
    subject = find(report.kind, report.subject, report.reporter)
    name = subject.name if subject else f"{report.kind} {report.subject}"
    about = _player(report.about.username) if report.about else ""
    return {
        "at": report.at,
        "words": gettext("{reporter} reports {subject}: {reason}").format(
            reporter=report.reporter.username, subject=name, reason=report.get_reason_display()
        ),
        "address": reverse("games:moderation_report", args=[report.pk]),
        "subject": link(subject.address, name) if subject else name,
        "about": about,
        "quoted": report.quoted,
        "text": report.text,
        "is_open": report.closed_by_id is None,
        "state": sentences.state(is_open=report.closed_by_id is None),
        "details": dotted([about, Truncator(report.quoted).chars(QUOTED)]),
    }


def _player(name: str) -> SafeString:
    return link(reverse("games:moderated_player", args=[name]), name)
