"""Many numbers in few."""

from __future__ import annotations

from marbles_tui.play.summary import Bucket, Spread, bar, buckets


def test_a_spread() -> None:
    assert Spread.of([]) is None
    assert Spread.of([7]) == (7, 7, 7, 7, 7, 7)
    assert Spread.of(range(1, 101)) == (1, 50, 50.5, 90, 99, 100)
    assert Spread.of([3, 1, 2]) == (1, 2, 2, 3, 3, 3)


def test_buckets_hold_everything_once() -> None:
    assert buckets([], 5) == []
    assert buckets([4, 4], 5) == [Bucket(4, 4, 2)]
    assert buckets([1, 2, 3, 3], 5) == [Bucket(1, 1, 1), Bucket(2, 2, 1), Bucket(3, 3, 2)]
    assert buckets([0, 4, 5, 9], 2) == [Bucket(0, 4, 2), Bucket(5, 9, 2)]
    assert sum(one.size for one in buckets(range(1000), 12)) == 1000


def test_bars_are_as_long_as_their_share() -> None:
    assert (bar(0, 8), bar(0.5, 8), bar(1, 8), bar(2, 8)) == ("", "█" * 4, "█" * 8, "█" * 8)
    assert bar(1 / 16, 2) == "▏"
    assert bar(0.0001, 8) == "▏"
    assert (bar(0, 8, ascii_only=True), bar(0.5, 8, ascii_only=True), bar(0.001, 8, ascii_only=True)) == (
        "",
        "####",
        "#",
    )
