"""What is said of a game that is proposed: a card in the lobby, and the page before it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from games.presenting.page_sentences import proposal as sentences
from games.presenting.page_sentences.game import rated_or_casual
from games.presenting.page_sentences.latest_end import latest_end, usual_end
from games.rules.base import Options, Rules
from games.timekeeping.usual_length import usual_length
from ground.lists import Fact, link
from ground.wording import time_in_words

if TYPE_CHECKING:
    from games.clock.longest_end import SlowestEnds
    from games.web.forms import ProposalForm
    from games.web.lobby import ProposalCard


def facts_of_card(card: ProposalCard) -> list[Fact]:
    """What a viewer who takes a seat agrees to, but for the secret."""
    found = card.proposal
    asked = [(one.player.username, one.get_answer_display()) for one in found.invitations.all()]
    chosen = None if found.chosen_seat is None else found.chosen_seat + 1
    seats = sentences.seat_of(found.seating, found.proposer.username, chosen)
    return _known(
        [
            Fact(gettext("From"), _proposer(found.proposer.username, found.message)),
            Fact(gettext("Match"), sentences.match(found.games, found.schedule)),
            Fact(gettext("Players"), sentences.players(found.seats, asked, card.free_seats if card.is_open else 0)),
            *_options(card.rules, found.options),
            Fact(gettext("Answers out of turn"), _time_for_answers(card)),
            Fact(gettext("Time"), _time(card)),
            Fact(
                gettext("Seats"),
                sentences.seats_and_rating(
                    seats, is_rated=found.rated, is_for_people=found.people_only, has_bots=found.has_bots
                ),
            ),
        ]
    )


def facts_of_form(form: ProposalForm, ends: SlowestEnds) -> list[Fact]:
    """What a proposal comes to that has been filled in."""
    values, control = form.cleaned_data, form.time_control()
    chosen = None if values.get("chosen_seat") is None else values["chosen_seat"] + 1
    answers = sentences.time_for_answers(time_in_words(control.answer)) if form.rules.standing_preferences else ""
    return _known(
        [
            Fact(gettext("Match"), sentences.match(form.match_terms().games, form.match_terms().schedule)),
            Fact(gettext("Players"), str(values["seats"])),
            Fact(gettext("Challenged"), sentences.challenged([player.username for player in values["invited"]])),
            *_options(form.rules, values["options"]),
            Fact(gettext("Time"), control.describe()),
            Fact(gettext("Pause"), form.pause_rules().describe()),
            Fact(gettext("Answers out of turn"), answers),
            Fact(gettext("A game takes"), _length(form, ends)),
            Fact(gettext("Seats"), sentences.own_seat(values["seating"], chosen)),
            Fact(
                gettext("Counts"),
                rated_or_casual(is_rated=values["rated"], has_bots=any(one.is_program for one in values["invited"])),
            ),
            Fact(gettext("Your words"), sentences.quoted(values["message"]) if values["message"] else ""),
        ]
    )


def _length(form: ProposalForm, ends: SlowestEnds) -> SafeString:
    """How long such games usually take, and behind a sign when this one is over at the latest."""
    usual = usual_end(usual_length(form.rules.slug, form.cleaned_data["seats"], form.time_control()))
    latest = gettext("{latest_end} This assumes that it begins now.").format(latest_end=latest_end(ends))
    return format_html("{}<details><summary>{}</summary>{}</details>", usual, gettext("Must end by"), latest)


def _known(facts: list[Fact]) -> list[Fact]:
    return [fact for fact in facts if fact.words]


def _options(rules: Rules[Any, Any], options: Options) -> list[Fact]:
    return [Fact(capfirst(name), value) for name, value in rules.options_in_words(options).items()]


def _proposer(name: str, message: str) -> SafeString:
    player = link(reverse("games:player", args=[name]), name)
    return format_html("{}: {}", player, sentences.quoted(message)) if message else player


def _time_for_answers(card: ProposalCard) -> str:
    return sentences.time_for_answers(time_in_words(card.control.answer)) if card.rules.standing_preferences else ""


def _time(card: ProposalCard) -> SafeString | str:
    if not card.is_open:
        return card.control.describe()
    return format_html(
        "{}<details><summary>{}</summary><small>{} {}</small></details>",
        card.control.describe(),
        gettext("Pauses, and must end by"),
        card.pause_rules.describe(),
        gettext("Started now, it must end by: {latest_end}").format(latest_end=latest_end(card.slowest_ends)),
    )
