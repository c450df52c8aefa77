"""Proving puzzles: what their solvers can force, and what the other side does about it."""
