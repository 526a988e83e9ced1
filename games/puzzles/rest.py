"""The solo puzzles by REST, and the legal steps of puzzles of the day for boards that are pointed at."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from games.api.choices import OfBoard, StepsQuerySerializer, StepsSerializer
from games.api.requests import MOVE_ERRORS, caller
from games.lessons.rest import steps_at
from games.models import Player, PuzzleSolution
from games.play import queries
from games.play.submissions import LONGEST_TEXT
from games.puzzles import services as puzzles
from games.puzzles.daily import is_shown, puzzle_numbered
from games.rules.twigs.puzzles import PUZZLES, Puzzle, best_known
from ground.expensive import expensive, expensive_if
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operations
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import SentSerializer, body_of, check_names

SHOW = OpenApiParameter("show", bool, description="Show the figures even if you have not solved the puzzle.")


class PuzzleSerializer(serializers.Serializer[Any]):
    """A puzzle for one player. `most` is an upper bound on the score."""

    puzzle = serializers.CharField(source="slug")
    title = serializers.CharField()
    task = serializers.CharField()
    sets = serializers.IntegerField(help_text="How many sets of the 12 twigs must be used completely.")
    unit = serializers.CharField(help_text="What the score counts; empty if all solutions are equally good.")
    most = serializers.IntegerField(allow_null=True)
    score_to_beat = serializers.SerializerMethodField(
        help_text="The score of the best figure that our own search has found."
    )
    solved = serializers.SerializerMethodField(help_text="Whether you have solved the puzzle.")

    def get_score_to_beat(self, puzzle: Puzzle) -> int | None:
        found = best_known(puzzle)
        return None if found is None else found.score

    def get_solved(self, puzzle: Puzzle) -> bool:
        viewer: Player | None = self.context["viewer"]
        return viewer is not None and queries.puzzle_solutions(viewer, puzzle).exists()


class HallLineSerializer(serializers.Serializer[Any]):
    """A player's solutions of a puzzle. `figure` is the best one; null unless you have solved the puzzle or set
    `show`."""

    player = serializers.CharField()
    score = serializers.IntegerField()
    solutions = serializers.IntegerField(help_text="The number of different solutions.")
    found_at = serializers.DateTimeField(help_text="When the best solution was found.")
    figure = serializers.SerializerMethodField()

    def get_figure(self, line: queries.HallLine) -> str | None:
        return line.figure if self.context["is_shown"] else None


class SentSolutionSerializer(SentSerializer):
    """The twigs of a solution in any order, separated by `;` or line breaks."""

    text = serializers.CharField(max_length=LONGEST_TEXT)


class FoundSerializer(serializers.Serializer[Any]):
    """A solution that was accepted."""

    figure = serializers.CharField(
        help_text="The figure in normal form, which is the same for all rotations, shifts and mirror images."
    )
    score = serializers.IntegerField()
    is_new = serializers.BooleanField(help_text="Whether you had not found this solution before.")


class PuzzlesViewSet(Operations[PuzzleSolution]):
    """The solo puzzles of the Twigs rulebook."""

    queryset = PuzzleSolution.objects.none()
    serializer_class = PuzzleSerializer
    lookup_field = "puzzle"
    lookup_value_converter = "slug"
    pagination_class = None

    def viewer(self) -> Player | None:
        user = self.request.user
        return user if isinstance(user, Player) else None

    def puzzle(self) -> Puzzle:
        """The puzzle of the path. Raises Http404."""
        found = PUZZLES.get(self.kwargs["puzzle"])
        if found is None:
            raise Http404(
                gettext("There is no puzzle {kwargs}. The puzzles: {puzzles}.").format(
                    kwargs=f"{self.kwargs['puzzle']!r}", puzzles=", ".join(PUZZLES)
                )
            )
        return found

    @extend_schema(summary="The puzzles", responses={200: PuzzleSerializer(many=True), 429: ProblemSerializer})
    def list(self, request: Request) -> Response:
        return Response(PuzzleSerializer(PUZZLES.values(), many=True, context={"viewer": self.viewer()}).data)

    @extend_schema(summary="One puzzle", responses={200: PuzzleSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, puzzle: str) -> Response:
        return Response(PuzzleSerializer(self.puzzle(), context={"viewer": self.viewer()}).data)

    @extend_schema(
        summary="The hall of fame",
        parameters=[SHOW],
        responses={200: HallLineSerializer(many=True), 400: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True)
    def hall(self, request: Request, puzzle: str) -> Response:
        """One line per player, best first."""
        found, viewer = self.puzzle(), self.viewer()
        check_names(request.query_params, (SHOW.name,))
        is_shown = serializers.BooleanField().run_validation(request.query_params.get("show", False))
        if viewer is not None and not is_shown:
            is_shown = queries.puzzle_solutions(viewer, found).exists()
        lines = HallLineSerializer(queries.hall_of_fame(found), many=True, context={"is_shown": is_shown})
        return Response(lines.data)

    @extend_schema(
        summary="Send a solution",
        request=SentSolutionSerializer,
        responses={200: FoundSerializer, 201: FoundSerializer, **MOVE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    @expensive
    def solve(self, request: Request, puzzle: str) -> Response:
        """The solution is checked and stored. Sending the same figure again, even turned, mirrored or shifted, changes
        nothing; the status is then 200 instead of 201."""
        found = self.puzzle()
        sent = body_of(request, SentSolutionSerializer)
        kept = puzzles.submit_solution(player=caller(request), puzzle=found, text=sent["text"], at=timezone.now())
        body = {"figure": str(kept.solution), "score": kept.solution.score, "is_new": kept.is_new}
        return Response(body, status=201 if kept.is_new else 200)


class DailyStepsView(OfBoard):
    """The legal steps of a puzzle of the day with their facets."""

    @extend_schema(
        summary="Legal steps of a puzzle of the day",
        parameters=[StepsQuerySerializer],
        responses={200: StepsSerializer, **{code: MOVE_ERRORS[code] for code in (400, 404, 409, 422, 429)}},
    )
    @method_decorator(gzip_page)
    @expensive_if(lambda request: True, "steps")
    def get(self, request: Request, number: int) -> Response:
        """Works like `games/{id}/steps/`, for a puzzle that has been published. The only `ply` is 0."""
        puzzle = puzzle_numbered(number)
        if puzzle is None or not is_shown(puzzle, timezone.now().date()):
            raise Http404(gettext("There is no puzzle {number}, or its day has not come.").format(number=number))
        return steps_at(request, puzzle.rules, puzzle.position, [puzzle.line])


_router = SimpleRouter(use_regex_path=False)
_router.register("puzzles", PuzzlesViewSet, basename="puzzle")
GAME_OPERATIONS = [
    path("puzzle/<int:number>/steps/", DailyStepsView.as_view(), name="daily-steps"),
    *_router.urls,
]
