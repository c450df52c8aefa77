"""A terminal arcade of five marble and board games."""

__version__ = "0.1.0"
