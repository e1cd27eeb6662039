"""Runs flows over httpx: one driver blocks, the other one awaits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack
from typing import Any, TypeVar

import httpx

from ._flow import Body, Emit, Flow, NextLine, Open, Pause, Reply, Run, Send, Step

T = TypeVar("T")


class Driver:
    """Runs flows and blocks meanwhile."""

    def __init__(self, http: httpx.Client, connect_timeout: float) -> None:
        self._http = http
        self._connect_timeout = connect_timeout

    def run(self, flow: Flow[T]) -> T:
        """Runs a flow that emits nothing, and returns its result."""
        run = Run(flow)
        for _ in self._iterate(run):
            pass
        return run.result

    def iterate(self, flow: Flow[None]) -> Iterator[Any]:
        """Runs a flow while its items are consumed."""
        return self._iterate(Run(flow))

    def _iterate(self, run: Run[Any]) -> Iterator[Any]:
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
        elif isinstance(step, NextLine):
            return next(step.lines, None)
        elif isinstance(step, Send):
            return self._send(step, streams)
        return None

    def _send(self, step: Send, streams: ExitStack) -> Reply:
        end = time.monotonic() + step.timeout
        content = step.content
        sent = _read_until(content, end) if isinstance(content, Body) else content
        request = _build_request(self._http, step, sent, self._connect_timeout)
        response = self._http.send(request, stream=True)
        if isinstance(step, Open) and response.status_code == 200:
            streams.callback(response.close)
            return Reply(200, response.headers, b"", response.iter_lines())
        try:
            return Reply(response.status_code, response.headers, _join_until(response, end))
        finally:
            response.close()


class AsyncDriver:
    """Runs flows and awaits meanwhile. Cancelling the task ends a flow at its present step."""

    def __init__(self, http: httpx.AsyncClient, connect_timeout: float) -> None:
        self._http = http
        self._connect_timeout = connect_timeout

    async def run(self, flow: Flow[T]) -> T:
        """Runs a flow that emits nothing, and returns its result."""
        run = Run(flow)
        async for _ in self._iterate(run):
            pass
        return run.result

    def iterate(self, flow: Flow[None]) -> AsyncIterator[Any]:
        """Runs a flow while its items are consumed."""
        return self._iterate(Run(flow))

    async def _iterate(self, run: Run[Any]) -> AsyncIterator[Any]:
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
        elif isinstance(step, NextLine):
            return await anext(step.lines, None)
        elif isinstance(step, Send):
            try:
                return await asyncio.wait_for(self._send(step, streams), step.timeout)
            except asyncio.TimeoutError as error:
                raise httpx.ReadTimeout(LATE) from error
        return None

    async def _send(self, step: Send, streams: AsyncExitStack) -> Reply:
        content = step.content
        sent = _read_in_thread(content) if isinstance(content, Body) else content
        request = _build_request(self._http, step, sent, self._connect_timeout)
        response = await self._http.send(request, stream=True)
        if isinstance(step, Open) and response.status_code == 200:
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


def _join_until(response: httpx.Response, end: float) -> bytes:
    """Reads an answer. httpx limits each part of it, so a slow sender could go on for ever."""
    parts: list[bytes] = []
    for part in response.iter_bytes():
        parts.append(part)
        if time.monotonic() > end:
            raise httpx.ReadTimeout(LATE)
    return b"".join(parts)


def _read_until(body: Body, end: float) -> Iterator[bytes]:
    sent = 0
    for chunk in body.open():
        if time.monotonic() > end:
            raise httpx.WriteTimeout("the file was not sent in time")
        yield chunk
        sent += len(chunk)
        body.report(sent)


async def _read_in_thread(body: Body) -> AsyncIterator[bytes]:
    """Reads a file while the event loop goes on."""
    chunks = body.open()
    sent = 0
    while chunk := await asyncio.to_thread(next, chunks, b""):
        yield chunk
        sent += len(chunk)
        body.report(sent)
