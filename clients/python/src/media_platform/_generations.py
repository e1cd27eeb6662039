"""Requests about generations, and waiting for their end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any, cast
from urllib.parse import quote

from ._calls import Config, build_request, call
from ._flow import Emit, Flow, Pause
from .errors import (
    GenerationFailedError,
    RateLimitedError,
    ValidationError,
    WaitTimeoutError,
)
from .types import ENDED, CompletedGeneration, DeletedGeneration, Generation, ListGenerations

WAIT_SECONDS = 900.0
"""Most images take minutes, and no video takes longer."""
LONG_POLL = 25
"""Seconds that the server is asked to hold an answer."""


def create(
    config: Config, kind: str, fields: Mapping[str, Any], key: str | None
) -> Flow[Generation]:
    """Requests a generation. `kind` is `images` or `videos`."""
    request = build_request(config, "POST", f"/v1/{kind}", json=fields, idempotency_key=key)
    return call(config, request)


def cancel(config: Config, generation_id: str) -> Flow[Generation]:
    """Cancels a queued generation."""
    return call(config, build_request(config, "POST", f"{build_path(generation_id)}/cancel"))


def delete(config: Config, generation_id: str) -> Flow[DeletedGeneration]:
    """Deletes a finished generation."""
    return call(config, build_request(config, "DELETE", build_path(generation_id)))


def build_path(generation_id: str) -> str:
    """Builds the path of a generation. An id is one segment, also if it is not valid."""
    return f"/v1/generations/{quote(generation_id, safe='')}"


def get(config: Config, generation_id: str, wait: int = 0) -> Flow[Generation]:
    """Reads a generation. With `wait`, the server answers when it ends, or after these seconds."""
    query = {"wait": wait} if wait else None
    return call(config, build_request(config, "GET", build_path(generation_id), query=query))


def wait(config: Config, generation_id: str, timeout: float) -> Flow[CompletedGeneration]:
    """Waits until a generation has files. The end of the wait never cancels the generation."""
    end = time.monotonic() + timeout
    pauses = choose_polls()
    can_hold = True
    while True:
        asked = time.monotonic()
        held = int(max(0, min(LONG_POLL, end - asked, config.timeout / 2))) if can_hold else 0
        try:
            generation = yield from get(config, generation_id, held)
        except RateLimitedError as error:
            # Many concurrent waits of one account: the generation goes on, and so does the wait.
            pause = error.retry_after or next(pauses)
            if time.monotonic() + pause >= end:
                raise
            yield Pause(pause)
            continue
        except ValidationError:
            if not held:
                raise
            # An older server, which does not know `wait`.
            can_hold = False
            continue
        if generation["status"] in ENDED:
            return expect_completed(generation)
        left = end - time.monotonic()
        if left <= 0:
            raise WaitTimeoutError(generation, timeout)
        if time.monotonic() - asked < 1:
            yield Pause(min(next(pauses), left))


def expect_completed(generation: Generation) -> CompletedGeneration:
    """Returns a completed generation, and raises the error of another one."""
    if generation["status"] != "completed":
        raise GenerationFailedError(generation)
    return cast(CompletedGeneration, generation)


def choose_polls() -> Iterator[float]:
    """Seconds between polls: short ones first, because some pictures take only a second."""
    pause = 0.3
    while True:
        yield pause
        pause = min(5.0, pause * 1.3)


def list_all(config: Config, filters: ListGenerations) -> Flow[None]:
    """Emits generations, newest first. Each page is read when its first entry is needed."""
    query: dict[str, Any] = {"limit": 100, **filters}
    while True:
        request = build_request(config, "GET", "/v1/generations", query=query)
        page: Any = yield from call(config, request)
        for generation in page["data"]:
            yield Emit(generation)
        if page["next_cursor"] is None:
            return
        query["cursor"] = page["next_cursor"]
