"""What lessons add to other pages: the boards of exercises in the rules, and exercises that mails answer."""

from __future__ import annotations

from django.dispatch import receiver
from django.utils.translation import gettext

from games.lessons import LESSONS
from games.lessons.base import Place
from games.lessons.pages import after_step, refused_step
from games.signals import exercise_asked, figure_asked


@receiver(figure_asked, dispatch_uid="lessons.figure")
def figure(slug: str, what: str, number: int, **facts: object) -> str:
    """A board of an exercise: ``task`` is where it begins, ``solved`` is after its solution, ``allowed`` and
    ``refused`` are the legal and the illegal step that it shows."""
    place = LESSONS[slug].at(number)
    if place is None:
        raise ValueError(
            gettext("There is no exercise {number} in the lesson of {slug}.").format(number=number, slug=slug)
        )
    exercise, contrast = place.exercise, place.exercise.contrast
    if what == "task":
        return place.rules.svg(place.position)
    if what == "solved":
        return after_step(place, exercise.solution)
    if contrast is None:
        raise ValueError(
            gettext("Exercise {number} of {slug} shows no steps beside each other.").format(number=number, slug=slug)
        )
    return after_step(place, contrast.legal) if what == "allowed" else refused_step(place, contrast.illegal)


@receiver(exercise_asked, dispatch_uid="lessons.exercise")
def exercise(lesson: str, number: int, **facts: object) -> Place | None:
    return LESSONS[lesson].at(number) if lesson in LESSONS else None
