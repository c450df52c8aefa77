"""The parts of the match screen, each with one concept."""
