"""Finding somebody to play with: open seeks, challenges, and making one's own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from itertools import chain
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.accounts.bots import is_like_a_bot
from games.accounts.guests import new_guest, open_to_guests
from games.accounts.sessions import player_of
from games.action.base import Call, Outcome
from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.clock.longest_end import SlowestEnds
from games.exceptions import GameError
from games.lobby import proposals
from games.lobby.actions import ACCEPT, DECLINE, PROPOSE, WITHDRAW, Terms
from games.lobby.match_terms import match_choices
from games.lobby.seals import new_seal
from games.models import Game, Invitation, Player, Proposal
from games.play import queries
from games.play.house_players import HOUSE_BOTS
from games.presenting.page_sentences import proposal as sentences
from games.rules import RULES
from games.rules.base import Rules
from games.signals import lobby_shown
from games.timekeeping.turn_clock import slowest_ends
from games.web.action_pages import button, known
from games.web.forms import PRESETS, HouseGameForm, ProposalForm
from games.web.page_rows.proposal import facts_of_card, facts_of_form
from ground.address_values import chosen_value, page_of
from ground.expensive import check_rate
from ground.features import added
from ground.lists import Fact
from ground.prepared.queries import Asked, Prepared
from ground.sendings import is_first_sending, new_nonce, submission_key

CARDS_A_PAGE = 20


@dataclass(frozen=True)
class ProposalCard:
    """A proposal as somebody sees it before agreeing to it."""

    proposal: Proposal
    viewer: Player | None
    now: datetime

    @property
    def rules(self) -> Rules[Any, Any]:
        return RULES[self.proposal.rules]

    @property
    def control(self) -> TimeControl:
        return TimeControl.load(self.proposal.control)

    @property
    def pause_rules(self) -> PauseRules:
        return PauseRules.load(self.proposal.pause_rules)

    @property
    def slowest_ends(self) -> SlowestEnds:
        """When the game would be over, begun now, if everybody always took all the time there is."""
        found = self.proposal
        return slowest_ends(self.rules, self.control, self.now, found.seats, found.options, self.pause_rules)

    @property
    def free_seats(self) -> int:
        return self.proposal.seats - 1 - len(self.proposal.invitations.all())

    @property
    def is_mine(self) -> bool:
        return self.viewer == self.proposal.proposer

    @property
    def my_answer(self) -> str:
        """``waiting``, ``accepted`` or ``declined`` for a viewer who is asked, else nothing."""
        invitations = self.proposal.invitations.all()
        return next((str(asked.answer) for asked in invitations if asked.player == self.viewer), "")

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """Why the viewer can decline, each with its words."""
        return [(reason.value, str(reason.label)) for reason in Invitation.Reason]

    @property
    def declined_because(self) -> str:
        """What the player said who declined; empty where nobody said anything."""
        return next(filter(None, (asked.reason_given for asked in self.proposal.invitations.all())), "")

    @property
    def is_open(self) -> bool:
        return self.proposal.status == Proposal.Status.OPEN

    @property
    def can_accept(self) -> bool:
        if self.viewer is None or self.is_mine or not self.is_open:
            return False
        return self.my_answer == "waiting" or (not self.my_answer and self.free_seats > 0)

    @property
    def word_for(self) -> str:
        """What a word of the viewer would be mixed into; nothing where no chance is in the game."""
        return word_for(self.rules, self.proposal.seating, is_match=self.proposal.is_match)

    @property
    def in_short(self) -> str:
        """The time, the number of players, and whether it counts."""
        return sentences.in_short(self.control.describe(), self.proposal.seats, is_rated=self.proposal.rated)

    @property
    def title(self) -> str:
        return gettext("{game}, proposed by {proposer}").format(
            game=self.rules.title, proposer=self.proposal.proposer.username
        )

    @property
    def challenges_you(self) -> str:
        return gettext("{proposer} challenges you").format(proposer=self.proposal.proposer.username)

    @cached_property
    def facts(self) -> list[Fact]:
        return facts_of_card(self)

    @property
    def what_follows(self) -> str:
        """What the sealed secret decides."""
        return sentences.what_follows_from_the_secret(has_dice=self.rules.has_dice, is_match=self.proposal.is_match)

    @property
    def accept_button(self) -> str:
        return gettext("Accept") if self.my_answer else gettext("Play")


def word_for(rules: Rules[Any, Any], seating: str, *, is_match: bool) -> str:
    """What the words of players are mixed into: "the dice", "the lot for the seats", or nothing."""
    if is_match:
        return ""
    if rules.has_dice:
        return gettext("the dice")
    return "" if seating == Proposal.Seating.CHOSEN else gettext("the seats")


def _cards(
    request: HttpRequest, found: object, viewer: Player | None, parameter: str, first: list[Proposal] | None = None
) -> Page[Any]:
    """The page of the list that this parameter of the address asks for, as cards."""
    now = timezone.now()
    page: Page[Any] = page_of(request, found, CARDS_A_PAGE, name=parameter, first=first)
    page.object_list = [ProposalCard(proposal, viewer, now) for proposal in page]
    return page


def _viewer(request: HttpRequest) -> Player | None:
    return player_of(request) if request.user.is_authenticated else None


SEEN = {"mine": queries.proposals_by, "challenges": queries.challenges_to, "seeks": queries.open_seeks_for}
FIRST = {  # of each of these lists the first page and one more
    name: Prepared(partial(lambda make: make(Asked("player"))[: CARDS_A_PAGE + 1], make)) for name, make in SEEN.items()
}


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Open seeks for everybody; for players also their challenges and proposals."""
    viewer = _viewer(request)
    context: dict[str, Any] = {"all_rules": RULES.values(), "more": added(lobby_shown, request=request)}
    if viewer is None:
        context["seeks"] = _cards(request, queries.open_seeks(), None, "page")
    else:
        first = {name: asked.ask(player=viewer.pk) for name, asked in FIRST.items()}
        prefetch_related_objects([*chain(*first.values())], "invitations__player")
        context["nonce"] = new_nonce()
        for name, make in SEEN.items():
            parameter = "page" if name == "seeks" else name
            context[name] = _cards(request, partial(make, viewer), viewer, parameter, first[name])
    return render(request, "games/lobby.html", context)


