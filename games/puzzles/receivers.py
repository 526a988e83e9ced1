"""What puzzles add to the first page: the position of today's, which leads to it."""

from __future__ import annotations

from django.dispatch import receiver
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone

from games.puzzles.daily import puzzle_of
from games.signals import first_page_shown


@receiver(first_page_shown, dispatch_uid="puzzles.first_page")
def puzzle_of_today(request: HttpRequest, **facts: object) -> str:
    """The puzzle of the day, large for visitors."""
    context = {"puzzle": puzzle_of(timezone.now().date()), "is_large": not request.user.is_authenticated}
    return render_to_string("puzzles/_today.html", context, request)
