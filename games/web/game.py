"""One game: its board, its history, the move box, and the actions that are no moves."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.accounts.guests import open_to_guests
from games.accounts.sessions import player_of
from games.action.base import Call
from games.exceptions import GameError, RefusedMove, TooMuchWork
from games.feed import topics
from games.feed.moment import begin_page
from games.feed.shown import keep_while_same
from games.models import Game, Player, Submission
from games.play import drafts, moving, queries
from games.play.actions import ACTIONS
from games.play.choices import look_ahead
from games.play.submissions import Receipt
from games.presenting.page_sentences.records import shown_or_sealed
from games.web.action_pages import known
from games.web.forms import MoveForm
from games.web.game_page import GamePage
from games.web.page_rows.game import GameWords
from games.web.pointing import Offer, pointing_at
from ground.address_values import chosen_value, page_of
from ground.expensive import expensive_if
from ground.sendings import new_nonce, submission_key

STATUS_OF_REFUSED = 422
STATUS_OF_CONFLICT = 409
EVENTS_A_PAGE = 200


def status_of(error: GameError) -> int:
    """The status of a page that shows why something was refused."""
    return STATUS_OF_REFUSED if isinstance(error, (RefusedMove, TooMuchWork)) else STATUS_OF_CONFLICT


def find_game(pk: int) -> Game:
    """The game with its seats and players. Raises Http404."""
    found = queries.game_with_seats(pk)
    if found is None:
        raise Http404("No Game matches the given query.")
    return found


def game_shown(request: HttpRequest, pk: int) -> Game:
    """The same, for the page that answers what was sent: what is read from now on is of one moment."""
    begin_page(request)
    return find_game(pk)


def ply_of(request: HttpRequest, game: Game) -> int:
    """The moment that an address names, the present one if none. Raises Http404 for one that the game has not had."""
    ply = request.GET.get("ply", str(game.ply))
    if not (ply.isascii() and ply.isdigit()) or len(ply) > 9 or int(ply) > game.ply:
        raise Http404(gettext("Game {game} has the moves 0 to {ply}.").format(game=game.pk, ply=game.ply))
    return int(ply)


def viewer_of(request: HttpRequest) -> Player | None:
    return player_of(request) if request.user.is_authenticated else None


def present_page(request: HttpRequest, game: Game, *, text: str = "") -> GamePage:
    """The game as it stands now, with an empty move box or one that keeps ``text``."""
    page = GamePage(game, timezone.now(), viewer_of(request), game.load_position(), game.ply)
    if page.my_turn and page.my_seat is not None and page.held is None:
        shown = text or drafts.draft_of(page.my_seat)
        page.form = MoveForm(initial={"text": shown, "ply": game.ply, "nonce": new_nonce()})
        _point(request, page)
    return page


def _point(request: HttpRequest, page: GamePage) -> None:
    """Show how far the links of the board have led: the unsent steps are in the box, and on the board."""
    rules, text = page.game.game_rules, request.GET.get("after", "")
    try:
        ahead = look_ahead(page.game, page.game.ply, text)
    except GameError as error:
        page.problem, ahead = error, look_ahead(page.game, page.game.ply, "")
    side = chosen_value(request, "view", rules.sides)
    base = (("view", side),) if side else ()
    page.pointing = pointing_at(reverse("games:game", args=[page.game.pk]), rules, ahead, request.GET, base)
    if ahead.after and page.form is not None:
        page.form.initial["text"] = page.pointing.text
        page.preview, page.position = moving.Preview(ahead.after, ahead.position, ()), ahead.position


def look_from(request: HttpRequest, page: GamePage) -> None:
    """Show a board in space from the side that ``?view=`` names, with links to the same page from the others."""
    sides = page.game.game_rules.sides
    page.side = chosen_value(request, "view", sides) or next(iter(sides), "")
    address = reverse("games:game", args=[page.game.pk])
    for side in sides:
        query = request.GET.copy()
        query["view"] = side
        if not page.is_present:
            query["ply"] = str(page.shown_ply)
        page.sides.append(Offer(side, f"{address}?{query.urlencode()}"))


def render_page(request: HttpRequest, page: GamePage, status: int = 200) -> HttpResponse:
    look_from(request, page)
    return render(
        request, "games/game.html", {"page": page, "game": page.game, "words": GameWords(page)}, status=status
    )


@require_GET
@open_to_guests
@expensive_if(lambda request: "ply" in request.GET or "hint" in request.GET)
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of a game, at its present or, with ``?ply=17``, after ply 17."""
    found = find_game(pk)
    keep_while_same(request, topics.of_game(pk))
    if "ply" not in request.GET:
        page = present_page(request, found)
        page.asks_for_hint = "hint" in request.GET
        return render_page(request, page)
    ply = ply_of(request, found)
    position = queries.position_at(found, ply)
    return render_page(request, GamePage(found, timezone.now(), viewer_of(request), position, ply))


