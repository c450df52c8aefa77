"""The season on the screen."""
