"""The arcade for people elsewhere."""
