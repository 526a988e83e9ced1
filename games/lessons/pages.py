"""Lessons: exercises on real positions, for everybody and without an account. What was solved is kept in a cookie."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.lessons import LESSONS
from games.lessons import words as sentences
from games.lessons.base import Lesson, Place, attempt_at
from games.lessons.trials import TrialPage, read_trial
from games.play.house_players import HOUSE_BOTS
from games.play.submissions import LONGEST_TEXT
from games.rules.base import Position, Rules
from games.rules.drawing import marked
from ground.expensive import expensive_if
from ground.sendings import new_nonce

COOKIE_AGE = 400 * 24 * 3600  # seconds: as long as browsers keep any
LOOK_OF_REFUSED = "refused"

Progress = dict[str, set[int]]  # the numbers of solved exercises by game


@dataclass(frozen=True)
class LessonRow:
    """A lesson in a list: its game, its exercises, and how far the reader has come."""

    lesson: Lesson
    solved: set[int]

    @property
    def title(self) -> str:
        return self.lesson.rules.title

    @property
    def count(self) -> int:
        return len(self.lesson.exercises)

    @property
    def progress(self) -> str:
        return sentences.progress(len(self.solved), self.count)

    @property
    def next_number(self) -> int:
        """The first exercise that is not solved; the first one when all are."""
        return next((number for number in range(1, self.count + 1) if number not in self.solved), 1)

    @property
    def begin(self) -> str:
        return sentences.begin(len(self.solved), self.count)

    @property
    def exercises(self) -> list[tuple[int, str, bool]]:
        """Number, title, and whether it is solved."""
        return [
            (number, str(exercise.title), number in self.solved)
            for number, exercise in enumerate(self.lesson.exercises, 1)
        ]


@dataclass(frozen=True)
class ShownStep:
    """A step with the board that it leads to, or with the place where it is refused, and why."""

    text: str
    picture: SafeString
    reason: str = ""


@dataclass
class ExercisePage(TrialPage):
    """Everything that the template of an exercise needs."""

    place: Place = field(kw_only=True)
    solved: set[int] = field(default_factory=set)

    @property
    def rules(self) -> Rules[Any, Any]:
        return self.place.rules

    @property
    def title(self) -> str:
        return gettext("{title} · {game}, exercise {number}").format(
            title=str(self.place.exercise.title), game=self.rules.title, number=self.place.number
        )

    @property
    def task(self) -> str:
        return str(self.place.exercise.task)

    @property
    def solution(self) -> str:
        return self.place.exercise.solution

    @property
    def counter(self) -> str:
        return sentences.counter(self.place.number, len(self.place.lesson.exercises))

    @property
    def address(self) -> str:
        return reverse("games:exercise", args=[self.place.lesson.slug, self.place.number])

    @property
    def steps_address(self) -> str:
        return reverse("games-api:exercise-steps", args=[self.place.lesson.slug, self.place.number])

    @property
    def start(self) -> Position[Any]:
        return self.place.position

    @property
    def contrast(self) -> tuple[ShownStep, ShownStep] | None:
        """The legal and the illegal step that the exercise shows, with their boards."""
        contrast = self.place.exercise.contrast
        if contrast is None or self.is_solved:
            return None
        legal = after_step(self.place, contrast.legal)
        shown = refused_step(self.place, contrast.illegal)
        reason = self.place.judge(contrast.illegal).sentence
        return ShownStep(contrast.legal, legal), ShownStep(contrast.illegal, shown, reason)

    @property
    def next_address(self) -> str:
        """The next exercise; empty after the last."""
        number = self.place.next_number
        return reverse("games:exercise", args=[self.place.lesson.slug, number]) if number else ""

    @property
    def first_opponent(self) -> str:
        """The house bot against which beginners play."""
        return HOUSE_BOTS[0].username

    @property
    def nonce(self) -> str:
        """The mark of the form that begins a game."""
        return new_nonce()

    @property
    def row(self) -> LessonRow:
        return LessonRow(self.place.lesson, self.solved)


def after_step(place: Place, text: str) -> SafeString:
    """The board of an exercise after legal steps."""
    after = attempt_at(place.rules, place.position, text).after
    return mark_safe(place.rules.svg(after, over=after.to_act is None))  # noqa: S308 - by the rules alone


def refused_step(place: Place, text: str) -> SafeString:
    """The board of an exercise with a mark on the places that an illegal step names."""
    shown = marked(place.rules.svg(place.position), {LOOK_OF_REFUSED: places_in(text)})
    return mark_safe(shown)  # noqa: S308 - by the rules alone


def places_in(text: str) -> list[str]:
    """The places that a step names, of a cell in space also its column on the map."""
    words = text.replace(">", " ").split()
    return [*words, *(word.rpartition(",")[0] for word in words if word.count(",") == 2)]


def read_progress(request: HttpRequest) -> Progress:
    """What the reader has solved, as far as the signed cookie says so; numbers of exercises that are no more are left
    out."""
    text = request.get_signed_cookie(settings.LESSONS_COOKIE_NAME, default="") or ""
    found: Progress = {slug: set() for slug in LESSONS}
    for part in text.split("."):
        slug, _, numbers = part.partition("-")
        if slug in found:
            known = range(1, len(LESSONS[slug].exercises) + 1)
            found[slug] = {int(number) for number in numbers.split("_") if number.isascii() and number.isdigit()}
            found[slug] &= set(known)
    return found


def keep_progress(response: HttpResponse, progress: Progress) -> None:
    """Write the cookie that :func:`read_progress` reads."""
    text = ".".join(f"{slug}-{'_'.join(map(str, sorted(numbers)))}" for slug, numbers in progress.items() if numbers)
    response.set_signed_cookie(
        settings.LESSONS_COOKIE_NAME,
        text,
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@require_GET
def all_lessons(request: HttpRequest) -> HttpResponse:
    """The lessons there are, and how far the reader has come in each."""
    progress = read_progress(request)
    rows = [LessonRow(lesson, progress[slug]) for slug, lesson in LESSONS.items()]
    return render(request, "lessons/lessons.html", {"rows": rows})


@require_GET
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in LESSONS:
        raise Http404(
            gettext("There is no lesson {slug}. The lessons: {lessons}.").format(slug=slug, lessons=", ".join(LESSONS))
        )
    row = LessonRow(LESSONS[slug], read_progress(request)[slug])
    return render(request, "lessons/lesson.html", {"row": row, "rules": row.lesson.rules})


@require_GET
@expensive_if(lambda request: "text" in request.GET or "after" in request.GET)
def exercise(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One exercise. ``text`` is an attempt that is judged; ``after`` and ``pick`` are unsent steps, as for a game."""
    place = LESSONS[slug].at(number) if slug in LESSONS else None
    if place is None:
        raise Http404(gettext("There is no exercise {number} in a lesson {slug}.").format(number=number, slug=slug))
    progress, text = read_progress(request), request.GET.get("text")
    page = _page_of(request, place, text)
    page.solved = progress[slug]
    is_new = page.is_solved and number not in progress[slug]
    if is_new:
        progress[slug].add(number)
    response = render(request, "lessons/exercise.html", {"page": page, "game": {"rules": slug}}, status=page.status)
    if is_new:
        keep_progress(response, progress)
    return response


def _page_of(request: HttpRequest, place: Place, text: str | None) -> ExercisePage:
    verdict = place.judge(text[:LONGEST_TEXT]) if text is not None else None
    return ExercisePage(*read_trial(request, place.rules, place.position, verdict), place=place)


GAME_PAGES = [
    path("learn/", all_lessons, name="lessons"),
    path("learn/<slug:slug>/", lesson, name="lesson"),
    path("learn/<slug:slug>/<int:number>/", exercise, name="exercise"),
]
