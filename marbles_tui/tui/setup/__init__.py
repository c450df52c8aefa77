"""The parts of the set-up: what is chosen in front, what is folded away, and the match that comes of it."""
