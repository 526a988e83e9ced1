"""The page of a round that is being played, on which its directors act."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.accounts.sessions import player_of
from ground.address_values import page_of
from tournaments.directing import offered
from tournaments.models import Round
from tournaments.presenting import open_games
from tournaments.presenting.desk.round_in_play import round_in_play
from tournaments.presenting.page_sentences import desk as sentences
from tournaments.presenting.tables import division_title
from tournaments.queries import round_titles
from tournaments.web.action_pages import arbitrated_event
from tournaments.web.page_rows import console as rows

GAMES_A_PAGE = 20


@require_GET
@login_required
def round_page(request: HttpRequest, slug: str, division: int, number: int) -> HttpResponse:
    """What holds a round up, who is to move and until when, its latest end, and what can be done about it."""
    event = arbitrated_event(request, slug)
    known = Round.objects.select_related("division__stage", "division__event")
    held = get_object_or_404(known, division__event=event, division__pk=division, number=number)
    played, now, actions = round_in_play(held), timezone.now(), offered(event, player_of(request))
    waiting = page_of(request, open_games.open_games(event, held), GAMES_A_PAGE, name="games")
    start = waiting.start_index() - 1 if waiting else 0
    shown = open_games.held_up(event, at=now, start=start, most=GAMES_A_PAGE, held_in=held)
    title = round_titles(held.division, [held.number])[held.number]
    context = {
        "event": event,
        "heading": sentences.heading(title, division_title(held.division)),
        "summary": sentences.summary(played.open, played.games),
        "ends": sentences.ends(played, now=now),
        "holding_up": sentences.holding_up(played.waits_for),
        "byes": [(_("%(player)s: %(bye)s") % {"player": player, "bye": kind}) for player, kind in played.byes],
        "waiting": waiting,
        "open_games": rows.open_game_rows(event, shown, actions, viewer=player_of(request)),
        "actions": rows.round_actions(event, actions, held.number) if played.open else [],
    }
    return render(request, "tournaments/round.html", context)