@require_GET
def proposal(request: HttpRequest, pk: int) -> HttpResponse:
    """One proposal, with what the viewer can do about it. Opening it does nothing."""
    found = get_object_or_404(queries.proposals_seen_by(_viewer(request)), pk=pk)
    card = ProposalCard(found, _viewer(request), timezone.now())
    return render(request, "games/proposal.html", {"card": card})


@require_http_methods(["GET", "POST"])
@login_required
def propose(request: HttpRequest, rules: str) -> HttpResponse:
    """Challenge somebody or look for players. What it comes to is shown before it is sent."""
    if rules not in RULES:
        raise Http404(gettext("There is no game called {rules}.").format(rules=rules))
    player = player_of(request)
    if request.method != "POST":
        initial = _asked_for(request, RULES[rules]) | _like(request, rules, player)
        if initial.get("match", match_choices(RULES[rules])[0][0]) != "1":
            initial.pop("seating", None)  # in a match colours alternate after the lot
        form = ProposalForm(RULES[rules], player, initial=initial)
        return _ask(request, form)
    form = ProposalForm(RULES[rules], player, request.POST)
    if not form.is_valid():
        return _ask(request, form, 400)
    if "change" in request.POST:
        return _ask(request, form)
    if "send" not in request.POST:
        return _review(request, form)
    word, seal = request.POST.get("word", ""), request.POST.get("seal", "")
    key = submission_key(request.POST.get("nonce", ""), PROPOSE.slug, rules)
    try:
        terms = Terms(form.values() | {"word": word, "seal": seal})
        made = PROPOSE.do(None, terms, Call(player, timezone.now(), key))
    except GameError as error:
        form.add_error(None, error.message)
        return _ask(request, form, 400)
    messages.success(request, " ".join(made.sentences))
    return redirect(_address(made.facts.proposal, made))


known(PROPOSE, propose)


def _address(pk: int, outcome: Outcome | None) -> str:
    """Where an action about a proposal leads: to its game, to itself as long as a seat is free, else to the lobby."""
    found = outcome.facts if outcome else None
    if found is None:
        return reverse("games:lobby")
    return reverse("games:game", args=[found.game]) if found.game else reverse("games:proposal", args=[pk])


