"""The arcade's face: the only part that knows Textual."""
