"""Puzzles: positions with a task that is proved to have a solution, where they come from, and who has tried them."""
