"""Hostile texts where they are kept: in names of files, and in the database."""

from __future__ import annotations

import sqlite3

from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play import Match, Seat
from marbles_tui.store import MatchStore
from marbles_tui.store.files import data_folder
from tests.hostile.samples import ALL, SAMPLES, names


def hostile_name(name: str) -> str:
    """A sample as a file's name can have it."""
    return ALL[name].replace("/", "").replace("\ud800", "")[:60]


def keep_hostile_matches() -> None:
    """A match with each name, and rows that hold them as no program of ours would write them."""
    store = MatchStore.open()
    for six in names(SAMPLES.values()):
        match = Match.new(GETAWAY, seats=[Seat(name) for name in six])
        store.begin(match)
        store.begin(match.resign(0))
    store.close()
    database = sqlite3.connect(data_folder() / "matches.sqlite3")
    for sample in SAMPLES.values():
        raw = sample.replace('"', "")
        database.execute(
            "INSERT INTO match (game, record, finished, summary, plies, players, result)"
            " VALUES ('egg-carton', ?, 1, ?, 1, ?, ?)",
            (f'[Game "egg-carton"]\n[Player1 "{raw}"]\n[Note "{raw}"]\n\nA #1\n', sample, sample, sample),
        )
        database.execute(
            "INSERT INTO match (game, record, finished, summary, plies, players, result)"
            " VALUES (?, ?, 0, ?, 1, ?, '*')",
            (sample, sample, sample, sample),
        )
    database.commit()
    database.close()
