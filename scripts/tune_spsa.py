"""Tune the weights of a game's evaluation by simultaneous perturbation (SPSA), with the native search.

    python -m scripts.tune_spsa gobblet --pairs 2000 --nodes 5000 --seed 1

Every pair of games shifts all weights at once, each up or down by chance, and lets what comes of it play the
opposite of it from one opening, each side once; the weights then move a little towards the winner. What is told
at the end is a proposal: scripts/duel.py decides whether it is stronger.
"""

from __future__ import annotations

import re
import tempfile
import time
from ctypes import CDLL, Array, c_int32
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import click

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.native.library import Library
from marbles_tui.games import GAMES
from native.compile import FOLDER, LIBRARY, build
from scripts.duel import opening, play

STEPS: Final[dict[str, dict[str, float]]] = {
    "abacus": {"NEARER": 3, "ON_EDGE": 4, "NEIGHBOURS": 2, "PRESSURE": 3, "THREATENED": 6},
    "gobblet": {
        "VISIBLE": 15,
        "COVERED": 15,
        "THREAT": 60,
        "TEMPO": 25,
        "TALLER[0]": 10,
        "TALLER[1]": 10,
        "TALLER[2]": 12,
        "LINE[1]": 12,
        "LINE[3]": 60,
    },
    "beadmaster": {
        "SOON": 6,
        "LATER": 4,
        "THIRD": 4,
        "TEMPO": 8,
        "HELD[1]": 16,
        "HELD[2]": 14,
        "HELD[3]": 12,
        "HELD[4]": 10,
    },
    "egg-carton": {"OTHER_MARBLE": 20, "TEMPO": 40},
}
"""By game the weights that are tuned, and how far the last pair shifts each. One that is left out is the unit
of the others."""

ALPHA: Final = 0.602
GAMMA: Final = 0.101
"""How the moves of the weights, and the shifts, get smaller from pair to pair: the usual values."""

TOLD: Final = 100
"""Pairs between two lines of news."""


class Weight(NamedTuple):
    """A constant of a game's file, or a place of one that is an array."""

    name: str
    place: int

    @classmethod
    def read(cls, text: str) -> Weight:
        """From NAME or NAME[PLACE]."""
        name, _, place = text.rstrip("]").partition("[")
        return cls(name, int(place or 0))


class Player:
    """A library whose weights can be set."""

    def __init__(self, file: Path, weights: list[Weight]) -> None:
        self.library = Library(file)
        loaded = CDLL(str(file))
        self._places: list[tuple[Array[c_int32], int]] = [
            ((c_int32 * (weight.place + 1)).in_dll(loaded, weight.name), weight.place) for weight in weights
        ]

    @property
    def values(self) -> list[float]:
        """The weights, in the order in which they were named."""
        return [float(array[place]) for array, place in self._places]

    def set(self, values: list[float]) -> None:
        """Play by these weights from now on."""
        for (array, place), value in zip(self._places, values, strict=True):
            array[place] = round(value)
        self.library.call("prepare")


def loosened(source: str, weights: list[Weight]) -> str:
    """A game's C with the weights as variables that the library shows."""
    for name in {weight.name for weight in weights}:
        if re.search(rf"^EXPORT .*\b{name}\b", source, flags=re.MULTILINE):
            continue
        for constants in (rf"^enum {{ (.*\b{name} = .*) }};$", rf"^static const int ({name}\[\d+\] = .*);$"):
            source = re.sub(constants, r"EXPORT int32_t \1;", source, flags=re.MULTILINE)
    return source


def build_player(key: str, weights: list[Weight], target: Path) -> Player:
    """Compile a library for a game in which the weights can be set."""
    name = f"{key.replace('-', '_')}.c"
    changed = target.with_suffix(".c")
    changed.write_text(loosened((FOLDER / name).read_text(encoding="utf-8"), weights), encoding="utf-8")
    sources = [str(changed) if source == name else source for source in LIBRARY]
    build(target, sources, "-shared", f"-I{FOLDER}")
    return Player(target, weights)


def tune(key: str, pairs: int, nodes: int, rate: float, seed: int) -> None:
    """Tune, and tell where the weights are on the way."""
    (game,) = [known for known in GAMES if known.key == key]
    weights = [Weight.read(text) for text in STEPS[key]]
    ends = list(STEPS[key].values())
    limits = Limit(nodes=nodes), Limit(nodes=nodes)
    began, random, settling = time.monotonic(), Random(seed), pairs / 10
    with tempfile.TemporaryDirectory() as folder:
        upper, lower = (build_player(key, weights, Path(folder, f"{name}.so")) for name in ("upper", "lower"))
        values, won = upper.values, 0.0
        for pair in range(1, pairs + 1):
            signs = [random.choice((-1, 1)) for _ in weights]
            shifts = [end * (pairs / pair) ** GAMMA for end in ends]
            speed = rate * ((settling + pairs) / (settling + pair)) ** ALPHA
            for player, side in ((upper, 1), (lower, -1)):
                player.set(
                    [
                        value + side * sign * shift
                        for value, sign, shift in zip(values, signs, shifts, strict=True)
                    ]
                )
            start = opening(game, 4, random)
            both = upper.library, lower.library
            won = play(game, start, both, limits) - play(game, start, both[::-1], limits)
            values = [
                value + speed * end * end / shift * sign * 2 * won
                for value, end, sign, shift in zip(values, ends, signs, shifts, strict=True)
            ]
            if pair % TOLD == 0 or pair == pairs:
                named = " ".join(
                    f"{text}={value:.1f}" for text, value in zip(STEPS[key], values, strict=True)
                )
                print(f"{pair} pairs, {time.monotonic() - began:.0f} s: {named}", flush=True)


@click.command()
@click.argument("game", type=click.Choice(sorted(STEPS)))
@click.option("--pairs", default=2000)
@click.option("--nodes", default=5000)
@click.option(
    "--rate", default=0.01, help="How far a pair that is won moves the weights, in shifts, at the end."
)
@click.option("--seed", default=1)
def main(game: str, pairs: int, nodes: int, rate: float, seed: int) -> None:
    """Tune the weights of a game."""
    tune(game, pairs, nodes, rate, seed)


if __name__ == "__main__":
    main()
