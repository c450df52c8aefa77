"""A match being played, without a screen."""
