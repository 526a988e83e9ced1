"""How an error looks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class FieldProblemSerializer(serializers.Serializer[Any]):
    """What is wrong with one value."""

    field = serializers.CharField(help_text="The path of its names, such as `control.cap`; empty for the whole.")
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """An error as RFC 9457 has it, with a `code` for programs. `detail` is for people and says what would be right."""

    type = serializers.URLField(help_text="The address of the list of all codes, with the code after `#`.")
    title = serializers.CharField(help_text="What the code means. The same for each error with it.")
    status = serializers.IntegerField(help_text="The status of the answer.")
    detail = serializers.CharField()
    code = serializers.CharField(help_text="`GET /api/v1/problems/` says what each means.")
    message = serializers.CharField(help_text="The same as `detail`, which has the standard's name. Read `detail`.")
    submission = serializers.IntegerField(required=False, help_text="The submission under which it was recorded.")
    ply = serializers.IntegerField(required=False, help_text="Code `stale`: the game's now, to go on with.")
    index = serializers.IntegerField(required=False, help_text="Refused moves: the step refused, counted from 0.")
    step = serializers.CharField(required=False, help_text="Refused moves: that step as it was read.")
    rest = serializers.ListField(child=serializers.CharField(), required=False, help_text="The steps after it.")
    errors = FieldProblemSerializer(  # type: ignore[assignment]
        many=True, required=False, help_text="Code `invalid`: what is wrong, by value."
    )
    frees_at = serializers.DateTimeField(required=False, help_text="Code `quota`: when there is room again.")