@require_POST
@open_to_guests
@login_required
@expensive_if(lambda request: "preview" in request.POST)
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Play or preview what stands in the move box. What is refused comes back in the box, with the reason."""
    arrived = timezone.now()
    form = MoveForm(request.POST)
    text = request.POST.get("text", "")
    if not form.is_valid():
        return _refused(request, pk, text, _unreadable(form), 400)
    sent: dict[str, Any] = {"game_id": pk, "player_id": player_of(request).pk, "at": arrived}
    sent |= {"text": form.cleaned_data["text"], "ply": form.cleaned_data["ply"]}
    try:
        if "preview" in request.POST:
            seen = moving.preview_move(**sent, source=Submission.Source.PAGE)
            page = present_page(request, game_shown(request, pk), text=text)
            page.preview, page.position = seen, seen.position
            return render_page(request, page)
        if "draft" in request.POST:
            drafts.keep_draft(game_id=pk, player_id=sent["player_id"], text=text, ply=sent["ply"])
            messages.success(request, gettext("Draft saved until the game moves on. Only you see it."))
            return redirect("games:game", pk)
        key = submission_key(form.cleaned_data["nonce"], "move", text)
        receipt = moving.play_move(**sent, source=Submission.Source.PAGE, key=key)
    except GameError as error:
        return _refused(request, pk, text, error, status_of(error))
    is_held = receipt.submission.state == Submission.State.HELD
    return _done(request, receipt, gettext("Move held.") if is_held else gettext("Move sent."))


def _unreadable(form: MoveForm) -> GameError:
    """The first thing wrong with the form, as a refusal."""
    problems = form.errors.get("text") or [gettext("The form was incomplete. This is the game as it is now.")]
    return GameError(str(problems[0]))


def _refused(request: HttpRequest, pk: int, text: str, problem: GameError, status: int) -> HttpResponse:
    page = present_page(request, game_shown(request, pk), text=text)
    page.problem = problem
    return render_page(request, page, status)


def _done(request: HttpRequest, receipt: Receipt, what: str) -> HttpResponse:
    messages.success(request, gettext("You sent this before, so nothing new happened.") if receipt.repeated else what)
    if receipt.submission.message and not receipt.repeated:
        messages.info(request, receipt.submission.message)
    if "X-Look" in request.headers:  # a script has sent it, and opens the page itself
        return HttpResponse(status=204)
    # With a blank fragment it is the top that is shown: browsers keep the one of the form, and would go there.
    return redirect(reverse("games:game", args=[receipt.submission.game_id]) + "#")


@require_http_methods(["GET", "POST"])
@open_to_guests
@login_required
def action(request: HttpRequest, pk: int, verb: str) -> HttpResponse:
    """Ask first, then do what is no move. Opening the page does nothing."""
    found = find_game(pk)
    what = ACTIONS[verb]
    if request.method != "POST":
        page = present_page(request, found)
        context = {"page": page, "words": GameWords(page), "game": found, "action": what, "nonce": new_nonce()}
        return render(request, "games/action.html", context)
    key = submission_key(request.POST.get("nonce", ""), verb)
    try:
        outcome = what.do(pk, what.Inputs(), Call(player_of(request), timezone.now(), key))
    except GameError as error:
        messages.error(request, error.message)
        return redirect("games:game", pk)
    return _done(request, outcome.facts, str(what.done))


for _one in ACTIONS.values():
    known(_one, action)


@require_GET
def game_log(request: HttpRequest, pk: int) -> HttpResponse:
    """Every event with its receipt, and how to check the chain and the secret."""
    page = present_page(request, find_game(pk))
    keep_while_same(request, topics.of_game(pk))
    context = {
        "page": page,
        "game": page.game,
        "secret": shown_or_sealed(page.game.secret, is_sealed=page.running),
        "events": page_of(request, page.game.events.all(), EVENTS_A_PAGE),
    }
    return render(request, "games/log.html", context)
