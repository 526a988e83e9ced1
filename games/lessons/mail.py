"""Lessons by mail."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.lessons import LESSONS
from games.rules import RULES
from notifications.inbound.open_mail import OpenMail
from notifications.mail_format.commands import EXERCISE, Order
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail

Kind = OutboundMail.Kind


def learn(opened: OpenMail, order: Order, key: str) -> None:
    """Send the first exercise of a lesson, or the one of a number. Raises Problem."""
    match = EXERCISE.fullmatch(order.text)
    if match is None:
        lines = [f"learn {slug}" for slug in LESSONS]
        raise Problem("which_game", _("Say which game. Answer with one of these lines:"), choices=lines)
    lesson = next(lesson for lesson in LESSONS.values() if match["game"] in (lesson.slug, lesson.rules.title.lower()))
    number = int(match["number"] or 1)
    if lesson.at(number) is None:
        count = {"game": RULES[lesson.slug].title, "count": len(lesson.exercises), "number": number}
        raise Problem(
            "no_such_exercise", _("The lesson of %(game)s has the exercises 1 to %(count)s, and no %(number)s.") % count
        )
    opened.answer(Kind.LESSON, has_board=False, lesson=lesson.slug, number=number)


def attempt(opened: OpenMail, order: Order, key: str) -> None:
    """Say whether an attempt solves an exercise, and send the next one if it does, else the same one again."""
    place = opened.exercise
    verdict = place.judge(order.text)
    number = place.number if not verdict.is_solved else place.next_number or 0
    opened.answer(
        Kind.LESSON,
        has_board=False,
        lesson=place.lesson.slug,
        number=number,
        attempt=order.text,
        result=str(verdict.result),
        verdict=verdict.sentence,
    )


HANDLERS = {"learn": learn, "attempt": attempt}
