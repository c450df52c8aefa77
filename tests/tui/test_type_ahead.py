"""Keys that wait for the app, and those that are dropped."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from textual.events import Key, MouseMove, Paste
from textual.message import Message

from marbles_tui.tui.textual_patches import type_ahead
from marbles_tui.tui.textual_patches.type_ahead import MOST, QUIT, TypeAhead


class Listener:
    """An app that takes messages when it is told to."""

    screen_stack: tuple[()] = ()

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.message_queue_size = 0

    def post_message(self, message: Message) -> None:
        self.heard.append(message)

    @property
    def keys(self) -> list[str]:
        return [message.key for message in self.heard if isinstance(message, Key)]


def pressed(key: str) -> Key:
    return Key(key, None)


def moved(x: int, button: int = 0) -> MouseMove:
    return MouseMove(None, x, 0, 0, 0, button, False, False, False)


def begun() -> tuple[TypeAhead, Any]:
    app: Any = Listener()
    return TypeAhead(app, asyncio.get_running_loop()), app


async def test_what_is_typed_comes_in_its_turn() -> None:
    ahead, app = begun()
    for message in (pressed("a"), Paste("b"), pressed("c")):
        assert not ahead.add(message)
    assert app.heard == []
    await asyncio.sleep(0)
    assert [type(message) for message in app.heard] == [Key, Paste, Key]
    assert app.keys == ["a", "c"]


async def test_a_busy_app_is_waited_for() -> None:
    ahead, app = begun()
    app.message_queue_size = 99
    ahead.add(pressed("a"))
    await asyncio.sleep(0)
    assert app.heard == []
    app.message_queue_size = 0
    while not app.heard:
        await asyncio.sleep(type_ahead.MOMENT)
    assert app.keys == ["a"]


async def test_a_flood_is_dropped_until_nobody_types_and_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(type_ahead, "monotonic", lambda: clock.now)
    ahead, app = begun()
    assert [ahead.add(pressed(str(number))) for number in range(MOST + 3)] == [False] * MOST + [
        True,
        False,
        False,
    ]
    ahead.add(Paste("no key"))
    await asyncio.sleep(0)
    assert app.keys == [str(number) for number in range(MOST)]
    assert isinstance(app.heard[-1], Paste)
    assert not ahead.add(pressed("still the flood"))
    clock.now += type_ahead.QUIET
    assert not ahead.add(pressed("a"))
    await asyncio.sleep(0)
    assert app.keys[-1] == "a"
    assert len(app.keys) == MOST + 1


async def test_the_key_that_quits_goes_before_a_flood() -> None:
    ahead, app = begun()
    for number in range(MOST + 9):
        ahead.add(pressed(str(number)))
    ahead.add(pressed(QUIT))
    await asyncio.sleep(0)
    assert app.keys == [QUIT]


async def test_of_a_moving_mouse_the_last_place_counts() -> None:
    ahead, app = begun()
    for message in (moved(1), moved(2), moved(3, button=1), pressed("a"), moved(4), moved(5)):
        ahead.add(message)
    await asyncio.sleep(0)
    assert [message.x for message in app.heard if isinstance(message, MouseMove)] == [2, 3, 5]
