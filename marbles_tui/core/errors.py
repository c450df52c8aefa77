"""What a user can get wrong. Each message is one line, meant for the user."""


class IllegalMove(ValueError):
    """A move that cannot be played here; the message says why and what can."""


class BadPosition(ValueError):
    """A position text that cannot be read, or a position that cannot arise."""


class BadSetup(ValueError):
    """A start that the game does not know."""


class BadOption(ValueError):
    """An option that the game does not have, or a value out of its range."""


class BadRecord(ValueError):
    """A record that cannot be read to its end."""