def _like(request: HttpRequest, rules: str, player: Player) -> dict[str, Any]:
    """What the form begins with where ``?again=`` names a game of the player: the same seats, time and options."""
    number = request.GET.get("again", "")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        return {}
    game = Game.objects.filter(pk=number, rules=rules, seats__player=player).first()
    if game is None:
        return {}
    control = TimeControl.load(game.control)
    preset = next((name for name, known in PRESETS.items() if known.dump() == control.dump()), "3d")
    options = {f"option_{name}": value for name, value in game.options.items()}
    seats = game.seats.count()
    return {"seats": seats, "control": preset, "rated": game.rated, "seating": Proposal.Seating.ALTERNATING} | options


@require_POST
@open_to_guests
def play_house(request: HttpRequest) -> HttpResponse:
    """Start a game against a house bot; a visitor becomes a guest by it."""
    form, at = HouseGameForm(request.POST), timezone.now()
    if not form.is_valid():
        messages.error(request, gettext("Choose a game and a house bot."))
        return redirect("games:lobby")
    wanted = {name: form.cleaned_data[name] for name in ("rules", "bot")} | {"seats": form.cleaned_data["seats"] or 2}
    nonce = form.cleaned_data["nonce"]
    if not request.user.is_authenticated:
        check_rate(request, "guest")
        guest = new_guest(nonce, at=at)
        if guest is None:
            messages.error(request, gettext("This page was too old to start a game from. Here is a new one."))
            return redirect("games:home")
        request.user = guest
    player = player_of(request)
    if not is_first_sending(player, f"{nonce}:{wanted['rules']}:{wanted['bot']}:{wanted['seats']}"):
        return redirect("games:home")
    try:
        started = proposals.play_house(player=player, control=PRESETS["3d"], at=at, **wanted)
    except GameError as error:
        messages.error(request, error.message)
        return redirect("games:home" if player.is_guest else "games:lobby")
    return redirect("games:game", started.pk)


@require_POST
@login_required
def play_me(request: HttpRequest) -> HttpResponse:
    """Open a game with the usual options to the first player who follows its link."""
    player, rules = player_of(request), RULES.get(request.POST.get("rules", ""))
    if rules is None or not is_first_sending(player, request.POST.get("nonce", "")):
        return redirect("games:lobby")
    try:
        made = proposals.propose_game(
            proposer=player, rules=rules.slug, seats=2, control=PRESETS["3d"], at=timezone.now(), rated=False
        )
    except GameError as error:
        messages.error(request, error.message)
        return redirect("games:lobby")
    return redirect("games:proposal", made.pk)


def _asked_for(request: HttpRequest, rules: Rules[Any, Any]) -> dict[str, Any]:
    """What the address fills in: whom to challenge, and how many games to play."""
    initial: dict[str, Any] = {"invited": request.GET.get("invited", "")}
    if is_like_a_bot(initial["invited"]):
        initial["rated"] = False
    if house := chosen_value(request, "house", [bot.username for bot in HOUSE_BOTS]):
        initial["house"] = house
    if match := chosen_value(request, "match", dict(match_choices(rules))):
        initial["match"] = match
        initial["in_turn"] = chosen_value(request, "in_turn", ["1"]) == "1"
    return initial


def _ask(request: HttpRequest, form: ProposalForm, status: int = 200) -> HttpResponse:
    return render(request, "games/propose.html", {"form": form, "rules": form.rules}, status=status)


def _review(request: HttpRequest, form: ProposalForm) -> HttpResponse:
    context = {
        "rules": form.rules,
        "facts": facts_of_form(form, form.slowest_ends(timezone.now())),
        "send_button": (gettext("Send the challenge") if form.cleaned_data["invited"] else gettext("Open the seek")),
        "kept": [(name, value) for name in form.fields for value in request.POST.getlist(name)],
        "nonce": new_nonce(),
        "seal": new_seal(form.proposer),
        "word_for": word_for(form.rules, form.cleaned_data["seating"], is_match=form.match_terms().games > 1),
    }
    return render(request, "games/review.html", context)


def _number(request: HttpRequest, pk: int) -> int:
    return pk


accept, decline, withdraw = (button(action, _number, _address) for action in (ACCEPT, DECLINE, WITHDRAW))
