"""`marbles-tui season`: from the weakest opponent to the strongest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from marbles_tui.cli.arcade import launch
from marbles_tui.cli.failure import Failure
from marbles_tui.cli.output import own_settings, put, put_json
from marbles_tui.games import GAMES

if TYPE_CHECKING:
    from marbles_tui.table.season import Seasons


@click.command(short_help="All games in rounds, from the weakest opponents to the strongest.")
@click.option("--text", "as_text", is_flag=True, help="Play its next game in plain lines of text.")
@click.option("--list", "listed", is_flag=True, help="Show the table, and play nothing.")
@click.option("--json", "as_json", is_flag=True, help="The table as one JSON object.")
def season(as_text: bool, listed: bool, as_json: bool) -> int:
    """Play a season: five rounds of a game of each, against stronger opponents in each round."""
    if not (as_text or listed or as_json):
        return launch(season=True)
    # Imported only now: the search takes a while to load.
    from marbles_tui.store import MatchStore
    from marbles_tui.table.season import next_table, seasons_of
    from marbles_tui.table.start import Start

    def look(store: MatchStore) -> None:
        found = seasons_of(GAMES)(store)
        if as_json:
            put_json(_as_json(found))
        else:
            put("\n".join(_lines(found)))

    def start(store: MatchStore) -> Start:
        look(store)
        found = next_table(store, GAMES, own_settings().name)
        if found is None:
            raise Failure("the season is over")
        return found

    if as_text and not (listed or as_json):
        from marbles_tui.cli.text import play_as_text

        return play_as_text(start)
    store = MatchStore.open()
    try:
        look(store)
    finally:
        store.close()
    return 0


def _lines(seasons: Seasons) -> Iterator[str]:
    """The table in lines: a match on each."""
    from marbles_tui.table.season import told

    now = seasons.now
    yield f"Season {now.number}: {'nothing played yet' if now.is_new else told(now)}."
    scores = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
    for fixture in now.fixtures:
        ended = now.ended.get(fixture.number)
        how = scores[ended.score] if ended else "left" if fixture.number in now.begun else "to come"
        begins = "you begin" if fixture.begins == 0 else "they begin"
        who = ended.opponent if ended else fixture.opponent.title
        yield f"{fixture.number:>2}. {fixture.game.key:<10} {who:<11} {begins:<11} {how}"


def _as_json(seasons: Seasons) -> dict[str, object]:
    now = seasons.now
    return {
        "season": now.number,
        "points": now.points,
        "played": len(now.ended),
        "next": now.next.number if now.next else None,
        "matches": [
            {
                "number": fixture.number,
                "round": fixture.round,
                "game": fixture.game.key,
                "opponent": fixture.opponent.key,
                "seat": fixture.begins + 1,
                "score": now.ended[fixture.number].score if fixture.number in now.ended else None,
                "id": now.ended[fixture.number].id
                if fixture.number in now.ended
                else now.begun.get(fixture.number),
            }
            for fixture in now.fixtures
        ],
        "before": [
            {"season": number, "points": points, "played": played}
            for number, points, played in seasons.before
        ],
    }
