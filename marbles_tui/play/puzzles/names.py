"""Names of puzzles that people can say: two words from fixed lists, by the id."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

FIRST: Final = (
    "able agile airy amber ample azure bashful bold brave breezy bright brisk bronze calm candid careful "
    "cheery chilly civil clever cloudy cobalt copper coral cosy crimson crisp curly curious daring dapper "
    "dewy distant dusky eager early earnest easy ebony faint fair famous fancy fleet fluffy foggy fond "
    "frank fresh frosty frozen gentle giddy gilded glad golden grand green hardy hasty hazel hidden "
    "hollow honest humble icy idle indigo ivory jade jolly jovial keen kind late lazy lemon light lilac "
    "little lively lofty loyal lucky lunar maroon mellow merry mighty misty modest mossy nimble noble "
    "olive opal orange pale patient pearly plucky polite proud purple quick quiet rapid rosy rusty sandy "
    "scarlet secret shady shiny silent silver simple sleepy slender smooth snowy sober solar steady "
    "stormy sunny tidal tidy"
)

SECOND: Final = (
    "acorn anchor anvil apple arbour arrow badger bakery balcony bamboo barn basket beacon beaver bell "
    "birch boulder bridge brook bucket button cabin camel candle canoe canyon castle cedar cellar cherry "
    "chimney cliff clover coast compass cottage cove crane creek cricket crown dolphin dragon drum eagle "
    "falcon feather ferry fiddle field finch flute forest fountain fox garden gate glacier goose grove "
    "hammer harbour hare harvest hedge heron hill island ivy jacket jetty kettle kite ladder lagoon lake "
    "lamp lantern lark lemon lily linen lobster maple market marsh meadow mill mirror moon mountain "
    "needle nest oak oasis orchard otter owl paddle parade path pebble pepper pigeon pine planet plum "
    "pond poplar prairie quarry rabbit raven reef ribbon river robin rocket saddle sail shell sparrow "
    "spring summit thicket tower tulip"
)

SALT: Final = "949"
"""Such that no two puzzles of a game that come with the program are called alike."""


def name_of(id: str) -> str:
    """The name of the puzzle of an id: "amber ferry"."""
    first, second = FIRST.split(), SECOND.split()
    found = int.from_bytes(sha256(f"{SALT}{id}".encode(errors="replace")).digest()[:8], "big")
    return f"{first[found % len(first)]} {second[found // len(first) % len(second)]}"
