"""The REST door: reads by the queries, deeds by the services, everything else is translation."""

from __future__ import annotations

import hashlib
from typing import Any, cast

from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import serializers as shapes
from games.api.strict_input import ChoiceField, check_names, numbers_in
from games.archive import stored_records
from games.archive.record_keys import public_keys
from games.clock.calendars import RestRules
from games.clock.controls import TimeControl
from games.exceptions import NoResultYet, RefusedRecord
from games.lobby import proposals
from games.lobby.seals import new_seal
from games.models import Game, Player, Proposal, Seat, Submission
from games.play import agreements, held_moves, moving, queries, standing_answers
from games.play.submissions import Receipt
from games.records.abstractplay import NoResult
from games.records.json_form import to_json
from games.records.reading import LONGEST_RECORD, read_record
from games.records.record import last_position
from games.records.signing import Verdict, judge
from games.records.throws import recheck, tallies_of
from games.rules import RULES
from games.rules.base import Position, Rules
from games.rules.replay import RecordError
from games.timekeeping import leave

KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Your own name for this submission, up to 100 characters. Sent again with it, it counts once.",
)
RECORD_FORM = OpenApiParameter(
    "form", str, enum=list(stored_records.FORM_OF), description="How records are written; `json` if left out."
)
RECORD = {(200, "application/json"): shapes.RecordSerializer, (200, "text/plain"): OpenApiTypes.STR}
RECORDS = {(200, "application/x-ndjson"): OpenApiTypes.STR, (200, "text/plain"): OpenApiTypes.STR}
READ_ERRORS = {404: shapes.ErrorSerializer, 429: shapes.ErrorSerializer}
WRITE_ERRORS = dict.fromkeys((400, 401, 403, 404, 409, 429), shapes.ErrorSerializer)
MOVE_ERRORS = {**WRITE_ERRORS, 422: shapes.ErrorSerializer}


def caller(request: Request) -> Player:
    """The player who calls; for views that let nobody else in."""
    return cast(Player, request.user)


