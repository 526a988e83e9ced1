"""An exercise of a lesson, with what came of the attempt before."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.lessons import LESSONS
from games.lessons import words as sentences
from games.lessons.base import Place, Result
from games.play.house_players import HOUSE_BOTS
from notifications.addresses import reply_addresses
from notifications.mail_format.command_list import in_words_of_reader
from notifications.models import OutboundMail
from notifications.outbound.messages.answers import Answer
from notifications.outbound.messages.base import short_lines


class Exercise(Answer):
    """One exercise; after the last one the end of the lesson. Its answer address knows which exercise it is."""

    kind = OutboundMail.Kind.LESSON
    template = "lesson"

    @property
    def lesson(self) -> Any:
        return LESSONS[self.mail.context["lesson"]]

    @cached_property
    def place(self) -> Place | None:
        found: Place | None = self.lesson.at(self.mail.context["number"])
        return found

    @property
    def subject(self) -> str:
        return _("Lesson: %(game)s") % {"game": self.lesson.rules.title}

    @property
    def thread(self) -> str:
        return f"lesson-{self.lesson.slug}-{self.reader.pk}@{settings.MAIL_DOMAIN}"

    @property
    def reply_to(self) -> str:
        return reply_addresses.answer_address(self.mail)

    @property
    def headline(self) -> str:
        result = self.mail.context.get("result")
        if result == Result.REFUSED:
            return sentences.not_allowed()
        if result == Result.WRONG:
            return sentences.legal_but_wrong()
        if self.place is None:
            return _("You have solved the last exercise.")
        return _("Solved. Here is the next exercise.") if result else self.counter

    @property
    def counter(self) -> str:
        return sentences.counter(self.place.number, len(self.lesson.exercises)) if self.place else ""

    @property
    def picture(self) -> str:
        return self.place.rules.svg(self.place.position) if self.place else ""

    @property
    def link(self) -> str:
        if self.place is None:
            return f"{settings.SITE_URL}{reverse('games:lessons')}"
        return f"{settings.SITE_URL}{reverse('games:exercise', args=[self.lesson.slug, self.place.number])}"

    def values(self) -> dict[str, Any]:
        context, place = self.mail.context, self.place
        said = {
            "headline": self.headline,
            "verdict": context.get("verdict", ""),
            "attempt": short_lines(context.get("attempt", "")) if not self.is_solved else [],
            "link": self.link,
            "challenge": in_words_of_reader(f"challenge {HOUSE_BOTS[0].username} {self.lesson.slug}"),
        }
        if place is None:
            return said
        rules, position, exercise = place.rules, place.position, place.exercise
        return said | {
            "exercise": exercise,
            "counter": self.counter if self.headline != self.counter else "",
            "colour": sentences.your_colour(rules.colours[place.seat]),
            "board": rules.text(position).rstrip().splitlines(),
            "in_words": rules.describe(position),
            "hint": rules.hint(position),
            "next": in_words_of_reader(f"learn {self.lesson.slug} {place.next_number}") if place.next_number else "",
        }

    @property
    def is_solved(self) -> bool:
        return bool(self.mail.context.get("result") == Result.SOLVED)


MESSAGES = (Exercise,)
