"""Events of a running generation: server-sent events, or polls if the server has none."""

from __future__ import annotations

import json
import time
from dataclasses import replace

import httpx

from ._calls import Config, build_connection_error, build_request, read_error
from ._flow import Emit, Flow, NextLine, Open, Pause, Reply
from ._generations import build_path, poll
from ._retries import Retries
from .errors import (
    ConnectionFailedError,
    MediaError,
    UnexpectedResponseError,
    WaitTimeoutError,
)
from .types import ENDED, Event

SILENCE_MAX = 45.0
"""Maximum silence in seconds before a reconnect. The server sends a line every 15 seconds."""
NO_STREAM = (404, 405, 406, 429)
"""Statuses of a server without streams, a proxy that refuses them, or an account with too many."""


def subscribe(
    config: Config, generation_id: str, last_event_id: str | None, timeout: float
) -> Flow[None]:
    """Emits events until the generation has ended. Resumes a lost connection after the last event.

    An outage ends it only if it is longer than a call may take.
    """
    began = time.monotonic()
    end = began + timeout
    retries = Retries(config.max_retries, began + config.timeout)
    reader = EventReader(last_event_id)
    request = build_stream(config, generation_id)
    failure = None
    while (left := end - time.monotonic()) > 0:
        headers = {**request.headers, **reader.resume()}
        limit = min(SILENCE_MAX, retries.left, left)
        try:
            reply: Reply = yield replace(request, headers=headers, timeout=limit)
            if reply.status in NO_STREAM:
                break
            if reply.status == 204:
                return  # The last event that the caller received was final.
            if reply.lines is None:
                raise read_error(reply)
            while (line := (yield read_line(reply, end))) is not None:
                retries.end = time.monotonic() + SILENCE_MAX + config.timeout
                event = reader.feed(line)
                if event is None:
                    continue
                retries.start_again()
                yield Emit(event)
                if event.type in ENDED:
                    return
            failure = ConnectionFailedError("The server closed the stream of events.")
            failure.retryable = True
        except httpx.RequestError as error:
            failure = build_connection_error(request, error)
        except MediaError as error:
            failure = error
        if (left := end - time.monotonic()) > 0:
            yield Pause(min(retries.choose_pause(failure), left))
    else:
        raise WaitTimeoutError(generation_id, None, timeout) from failure
    yield from poll(config, generation_id, timeout, began, emits=True)


def read_line(reply: Reply, end: float) -> NextLine:
    """Builds the step that reads a line before the maximum silence or the deadline passes."""
    return NextLine(reply.lines, min(SILENCE_MAX, max(0.001, end - time.monotonic())))


def build_stream(config: Config, generation_id: str) -> Open:
    """Builds the request of a stream of events."""
    plain = build_request(config, "GET", f"{build_path(generation_id)}/events")
    headers = {**plain.headers, "Accept": "text/event-stream"}
    return Open(plain.method, plain.url, headers)


class EventReader:
    """Reads server-sent events (HTML, 9.2.6), line by line."""

    def __init__(self, last_id: str | None) -> None:
        self._last_id = self._id = last_id
        self._type = ""
        self._data: list[str] = []

    def resume(self) -> dict[str, str]:
        """Returns the headers that continue after the last event, and drops an incomplete event."""
        self._id, self._type, self._data = self._last_id, "", []
        return {"Last-Event-ID": self._last_id} if self._last_id else {}

    def feed(self, line: str) -> Event | None:
        """Adds a line. Returns the event if the line completes one."""
        if line == "":
            return self._finish()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._type = value
        elif name == "data":
            self._data.append(value)
        elif name == "id":
            self._id = value or None
        return None

    def _finish(self) -> Event | None:
        event_type, data = self._type or "message", "\n".join(self._data)
        self._last_id, self._type, self._data = self._id, "", []
        if not data:
            return None
        try:
            return Event(event_type, json.loads(data), self._last_id)
        except ValueError as error:
            raise UnexpectedResponseError(200, data) from error
