"""The page as somebody meets it: in a browser, from a server that does nothing but hand out files."""

from __future__ import annotations

import pytest

from tests.browser.site_check import prove
from tests.browser.site_tab import NotHere, built, chromium_here

pytestmark = pytest.mark.long


async def test_what_the_page_promises_holds_in_chromium() -> None:
    try:
        program, folder = chromium_here(), built(build=False)
    except NotHere as missing:
        pytest.skip(str(missing))
    said: list[str] = []
    try:
        await prove(folder, program, whole=False, say=said.append)
    except AssertionError as broken:
        raise AssertionError("\n".join((*said, str(broken)))) from broken
    assert said
