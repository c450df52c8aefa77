"""What a balancer is told."""

from __future__ import annotations

import asyncio
import json

import pytest

from marbles_tui.host.health import Health


async def asked(port: int, question: bytes = b"GET / HTTP/1.1\r\n\r\n") -> bytes:
    """What is answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(question)
    answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize(("ready", "status"), [(True, b"200 OK"), (False, b"503 Service Unavailable")])
async def test_it_says_whether_guests_may_come(ready: bool, status: bytes) -> None:
    health = Health(lambda: ready, lambda: {"guests": 3})
    await health.open("127.0.0.1", 0)
    head, _, body = (await asked(health.port)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 " + status)
    assert json.loads(body) == {"ready": ready, "guests": 3}
    assert f"Content-Length: {len(body)}".encode() in head
    await health.close()


async def test_what_is_no_question_gets_no_answer_and_does_no_harm() -> None:
    health = Health(lambda: True, dict)
    await health.open("127.0.0.1", 0)
    assert await asked(health.port, b"x" * 100_000) == b""
    assert await asked(health.port) != b""
    await health.close()