def key_of(request: Request) -> str | None:
    """The submission key that the caller chose, marked as of this door. Raises ValidationError."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not key or len(key) > 100 or not key.isascii() or not key.isprintable():
        raise serializers.ValidationError("Idempotency-Key must be 1 to 100 printable ASCII characters.")
    return f"api:{key}"


class GameFilterSerializer(serializers.Serializer[Any]):
    """What a list of games can be narrowed down to."""

    status = ChoiceField(choices=Game.Status.choices, required=False)
    rules = ChoiceField(choices=sorted(RULES), required=False)
    player = serializers.CharField(max_length=30, required=False, help_text="Games in which this player has a seat.")
    to_move = serializers.CharField(max_length=30, required=False, help_text="Games that wait for this player.")


@extend_schema_view(
    list=extend_schema(summary="Games, the newest first", parameters=[GameFilterSerializer]),
)
class GamesViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Game]):
    """Games: to look at, and to play."""

    queryset = Game.objects.none()
    serializer_class = shapes.GameSerializer
    filters = GameFilterSerializer
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Game]:
        return queries.games_with_seats()

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        wanted = self.filters(data=self.request.query_params)
        wanted.is_valid(raise_exception=True)
        values = wanted.validated_data
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
        clock = (game.deadline, *shapes.clock_now(game, timezone.now()).values())
        etag = f'"{hashlib.sha256(repr((game.receipt, clock)).encode()).hexdigest()}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return cast(Response, unchanged)
        return Response(body(), headers={"ETag": etag})

    @extend_schema(summary="One game with its board", responses={200: shapes.GameWithBoardSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, pk: int) -> Response:
        game = self.game()
        return self.answer(request, game, lambda: shapes.GameWithBoardSerializer(game).data)

    @extend_schema(summary="All legal steps", responses={200: shapes.MovesSerializer, **READ_ERRORS})
    @action(detail=True)
    def moves(self, request: Request, pk: int) -> Response:
        """Every step that the seat to act may make now. In Treeblox and the like a turn may be several steps."""
        game = self.game()

        def body() -> dict[str, Any]:
            rules, position = game.game_rules, game.load_position()
            over = game.status == Game.Status.FINISHED
            moves = [] if over else [rules.format(move, position) for move in position.legal_moves()]
            to_act = None if game.to_act is None else game.to_act + 1
            return {"ply": game.ply, "to_act": to_act, "count": len(moves), "moves": moves}

        return self.answer(request, game, body)

    @extend_schema(
        summary="The record",
        parameters=[RECORD_FORM],
        responses={**RECORD, 400: shapes.ErrorSerializer, 409: shapes.ErrorSerializer, **READ_ERRORS},
    )
    @action(detail=True)
    def record(self, request: Request, pk: int) -> HttpResponseBase:
        """Everything public about the game: all steps in canonical text, rolls included, times, players and result."""
        form = form_of(request)
        game = self.game()
        if form is stored_records.JSON:
            return self.answer(request, game, lambda: to_json(stored_records.record_of(game)))
        try:
            text = form.write(stored_records.record_of(game), timezone.now())
        except NoResult as error:
            raise NoResultYet(str(error)) from error
        return HttpResponse(text, content_type=form.content_type)

    @extend_schema(summary="The dice, rechecked", responses={200: shapes.DiceSerializer, **READ_ERRORS})
    @action(detail=True)
    def dice(self, request: Request, pk: int) -> Response:
        """Every throw with what it was made from, and once the game is over whether it follows from the secret."""
        game = self.game()

        def body() -> Any:
            record = stored_records.record_of(game)
            checked = recheck(record)
            found = {
                "commitment": record.commitment,
                "secret": record.secret or None,
                "words": record.words,
                "lot": record.lot,
                "throws": checked.throws,
                "tallies": tallies_of(checked.throws),
                "faults": checked.problems,
            }
            return shapes.DiceSerializer(found).data

        return self.answer(request, game, body)

    @extend_schema(
        summary="The board after so many steps",
        parameters=[OpenApiParameter("ply", int, OpenApiParameter.PATH)],
        responses={200: shapes.PositionSerializer, **READ_ERRORS},
    )
    @action(detail=True, url_path="positions/<int:ply>", url_name="position")
    def position(self, request: Request, pk: int, ply: int) -> Response:
        """0 is the start. Where several dice fall together, the board changes with the last of them."""
        game = self.game()
        if ply > game.ply:
            raise Http404(f"Game {game.pk} has the moves 0 to {game.ply}.")
        step = game.events.filter(ply=ply).values_list("text", flat=True).first()
        position = queries.position_at(game, ply)
        over = game.is_over and ply == game.ply
        return self.answer(request, game, lambda: position_body(game.game_rules, position, ply, step, over=over))

    @extend_schema(
        summary="The log",
        parameters=[OpenApiParameter("since", int, description="Only what came after the event with this `seq`.")],
        responses={200: shapes.EventSerializer(many=True), 400: shapes.ErrorSerializer, **READ_ERRORS},
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def events(self, request: Request, pk: int) -> Response:
        """Everything that has happened in a game, with who, when, through which door, and the hash chain."""
        (since,) = numbers_in(request, since=0)
        game = self.game()
        events = queries.events_since(game, since)
        return self.answer(request, game, lambda: shapes.EventSerializer(events, many=True).data)

    @extend_schema(
        summary="Look at a move without playing it",
        request=shapes.SentMoveSerializer,
        responses={200: shapes.PreviewSerializer, **MOVE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def preview(self, request: Request, pk: int) -> Response:
        """The position after your steps, up to the first roll of dice. Nothing is written."""
        sent = shapes.SentMoveSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        game = self.game()
        seen = moving.preview_move(
            game_id=game.pk, player_id=caller(request).pk, at=timezone.now(), source=Submission.Door.API,
            **sent.validated_data,
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
        summary="Play",
        request=shapes.SentMoveSerializer,
        parameters=[KEY_HEADER],
        responses={200: shapes.ReceiptSerializer, **MOVE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def play(self, request: Request, pk: int) -> Response:
        """Play one step or several. `ply` must be the game's: a move for another moment is refused with code `stale`.

        All or nothing up to the first roll of dice or the first answer of another seat. What comes after it and cannot
        be played is handed back, as `message` says, which also says what was rolled. The same words for a ply that
        they were played at are a duplicate: the answer is the first receipt.
        """
        arrived = timezone.now()
        sent = shapes.SentMoveSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        return receipt_answer(
            moving.play_move(
                game_id=pk,
                player_id=caller(request).pk,
                at=arrived,
                source=Submission.Door.API,
                key=key_of(request),
                **sent.validated_data,
            )
        )

    @extend_schema(
        summary="How you answer out of turn", responses={200: shapes.StandingAnswerSerializer, **WRITE_ERRORS}
    )
    @action(detail=True, url_path="standing-answer", permission_classes=[IsAuthenticated])
    def standing_answer(self, request: Request, pk: int) -> Response:
        """What your seat answers at once when it is asked in another one's turn, and what it could answer."""
        seat = get_object_or_404(Seat.objects.select_related("game"), game=pk, player=caller(request))
        wishes = seat.game.game_rules.standing_wishes
        body = {"answer": seat.standing_answer or standing_answers.ASK, "choices": wishes}
        return Response(shapes.StandingAnswerSerializer(body).data)

    @extend_schema(
        summary="Say how you answer out of turn",
        request=shapes.NewStandingAnswerSerializer,
        parameters=[KEY_HEADER],
        responses={200: shapes.ReceiptSerializer, **MOVE_ERRORS},
    )
    @standing_answer.mapping.post
    def say_standing_answer(self, request: Request, pk: int) -> Response:
        """One of the game's choices, or `ask`. If you are being asked now, it is your answer."""
        arrived = timezone.now()
        said = shapes.NewStandingAnswerSerializer(data=request.data)
        said.is_valid(raise_exception=True)
        return receipt_answer(
            standing_answers.set_standing_answer(
                game_id=pk,
                player_id=caller(request).pk,
                text=said.validated_data["answer"],
                at=arrived,
                source=Submission.Door.API,
                key=key_of(request),
            )
        )

    def deed(self, request: Request, service: Any) -> Response:
        """Do what is no move."""
        return receipt_answer(
            service(
                game_id=self.kwargs["pk"],
                player_id=caller(request).pk,
                at=timezone.now(),
                source=Submission.Door.API,
                key=key_of(request),
            )
        )

    @extend_schema(
        summary="Resign", request=None, parameters=[KEY_HEADER],
        responses={200: shapes.ReceiptSerializer, **WRITE_ERRORS},
    )  # fmt: skip
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def resign(self, request: Request, pk: int) -> Response:
        """Give the game up. With three or more seats a house bot plays on for yours, and it is placed last."""
        return self.deed(request, agreements.resign)

    @extend_schema(
        summary="Offer a draw, or agree to one", request=None, parameters=[KEY_HEADER],
        responses={200: shapes.ReceiptSerializer, **WRITE_ERRORS},
    )  # fmt: skip
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def draw(self, request: Request, pk: int) -> Response:
        """An offer lapses with the next move."""
        return self.deed(request, agreements.offer_draw)

    @extend_schema(
        summary="Offer to abandon the game, or agree to that", request=None, parameters=[KEY_HEADER],
        responses={200: shapes.ReceiptSerializer, **WRITE_ERRORS},
    )  # fmt: skip
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def abandon(self, request: Request, pk: int) -> Response:
        """A game abandoned by all has no result. An offer lapses with the next move."""
        return self.deed(request, agreements.offer_abandonment)

    @extend_schema(
        summary="Ask to take your last turn back, or agree to that", request=None, parameters=[KEY_HEADER],
        responses={200: shapes.ReceiptSerializer, **WRITE_ERRORS},
    )  # fmt: skip
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def undo(self, request: Request, pk: int) -> Response:
        """Once all agree, your last turn and everything after it are gone; never where dice have fallen since."""
        return self.deed(request, agreements.ask_undo)

    @extend_schema(
        summary="Cancel a move that is held", request=None, parameters=[KEY_HEADER],
        responses={200: shapes.ReceiptSerializer, **WRITE_ERRORS},
    )  # fmt: skip
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def cancel(self, request: Request, pk: int) -> Response:
        """Your move whose receipt has the state `held` is forgotten. Nobody has seen it, and your clock has run on."""
        return self.deed(request, held_moves.cancel_held)

    @extend_schema(
        summary="Agree to what is offered", request=None, parameters=[KEY_HEADER],
        responses={200: shapes.ReceiptSerializer, **WRITE_ERRORS},
    )  # fmt: skip
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def accept(self, request: Request, pk: int) -> Response:
        return self.deed(request, agreements.accept_offer)

    @extend_schema(
        summary="Turn down what is offered", request=None, parameters=[KEY_HEADER],
        responses={200: shapes.ReceiptSerializer, **WRITE_ERRORS},
    )  # fmt: skip
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def decline(self, request: Request, pk: int) -> Response:
        return self.deed(request, agreements.decline_offer)


