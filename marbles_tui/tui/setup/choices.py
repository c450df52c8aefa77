"""The three choices in front: who plays, who begins, and the start or the rule that shapes the game most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from marbles_tui.core import Game
from marbles_tui.tui.setup import values
from marbles_tui.tui.setup.picker import Picker, Value
from marbles_tui.tui.setup.rows import PLAYERS, remembered, usual
from marbles_tui.tui.setup.seats_picker import SeatsPicker
from marbles_tui.tui.setup.words import SetupWords


def in_front(
    words: SetupWords,
    game: Game,
    players: Sequence[str],
    opponents: Sequence[Value],
    starts: Sequence[Value],
    last: Mapping[str, Any],
) -> Iterator[Picker]:
    """A picker for each, as `last` remembers them; a rule that is asked in front takes the place of the start."""
    front = words.front
    if len(game.seats) > 1:
        yield SeatsPicker(*words.seats_words, game.seats, id=PLAYERS)
    else:
        yield Picker("Opponent", opponents, players[1], id="player-2")
    yield Picker("Who begins", [], short="Begins", id="begins")
    if front:
        yield Picker(
            words.option(front).label,
            values.of_option(words, front),
            remembered(last, f"option-{front.name}") or usual(game, front),
            id=f"option-{front.name}",
            classes="last",
        )
    else:
        yield Picker(
            words.start_label,
            starts,
            remembered(last, "start"),
            heading=words.start_heading,
            id="start",
            classes="last",
        )
