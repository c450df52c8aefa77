"""Abacus on the screen."""
