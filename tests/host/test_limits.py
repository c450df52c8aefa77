"""What limits the host has, and how they are set."""

from __future__ import annotations

import pytest

from marbles_tui.host.limits import HostLimits, changed, described
from marbles_tui.rooms.limits import Limits as RoomLimits


def test_every_limit_says_what_it_limits() -> None:
    assert all(usual > 0 and about for _, usual, about in described())


def test_limits_are_set_by_their_names() -> None:
    assert changed(["idle=5", " guests = 7 ", "rooms=3"]) == (
        HostLimits(idle=5, guests=7),
        RoomLimits(rooms=3),
    )


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("cats=3", "there is no limit 'cats'"),
        ("idle", "idle: expected a number from 1 to 1000000, not ''"),
        ("idle=-1", "not '-1'"),
        ("idle=0", "not '0'"),
        ("idle=9999999999", "not '9999999999'"),
        ("idle=١", "not '١'"),
    ],
)
def test_what_is_no_limit_is_said(setting: str, said: str) -> None:
    with pytest.raises(ValueError, match="expected") as error:
        changed([setting])
    assert said in str(error.value)
