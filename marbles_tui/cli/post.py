"""`marbles-tui post`: games by letters."""

from __future__ import annotations

import sys
from random import Random

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arguments import find_game, read_text
from marbles_tui.cli.output import (
    WRONG_USAGE,
    Failure,
    complain,
    naming_errors,
    own_settings,
    put,
    put_folded,
)
from marbles_tui.core import CHANCE, IllegalMove
from marbles_tui.games import GAMES
from marbles_tui.play import Match, post
from marbles_tui.play.post import BadLetter
from marbles_tui.store import MatchStore, save
from marbles_tui.table import phrases
from marbles_tui.table.post import begin, kept, receive, write
from marbles_tui.table.start import today
from marbles_tui.text import words as text_words


@click.command("post")
@click.argument("words", nargs=-1, metavar="[LETTER] [MOVE …]")
@click.option("--new", "game", metavar="GAME", shell_complete=completion.games, help="Begin a game.")
@click.option("--to", "other", metavar="NAME", help="With whom.")
@click.option("--name", help="What you are called; by default as in the settings.")
@click.option("--resign", is_flag=True, help="Give up.")
def by_post(
    words: tuple[str, ...], game: str | None, other: str | None, name: str | None, resign: bool
) -> int:
    """Read the letter in a file (`-`: stdin), and play the moves behind it; print the letter that answers it.

    Without moves it says how the game stands, and asks for them at a terminal. `--new` begins a game, and its first
    word is a move.
    """
    settings, store, saved = own_settings(), MatchStore.open(), None
    try:
        with naming_errors():
            if game:
                begun, own_name = find_game(game), name or settings.name
                if not (own_name and other) or own_name == other:
                    raise Failure("expected --to NAME and your own name: --name NAME", WRONG_USAGE)
                match, own = begin(begun, (own_name, other), date=today(), random=Random())
                moves = words
            elif words:
                match, saved, own = receive(
                    read_text(words[0]), GAMES, settings.letters, kept(store), Random()
                )
                moves = words[1:]
            else:
                raise Failure("expected a file with a letter, - for stdin, or --new GAME", WRONG_USAGE)
            if match.result is None:
                match = _played(match, own.seat, own.secret, moves, resign, words[:1] == ("-",))
        if match.result is None and not post.is_complete(match, own.seat):
            return 0
        over_there = (
            match.result is not None and post.head(match).seat != own.seat and not moves and not resign
        )
        if over_there:
            _show(match)
        else:
            match, own, letter = write(match, own)
            put(letter.rstrip())
        save(settings._replace(letters=own.put(settings.letters, match)))
        number = store.begin(match) if saved is None else (store.load(saved) and store.save(saved, match))
        if match.plies and number is None:
            complain(store.trouble)
    except BadLetter as error:
        raise Failure(str(error)) from error
    finally:
        store.close()
    return 0


def _played(match: Match, seat: int, secret: str, moves: tuple[str, ...], resign: bool, piped: bool) -> Match:
    """The game after the moves that are given, or asked for."""
    waiting, asks = list(moves), not (moves or resign) and sys.stdin.isatty() and not piped
    while not post.is_complete(match, seat):
        if match.turn == CHANCE and match.position.actor == seat:
            match, events = match.play(post.roll(match, seat, secret))
            for told in filter(None, (match.game.say(event, match.names) for event in events)):
                complain(told)
        elif waiting:
            match = match.read(waiting.pop(0))
        elif resign:
            return match.resign(seat)
        else:
            if moves and not asks:
                _show(match)
                raise Failure("the turn is not over: more moves are needed")
            _show(match)
            line = click.prompt("Your move", default="", show_default=False, err=True) if asks else ""
            if not line.strip():
                return match
            try:
                match = match.read(line.strip())
            except IllegalMove as error:
                complain(str(error))
    if waiting:
        raise Failure(f"{waiting[0]} is too much: the turn is over")
    return match


def _show(match: Match) -> None:
    """The state of the game."""
    for line in text_words.board(match):
        put_folded(line)
    put(phrases.verdict(match) if match.result else f"{match.names[match.position.actor]} to move.")
