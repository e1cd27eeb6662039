"""Requests about generations and speech, and waiting for their end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal
from urllib.parse import quote

from ._calls import Config, build_request, call
from ._flow import Emit, Flow, Pause
from .errors import (
    GenerationFailedError,
    MediaError,
    RateLimitedError,
    SpeechFailedError,
    ValidationError,
    WaitTimeoutError,
)
from .types import ENDED, Event

Kind = Literal["generations", "speech"]
"""The path of a kind of work. Images and videos are created at another one."""

WAIT_SECONDS = 900.0
"""Seconds. Most images take minutes, and all videos finish within this time."""
LONG_POLL = 25
"""Seconds that the server is asked to hold a request open."""


def create(config: Config, kind: str, fields: Mapping[str, Any], key: str | None) -> Flow[Any]:
    """Requests work. `kind` is `images`, `videos` or `speech`."""
    request = build_request(config, "POST", f"/v1/{kind}", json=fields, idempotency_key=key)
    return call(config, request)


def cancel(config: Config, work_id: str, kind: Kind = "generations") -> Flow[Any]:
    """Cancels queued work."""
    return call(config, build_request(config, "POST", f"{build_path(work_id, kind)}/cancel"))


def delete(config: Config, work_id: str, kind: Kind = "generations") -> Flow[Any]:
    """Deletes finished work."""
    return call(config, build_request(config, "DELETE", build_path(work_id, kind)))


def build_path(work_id: str, kind: Kind = "generations") -> str:
    """Builds the path of work. An id is one segment, also if it is not valid."""
    return f"/v1/{kind}/{quote(work_id, safe='')}"


def get(config: Config, work_id: str, kind: Kind = "generations", wait: int = 0) -> Flow[Any]:
    """Reads work. With `wait`, the server responds at its end, or after these seconds."""
    query = {"wait": wait} if wait else None
    return call(config, build_request(config, "GET", build_path(work_id, kind), query=query))


def wait(config: Config, work_id: str, timeout: float, kind: Kind = "generations") -> Flow[Any]:
    """Waits until work is completed. A timeout does not cancel it."""
    work = yield from poll(config, work_id, timeout, time.monotonic(), kind)
    if work["status"] != "completed":
        raise SpeechFailedError(work) if kind == "speech" else GenerationFailedError(work)
    return work


def poll(
    config: Config,
    work_id: str,
    timeout: float,
    began: float,
    kind: Kind = "generations",
    *,
    emits: bool = False,
) -> Flow[Any]:
    """Polls work until it has ended, and returns it. Can also emit each change.

    An outage ends it only if it is longer than a call may take.
    """
    end = began + timeout
    answered = time.monotonic()
    can_hold = holds_next = True
    seen = failure = None
    pauses = choose_polls()
    while (left := end - time.monotonic()) > 0:
        held = int(min(LONG_POLL, left)) if can_hold and holds_next else 0
        asked = time.monotonic()
        holds_next = True
        pause = next(pauses)
        limits = replace(
            config,
            timeout=min(left, config.timeout + held),
            attempt_timeout=config.attempt_timeout + held,
            max_retries=0,  # This loop retries.
        )
        try:
            work = yield from get(limits, work_id, kind, held)
        except MediaError as error:
            if held and isinstance(error, ValidationError):
                # An older server does not know `wait`.
                can_hold = False
                continue
            is_busy = isinstance(error, RateLimitedError)
            is_over = time.monotonic() - answered > config.timeout and not is_busy
            if is_over or not error.retryable:
                raise
            # The account may have too many held requests.
            holds_next = not is_busy
            failure = error
            if error.retry_after is not None:
                pause = error.retry_after
        else:
            answered = time.monotonic()
            failure = None
            status = work["status"]
            if emits and work != seen:
                yield Emit(Event(status if status in ENDED else "progress", dict(work)))
            if status in ENDED:
                return work
            seen = work
            if held and answered - asked > held / 2:
                pause = 0  # The server has held the request.
        yield Pause(max(0, min(pause, end - time.monotonic())))
    raise WaitTimeoutError(work_id, seen, timeout) from failure


def choose_polls() -> Iterator[float]:
    """Returns the poll interval in seconds. Short at first: some pictures take only a second."""
    pause = 0.3
    while True:
        yield pause
        pause = min(5.0, pause * 1.3)


def list_all(
    config: Config, filters: Mapping[str, Any], kind: Kind = "generations"
) -> Flow[None]:
    """Emits work, newest first. Each page is read when its first entry is needed."""
    query: dict[str, Any] = {"limit": 100, **filters}
    while True:
        request = build_request(config, "GET", f"/v1/{kind}", query=query)
        page: Any = yield from call(config, request)
        for work in page["data"]:
            yield Emit(work)
        if page["next_cursor"] is None:
            return
        query["cursor"] = page["next_cursor"]
