"""Lessons: exercises on real positions, one module for each game; :mod:`games.lessons.base` says what one is."""

from __future__ import annotations

from games.lessons import btt, roots, treeblox, twigs
from games.lessons.base import Lesson

LESSONS: dict[str, Lesson] = {
    lesson.slug: lesson for lesson in (btt.LESSON, treeblox.LESSON, twigs.LESSON, roots.LESSON)
}
