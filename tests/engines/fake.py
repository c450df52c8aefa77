"""A small engine for tests; its first argument says what is wrong with it. It imports nothing that takes long."""

from __future__ import annotations

import os
import subprocess
import sys
import time

MOVES = {"gobblet": ["W1A1", "K1B2", "W1C3", "K1D4"]}
"""The first moves it knows, whoever's turn it is."""

WRONG = {
    "illegal": "bestmove W9Z9",
    "escapes": "bestmove \x1b[2J\x07\u202eW1A1",
    "no-word": "bestmove",
    "claim": "bestmove =",
    "resign": "bestmove #",
}


def say(text: str) -> None:
    """A line for the controller."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def misbehave(how: str) -> None:
    """What is done in place of an answer."""
    if how in WRONG:
        say(WRONG[how])
    elif how == "dies":
        os._exit(3)
    elif how == "leaves":  # and what it has started keeps its output open
        subprocess.Popen(["sleep", "5"], start_new_session=True)
        os._exit(0)
    elif how == "closes":
        os.close(1)
    elif how == "floods":
        for number in range(1 << 20):
            say(f"info depth {number}")
    elif how == "endless":
        while True:
            sys.stdout.write("x" * (1 << 16))
    elif how == "megabytes":
        say("info " + "x" * (2 << 20) + "\nbestmove W1A1")
    elif how == "garbage":
        os.write(1, bytes(range(256)) * 99 + b"\nbestmove \x00\xff\xfeW1A1\r\n")
    elif how == "drips":
        while True:
            say("info")
            time.sleep(0.05)
    elif how == "silent":
        time.sleep(60)


def main() -> None:
    """Play as far as it knows how."""
    how = sys.argv[1]
    plies = 0
    if how == "deaf":
        say("games gobblet")
        time.sleep(60)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "games":
            say("games chess" if how == "other" else "id fake\ngames gobblet")
        elif word == "position":
            words = rest.rpartition("]")[2].split()
            plies = sum(not word[0].isdigit() for word in words)
        elif word == "go" and how in ("good", "stays", "notes"):
            if how == "notes":
                with open(sys.argv[2], "a") as file:
                    file.write(f"{rest}\n")
            say(f"info depth 1 pv {MOVES['gobblet'][plies]}")
            say(f"bestmove {MOVES['gobblet'][plies]}")
        elif word == "go":
            misbehave(how)
        elif word == "quit":
            if how == "stays":
                time.sleep(60)
            break


if __name__ == "__main__":
    main()
