"""Games by REST: reads by the queries, actions by the services, everything else is translation."""

from __future__ import annotations

import hashlib
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.action.base import Outcome
from games.api import record_serializers
from games.api import serializers as shapes
from games.api.action_views import operation
from games.api.fields import PlayerNameField
from games.api.plans import NewStandingAnswerSerializer, StandingAnswerSerializer
from games.api.records import RECORD, RECORD_FORM, form_of, position_body
from games.api.requests import MOVE_ERRORS, caller, receipt_answer, receipt_body
from games.archive import stored_records
from games.exceptions import NoResultYet
from games.feed import topics
from games.feed.shown import keep_while_same
from games.models import Game, Seat, Submission
from games.play import moving, queries, standing_answers
from games.play.actions import ACTIONS
from games.records.abstractplay import NoResult
from games.records.json_form import to_json
from games.records.throws import recheck, tallies_of
from games.rules import RULES
from games.work import Budget
from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS, answer_under
from ground.rest.operation import WRITES_NOTHING, Operation, Operations
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import ChoiceField, body_of, numbers_in, query_of


class GameFilterSerializer(serializers.Serializer[Any]):
    """What a list of games can be narrowed down to."""

    status = ChoiceField(choices=Game.Status.choices, required=False)
    rules = ChoiceField(choices=sorted(RULES), required=False)
    player = PlayerNameField(required=False, help_text="Games in which this player has a seat.")
    to_move = PlayerNameField(required=False, help_text="Games in which it is this player's turn.")


