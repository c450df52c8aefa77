"""An engine that speaks AEP, for tests, after the text of AbMove's own reader and writer of moves.

It knows the rules by itself, so that what it is told is checked by them. As AbMove's generator does, it names an
in-line move by its rear marble's step alone, and a row that moves sideways from either end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

Place = tuple[int, int]

STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
CELLS = [(row, digit) for row in range(9, 0, -1) for digit in range(1, 10) if abs(row - digit) < 5]
LONGEST = 4000
"""Characters of a line: more are an error in AbMove."""


def beyond(place: Place, step: Place, times: int = 1) -> Place:
    """So many steps from a place."""
    return place[0] + times * step[0], place[1] + times * step[1]


def name(place: Place) -> str:
    """A place as it is written."""
    return f"{'abcdefghi'[place[0] - 1]}{place[1]}"


class Board:
    """Signs by place: `1`, `2` or `.`, and whose turn it is."""

    def __init__(self, signs: str, side: str) -> None:
        self.signs = dict(zip(CELLS, signs, strict=True))
        self.side = side

    def pushed(self, rear: Place, step: Place) -> dict[Place, str] | None:
        """The signs after an in-line move; None if it is against the rules."""
        own = enemies = 0
        while self.signs.get(beyond(rear, step, own)) == self.side:
            own += 1
        while self.signs.get(beyond(rear, step, own + enemies), ".") not in (".", self.side):
            enemies += 1
        end = self.signs.get(beyond(rear, step, own + enemies))
        if not 1 <= own <= 3 or enemies >= own or end == self.side or not (end or enemies):
            return None
        after = dict(self.signs)
        for place in (beyond(rear, step, number) for number in range(own + enemies, 0, -1)):
            if place in after:
                after[place] = self.signs[beyond(place, step, -1)]
        return {**after, rear: "."}

    def moved(self, row: list[Place], step: Place) -> dict[Place, str] | None:
        """The signs after a row has moved sideways; None if it cannot."""
        if any(self.signs.get(place) != self.side for place in row):
            return None
        goals = [beyond(place, step) for place in row]
        if any(self.signs.get(place) != "." for place in goals):
            return None
        return {**self.signs, **dict.fromkeys(row, "."), **dict.fromkeys(goals, self.side)}

    def meant(self, word: str) -> dict[Place, str] | None:
        """The signs after a move from first to last; None if there is none."""
        first, last = (("abcdefghi".index(word[at]) + 1, int(word[at + 1])) for at in (0, 2))
        for along in range(6):
            if last in (beyond(first, STEPS[along], times) for times in (1, 2, 3)):
                return self.pushed(first, STEPS[along])
            for heading in (STEPS[(along + 1) % 6], STEPS[along - 1]):
                for count in (2, 3):
                    row = [beyond(first, STEPS[along], number) for number in range(count)]
                    if last == beyond(row[-1], heading) and (after := self.moved(row, heading)):
                        return after
        return None

    def words(self) -> Iterator[str]:
        """All moves, as a generator that puts nothing in order writes them."""
        for place in CELLS:
            for number, step in enumerate(STEPS):
                if self.signs[place] == self.side and self.pushed(place, step):
                    yield name(place) + name(beyond(place, step))
                for along in {0, 1, 2} - {number % 3}:
                    for count in (2, 3):
                        row = [beyond(place, STEPS[along], at) for at in range(count)]
                        if self.moved(row, step):
                            yield name(place) + name(beyond(row[-1], step))


def read(words: list[str]) -> Board:
    """What `position` sets up. AbMove ends itself where that cannot be."""
    at = words.index("moves") if "moves" in words else len(words)
    kind, *rows = words[:at]
    text = "".join(rows)
    assert kind == "abp"
    assert len(text) == 62
    board = Board(text[:61], text[61])
    for word in words[at + 1 :]:
        after = board.meant(word)
        assert after, f"{word} is against the rules"
        board.signs, board.side = after, "21"[int(board.side) - 1]
    return board


def main() -> None:
    """Answer as AbMove's wrapper does: unknown commands not at all."""
    board, asked = None, 0
    for line in sys.stdin:
        assert len(line) <= LONGEST
        word, *words = line.split()
        if word == "aep":
            print("id name fake\nid author tests\nreadyok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            board = read(words)
        elif word == "go" and board:
            asked += 1
            moves = list(board.words())
            print(f"info string {' '.join(words)}\nbestmove {moves[asked * 37 % len(moves)]}", flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
