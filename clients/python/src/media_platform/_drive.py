"""Runs flows over httpx, with a blocking driver and an async driver."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack
from typing import Any, TypeVar

import httpx

from ._flow import Body, Emit, Flow, NextLine, Open, Pause, Reply, Run, Send, Step

T = TypeVar("T")


class Driver:
    """Runs flows and blocks until they finish."""

    def __init__(self, http: httpx.Client, connect_timeout: float) -> None:
        self._http = http
        self._connect_timeout = connect_timeout
        self._current = threading.local()
        """Deadline of the current step of a thread."""

    def run(self, flow: Flow[T]) -> T:
        """Runs a flow that emits nothing, and returns its result."""
        run = Run(flow)
        for _ in self._iterate(run):
            pass
        return run.result

    def iterate(self, flow: Flow[None]) -> Generator[Any, None, None]:
        """Runs a flow while its items are consumed."""
        return self._iterate(Run(flow))

    def _iterate(self, run: Run[Any]) -> Generator[Any, None, None]:
        with ExitStack() as streams:
            for step in run:
                if isinstance(step, Emit):
                    yield step.item
                    continue
                try:
                    run.value = self._perform(step, streams)
                except httpx.RequestError as error:
                    run.error = error

    def _perform(self, step: Step, streams: ExitStack) -> Reply | str | None:
        if isinstance(step, Pause):
            time.sleep(step.seconds)
        elif isinstance(step, (NextLine, Send)):
            self._current.end = time.monotonic() + step.timeout
            return (
                next(step.lines, None) if isinstance(step, NextLine) else self._send(step, streams)
            )
        return None

    def _send(self, step: Send, streams: ExitStack) -> Reply:
        content = step.content
        sent = _read(content) if isinstance(content, Body) else content
        request = _build_request(self._http, step, sent, self._connect_timeout)
        request.extensions["trace"] = self._limit_connection
        response = self._http.send(request, stream=True)
        if isinstance(step, Open) and _has_events(response):
            streams.callback(response.close)
            return Reply(200, response.headers, b"", response.iter_lines())
        try:
            return Reply(response.status_code, response.headers, response.read())
        finally:
            response.close()

    def _limit_connection(self, event: str, info: Mapping[str, Any]) -> None:
        """Limits all reads and writes of a new connection together.

        httpx limits each of them, so a slow sender could go on for ever. Its extension `trace`
        names each new connection.
        """
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            connection = info["return_value"]
            connection.read = self._limit(connection.read)
            connection.write = self._limit(connection.write)

    def _limit(self, act: Callable[[Any, float], Any]) -> Callable[..., Any]:
        def limited(data: Any, timeout: float | None = None) -> Any:
            left = self._current.end - time.monotonic()
            if left <= 0:
                raise httpx.ReadTimeout(LATE)
            return act(data, left)

        return limited


class AsyncDriver:
    """Runs flows with await. Cancelling the task ends a flow at its current step."""

    def __init__(self, http: httpx.AsyncClient, connect_timeout: float) -> None:
        self._http = http
        self._connect_timeout = connect_timeout

    async def run(self, flow: Flow[T]) -> T:
        """Runs a flow that emits nothing, and returns its result."""
        run = Run(flow)
        async for _ in self._iterate(run):
            pass
        return run.result

    def iterate(self, flow: Flow[None]) -> AsyncGenerator[Any, None]:
        """Runs a flow while its items are consumed."""
        return self._iterate(Run(flow))

    async def _iterate(self, run: Run[Any]) -> AsyncGenerator[Any, None]:
        async with AsyncExitStack() as streams:
            for step in run:
                if isinstance(step, Emit):
                    yield step.item
                    continue
                try:
                    run.value = await self._perform(step, streams)
                except httpx.RequestError as error:
                    run.error = error

    async def _perform(self, step: Step, streams: AsyncExitStack) -> Reply | str | None:
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
        elif isinstance(step, (NextLine, Send)):
            work = self._send(step, streams) if isinstance(step, Send) else _read_line(step)
            try:
                return await asyncio.wait_for(work, step.timeout)
            except asyncio.TimeoutError as error:
                raise httpx.ReadTimeout(LATE) from error
        return None

    async def _send(self, step: Send, streams: AsyncExitStack) -> Reply:
        content = step.content
        sent = _read_in_thread(content) if isinstance(content, Body) else content
        request = _build_request(self._http, step, sent, self._connect_timeout)
        response = await self._http.send(request, stream=True)
        if isinstance(step, Open) and _has_events(response):
            streams.push_async_callback(response.aclose)
            return Reply(200, response.headers, b"", response.aiter_lines())
        try:
            return Reply(response.status_code, response.headers, await response.aread())
        finally:
            await response.aclose()


LATE = "the answer did not arrive in time"


def _build_request(
    http: httpx.Client | httpx.AsyncClient,
    step: Send,
    content: bytes | Iterator[bytes] | AsyncIterator[bytes] | None,
    connect_timeout: float,
) -> httpx.Request:
    timeout = httpx.Timeout(step.timeout, connect=min(step.timeout, connect_timeout))
    headers = dict(step.headers)
    return http.build_request(
        step.method, step.url, headers=headers, content=content, timeout=timeout
    )


def _has_events(response: httpx.Response) -> bool:
    content_type = response.headers.get("Content-Type", "")
    return response.status_code == 200 and content_type.startswith("text/event-stream")


async def _read_line(step: NextLine) -> str | None:
    return await anext(step.lines, None)


def _read(body: Body) -> Iterator[bytes]:
    sent = 0
    for chunk in body.open():
        yield chunk
        sent += len(chunk)
        body.report(sent)


async def _read_in_thread(body: Body) -> AsyncIterator[bytes]:
    """Reads a file without blocking the event loop."""
    chunks = body.open()
    sent = 0
    while chunk := await asyncio.to_thread(next, chunks, b""):
        yield chunk
        sent += len(chunk)
        body.report(sent)
