"""`marbles-tui play`: straight to a table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.arguments import (
    GameCommand,
    find_game,
    find_setup,
    read_text,
    rule_option,
    seat_players,
    setup_option,
    split_options,
)
from marbles_tui.cli.output import (
    WRONG_USAGE,
    Failure,
    complain,
    naming_errors,
    own_settings,
    put,
    put_folded,
    put_json,
)
from marbles_tui.core import CHANCE, IllegalMove
from marbles_tui.games import GAMES
from marbles_tui.play import Match, post
from marbles_tui.play.post import BadLetter
from marbles_tui.store import MatchStore, save

if TYPE_CHECKING:
    from marbles_tui.table.season import Seasons


@click.command(cls=GameCommand, short_help="Start a game at once.")
@click.argument("game", shell_complete=completion.games)
@setup_option("A named start, a position text, or a board file.")
@rule_option()
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N=human|LEVEL",
    shell_complete=completion.seats,
    help="Who plays as player N: human or a computer level.",
)
@click.option("--text", "as_text", is_flag=True, help="Play in plain lines of text, without a full screen.")
def play(
    game: str, setup: str | None, options: tuple[str, ...], seats: tuple[str, ...], as_text: bool
) -> int:
    """Start playing GAME at once, without the menu."""
    with naming_errors():
        found = find_game(game)
        given = split_options(options)
        setup = find_setup(found, setup)
        players = seat_players(found, seats, given)
        Match.new(found, setup=setup, options=given, seats=players)
    if as_text:
        # Imported only now: the search takes a while to load.
        from marbles_tui.cli.text import play_as_text
        from marbles_tui.table.start import new_table

        name = own_settings().name
        return play_as_text(lambda _: new_table(found, setup, given, players, name=name))
    return launch(table=(found, setup, given, players))


@click.command(short_help="Continue a saved game.")
@click.argument(
    "match", metavar="[ID]", required=False, default="", shell_complete=completion.unfinished_games
)
@click.option("--text", "as_text", is_flag=True, help="Play in plain lines of text, without a full screen.")
def resume(match: str, as_text: bool) -> int:
    """Continue the game with this ID (`library list` shows them), or else the last unfinished one."""
    if as_text:
        # Imported only now: the search takes a while to load.
        from marbles_tui.cli.text import play_as_text
        from marbles_tui.table.start import saved_match

        return play_as_text(lambda store: saved_match(store, GAMES, match))
    return launch(resume=match)


@click.command("post", short_help="Play a game by letters, in mail or chat.")
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
    # Imported only now: the store and the search take a while to load.
    from marbles_tui.table.post import begin, kept, receive, write
    from marbles_tui.table.start import today

    settings, store, saved = own_settings(), MatchStore.open(), None
    try:
        with naming_errors():
            if game:
                own_name = name or settings.name
                if not (own_name and other) or own_name == other:
                    raise Failure("expected --to NAME and your own name: --name NAME", WRONG_USAGE)
                match, own = begin(find_game(game), (own_name, other), date=today(), random=Random())
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
        save(replace(settings, letters=own.put(settings.letters, match)))
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
    """How the game stands."""
    from marbles_tui.table import phrases
    from marbles_tui.text import words

    for line in words.board(match):
        put_folded(line)
    put(phrases.verdict(match) if match.result else f"{match.names[match.position.actor]} to move.")


@click.command(short_help="All games in rounds, from the weakest opponents to the strongest.")
@click.option("--text", "as_text", is_flag=True, help="Play its next game in plain lines of text.")
@click.option("--list", "listed", is_flag=True, help="Show the table, and play nothing.")
@click.option("--json", "as_json", is_flag=True, help="The table as one JSON object.")
def season(as_text: bool, listed: bool, as_json: bool) -> int:
    """Play a season: five rounds of a game of each, against stronger opponents in each round."""
    if not (as_text or listed or as_json):
        return launch(season=True)
    # Imported only now: the search takes a while to load.
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
