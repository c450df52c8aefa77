"""The parts of the puzzle screens."""
