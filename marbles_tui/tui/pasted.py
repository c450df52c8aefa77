"""What is pasted: matches and letters of games by post, and how such letters go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Event
from time import perf_counter, sleep
from typing import Final

from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match, Reading, Seat, post, recognise
from marbles_tui.play.post import BadLetter, is_letter
from marbles_tui.play.rating import unrated
from marbles_tui.play.reading import explain_fault, summarise
from marbles_tui.play.series import NEW_PLAYERS, PASTED, told_apart
from marbles_tui.store import MatchStore
from marbles_tui.table.phrases import rules, unusual_rules
from marbles_tui.table.post import Own, begin, kept, receive, session_by_post, write
from marbles_tui.table.session import Keep, Session
from marbles_tui.table.start import today
from marbles_tui.tui.arcade_screen import AnyScreen
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.dialogs import Entry, GameMenu, Seating, offer
from marbles_tui.tui.kit_app import Kit


def session_of(app: Kit, match: Match, keep: Keep) -> Session | None:
    """The table of a game by post; None where it was begun elsewhere."""
    try:
        own = Own.of(app.settings.letters, match)
    except BadLetter:
        return None

    def sent(own: Own, match: Match, letter: str) -> None:
        app.change_settings(letters=own.put(app.settings.letters, match))
        send(app, match, letter)

    return session_by_post(match, own, keep, sent)


def send(app: Kit, match: Match, letter: str) -> None:
    """Copy a letter, and say what to do with it."""
    other = sanitize_line(match.names[1 - post.head(match).seat], 24)
    answer = "" if match.ending else ", and paste the answer here or in the menu"
    copy(app, letter, "letter", f"Send it to {other}{answer}.")


def copy_record(app: Kit, match: Match) -> None:
    """Copy the record of a match; of a game by post the last letter, if it went from here."""
    with suppress(BadLetter):
        if post.head(match).seat == Own.of(app.settings.letters, match).seat:
            send(app, match, post.text_of(match))
            return
    copy(app, str(match), "record")


def propose(app: Kit, game: Game, names: tuple[str, str]) -> None:
    """Begin a game by post: at its table, or with a letter where the other one has to write first."""
    match, own = begin(game, names, date=today(), random=app.random)
    if writes_first := post.is_complete(match, own.seat):
        match, own, letter = write(match, own)
        send(app, match, letter)
    app.change_settings(letters=own.put(app.settings.letters, match))
    if not writes_first:
        app.play_match(match)


async def take(app: Kit, text: str) -> None:
    """Go on with the game of a letter that was pasted, or say what is wrong with it."""
    saved = await app.store.ask(kept)
    try:
        match, id, own = receive(text, app.games, app.settings.letters, saved, app.random)
    except BadLetter as error:
        app.notify(str(error), severity="warning", timeout=15, markup=False)
        return

    def keep(store: MatchStore) -> int | None:
        return store.save(id, match) if id is not None and store.load(id) else None

    app.change_settings(letters=own.put(app.settings.letters, match))
    number = await app.store.ask(keep)
    app.play_match(match, number)


AFTER_PASTE: Final = 0.4
"""Seconds after a paste in which keys do not count: an escape character in it ends it, and the rest of it arrives
as if typed."""

MOST_PASTED: Final = 4_000_000
"""Characters that are looked at; a match of 100,000 plies has a fifth of that."""

MOMENT: Final = 0.5
"""Seconds after which it is said that a paste is still being read."""

WORK: Final = 0.002
REST: Final = 0.001
"""Seconds for which reading goes on, and for which it then lets the screen go first."""

SOON: Final = 0.01
"""A timer of no time at all is none."""


class GivenUp(Exception):
    """Nobody waits for this paste any more."""


def offer_pasted(app: Kit, text: str, table: Match | None = None) -> None:
    """Recognise moves or a record, and ask before they are set up. `table`: the match on the screen, if any,
    whose start counts for bare moves of its game, and whose seats for all that names nobody. Another paste, or
    leaving the screen, drops this one."""
    if is_letter(text):
        taking: Callable[[], Awaitable[None]] = partial(take, app, text)
        app.run_worker(taking, group="paste", exclusive=True)
    elif len(text) > MOST_PASTED:
        app.notify(
            f"What was pasted is longer than {MOST_PASTED:,} characters: import it as a file in the library.",
            severity="warning",
        )
    else:
        # A worker that never comes to begin must not leave a coroutine behind.
        due = asyncio.get_running_loop().time() + AFTER_PASTE
        screen = _screen_of(app)
        reading: Callable[[], Awaitable[None]] = partial(_offer, app, screen, text, table, due)
        app.run_worker(reading, group="paste", exclusive=True)


def _screen_of(app: Kit) -> AnyScreen:
    """The screen that a person is at, whatever asks or helps above it."""
    return next(screen for screen in reversed(app.screen_stack) if not screen.is_modal)


async def _offer(app: Kit, screen: AnyScreen, text: str, table: Match | None, due: float) -> None:
    found = await _recognised(app, text, table)
    if _screen_of(app) is not screen:
        return
    readings = [(reading, reading.match) for reading in found if reading.match]
    if readings:
        # A timer of the app, not a pause of this worker: it is due after what was typed meanwhile.
        rest = max(SOON, due - asyncio.get_running_loop().time())
        app.set_timer(rest, lambda: _ask(app, screen, readings, table))
    else:
        app.notify("No game found in what you pasted.", severity="warning")


async def _recognised(app: Kit, text: str, table: Match | None) -> list[Reading]:
    """The readings of a paste, made in a thread that ends soon when nobody waits for it any more."""
    given_up, rests_at = Event(), perf_counter()

    def heed() -> None:
        nonlocal rests_at
        if perf_counter() > rests_at:
            sleep(REST)
            rests_at = perf_counter() + WORK
            if given_up.is_set():
                raise GivenUp

    def recognised() -> list[Reading]:
        with suppress(GivenUp):
            return recognise(text, app.games, table, heed)
        return []

    try:
        reading = asyncio.ensure_future(asyncio.to_thread(recognised))
        await asyncio.wait({reading}, timeout=MOMENT)
        if not reading.done():
            app.notify("Reading what was pasted...", timeout=MOMENT * 4)
        return await reading
    finally:
        given_up.set()


def _ask(app: Kit, screen: AnyScreen, readings: list[tuple[Reading, Match]], table: Match | None) -> None:
    if (
        isinstance(app.screen, GameMenu) or _screen_of(app) is not screen
    ):  # an earlier one is asked about, or none
        return
    titles = [", ".join((match.game.title, *rules(match))) for _, match in readings]
    alone = len(readings) == 1
    as_one = [("", "") if alone else (f" as {title}", f", as {title}") for title in titles]
    matches = [match for _, match in readings]
    entries = [
        Entry(f"{_play_on(match)}{called}", partial(_set_up, app, _at_table(match, table)))
        for match, (called, _) in zip(matches, as_one, strict=True)
    ]
    entries += [
        Entry(f"Choose who plays on{called}", partial(_choose_players, app, _at_table(match, table)))
        for match, (_, called) in zip(matches, as_one, strict=True)
        if match.result is None
    ]
    entries += [
        Entry(f"Watch it{called}", partial(app.open_replay, match, foreign=True))
        for match, (called, _) in zip(matches, as_one, strict=True)
    ]
    first = {match.game.key: reading for reading, match in reversed(readings)}
    faults = sorted({explain_fault(reading) for reading in first.values() if reading.fault})
    told = [
        " ".join(
            filter(None, (f"{title}: {summarise(match, _at_table(match, table))}.", unusual_rules(match)))
        )
        for title, (_, match) in zip(titles, readings, strict=True)
    ]
    if any(match.result is None and not _seated(_at_table(match, table)) for _, match in readings):
        told.append("It names no players: all of them play at this keyboard, unless you choose others.")
    left_out = sorted({reading.record.left_out for reading, _ in readings} - {""})
    if left_out:
        told.append(f"Left out: {left_out[0]}.")
    if faults:
        told.append(f"Not all could be read. {' '.join(faults)}")
    told.append("A game with pasted moves is not rated.")
    if table and table.plies and table.result is None:
        told.append("Your game here is kept: go on with it from the menu or the library.")

    offer(app, [*entries, Entry("Cancel")], "Play on from what you pasted?", "\n".join(told))


def _set_up(app: Kit, match: Match) -> None:
    app.play_match(unrated(match, PASTED))


def _play_on(match: Match) -> str:
    return "Play on" if match.result is None else "Put it on the board"


def _at_table(match: Match, table: Match | None) -> Match:
    """The match between those who sit at the table, where it names nobody and is of the same game."""
    if table and not _seated(match) and match.game is table.game and len(match.seats) == len(table.seats):
        return replace(match, seats=table.seats)
    return match


def _seated(match: Match) -> bool:
    """Whether a match says who plays."""
    return any(seat.name or seat.level for seat in match.seats)


def _choose_players(app: Kit, match: Match) -> None:
    """Play on between players that are asked for."""

    def seated(seats: tuple[Seat, ...] | None) -> None:
        if seats:
            app.play_match(unrated(replace(match, seats=tuple(told_apart(seats))), NEW_PLAYERS))

    app.push_screen(Seating(match.game, match.seats, "Who plays on?"), seated)
