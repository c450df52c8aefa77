"""What can be done at a board, without a face: a match played, a record watched, a puzzle solved, a lesson learnt."""

from marbles_tui.table.tasks.task import Action, Face, Question, Situation, Task

__all__ = ["Action", "Face", "Question", "Situation", "Task"]
