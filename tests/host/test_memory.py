"""Memory goes back to the system when nobody needs it."""

from __future__ import annotations

import platform

import pytest

from marbles_tui.host.resources import give_back, resident, share_one_arena

MEGABYTES = 40


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="other C libraries do so by themselves, or not at all"
)
def test_what_lies_free_between_what_is_needed_goes_back() -> None:
    share_one_arena()
    blocks = [bytes(10_000) for _ in range(100 * MEGABYTES)]
    kept = blocks[::50]
    full = resident()
    del blocks
    give_back()
    assert full - resident() > MEGABYTES / 2
    assert kept
