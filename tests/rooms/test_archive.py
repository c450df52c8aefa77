"""What is told of games that are over is the same in whatever order they came to be known: after a start, too."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from marbles_tui.rooms.archive import Archive
from marbles_tui.rooms.backend import Archived
from marbles_tui.rooms.lobby import Lobby
from tests.rooms.open_house import guest, opened

MONTHS = [
    datetime(2026, month, day, hour, tzinfo=UTC).timestamp()
    for month, last in ((9, 30), (10, 31), (11, 30))
    for day, hour in ((1, 1), (last, 23))
]
SCORES = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))


def games(lobby: Lobby) -> list[Archived]:
    """Rated games of two in turn won, lost and drawn, their ratings rising; a friendly one, one of another game, one
    without a ladder, one of computers."""
    ann, ben = (guest(lobby, name).id for name in ("Ann", "Ben"))
    found = [
        Archived(
            f"r{at}", "gobblet", ("Ann", "Ben"), (ann, ben), SCORES[at % 3], "four", 9 + at, True, "5+3", when,
            (1500.0 + at, 1400.0 - at), "Cup" * (at == 2),
        )
        for at, when in enumerate(MONTHS)
    ]  # fmt: skip
    computers = Archived(
        "c", "gobblet", ("Novice", "Adept"), (None, None), (0.0, 1.0), "four", 9, False, "none", 5.0
    )
    last = Archived(
        "e", "egg-carton", ("Ben", "Ann"), (ben, ann), (0.0, 1.0), "", 9, False, "3d", MONTHS[3] + 60
    )
    friendly = replace(found[1], id="u", rated=False, scores=(1.0, 0.0), when=MONTHS[1] + 60)
    without_ladder = replace(last, id="g", game="getaway", when=MONTHS[5] + 60)
    return [*found, computers, last, friendly, without_ladder]


def told(archive: Archive, ann: str) -> dict[str, object]:
    """All that is told of them."""
    return {
        "all": [game.id for game in archive.find()],
        "computers": [game.id for game in archive.find("computers")],
        "a name and a game": [game.id for game in archive.find("ANN egg")],
        "a tournament": [game.id for game in archive.find("cup")],
        "form": archive.form(ann, "gobblet").scores,
        "last": archive.last_game(ann),
        "months": archive.months("gobblet"),
        "October": [(rung.name, rung.rating, *rung[4:]) for rung in archive.ladder("gobblet", "2026-10")],
        "ever": [(rung.name, rung.rating, *rung[4:]) for rung in archive.ladder("gobblet")],
    }


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("zone", ["EAST-13", "WEST13"], indirect=True)
@pytest.mark.parametrize("seed", range(2))
async def test_the_order_in_which_games_are_known_changes_nothing(seed: int) -> None:
    async with opened() as lobby:
        known = games(lobby)
        for game in Random(seed).sample([*known, known[1]], len(known) + 1):
            lobby.archive.learn(game)
        assert told(lobby.archive, known[0].holders[0] or "") == {
            "all": ["g", "r5", "r4", "e", "r3", "r2", "u", "r1", "r0"],
            "computers": ["c"],
            "a name and a game": ["e"],
            "a tournament": ["r2"],
            "form": (0.5, 0.0, 1.0, 0.5, 1.0),
            "last": "gobblet",
            "months": ["2026-11", "2026-10", "2026-09"],
            "October": [("Ann", 1503.0, 1, 1, 0, (1.0, 0.5)), ("Ben", 1397.0, 0, 1, 1, (0.0, 0.5))],
            "ever": [
                ("Ann", 1505.0, 2, 2, 2, (0.5, 0.0, 1.0, 0.5, 0.0)),
                ("Ben", 1395.0, 2, 2, 2, (0.5, 1.0, 0.0, 0.5, 1.0)),
            ],
        }
