"""What the house does not allow."""

from __future__ import annotations


class Refused(Exception):
    """Something cannot be done here; the message is a sentence for the person who tried."""
