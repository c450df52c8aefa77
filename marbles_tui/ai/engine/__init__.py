"""The process that thinks, and the way to it."""
