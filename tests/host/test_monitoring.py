"""What a balancer and Prometheus are told."""

from __future__ import annotations

import asyncio
import json
import re
from socket import SOCK_STREAM, create_connection, getaddrinfo, socket

import pytest

from marbles_tui.host.addresses import one_port
from marbles_tui.host.monitoring import HttpPage, HttpPort, health, metrics
from marbles_tui.host.resources import ProcessStanding
from tests.host.conftest import OpenHost

SAMPLE = re.compile(r'[a-z_]+\{(process|event)="\w*"\} [-+.e\d]+')
"""A line of the text format of Prometheus."""


async def asked(port: int, question: bytes = b"GET / HTTP/1.1\r\n\r\n", at: str = "127.0.0.1") -> bytes:
    """What is answered."""
    reader, writer = await asyncio.open_connection(at, port)
    writer.write(question)
    answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize(("ready", "status"), [(True, b"200 OK"), (False, b"503 Service Unavailable")])
async def test_it_says_whether_guests_may_come(ready: bool, status: bytes) -> None:
    async def answer() -> HttpPage:
        return health(ready, ProcessStanding(guests=3))

    port = HttpPort(answer)
    await port.open("127.0.0.1", 0)
    head, _, body = (await asked(port.port)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 " + status)
    assert json.loads(body)["ready"] is ready
    assert json.loads(body)["guests"] == 3
    assert f"Content-Length: {len(body)}".encode() in head
    await port.close()


@pytest.mark.parametrize("free", [True, False], ids=["a free port", "one that is named"])
async def test_all_addresses_are_those_of_ipv4_too(free: bool) -> None:
    async def answer() -> HttpPage:
        return HttpPage("here")

    with one_port("::", 0) as number:
        pass
    port = HttpPort(answer)
    await port.open("::", 0 if free else number)
    for address in ("127.0.0.1", "::1"):
        assert (await asked(port.port, at=address)).endswith(b"here")
    await port.close()


@pytest.mark.parametrize("addresses", [("::1",), ("127.0.0.1", "::1")])
async def test_a_free_port_is_the_same_one_at_all_addresses_of_a_name(
    addresses: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer() -> HttpPage:
        return HttpPage("here")

    def look_up(name: str, port: int, *_: object, **__: object) -> list[object]:
        return [each for address in addresses for each in getaddrinfo(address, port, type=SOCK_STREAM)]

    monkeypatch.setattr("socket.getaddrinfo", look_up)
    port = HttpPort(answer)
    await port.open("house.example", 0)
    for address in addresses:
        assert (await asked(port.port, at=address)).endswith(b"here")
    await port.close()


async def test_a_port_where_others_listen_is_none_of_its_own() -> None:
    async def answer() -> HttpPage:
        return HttpPage("here")

    first, second = HttpPort(answer), HttpPort(answer)
    await first.open("127.0.0.1", 0)
    with pytest.raises(OSError, match="in use"):
        await second.open("127.0.0.1", first.port)
    assert second.port == 0
    await first.close()


async def test_what_is_no_question_gets_no_answer_and_does_no_harm() -> None:
    async def answer() -> HttpPage:
        return HttpPage("here")

    port = HttpPort(answer)
    await port.open("127.0.0.1", 0)
    assert await asked(port.port, b"x" * 100_000) == b""
    assert await asked(port.port) != b""
    await port.close()


def test_prometheus_reads_the_figures_of_every_process() -> None:
    page = metrics(
        {"a": ProcessStanding(guests=3, lag=250, memory=2), "b": ProcessStanding()}, {"refused": 7}
    )
    lines = page.body.splitlines()
    assert all(SAMPLE.fullmatch(line) for line in lines if not line.startswith("#"))
    assert {
        'marbles_guests{process="a"} 3',
        'marbles_guests{process="b"} 0',
        'marbles_loop_lag_seconds{process="a"} 0.25',
        'marbles_memory_bytes{process="a"} 2097152',
        'marbles_events_total{event="refused"} 7',
    } <= set(lines)
    names = {line.partition("{")[0] for line in lines if not line.startswith("#")}
    assert names == {line.split()[2] for line in lines if line.startswith("# TYPE")}
    assert metrics({}, {}).ready is False, "no process answers"


@pytest.mark.long
def test_a_host_tells_its_figures(host: OpenHost) -> None:
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    host("--metrics", str(port))
    with create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
        answer = line.makefile("rb").read().decode()
    assert 'marbles_guests{process=""} 0' in answer
