"""REST: the legal steps of exercises, for boards that are pointed at."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.http import Http404
from django.urls import path
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, gettext
from django.views.decorators.gzip import gzip_page
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.choices import KEPT_SECONDS, OfBoard, StepsQuerySerializer, StepsSerializer, body_of
from games.api.requests import MOVE_ERRORS
from games.lessons import LESSONS
from games.play.choices import look_from
from games.rules.base import Position, Rules
from ground.canonical import digest_of
from ground.expensive import expensive_if
from ground.rest.answers import answer_if_new
from ground.rest.strict_input import query_of


class ExerciseStepsView(OfBoard):
    """The legal steps of an exercise with their facets."""

    @extend_schema(
        summary="Legal steps of an exercise",
        parameters=[StepsQuerySerializer],
        responses={200: StepsSerializer, **{code: MOVE_ERRORS[code] for code in (400, 404, 409, 422, 429)}},
    )
    @method_decorator(gzip_page)
    @expensive_if(lambda request: True, "steps")
    def get(self, request: Request, rules: str, number: int) -> Response:
        """Works like `games/{id}/steps/`, for an exercise of a lesson. The only `ply` is 0."""
        place = LESSONS[rules].at(number) if rules in LESSONS else None
        if place is None:
            raise Http404(
                gettext("There is no exercise {number} in a lesson {rules}.").format(number=number, rules=rules)
            )
        exercise = place.exercise
        return steps_at(request, place.rules, place.position, [exercise.line, exercise.seats, dict(exercise.options)])


def steps_at(request: Request, rules: Rules[Any, Any], position: Position[Any], identity: list[Any]) -> Response:
    """The steps at a position that belongs to no game, kept by what ``identity`` says of how it was reached."""
    query = query_of(request, StepsQuerySerializer)
    if query.get("ply", 0):
        raise Http404(gettext("A position of a task has the ply 0 only."))
    line = query.get("line")
    text = line or query["after"]
    key = f"task-steps:{digest_of([rules.slug, rules.version, get_language(), *identity, text, line is not None])}"
    if (body := cache.get(key)) is None:
        ahead = look_from(rules, position, 0, text)
        body = body_of(rules, 0, ahead, has_picture=line is not None or bool(ahead.after))
        cache.set(key, body, KEPT_SECONDS)
    return answer_if_new(request, body)


GAME_OPERATIONS = [
    path("lessons/<slug:rules>/<int:number>/steps/", ExerciseStepsView.as_view(), name="exercise-steps"),
]
