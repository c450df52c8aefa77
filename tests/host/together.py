"""Five games to their end between people who come in by OpenSSH's client: moves typed, all of it read off screens.

    python -m tests.host.together [GAME ...]

A line a game. On the way a move is taken back by consent, a draw is agreed, somebody resigns, there is a rematch, and
somebody without a key comes to watch in the middle. What is legal is asked of the record that the host keeps.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from marbles_tui.play import Match
from tests.host.party import STARTS, TITLES, Guest, Party

LINES: Final[Mapping[str, str]] = {
    "gobblet": "W1A1 K1B2 W2A2 K2C3 W3A3 K3B4 W1A4",
    "abacus": (
        "g8g9 b4a3 c3b3 h4g3 a1a2 g4g5f3 a2a3 h5h6g4 b3a2 g5h6 i9i8 b5c5b4 i7h7 b4c4c5 a2b2 c5c4 a3a4b4 h6i7 g7h7"
        " f4e3 b4b5 c4c5 h9h8 g3g4h4 h8h7"
    ),
}
"""Short games that their rules end."""

TRIES: Final = {"egg-carton": 100, "beadmaster": 3}
"""Games of which so many are tried at random for the shortest. Where dice decide any legal move will do."""


def shortest(match: Match) -> list[str]:
    """The moves of the shortest of some games that go on from here at random."""
    random = Random(7)
    best: list[str] = []
    for _ in range(TRIES[match.game.key]):
        played = match
        moves: list[str] = []
        while not played.result and (not best or len(moves) < len(best)):
            move = random.choice(played.position.moves())
            played, _ = played.play(move)
            moves.append(str(move))
        best = moves if played.result else best
    return best


def gobblet(party: Party, ann: Guest, ben: Guest) -> int:
    """With a move taken back, somebody who comes to watch, a lost connection, a rematch, a draw, a resignation; the
    plies to the end that the rules make."""
    moves = LINES["gobblet"].split()
    party.offered_quickly(ann, ben, "gobblet")
    party.plays((ann, ben), moves[:2])
    ann.sees_no("Waiting for")
    ann.types(b"u")
    ben.sees("Ann asks to", "y agree")
    ben.types(b"y")
    party.until(lambda: party.kept(0), "both moves are taken back")
    for guest in (ann, ben):
        guest.sees("W1A1 and K1B2")
    party.plays((ann, ben), moves[:3])
    cleo = party.comes("Cleo", key=False)
    cleo.goes_to_lobby()
    cleo.sees("enter watch")
    cleo.types(b"\r")
    cleo.sees("W2A2", "Waiting for Ben")
    ann.comes_back()
    ann.sees("W2A2")
    ben.sees("Ann is back.")
    plies = party.plays((ann, ben), moves[3:])
    party.see_the_end((ann, ben), "made four")
    cleo.sees("Ann made four")

    party.plays_again(ann, ben)
    party.plays((ann, ben), moves[:2])
    ben.sees_no("Waiting for")
    ben.chooses("Offer a draw")
    ann.sees("Ben offers a draw", "y accept")
    ann.types(b"y")
    party.see_the_end((ann, ben), "Agreed")

    party.plays_again(ben, ann)
    party.plays((ann, ben), moves[:3])
    ben.sees_no("Waiting for")
    ben.chooses("Resign")
    ben.sees("do you resign?")
    ben.types(b"y")
    ben.sees("You resigned")
    ann.sees("Ben resigned")
    cleo.types(b"q")
    party.rest(cleo)
    return plies


def others(party: Party, ann: Guest, ben: Guest, game: str) -> int:
    """To the end that the rules make; the plies."""
    if game in STARTS:
        party.offered_from_set_up(ann, ben, game)
    else:
        ann.goes_to_lobby()
        party.offered_quickly(ann, ben, game)
    match = party.match()
    line = LINES[game].split() if game in LINES else shortest(match) if game in TRIES else None
    plies = party.plays((ann, ben), line)
    party.see_the_end((ann, ben))
    return plies


def main() -> None:
    """Play them, and say how long each took."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("games", nargs="*", metavar="GAME", choices=[*TITLES, []], help="; ".join(TITLES))
    games = words.parse_args().games or list(TITLES)
    with tempfile.TemporaryDirectory() as folder, Party(Path(folder)) as party:
        ann, ben = party.comes("Ann"), party.comes("Ben", columns=120, rows=40)
        ben.goes_to_lobby()
        for game in games:
            began = time.monotonic()
            if game == "gobblet":
                ann.goes_to_lobby()
                plies = gobblet(party, ann, ben)
            else:
                plies = others(party, ann, ben, game)
            party.go_back((ann, ben))
            seconds = time.monotonic() - began
            print(f"{TITLES[game]}: played to its end in {plies} plies, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
