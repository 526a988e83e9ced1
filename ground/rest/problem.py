"""How an error looks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class FieldProblemSerializer(serializers.Serializer[Any]):
    """An error in one value."""

    field = serializers.CharField(
        help_text="The path of the value, such as `control.cap`; empty for the body as a whole."
    )
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """An error as defined by RFC 9457, with a `code` for programs. `detail` is for people and says what would be
    right."""

    type = serializers.URLField(help_text="The address of the list of all codes, followed by `#` and the code.")
    title = serializers.CharField(help_text="The meaning of the code; the same for all errors with this code.")
    status = serializers.IntegerField(help_text="The status of the answer.")
    detail = serializers.CharField()
    code = serializers.CharField(
        help_text="The code of the error; `GET /api/v1/problems/` lists them all with their meanings."
    )
    message = serializers.CharField(help_text="The same as `detail`. Use `detail`, which is the standard's name.")
    submission = serializers.IntegerField(
        required=False, help_text="The number of the submission under which the error was recorded."
    )
    ply = serializers.IntegerField(required=False, help_text="For the code `stale`: the present ply of the game.")
    index = serializers.IntegerField(
        required=False, help_text="For a refused move: the index of the refused step, counted from 0."
    )
    step = serializers.CharField(required=False, help_text="For a refused move: the refused step as it was read.")
    rest = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="For a refused move: the steps after the refused one."
    )
    errors = FieldProblemSerializer(  # type: ignore[assignment]
        many=True, required=False, help_text="For the code `invalid`: what is wrong with each value."
    )
    frees_at = serializers.DateTimeField(required=False, help_text="For the code `quota`: when you can try again.")
