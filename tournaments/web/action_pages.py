"""The pages of an action: what it asks for, its dry run, and then doing it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts.sessions import player_of
from games.feed.moment import begin_page
from games.models import Game
from ground.address_values import page_of
from ground.canonical import digest_of
from ground.expensive import expensive_if
from ground.sendings import new_nonce, submission_key
from ground.wording import and_list
from tournaments import queries
from tournaments.directing import ACTIONS
from tournaments.directing.action.base import Action
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.inputs import EntryNumber, GameNumber, Input, Subject
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds import OfGame, slugs_of
from tournaments.exceptions import EventError, KeyReused, NotDirector, NotNeutral
from tournaments.models import Event
from tournaments.presenting.page_sentences import console as sentences
from tournaments.queries import games_of_event
from tournaments.running.decisions import LONGEST_REASON, Decision, known_entry
from tournaments.running.neutrality import check_neutral, stake_in_division
from tournaments.running.requests import key_of_request
from tournaments.web.links import Link, action_address


class ActionForm(forms.Form):
    """What one action asks for in one event."""

    nonce = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, action: Action[Any], event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.action, self.event = action, event
        self.subject = self._subject(self.data if self.is_bound else self.initial)
        for name, one in action.inputs.items():
            self.fields |= one.form_fields(name, self.subject, required=name not in action.optional)
        if action.grants:
            self.fields["request"] = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
        if action.has_reason:
            self.fields["reason"] = forms.CharField(
                max_length=LONGEST_REASON,
                label=_("Reason"),
                help_text=_("Everybody can read it in the event's log, and in the mails about this action."),
                error_messages={"required": _("Give a reason: everybody can read it in the event's log.")},
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def _subject(self, given: Mapping[str, Any]) -> Subject:
        """The game and the entry of the log that are named already, if the action is about one."""
        game, entry = self._named(GameNumber, given), self._named(EntryNumber, given)
        return Subject(
            self.event,
            game=None if game is None else games_of_event(self.event).filter(pk=game).first(),
            entry=None if entry is None else self.event.log_entries.filter(seq=entry).first(),
        )

    def _named(self, kind: type[Input], given: Mapping[str, Any]) -> int | None:
        """The number that is given for the input of a kind, if the action has one and a number is given."""
        names = [name for name, one in self.action.inputs.items() if isinstance(one, kind)]
        text = str(given.get(names[0]) or "") if names else ""
        return int(text[:12]) if text.isascii() and text.isdecimal() else None

    @property
    def problem_with_game(self) -> str:
        """Why the action cannot be about the game that is named; empty where none is named yet."""
        named = str((self.data if self.is_bound else self.initial).get("game") or "").strip()
        if not named or self.subject.game is not None:
            return ""
        return _("“%(named)s” is not a game of %(event)s.") % {"named": named[:20], "event": self.event.name}

    @property
    def needs_game(self) -> bool:
        """Whether the game is not named yet on which other fields depend."""
        return self.subject.game is None and any(
            isinstance(one, GameNumber) and name not in self.action.optional for name, one in self.action.inputs.items()
        )

    def values(self) -> Any:
        """The action's inputs, of a valid form."""
        values = {name: one.value_in(name, self.cleaned_data) for name, one in self.action.inputs.items()}
        return self.action.Inputs(**values)


GAMES_A_PAGE = 30


def directed_event(request: HttpRequest, slug: str) -> Event:
    """The event, for a player who directs it. Raises PermissionDenied, and Http404."""
    player = player_of(request)
    event = get_object_or_404(queries.events_shown_to(player), slug=slug)
    if not queries.may_direct(event, player):
        raise PermissionDenied(_("Only directors of %(event)s can see this page.") % {"event": event.name})
    return event


def arbitrated_event(request: HttpRequest, slug: str) -> Event:
    """The event, for a player who directs it or decides about its games. Raises PermissionDenied, and Http404."""
    player = player_of(request)
    event = get_object_or_404(queries.events_shown_to(player), slug=slug)
    if not queries.may_arbitrate(event, player):
        raise PermissionDenied(_("Only directors and arbiters of %(event)s can see this page.") % {"event": event.name})
    return event


def event_again(request: HttpRequest, event: Event) -> Event:
    """The event as it is shown in answer to what was sent: all that is read from now on is of one moment."""
    begin_page(request)
    return get_object_or_404(queries.events_shown_to(player_of(request)), pk=event.pk)


