"""REST: the legal steps of a position with their facets, for whatever lets a player point instead of write."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.core.cache import cache
from django.http import Http404
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, gettext
from django.views.decorators.gzip import gzip_page
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.fields import NumbersField, TextsField
from games.api.requests import MOVE_ERRORS
from games.feed import topics
from games.feed.shown import keep_while_same
from games.models import Game
from games.play import queries
from games.play.choices import Ahead, look_ahead, look_along
from games.play.submissions import LONGEST_TEXT
from games.rules.base import Effect, Rules
from games.rules.choices import Choice, Then, effect_words, value_words
from games.rules.facets import Facet
from ground.canonical import digest_of
from ground.expensive import expensive, expensive_if
from ground.rest.answers import READ_ERRORS, answer_if_new
from ground.rest.operation import Operation
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import SentSerializer, WholeNumberField, query_of

KEPT_SECONDS = 3600


class StepsQuerySerializer(SentSerializer):
    """Which moment, and the steps that have not been sent yet."""

    ply = WholeNumberField(min_value=0, required=False, help_text="The ply; the present one by default.")
    after = serializers.CharField(
        max_length=LONGEST_TEXT,
        required=False,
        allow_blank=True,
        default="",
        help_text="Unsent steps of the seat to act, separated by semicolons as in a move.",
    )
    line = serializers.CharField(
        max_length=LONGEST_TEXT,
        required=False,
        allow_blank=True,
        help_text="For analysis, instead of `after`: steps of all seats and chosen dice, as in `d8; roll d8 5`.",
    )

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        if values["after"] and "line" in values:
            raise serializers.ValidationError(gettext("Send after or line, not both."))
        return values


class MovesSerializer(serializers.Serializer[Any]):
    """Every legal step of the seat to act, in its canonical text."""

    ply = serializers.IntegerField()
    to_act = serializers.IntegerField(allow_null=True)
    count = serializers.IntegerField()
    moves = TextsField()


class WithheldSerializer(serializers.Serializer[Any]):
    """A value that no step has although players may look for it, such as a piece that has been used."""

    value = serializers.CharField()
    reason = serializers.CharField(help_text="Why the value cannot be chosen.")
    picture = serializers.CharField(
        allow_blank=True, help_text="The picture as an SVG; blank if the facet has no pictures."
    )


class FacetSerializer(serializers.Serializer[Any]):
    """A facet of steps, such as the square. `values[i]` is a value, `words[i]` is its text on a button, and `of[n]`
    lists the indices of the values of step `n`, which is empty if the step does not have the facet."""

    name = serializers.CharField()
    title = serializers.CharField()
    is_place = serializers.BooleanField(
        help_text="Whether the values are places, which the drawing marks with `data-place`."
    )
    arrow_from = serializers.CharField(
        allow_blank=True, help_text="The facet from whose place an arrow leads to this one; blank for none."
    )
    is_pictured = serializers.BooleanField(help_text="Whether buttons show the picture of a step with the value.")
    values = TextsField()
    words = TextsField()
    of = serializers.ListField(child=NumbersField())
    withheld = WithheldSerializer(many=True)


class EffectSerializer(serializers.Serializer[Any]):
    """A further effect of a step."""

    words = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True, help_text="The seat that is affected; null for all.")
    place = serializers.CharField(allow_blank=True, help_text="The place that is affected; blank for none.")
    places = TextsField(help_text="All places that are affected, such as the cells of an area.")


class StepColumnsSerializer(serializers.Serializer[Any]):
    """The legal steps in columns of equal length: step `n` has entry `n` of each column."""

    texts = TextsField(help_text="The steps in canonical notation.")
    words = TextsField(help_text="The steps in words, for screen readers.")
    then = serializers.ListField(
        child=serializers.ChoiceField(choices=[then.value for then in Then]),
        help_text="What comes after the step: `more` steps of this turn, `dice`, an `other` seat, or the `end` of the "
        "game.",
    )
    gains = serializers.ListField(
        child=NumbersField(),
        help_text="How the points of the game change, by seat; empty if they do not.",
    )
    effects = serializers.ListField(child=EffectSerializer(many=True))
    marks = serializers.ListField(
        child=serializers.DictField(child=TextsField()),
        help_text="What to show before the step is chosen, as places by mark: `falls` for pieces that the step "
        "removes, `at-stake` for pieces among which a seat must choose.",
    )
    pictures = NumbersField(help_text="For each step, the index of the picture of what it puts on the board.")


class PreferredSerializer(serializers.Serializer[Any]):
    """A preference, and the step that it chooses now."""

    text = serializers.CharField()
    meaning = serializers.CharField()
    step = serializers.CharField()


class StepsSerializer(serializers.Serializer[Any]):
    """The legal steps of a position. All values depend only on the game and the query."""

    ply = serializers.IntegerField()
    after = TextsField(help_text="Your unsent steps in canonical notation.")
    to_act = serializers.IntegerField(
        allow_null=True, help_text="The seat to act; null if dice are to be rolled or the game is over."
    )
    hint = serializers.CharField(allow_blank=True, help_text="What the seat to act can do.")
    colours = TextsField(help_text="The colours by seat.")
    points = NumbersField(help_text="The points by seat, after the unsent steps.")
    count = serializers.IntegerField()
    steps = StepColumnsSerializer()
    facets = FacetSerializer(many=True, help_text="The facets, in the order in which a page offers them.")
    pictures = TextsField(help_text="Small pictures as SVGs, in the colour of the text.")
    places = serializers.DictField(
        child=serializers.CharField(), help_text="What is at each place of the drawing, in words."
    )
    preferences = PreferredSerializer(many=True, help_text="The preferences that choose one of the steps.")
    picture = serializers.CharField(
        allow_null=True, help_text="The board as an SVG, if there are unsent steps or `line` is given; else null."
    )


class OfBoard(Operation):
    """What a board asks with each pick has the limit ``steps`` and no other: a class of guests shares one address."""

    throttle_classes = ()


class StepsView(OfBoard):
    """The legal steps of a game with their facets."""

    @extend_schema(
        summary="Legal steps with facets",
        parameters=[StepsQuerySerializer],
        responses={200: StepsSerializer, **{code: MOVE_ERRORS[code] for code in (400, 404, 409, 422, 429)}},
    )
    @method_decorator(gzip_page)
    @expensive_if(lambda request: True, "steps")
    def get(self, request: Request, pk: int) -> Response:
        """The legal steps of the seat to act, now or at an earlier ply, optionally after steps that you have not sent.

        With `line`, the answer has the steps that can be tried on an analysis board, with every face of a die.
        `docs/boards.md` describes how to build a board from the answer. The answer is the same for everybody, and its
        ETag changes only with it.
        """
        wanted = query_of(request, StepsQuerySerializer)
        game = get_object_or_404(queries.games_with_seats(), pk=pk)
        keep_while_same(request, topics.of_game(pk))
        ply = wanted.get("ply", game.ply)
        if ply > game.ply:
            raise Http404(gettext("Game {game} has the moves 0 to {ply}.").format(game=game.pk, ply=game.ply))
        is_line = "line" in wanted
        return answer_if_new(
            request, _kept_body(game, ply, wanted["line"] if is_line else wanted["after"], is_line=is_line)
        )


class MovesView(Operation):
    """The legal steps of a game as plain texts."""

    @extend_schema(
        summary="All legal steps",
        operation_id="games_moves_retrieve",
        responses={200: MovesSerializer, 422: ProblemSerializer, **READ_ERRORS},
    )
    @expensive
    def get(self, request: Request, pk: int) -> Response:
        """The texts that `steps/` has for the present position, for programs that choose a step without drawing the
        board.

        In games such as Treeblox, a turn can consist of several steps.
        """
        game = get_object_or_404(queries.games_with_seats(), pk=pk)
        keep_while_same(request, topics.of_game(pk))
        body = _kept_body(game, game.ply, "", is_line=False)
        return answer_if_new(
            request,
            {"ply": body["ply"], "to_act": body["to_act"], "count": body["count"], "moves": body["steps"]["texts"]},
        )


def _kept_body(game: Game, ply: int, text: str, *, is_line: bool) -> Any:
    """The answer, kept for some time by what decides it: a ply of a game is never played again, its position stays."""
    is_end = game.is_over and ply == game.ply
    key = f"steps:{digest_of([game.pk, game.game_rules.version, get_language(), ply, is_end, is_line, text])}"
    if (body := cache.get(key)) is None:
        ahead = look_along(game, ply, text) if is_line else look_ahead(game, ply, text)
        body = body_of(game.game_rules, ply, ahead, has_picture=is_line or bool(ahead.after))
        cache.set(key, body, KEPT_SECONDS)
    return body


def body_of(rules: Rules[Any, Any], ply: int, ahead: Ahead, *, has_picture: bool) -> dict[str, Any]:
    """What :class:`StepsSerializer` describes."""
    position, steps = ahead.position, ahead.choices.steps
    seat = ahead.choices.seat
    pictures = {picture: number for number, picture in enumerate(dict.fromkeys(step.picture for step in steps))}
    return {
        "ply": ply,
        "after": list(ahead.after),
        "to_act": None if seat is None else seat + 1,
        "hint": "" if seat is None else rules.prompt(position),
        "colours": list(rules.colours[: len(position.scores)]),
        "points": list(position.scores),
        "count": len(steps),
        "steps": {
            "texts": [step.text for step in steps],
            "words": [step.words for step in steps],
            "then": [step.then.value for step in steps],
            "gains": [list(step.gains) if any(step.gains) else [] for step in steps],
            "effects": [[_effect(rules, effect) for effect in step.effects] for step in steps],
            "marks": [{mark: list(found) for mark, found in step.marks.items()} for step in steps],
            "pictures": [pictures[step.picture] for step in steps],
        },
        "pictures": list(pictures),
        "facets": [_facet(facet, steps, ahead, rules) for facet in ahead.choices.facets],
        "places": dict(ahead.choices.places),
        "preferences": [
            {"text": preference.text, "meaning": preference.meaning, "step": step}
            for preference, step in ahead.choices.preferred
        ],
        "picture": rules.svg(position) if has_picture else None,
    }


def _facet(facet: Facet, steps: tuple[Choice, ...], ahead: Ahead, rules: Rules[Any, Any]) -> dict[str, Any]:
    found = (value for step in steps for value in step.facets.get(facet.name, ()))
    numbers = {value: number for number, value in enumerate(dict.fromkeys(found))}
    return {
        "name": facet.name,
        "title": gettext(facet.title),
        "is_place": facet.is_place,
        "arrow_from": facet.arrow_from,
        "is_pictured": facet.is_pictured,
        "values": list(numbers),
        "words": [value_words(rules, facet, value, ahead.position) for value in numbers],
        "of": [[numbers[value] for value in step.facets.get(facet.name, ())] for step in steps],
        "withheld": [asdict(value) for value in rules.withheld(facet.name, ahead.position)],
    }


def _effect(rules: Rules[Any, Any], effect: Effect) -> dict[str, Any]:
    seat = None if effect.seat is None else effect.seat + 1
    places = [place for place in (effect.where, *effect.beside) if place]
    return {"words": effect_words(rules, effect), "seat": seat, "place": effect.where, "places": places}
