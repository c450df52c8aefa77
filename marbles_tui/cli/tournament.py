"""`marbles-tui tournament`: how the tournaments at this keyboard stand, in plain lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from marbles_tui.cli.failure import Failure
from marbles_tui.cli.output import put, put_json
from marbles_tui.core.text import plural
from marbles_tui.games import GAMES

if TYPE_CHECKING:
    from marbles_tui.table.tournament import Stand


@click.command(short_help="How the latest tournament stands.")
@click.option("--all", "every", is_flag=True, help="All tournaments, the latest first.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each.")
def tournament(every: bool, as_json: bool) -> int:
    """Print the table and the games of the latest tournament. It is begun and played in the arcade: Play together."""
    # Imported only now: the search takes a while to load.
    from marbles_tui.store import MatchStore
    from marbles_tui.table.tournament import stands_of

    store = MatchStore.open()
    try:
        found = stands_of(store)
    finally:
        store.close()
    if not found:
        raise Failure(store.trouble or "no tournament has been played here")
    for stand in found if every else found[:1]:
        if as_json:
            put_json(_as_json(stand))
        else:
            put("\n".join(_lines(stand)))
    return 0


def _lines(stand: Stand) -> Iterator[str]:
    """The table, then a game on each line."""
    from marbles_tui.play.tournament import BYE
    from marbles_tui.table.season import points_words
    from marbles_tui.table.tournament import game_of

    yield f"{stand.told}."
    for row in stand.table:
        points = points_words(row.points)
        yield f"{row.place:>2}. {row.entrant:<20} {points:>4}  won {row.won}, drawn {row.drawn}, lost {row.lost}"
    for meeting in stand.meetings:
        if meeting.second == BYE:
            yield f"round {meeting.round}: {meeting.first} has a bye"
            continue
        game = game_of(stand, meeting, GAMES)
        scored = " : ".join(map(points_words, meeting.points))
        left = stand.left(meeting)
        how = (
            scored
            if meeting.over
            else f"{scored}, {plural(left.plies, 'move')} of a game"
            if left
            else "to play"
        )
        yield f"round {meeting.round}: {meeting.first} - {meeting.second}, {game.title}: {how}"


def _as_json(stand: Stand) -> dict[str, object]:
    told = stand.tournament
    return {
        "id": told.id,
        "form": told.form.value,
        "round": stand.round or None,
        "rounds": told.rounds,
        "table": [row._asdict() for row in stand.table],
        "meetings": [meeting._asdict() for meeting in stand.meetings],
    }
