"""Events of a running generation: server-sent events, or polls if the server has none."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import httpx

from ._calls import Config, build_connection_error, build_request, read_error
from ._flow import Emit, Flow, NextLine, Open, Pause, Reply
from ._generations import build_path, choose_polls, get
from ._retries import Retries
from .errors import ConnectionFailedError
from .types import ENDED, Event

SILENCE_MAX = 45.0
"""Seconds without a line after which the client connects again. The server sends one every 15."""
NO_STREAM = (404, 405, 406)


def subscribe(config: Config, generation_id: str, last_event_id: str | None) -> Flow[None]:
    """Emits events until the generation has ended. A lost connection resumes after the last one."""
    reader = EventReader(last_event_id)
    retries = Retries(config.max_retries, math.inf)
    request = build_stream(config, generation_id)
    while True:
        try:
            reply: Reply = yield replace(request, headers={**request.headers, **reader.resume()})
            if reply.status in NO_STREAM:
                return (yield from poll(config, generation_id))
            if reply.status == 204:
                return  # The last event that the caller has received was the end.
            if reply.status != 200:
                yield from retries.pause(read_error(reply), reply.headers)
                continue
            while (line := (yield NextLine(reply.lines))) is not None:
                event = reader.feed(line)
                if event is None:
                    continue
                retries.start_again()
                yield Emit(event)
                if event.type in ENDED:
                    return
            failure = ConnectionFailedError("The server closed the stream of events.")
        except httpx.RequestError as error:
            failure = build_connection_error(request, error)
        yield from retries.pause(failure)


def build_stream(config: Config, generation_id: str) -> Open:
    """Builds the request of a stream of events."""
    plain = build_request(config, "GET", f"{build_path(generation_id)}/events")
    headers = {**plain.headers, "Accept": "text/event-stream"}
    return Open(plain.method, plain.url, headers, timeout=SILENCE_MAX)


def poll(config: Config, generation_id: str) -> Flow[None]:
    """Emits the generation whenever it has changed, until it has ended."""
    pauses = choose_polls()
    seen = None
    while True:
        generation = yield from get(config, generation_id)
        status = generation["status"]
        if generation != seen:
            yield Emit(Event(status if status in ENDED else "progress", dict(generation)))
        if status in ENDED:
            return
        seen = generation
        yield Pause(next(pauses))


class EventReader:
    """Reads server-sent events (HTML, 9.2.6), line by line."""

    def __init__(self, last_id: str | None) -> None:
        self._last_id = self._id = last_id
        self._type = ""
        self._data: list[str] = []

    def resume(self) -> dict[str, str]:
        """Returns the headers that continue after the last event, and forgets an incomplete one."""
        self._id, self._type, self._data = self._last_id, "", []
        return {"Last-Event-ID": self._last_id} if self._last_id else {}

    def feed(self, line: str) -> Event | None:
        """Takes a line. Returns an event at its end."""
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
        return Event(event_type, json.loads(data), self._last_id) if data else None