def position_body(
    rules: Rules[Any, Any], position: Position[Any], ply: int, step: str | None, *, over: bool
) -> dict[str, Any]:
    """A board, when it was, and what led to it. ``over``: the game ended there, so nobody is to act."""
    acting = None if over else position.seat_to_act
    board = shapes.BoardSerializer(position, context={"rules": rules, "over": over}).data
    return {"ply": ply, "step": step, "to_act": None if acting is None else acting + 1, "board": board}


def form_of(request: Request) -> stored_records.Form:
    """The form of records that the caller asks for. Raises ValidationError."""
    check_names(request.query_params, (RECORD_FORM.name,))
    name = ChoiceField(choices=list(stored_records.FORM_OF)).run_validation(
        request.query_params.get("form", stored_records.JSON.name)
    )
    return stored_records.FORM_OF[name]


def records_answer(request: Request, games: QuerySet[Game]) -> HttpResponseBase:
    """The records of many games, one after another, written while they are read."""
    form = form_of(request)
    pieces = stored_records.write_records(games, form, now=timezone.now())
    return StreamingHttpResponse(pieces, content_type=form.content_type_of_many)


def receipt_answer(receipt: Receipt) -> Response:
    """A receipt, and where its game stands now."""
    submission = receipt.submission
    game = Game.objects.get(submissions=submission)
    return Response(
        {
            "submission": receipt.number,
            "state": submission.state,
            "repeated": receipt.repeated,
            "message": submission.message,
            "receipt": submission.receipt,
            "first_seq": submission.first_seq,
            "last_seq": submission.last_seq,
            "status": game.status,
            "ply": game.ply,
            "to_act": None if game.to_act is None else game.to_act + 1,
            "deadline": game.deadline,
            "hint": "" if game.is_over else game.game_rules.hint(game.load_position()),
        }
    )