@require_http_methods(["GET", "POST"])
@login_required
@expensive_if(lambda request: request.method == "POST" and "confirm" not in request.POST)
def action(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Ask for what an action needs, show what it would come to, and do it once it is confirmed."""
    if action not in ACTIONS:
        raise Http404(_("There is no action called {action}.").format(action=action))
    chosen = ACTIONS[action]
    event = (arbitrated_event if chosen.is_for_arbiters else directed_event)(request, slug)
    if chosen.shows_next_round and request.method == "GET" and (refused := _refused_to_look(request, event)):
        return refused
    if request.method == "GET":
        given = {name: request.GET[name] for name in (*chosen.inputs, "request", "reason") if name in request.GET}
        return _ask(request, ActionForm(chosen, event, initial={"nonce": new_nonce(), **given}))
    return _take(request, ActionForm(chosen, event, request.POST))


def _refused_to_look(request: HttpRequest, event: Event) -> HttpResponse | None:
    """Where a director is led who may not see the next round before its players do; None for one who may."""
    division = event.divisions.select_related("stage", "event").first()
    try:
        if division is not None:
            check_neutral(event, player_of(request), stake_in_division([*division.entrants.all()[:1]]))
    except NotNeutral as error:
        messages.error(request, error.message)
        return redirect("tournaments:console", event.slug)
    return None


def _take(request: HttpRequest, form: ActionForm) -> HttpResponse:
    """What follows a form that was sent: its errors, the dry run, or the action."""
    event, player, now = form.event, player_of(request), timezone.now()
    asked = request.POST.get("request", "") if form.action.grants else ""
    granted = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else None
    key = key_of_request(granted) if granted else _key(request, form.action.slug, f"{player.pk} {event.pk}")
    try:
        if "confirm" in request.POST and known_entry(event, key, by=player):
            return _done(request, event)
    except KeyReused:
        messages.error(
            request, _("You have sent this form before, with other values, and it is done. Open a new form.")
        )
        return redirect("tournaments:console", event.slug)
    if not form.is_valid() or "change" in request.POST:
        return _ask(request, _again(request, form), 400 if form.errors else 200)
    try:
        if "confirm" not in request.POST:
            dry_run = form.action.dry_run(event, form.values(), at=now, player=player, request=granted)
            return _confirm(request, _again(request, form), dry_run)
        decision = Decision(player, form.cleaned_data.get("reason", ""), now, key)
        form.action.do(event, form.values(), decision)
    except EventError as error:
        form = _again(request, form)
        form.add_error(error.field if error.field in form.fields else None, error.message)
        return _ask(request, form, 403 if isinstance(error, NotDirector | NotNeutral) else 400)
    return _done(request, event)


def _again(request: HttpRequest, form: ActionForm) -> ActionForm:
    """The same form about the event of ``event_again``."""
    again = ActionForm(form.action, event_again(request, form.event), request.POST)
    again.is_valid()
    return again


def _key(request: HttpRequest, slug: str, whose: str) -> str:
    """The key under which a form is sent once, with the values of its first time."""
    sent = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return f"{submission_key(request.POST.get('nonce', ''), slug, whose)}#{digest_of(sent)[:16]}"


def _done(request: HttpRequest, event: Event) -> HttpResponse:
    messages.success(request, _("Done. The log has an entry about it."))
    return redirect("tournaments:console", event.slug)


def _ask(request: HttpRequest, form: ActionForm, status: int = 200) -> HttpResponse:
    event, entry = form.event, form.subject.entry
    in_words = describe(event, [entry])[0] if entry else None
    context = {
        "event": event,
        "action": form.action,
        "form": form,
        "game": _game_in_words(form.subject.game),
        "entry": in_words,
        "suggestions": [
            Link(title, action_address(event, form.action.slug, **values))
            for title, values in form.action.suggestions(event)
        ],
    }
    if form.needs_game:
        context |= _games(request, form)
    return render(request, "tournaments/console_action.html", context, status=status)


def _games(request: HttpRequest, form: ActionForm) -> dict[str, Any]:
    """The games that an action can be about, of one player if a name was typed: a link for each."""
    wanted = request.GET.get("player", "").strip()
    games = games_to_choose(form.event, statuses=form.action.about_games, player=wanted)
    page = page_of(request, games, GAMES_A_PAGE)
    address = reverse("tournaments:action", args=[form.event.slug, form.action.slug])
    rows = _game_rows(form.event, page, address)
    return {"games": page, "game_rows": rows, "wanted": wanted, "no_game": sentences.no_game_to_choose(wanted)}


def _game_in_words(game: Game | None) -> SafeString | str:
    """Which game an action is about, with a link to it and its players."""
    if game is None:
        return ""
    names = [seat.player.username for seat in game.seats.select_related("player").order_by("number")]
    return format_html(
        gettext('<a href="{address}">Game {number}</a> of {players}'),
        address=reverse("games:game", args=[game.pk]),
        number=game.pk,
        players=and_list(names),
    )


def _confirm(request: HttpRequest, form: ActionForm, dry_run: DryRun) -> HttpResponse:
    context: dict[str, Any] = {
        "event": form.event,
        "action": form.action,
        "dry_run": dry_run,
        "reason": form.cleaned_data.get("reason", ""),
        "text": form.cleaned_data.get("text", ""),
        "kept": [(name, value) for name in form.fields for value in request.POST.getlist(name)],
    }
    return render(request, "tournaments/console_confirm.html", context)


def games_to_choose(event: Event, *, statuses: Collection[str], player: str = "") -> QuerySet[Game]:
    """The games in one of these states, of one player if a name is given; the round that was paired last comes first,
    and of a round the games that ended last."""
    games = games_of_event(event).filter(status__in=statuses)
    if player:
        games = games.filter(seats__player__username__iexact=player)
    return games.order_by("-fixture_game__fixture__round__number", F("finished_at").desc(nulls_last=True), "pk")


def _game_rows(event: Event, games: Iterable[Game], address: str) -> list[tuple[str, str, str, str]]:
    """A row for each of these games, in their order, asked for with a few statements for all of them: where it is
    chosen, its number, its round and players, and the last entry of the log that says how it counts."""
    numbers = [game.pk for game in games]
    rows = games_of_event(event).filter(pk__in=numbers).select_related("fixture_game__fixture__round")
    found = {game.pk: game for game in rows.prefetch_related("seats__player")}
    entries = event.log_entries.filter(game__in=numbers, kind__in=slugs_of(OfGame)).order_by("seq")
    counted = {entry.game: entry.text for entry in describe(event, list(entries)) if not entry.is_reverted}
    words = gettext("round {round}, {players}")
    return [
        (
            f"{address}?game={number}",
            sentences.game(number),
            words.format(
                round=found[number].fixture_game.fixture.round.number,
                players=and_list([seat.player.username for seat in found[number].seats.all()]),
            ),
            counted.get(number, ""),
        )
        for number in numbers
    ]
