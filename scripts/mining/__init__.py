"""How puzzles are mined: self-play, symmetries, themes and grades. `scripts/mine.py` puts them together."""