@extend_schema_view(
    list=extend_schema(summary="Open seeks, and what you have to do with"),
    retrieve=extend_schema(summary="One proposal", responses={200: shapes.ProposalSerializer, **READ_ERRORS}),
)
class ProposalsViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Proposal]):
    """Seeks and challenges: games that are still to come about."""

    queryset = Proposal.objects.none()
    serializer_class = shapes.ProposalSerializer
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Proposal]:
        seen = queries.proposals_seen_by(caller(self.request) if self.request.user.is_authenticated else None)
        return seen.filter(status=Proposal.Status.OPEN) if self.action == "list" else seen

    @extend_schema(
        summary="Challenge somebody, or look for players",
        request=shapes.NewProposalSerializer,
        responses={201: shapes.ProposalSerializer, **WRITE_ERRORS},
    )
    def create(self, request: Request) -> Response:
        """Seats that nobody is invited to may be taken by anybody. The game starts when the last seat is taken."""
        wanted = shapes.NewProposalSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        values = wanted.validated_data
        control, rest_rules = TimeControl.load(values.pop("control")), RestRules.load(values.pop("rest_rules"))
        made = proposals.propose_game(
            proposer=caller(request), control=control, rest_rules=rest_rules, at=timezone.now(), **values
        )
        return Response(self.get_serializer(made).data, status=201)

    def now(self, pk: int) -> Response:
        """The proposal as it stands after a deed."""
        return Response(self.get_serializer(queries.proposals_seen_by(caller(self.request)).get(pk=pk)).data)

    @extend_schema(
        summary="Take a seat",
        request=shapes.WordSerializer,
        responses={200: shapes.ProposalSerializer, **WRITE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def accept(self, request: Request, pk: int) -> Response:
        """Accepting twice changes nothing."""
        given = shapes.WordSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        found = self.get_object()
        proposals.accept_proposal(
            proposal_id=found.pk, player=caller(request), at=timezone.now(), **given.validated_data
        )
        return self.now(found.pk)

    @extend_schema(
        summary="Turn a challenge down", request=None, responses={200: shapes.ProposalSerializer, **WRITE_ERRORS}
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def decline(self, request: Request, pk: int) -> Response:
        found = self.get_object()
        proposals.decline_proposal(proposal_id=found.pk, player=caller(request), at=timezone.now())
        return self.now(found.pk)

    @extend_schema(
        summary="Take your proposal back", request=None, responses={200: shapes.ProposalSerializer, **WRITE_ERRORS}
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def withdraw(self, request: Request, pk: int) -> Response:
        found = self.get_object()
        proposals.withdraw_proposal(proposal_id=found.pk, player=caller(request), at=timezone.now())
        return self.now(found.pk)


@extend_schema_view(
    list=extend_schema(summary="Everything you have sent, the newest first"),
    retrieve=extend_schema(
        summary="One of your submissions", responses={200: shapes.SubmissionSerializer, **READ_ERRORS}
    ),
)
class SubmissionsViewSet(viewsets.ReadOnlyModelViewSet[Submission]):
    """Your submissions through all doors, and what became of each."""

    queryset = Submission.objects.none()
    serializer_class = shapes.SubmissionSerializer
    permission_classes = [IsAuthenticated]
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Submission]:
        return queries.submissions_of(caller(self.request))


class PlayersViewSet(viewsets.GenericViewSet[Player]):
    """Players. Their mail addresses are never shown."""

    queryset = Player.objects.none()
    serializer_class = shapes.PlayerSerializer
    lookup_field = "username"
    lookup_value_converter = "str"

    @extend_schema(summary="One player", responses={200: shapes.PlayerSerializer, **READ_ERRORS})
    def retrieve(self, request: Request, username: str) -> Response:
        found = queries.player_named(username)
        if found is None:
            raise Http404(f"There is no player called {username}.")
        return Response(self.get_serializer(found).data)

    @extend_schema(
        summary="The records of all games of a player",
        parameters=[RECORD_FORM],
        responses={**RECORDS, 400: shapes.ErrorSerializer, **READ_ERRORS},
    )
    @action(detail=True, filter_backends=[], pagination_class=None)
    def records(self, request: Request, username: str) -> HttpResponseBase:
        """One JSON object a line, or one text after another, oldest first; the answer comes while it is written."""
        found = queries.player_named(username)
        if found is None:
            raise Http404(f"There is no player called {username}.")
        return records_answer(request, Game.objects.filter(seats__player=found))


class RecordsView(APIView):
    """Records that somebody brings along."""

    permission_classes = [AllowAny]
    most_bytes = 2 * LONGEST_RECORD  # of a request: in JSON a record is longer than by itself

    @extend_schema(
        summary="Look at a record without storing it",
        request=shapes.SentRecordSerializer,
        responses={200: shapes.LookSerializer, 400: shapes.ErrorSerializer, 422: shapes.ErrorSerializer,
                   429: shapes.ErrorSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Read and checked by the rules: text, JSON or Abstract Play's format. Nothing is stored."""
        sent = shapes.SentRecordSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        try:
            record = read_record(sent.validated_data["record"])
        except RecordError as error:
            raise RefusedRecord(str(error)) from error
        position, checked = last_position(record), recheck(record)
        step = record.steps[-1] if record.steps else None
        return Response(
            {
                "record": to_json(record),
                "position": position_body(RULES[record.game], position, len(record.steps), step, over=record.is_over),
                "throws": len(checked.throws),
                "faults": checked.problems,
                "signature": _SIGNATURE_OF[judge(record, public_keys())],
            }
        )


_SIGNATURE_OF = {
    Verdict.UNSIGNED: "none",
    Verdict.BROKEN: "broken",
    Verdict.FOREIGN: "foreign",
    Verdict.GOOD: "own",
}


class RecordKeysView(APIView):
    """The public keys of this site."""

    permission_classes = [AllowAny]

    @extend_schema(
        summary="The keys that records are signed with", responses={200: shapes.RecordKeySerializer(many=True)}
    )
    def get(self, request: Request) -> Response:
        """The present one first, then former ones. `python -m games.records verify FILE --key KEY` checks a record."""
        present, *former = public_keys()
        keys = [(present, True), *((key, False) for key in former)]
        return Response([{"key": key, "algorithm": "Ed25519", "is_current": is_current} for key, is_current in keys])


class SealsView(APIView):
    """Secrets for proposals, sealed before the proposer gives a word."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Have a secret sealed for your next proposal",
        request=None,
        responses={201: shapes.SealSerializer, 401: shapes.ErrorSerializer, 429: shapes.ErrorSerializer},
    )
    def post(self, request: Request) -> Response:
        """Needed only for a word of your own: the service has chosen its secret before it hears the word."""
        return Response(shapes.SealSerializer(new_seal(caller(request))).data, status=201)


class MeView(APIView):
    """Who am I, and which games wait for me?"""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="You, and the games that wait for you",
        responses={200: shapes.MeSerializer, 401: shapes.ErrorSerializer, 429: shapes.ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        player = caller(request)
        waiting = [game.pk for game in queries.games_to_move(player)]
        return Response(shapes.MeSerializer(player, context={"to_move": waiting}).data)

    @extend_schema(
        summary="Set your time zone, and how long your moves are held",
        request=shapes.SettingsSerializer,
        responses={200: shapes.MeSerializer, **WRITE_ERRORS},
    )
    def patch(self, request: Request) -> Response:
        """Counts from your next move and your next turns on."""
        wanted = shapes.SettingsSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        request.user = leave.change_settings(player_id=caller(request).pk, **wanted.validated_data)
        return self.get(request)


class RulesView(APIView):
    """The games that can be played here."""

    @extend_schema(summary="Games and their options", responses=shapes.RulesSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response([shapes.RulesSerializer(rules).data for rules in RULES.values()])
