"""Gobblet on the screen."""
