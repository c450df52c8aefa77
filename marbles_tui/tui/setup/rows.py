"""The rows that are folded away: the first player, names, rules, the number of games; and what was in them last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from textual.widget import Widget

from marbles_tui.ai.level import Level
from marbles_tui.core import Game, Option
from marbles_tui.play.match import HUMAN
from marbles_tui.tui.setup.more import LABEL
from marbles_tui.tui.setup.picker import Value
from marbles_tui.tui.setup.plan import MATCH, SERIES
from marbles_tui.tui.setup.words import SetupWords
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.field import Field

PLAYERS: Final = "players"

MOST_CHOICES: Final = 30
"""A rule with more values than that is typed."""

LONGEST_POSITION: Final = 400


def remembered(table: Mapping[str, Any], key: str) -> str:
    """A remembered value, "" if there is none or it is no text."""
    value = table.get(key, "")
    return value if isinstance(value, str) else ""


def usual(game: Game, option: Option) -> str:
    """What is proposed for a rule."""
    return game.proposed.get(option.name, option.default)


def last_players(game: Game, levels: Sequence[Level], last: Mapping[str, Any]) -> list[str]:
    """Who played last, seat by seat: `human` or a level; at first a person and the weakest computer."""
    known = [HUMAN, *(level.key for level in levels)]
    most = next((option.default for option in game.options if option.name == PLAYERS), "2")
    word = remembered(last, PLAYERS) or most
    count = int(word) if word.isascii() and word.isdigit() and int(word[:4]) in game.seats else int(most)
    players = [remembered(last, f"player-{number}") for number in range(1, count + 1)]
    return [
        player if player in known else known[0 if not at or len(known) == 1 else 1]
        for at, player in enumerate(players)
    ]


def first_player(levels: Sequence[Level], player: str | None) -> Iterator[Widget]:
    """Who sits on the first seat of two; none where `player` is None."""
    if player is not None:
        who = [(HUMAN, "you"), *((level.key, f"computer: {level.title}") for level in levels)]
        yield Choice("Player 1", who, player, usual=HUMAN, columns=LABEL, id="player-1")


def names(game: Game, words: SetupWords, own: str, last: Mapping[str, Any]) -> Iterator[Widget]:
    """A line for the name of each who may play."""
    for number in range(1, game.seats.stop):
        known = own if number == 1 else remembered(last, f"name-{number}")
        label = "  Your name" if number == 1 else f"  Name of {words.seat_word} {number}"
        unknown = "You" if number == 1 else f"Player {number}"
        yield Field(label, known, placeholder=unknown, columns=LABEL, id=f"name-{number}")


def modes(game: Game, last: Mapping[str, Any]) -> Choice:
    """How many games, or what else is played for."""
    offered = [(MATCH, "one"), (SERIES, "a series, taking turns")]
    offered += [(goal.key, goal.title.partition(":")[0]) for goal in game.goals]
    return Choice("Games", offered, remembered(last, "mode"), usual=MATCH, columns=LABEL, id="mode")


def rules(
    game: Game, words: SetupWords, starts: Sequence[Value], last: Mapping[str, Any]
) -> Iterator[Widget]:
    """The rules of the game but the one that is asked in front, the `starts` if they are not, and a position."""
    for option in game.options:
        if option.name == PLAYERS or option is words.front:
            continue
        told, proposed = words.option(option), usual(game, option)
        row = f"option-{option.name}"
        value = remembered(last, row) or proposed
        if len(option.values) > MOST_CHOICES:
            shown, empty = "" if value == proposed else value, told.empty or proposed
            yield Field(told.label, shown, placeholder=empty, usual="", columns=LABEL, id=row)
        else:
            titles = [(str(word), told.values.get(str(word), str(word))) for word in option.values]
            yield Choice(told.label, titles, value, usual=proposed, columns=LABEL, id=row)
    if len(starts) > 1:
        offered = [(start.key, start.title) for start in starts]
        start = remembered(last, "start")
        yield Choice("Start", offered, start, usual=starts[0].key, columns=LABEL, id="start")
    if game.has_text:
        position, hint = remembered(last, "position"), "a position as text"
        yield Field(
            "Position",
            position,
            placeholder=hint,
            most=LONGEST_POSITION,
            usual="",
            columns=LABEL,
            id="position",
        )
