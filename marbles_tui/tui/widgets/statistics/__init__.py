"""The page of a person's statistics: its words, scales and pictures for each size."""