@extend_schema_view(list=extend_schema(summary="Games, the newest first", parameters=[GameFilterSerializer]))
class GamesViewSet(mixins.ListModelMixin, Operations[Game]):
    """Games: to watch and to play."""

    queryset = Game.objects.none()
    serializer_class = shapes.GameSerializer
    filters = GameFilterSerializer
    newest_first = True
    lookup_value_converter = "int"

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        keep_while_same(request)
        return super().list(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Game]:
        return queries.games_with_seats()

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        values = query_of(self.request, self.filters)
        if "status" in values:
            queryset = queryset.filter(status=values["status"])
        if "rules" in values:
            queryset = queryset.filter(rules=values["rules"])
        if "player" in values:
            queryset = queryset.filter(seats__player__username=values["player"])
        if "to_move" in values:
            queryset = queryset.filter(pk__in=queries.waiting_for(values["to_move"]))
        return queryset

    def game(self) -> Game:
        """The game of the path. Raises Http404."""
        return get_object_or_404(queries.games_with_seats(), pk=self.kwargs["pk"])

    def answer(self, request: Request, game: Game, body: Any) -> Response:
        """The body, or 304 for a caller who has it. Nothing about a game changes without a new receipt but its clock,
        which rests, leave and outages move."""
        keep_while_same(request, topics.of_game(game.pk))
        clock = (game.deadline, *shapes.clock_now(game, timezone.now()).values())
        etag = f'"{hashlib.sha256(repr((game.receipt, clock)).encode()).hexdigest()}"'
        return answer_under(request, etag, body)

    @extend_schema(summary="One game with its board", responses={200: shapes.GameWithBoardSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, pk: int) -> Response:
        game = self.game()
        return self.answer(request, game, lambda: shapes.GameWithBoardSerializer(game).data)

    @extend_schema(
        summary="The record",
        parameters=[RECORD_FORM],
        responses={**RECORD, 400: ProblemSerializer, 409: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True)
    @expensive
    def record(self, request: Request, pk: int) -> HttpResponseBase:
        """Everything public about the game: all steps in canonical text, including rolls, with times, players and
        result."""
        form = form_of(request)
        game = self.game()
        if form is stored_records.JSON:
            return self.answer(request, game, lambda: to_json(stored_records.record_of(game)))
        try:
            text = form.write(stored_records.record_of(game), timezone.now())
        except NoResult as error:
            raise NoResultYet(str(error)) from error
        return HttpResponse(text, content_type=form.content_type)

    @extend_schema(
        summary="The dice, checked against the secret",
        responses={200: record_serializers.DiceSerializer, **READ_ERRORS},
    )
    @action(detail=True)
    @expensive
    def dice(self, request: Request, pk: int) -> Response:
        """Every throw with the values it was made from and, once the game is over, whether it follows from the
        secret."""
        game = self.game()

        def body() -> Any:
            record = stored_records.record_of(game)
            checked = recheck(record, budget=Budget())
            found = {
                "commitment": record.commitment,
                "secret": record.secret or None,
                "words": record.words,
                "lot": record.lot,
                "throws": checked.throws,
                "tallies": tallies_of(checked.throws),
                "faults": checked.problems,
            }
            return record_serializers.DiceSerializer(found).data

        return self.answer(request, game, body)

    @extend_schema(
        summary="The board at a ply",
        parameters=[OpenApiParameter("ply", int, OpenApiParameter.PATH)],
        responses={200: record_serializers.PositionAfterSerializer, **READ_ERRORS},
    )
    @action(detail=True, url_path="positions/<int:ply>", url_name="position")
    @expensive
    def position(self, request: Request, pk: int, ply: int) -> Response:
        """`ply` 0 is the start. If several dice are rolled together, the board changes with the last of them."""
        game = self.game()
        if ply > game.ply:
            raise Http404(gettext("Game {game} has the moves 0 to {ply}.").format(game=game.pk, ply=game.ply))
        step = game.events.filter(ply=ply).values_list("text", flat=True).first()
        position = queries.position_at(game, ply)
        over = game.is_over and ply == game.ply
        return self.answer(request, game, lambda: position_body(game.game_rules, position, ply, step, over=over))

    @extend_schema(
        summary="The log",
        parameters=[OpenApiParameter("since", int, description="Only entries after the one with this `seq`.")],
        responses={200: shapes.EventSerializer(many=True), 400: ProblemSerializer, **READ_ERRORS},
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def events(self, request: Request, pk: int) -> Response:
        """Everything that has happened in the game: what, who, when, and through which channel (page, REST or mail),
        with the hash chain."""
        (since,) = numbers_in(request, since=0)
        game = self.game()
        events = queries.events_since(game, since)
        return self.answer(request, game, lambda: shapes.EventSerializer(events, many=True).data)

    @extend_schema(
        summary="Preview a move",
        request=shapes.SentMoveSerializer,
        responses={200: shapes.PreviewSerializer, **MOVE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated], takes_no_key=WRITES_NOTHING)
    @expensive
    def preview(self, request: Request, pk: int) -> Response:
        """The position after your steps, up to the first roll of dice. Nothing is stored."""
        sent = body_of(request, shapes.SentMoveSerializer)
        game = self.game()
        seen = moving.preview_move(
            game_id=game.pk, player_id=caller(request).pk, at=timezone.now(), source=Submission.Source.API,
            **sent,
        )  # fmt: skip
        acting = seen.position.seat_to_act
        board = shapes.BoardSerializer(seen.position, context={"rules": game.game_rules, "over": False}).data
        return Response(
            {
                "steps": seen.steps,
                "unplayed": seen.unplayed,
                "to_act": None if acting is None else acting + 1,
                "board": board,
            }
        )

    @extend_schema(
        summary="Submit a move",
        request=shapes.SentMoveSerializer,
        responses={200: shapes.ReceiptSerializer, **MOVE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def play(self, request: Request, pk: int) -> Response:
        """Plays one step or several. `ply` must be the present ply of the game; otherwise the move is refused with the
        code `stale`.

        Up to the first roll of dice, or the first answer of another seat, either all steps are played or none. Later
        steps that cannot be played are handed back; `message` says which, and what was rolled. If you send the same
        text for the same ply again, it is not played again: you get the first receipt.
        """
        arrived = timezone.now()
        sent = body_of(request, shapes.SentMoveSerializer)
        return receipt_answer(
            moving.play_move(game_id=pk, player_id=caller(request).pk, at=arrived, source=Submission.Source.API, **sent)
        )

    @extend_schema(summary="Your answers out of turn", responses={200: StandingAnswerSerializer, **WRITE_ERRORS})
    @action(detail=True, url_path="standing-answer", permission_classes=[IsAuthenticated])
    def standing_answer(self, request: Request, pk: int) -> Response:
        """The answer that your seat gives automatically when it must answer in another seat's turn, and the possible
        answers."""
        seat = get_object_or_404(Seat.objects.select_related("game"), game__pk=pk, player=caller(request))
        preferences = seat.game.game_rules.standing_preferences
        body = {"answer": seat.standing_answer or standing_answers.ASK, "choices": preferences}
        return Response(StandingAnswerSerializer(body).data)

    @extend_schema(
        summary="Set your answers out of turn",
        request=NewStandingAnswerSerializer,
        responses={200: shapes.ReceiptSerializer, **MOVE_ERRORS},
    )
    @standing_answer.mapping.post
    def say_standing_answer(self, request: Request, pk: int) -> Response:
        """One of the game's choices, or `ask` to decide each time. If the game is waiting for your answer, this is your
        answer."""
        arrived = timezone.now()
        said = body_of(request, NewStandingAnswerSerializer)
        return receipt_answer(
            standing_answers.set_standing_answer(
                game_id=pk, player_id=caller(request).pk, text=said["answer"], at=arrived, source=Submission.Source.API
            )
        )


def _written(request: Request, game: int, outcome: Outcome) -> object:
    return receipt_body(outcome.facts)


GAME_ACTIONS = {
    slug: operation(one, lambda request, pk: pk, shape=shapes.ReceiptSerializer, show=_written)
    for slug, one in ACTIONS.items()
}


@extend_schema_view(
    list=extend_schema(summary="Your submissions, the newest first"),
    retrieve=extend_schema(
        summary="One of your submissions", responses={200: shapes.SubmissionSerializer, **READ_ERRORS}
    ),
)
class SubmissionsViewSet(Operation, viewsets.ReadOnlyModelViewSet[Submission]):
    """Your submissions by page, REST and mail, with their outcomes."""

    queryset = Submission.objects.none()
    serializer_class = shapes.SubmissionSerializer
    permission_classes = [IsAuthenticated]
    newest_first = True
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Submission]:
        return queries.submissions_of(caller(self.request))


class RulesView(Operation):
    """The games that can be played here."""

    @extend_schema(summary="Games and their options", responses=shapes.RulesSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response([shapes.RulesSerializer(rules).data for rules in RULES.values()])
