"""Play together: at one keyboard, in a house of one's own, in somebody else's."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages import together as page
from marbles_tui.tui.pages.houses import Address
from marbles_tui.tui.pages.together import HOUSE, VISIT, Together
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import press, screen_text, settle, until


async def opened(pilot: Pilot[None]) -> Together:
    await settle(pilot)
    await press(pilot, "p")
    assert isinstance(pilot.app.screen, Together)
    return pilot.app.screen


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("attic.local", Address("attic.local")),
        ("attic.local:22", Address("attic.local", 22)),
        ("ssh -p 4022 ann@192.168.1.4", Address("192.168.1.4", 4022, "ann")),
        ("ssh attic", Address("attic", 22)),
        ("fe80::1", Address("fe80::1")),
        ("-oProxyCommand=x", None),
        ("ssh -oProxyCommand=x attic", None),
        ("a;b", None),
        ("attic:0", None),
        ("attic:99999", None),
        ("-l@attic", None),
        ("ssh -p x attic", None),
        ("", None),
    ],
)
def test_an_address_is_what_was_passed_on(text: str, address: Address | None) -> None:
    if address is None:
        with pytest.raises(ValueError, match="An address is"):
            Address.read(text)
    else:
        assert Address.read(text) == address
        assert Address.read(str(address)) == address
        assert address.command()[-2:] == ["--", address.host]


@pytest.mark.long
async def test_a_house_opens_and_closes_with_the_arcade(arcade: MakeArcade) -> None:
    pytest.importorskip("asyncssh")
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await opened(pilot)
        shown.query_one("#open", Filters).choose("open", "machine")
        shown.query_one("#ways", RowList).pick(HOUSE)
        await settle(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: shown.house.address, "the house")
        address = shown.house.address
        assert address
        assert address.host == "localhost"
        await until(pilot, lambda: str(address) in screen_text(pilot), "the line")
        assert await address.answers()
    assert not await address.answers()


async def test_a_house_is_visited_and_remembered(arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        ran.append(command)
        return SimpleNamespace(returncode=255 if "gone" in command else 0)

    @contextmanager
    def rested() -> Iterator[None]:
        yield

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(page, "has_ssh", lambda: True)
    app = arcade()
    monkeypatch.setattr(app, "suspend", rested)
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await opened(pilot)
        shown.query_one("#ways", RowList).pick(VISIT)
        await settle(pilot)
        for typed in ("no where", "gone:2222", "attic:2222"):
            shown.query_one("#address", Input).value = typed
            shown.query_one("#address", Input).focus()
            await press(pilot, "enter")
            told = str(shown.query_one("#visited", Static).render())
            assert ("An address is" in told) == (typed == "no where")
            assert ("could not be reached" in told) == typed.startswith("gone")
        assert [command[-1] for command in ran] == ["gone", "attic"]
        shown.query_one("#code", Input).value = "K7QX"
        await press(pilot, "enter")
        assert ran[-1][-4:] == ["--", "attic", "join", "K7QX"]
        shown.query_one("#code", Input).value = "K7; ls"
        await press(pilot, "enter")
        assert "letters and digits" in str(shown.query_one("#visited", Static).render())
        assert list(app.settings.houses) == ["ssh -p 2222 attic"]
        assert "attic" in screen_text(pilot)
