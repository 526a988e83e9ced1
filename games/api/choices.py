"""REST: the legal steps of a position with their facets, for whatever lets a player point instead of write."""

from __future__ import annotations

from typing import Any, cast

from django.core.cache import cache
from django.http import Http404
from django.utils.cache import get_conditional_response
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import MOVE_ERRORS
from games.api.strict_input import SentSerializer
from games.costly import costly
from games.models import Game
from games.play import queries
from games.play.choices import Ahead, look_ahead
from games.play.submissions import LONGEST_TEXT
from games.records.canonical import digest_of
from games.rules.base import Effect, Rules
from games.rules.choices import Choice, Then, effect_words
from games.rules.facets import Facet

KEPT_SECONDS = 3600


class StepsQuerySerializer(SentSerializer):
    """Which moment, and the steps that have not been sent yet."""

    ply = serializers.IntegerField(min_value=0, required=False, help_text="Left out: the game's.")
    after = serializers.CharField(
        max_length=LONGEST_TEXT,
        required=False,
        allow_blank=True,
        default="",
        help_text="Steps of the seat to act, as in a move that is sent, separated by semicolons.",
    )


class FacetSerializer(serializers.Serializer[Any]):
    """A facet of steps, such as the square: `values[i]` is a value, `words[i]` names it on a button, `of[n]` lists the
    indices of the values that step `n` has in it, none where the step does not have the facet."""

    name = serializers.CharField()
    title = serializers.CharField()
    is_place = serializers.BooleanField(help_text="The values are places: `data-place` in the drawing has them.")
    arrow_from = serializers.CharField(allow_blank=True, help_text="An arrow leads to it from the place of that facet.")
    values = serializers.ListField(child=serializers.CharField())
    words = serializers.ListField(child=serializers.CharField())
    of = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class EffectSerializer(serializers.Serializer[Any]):
    """Something that a step does besides itself."""

    words = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True, help_text="The seat that it concerns; null for all.")
    place = serializers.CharField(allow_blank=True, help_text="The place that it concerns; blank for none.")


class StepColumnsSerializer(serializers.Serializer[Any]):
    """The legal steps in columns of equal length: step `n` is the entry `n` of each."""

    texts = serializers.ListField(child=serializers.CharField(), help_text="In canonical notation.")
    words = serializers.ListField(child=serializers.CharField(), help_text="To be spoken.")
    then = serializers.ListField(
        child=serializers.ChoiceField(choices=[then.value for then in Then]),
        help_text="What the game waits for afterwards: more steps of this turn, dice, another seat, nothing.",
    )
    gains = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The change of the game's own points by seat; empty where there is none.",
    )
    effects = serializers.ListField(child=EffectSerializer(many=True))
    marks = serializers.ListField(
        child=serializers.DictField(child=serializers.ListField(child=serializers.CharField())),
        help_text="What to show before the step is chosen, places by mark: `falls` for pieces that it takes off,"
        " `at-stake` for pieces among which a seat has to choose.",
    )


class StepsSerializer(serializers.Serializer[Any]):
    """The legal steps of a position. Every value follows from the game and the query."""

    ply = serializers.IntegerField()
    after = serializers.ListField(child=serializers.CharField(), help_text="Your unsent steps in canonical notation.")
    to_act = serializers.IntegerField(allow_null=True, help_text="The seat; null for dice, or when the game is over.")
    hint = serializers.CharField(allow_blank=True, help_text="What is to be done.")
    points = serializers.ListField(child=serializers.IntegerField(), help_text="By seat, after the unsent steps.")
    count = serializers.IntegerField()
    steps = StepColumnsSerializer()
    facets = FacetSerializer(many=True, help_text="In the order in which a page offers them.")
    places = serializers.DictField(child=serializers.CharField(), help_text="What lies at each place of the drawing.")
    preferences = serializers.DictField(
        child=serializers.CharField(), help_text="By a preference that chooses now the step that it chooses."
    )
    picture = serializers.CharField(allow_null=True, help_text="SVG, after unsent steps; null where there are none.")


class StepsView(APIView):
    """The legal steps of a game with their facets."""

    @extend_schema(
        summary="Legal steps with facets",
        parameters=[StepsQuerySerializer],
        responses={200: StepsSerializer, **{code: MOVE_ERRORS[code] for code in (400, 404, 409, 422, 429)}},
    )
    @method_decorator(gzip_page)
    @costly
    def get(self, request: Request, pk: int) -> Response:
        """What the seat to act may do, at this moment or an earlier one, also after steps that were not sent.

        `docs/boards.md` describes how a board is made of the answer. It is the same for everybody, and its ETag changes
        only with the answer.
        """
        query = StepsQuerySerializer(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        game = get_object_or_404(queries.games_with_seats(), pk=pk)
        ply = query.validated_data.get("ply", game.ply)
        if ply > game.ply:
            raise Http404(f"Game {game.pk} has the moves 0 to {game.ply}.")
        body = _kept_body(game, ply, query.validated_data["after"])
        etag = f'"{digest_of(body)}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return cast(Response, unchanged)
        return Response(body, headers={"ETag": etag})


def _kept_body(game: Game, ply: int, text: str) -> Any:
    """The answer, kept for some time: it is the same as long as no ply is taken back and the game goes on."""
    key = f"steps:{digest_of([game.pk, game.receipt, ply, text])}"
    if (body := cache.get(key)) is None:
        body = body_of(game, ply, look_ahead(game, ply, text))
        cache.set(key, body, KEPT_SECONDS)
    return body


def body_of(game: Game, ply: int, ahead: Ahead) -> dict[str, Any]:
    """What :class:`StepsSerializer` describes."""
    rules, position, steps = game.game_rules, ahead.position, ahead.choices.steps
    seat = ahead.choices.seat
    return {
        "ply": ply,
        "after": list(ahead.after),
        "to_act": None if seat is None else seat + 1,
        "hint": "" if seat is None else rules.hint(position),
        "points": list(position.scores),
        "count": len(steps),
        "steps": {
            "texts": [step.text for step in steps],
            "words": [step.words for step in steps],
            "then": [step.then.value for step in steps],
            "gains": [list(step.gains) if any(step.gains) else [] for step in steps],
            "effects": [[_effect(rules, effect) for effect in step.effects] for step in steps],
            "marks": [{mark: list(found) for mark, found in step.marks.items()} for step in steps],
        },
        "facets": [_facet(facet, steps, ahead, rules) for facet in rules.facet_order],
        "places": dict(ahead.choices.places),
        "preferences": dict(ahead.choices.preferences),
        "picture": rules.svg(position) if ahead.after else None,
    }


def _facet(facet: Facet, steps: tuple[Choice, ...], ahead: Ahead, rules: Rules[Any, Any]) -> dict[str, Any]:
    found = (value for step in steps for value in step.facets.get(facet.name, ()))
    numbers = {value: number for number, value in enumerate(dict.fromkeys(found))}
    return {
        "name": facet.name,
        "title": facet.title,
        "is_place": facet.is_place,
        "arrow_from": facet.arrow_from,
        "values": list(numbers),
        "words": [rules.value_words(facet.name, value, ahead.position) for value in numbers],
        "of": [[numbers[value] for value in step.facets.get(facet.name, ())] for step in steps],
    }


def _effect(rules: Rules[Any, Any], effect: Effect) -> dict[str, Any]:
    seat = None if effect.seat is None else effect.seat + 1
    return {"words": effect_words(rules, effect), "seat": seat, "place": effect.where}
