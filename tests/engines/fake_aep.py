"""An engine that speaks AEP, for tests: it opens with the middle row, and checks what it is told."""

from __future__ import annotations

import sys

OPENING = {0: "a1d4", 1: "i9f6"}


def main() -> None:
    """Answer as AbMove's wrapper does."""
    plies = 0
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "aep":
            print("id name fake\nid author tests\nreadyok", flush=True)
        elif word == "position":
            board, _, moves = rest.partition(" moves")
            kind, *rows, side = board.split()
            assert kind == "abp"
            assert [len(row) for row in rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
            assert side == "1"
            plies = len(moves.split())
        elif word == "go":
            print(f"info string {rest}\nbestmove {OPENING.get(plies, 'zz')}", flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
