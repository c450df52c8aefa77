"""First lessons: positions in which one does oneself what a sentence tells."""

from marbles_tui.play.lessons.lesson import (
    DECLINED,
    DONE,
    Lesson,
    Shown,
    Step,
    is_open,
    steps_done,
    with_step,
    worded,
)
from marbles_tui.play.lessons.reading import BadLesson, lesson_of, read_lesson

__all__ = [
    "DECLINED",
    "DONE",
    "BadLesson",
    "Lesson",
    "Shown",
    "Step",
    "is_open",
    "lesson_of",
    "read_lesson",
    "steps_done",
    "with_step",
    "worded",
]
