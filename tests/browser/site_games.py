"""The games in a page, each played by keys to its end against the first level that plays it."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Final, NamedTuple

from marbles_tui.ai.analysis import Limit
from marbles_tui.ai.levels import consider
from marbles_tui.core import CHANCE, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from tests.browser.site_tab import SiteTab
from tests.host.party import typed

STATE: Final = """
import json
screen = arcade.screen
live = getattr(getattr(screen, "doing", None), "live", None)
asked = bool(live) and screen.situation.asked and not screen.animator.showing
json.dumps([asked, not live and len(arcade.screen_stack) > 1, str(live.state.match) if live else ""])
"""

NONE: Final = '[false, false, ""]'
"""The state where there is no arcade yet."""

THOUGHT: Final = Limit(seconds=0.1)
"""For the person's moves: enough to beat the first level soon."""

ATTEMPTS: Final = 12
"""How often a move is typed: keys only end a show that is still going on."""

MOMENT: Final = 8.0
"""Seconds in which a move that was typed should be on the board."""

LATE: Final = 15.0
"""Seconds after which a key has been heard, however slow the machine is."""

SOON: Final = 1.0
"""The same for a roll of the die: Space does not count for a moment after something was shown."""


class Table(NamedTuple):
    """What stands on the match screen."""

    waiting: bool
    """Whether the person is asked, and nothing is still being shown."""
    covered: bool
    """Whether something else is shown above it, or in its place."""
    match: Match | None


async def table(tab: SiteTab) -> Table:
    """The table at which the page is, if it is at one."""
    waiting, covered, record = json.loads(await tab.ask(STATE) or NONE)
    return Table(waiting, covered, read_match(record, GAMES).whole() if record else None)


async def uncovered(tab: SiteTab) -> Table:
    """The table at which the page is; what is shown above it is closed."""
    at = await table(tab)
    if at.covered:
        await tab.press("Escape")
    return at


async def sit_down(tab: SiteTab, game: Game) -> Match:
    """From the menu to a new match with everything as the set-up proposes it, shown as fast as can be."""
    await tab.sees("GOBBLET")
    await tab.press(str(1 + GAMES.index(game)))
    await tab.sees("enter play")
    await tab.press("Enter")
    match = await seated(tab, game)
    await tab.type("++++")
    return match


async def seated(tab: SiteTab, game: Game) -> Match:
    """The match of a table, once the page is at one."""
    match: Match | None = None

    async def there() -> bool:
        nonlocal match
        match = (await table(tab)).match
        return match is not None

    await tab.painted()
    await tab.until(there, f"a table of {game.title}")
    assert match
    assert match.game is game
    return match


def key_of(match: Match) -> str:
    """What a person types for a good move."""
    if match.turn == CHANCE:
        return " "
    move = consider(match, limit=THOUGHT).move
    assert move
    return typed(match, move).decode()


async def play_on(tab: SiteTab, plies: int = 1_000_000) -> Match:
    """Play until so many plies are done, or to the end."""
    while True:
        match: Match | None = None

        async def asked() -> bool:
            nonlocal match
            at = await uncovered(tab)
            match = at.match
            return bool(match and (at.waiting or match.result))

        await tab.until(asked, "the computer's move")
        assert match
        if match.result or match.plies >= plies:
            return match
        await _move(tab, match, key_of(match))


async def _move(tab: SiteTab, match: Match, keys: str) -> None:
    """Type a move until it is played. Of keys that come late, on a page that stood still, the first may end a show
    and the others open a menu: that is closed before they are typed again."""

    async def moved() -> bool:
        at = await uncovered(tab)
        return bool(at.match and at.match.plies > match.plies)

    for attempt in range(ATTEMPTS):
        if attempt:
            await tab.press(*["Backspace"] * len(keys))  # what has come of it
        await tab.type(keys)
        try:
            await tab.until(moved, f"a move by {keys!r}", SOON if keys == " " else MOMENT)
        except AssertionError:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            return


async def leave(tab: SiteTab) -> None:
    """Back to the menu; the first key may only finish what is being shown. The next one is pressed late: at the
    menu it would leave the page."""

    async def at_menu() -> bool:
        return "5 GOBBLET" in await tab.screen()

    for _ in range(ATTEMPTS):
        await tab.press("q")
        with suppress(AssertionError):
            await tab.until(at_menu, "the menu", LATE)
            return
    await tab.sees("5 GOBBLET")


async def play_to_the_end(tab: SiteTab, game: Game) -> Match:
    """A whole game, from the menu and back."""
    await sit_down(tab, game)
    match = await play_on(tab)
    await tab.sees("Share")
    await leave(tab)
    return match
