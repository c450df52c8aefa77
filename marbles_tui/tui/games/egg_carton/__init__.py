"""Egg Carton on the screen."""
