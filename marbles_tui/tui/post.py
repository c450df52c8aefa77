"""Letters of games by post, as they come and go."""

from __future__ import annotations

from contextlib import suppress

from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match, post
from marbles_tui.play.post import BadLetter
from marbles_tui.store import MatchStore
from marbles_tui.table.post import Own, begin, kept, receive, session_by_post, write
from marbles_tui.table.session import Keep, Session
from marbles_tui.table.start import today
from marbles_tui.tui.clipboard import copy
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
    """Hand a letter to whoever sends it."""
    copy(app, letter, "letter")
    other = sanitize_line(match.names[1 - post.head(match).seat], 24)
    app.notify(f"Send it to {other}, and paste the answer here or in the menu.", timeout=12, markup=False)


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
