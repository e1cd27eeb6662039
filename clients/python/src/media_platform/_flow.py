"""Calls as data. A flow is a generator that yields steps and receives their results.

The synchronous and the asynchronous client run the same flows, so each rule exists once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx

T = TypeVar("T")


@dataclass(frozen=True)
class Body:
    """A file to send. `open` is called once per attempt."""

    open: Callable[[], Iterator[bytes]]
    size: int
    on_progress: Callable[[int, int], None] | None = None
    """Callback with the bytes sent and the size."""

    def report(self, sent: int) -> None:
        """Reports progress after a part was sent."""
        if self.on_progress:
            self.on_progress(sent, self.size)


@dataclass(frozen=True)
class Send:
    """Sends a request. The result is a `Reply`; a broken connection raises `httpx.RequestError`."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | Body | None = None
    timeout: float = 60
    """Time limit for the whole response, in seconds."""


@dataclass(frozen=True)
class Open(Send):
    """Sends a request like `Send`. The reply to a stream has lines for `NextLine`."""


@dataclass(frozen=True)
class NextLine:
    """Reads the next line of an opened stream. The result is None at its end."""

    lines: Any
    timeout: float
    """Seconds."""


@dataclass(frozen=True)
class Pause:
    """Waits."""

    seconds: float


@dataclass(frozen=True)
class Emit:
    """Gives an item to the caller of an iterator."""

    item: Any


@dataclass(frozen=True)
class Reply:
    """A response with any status."""

    status: int
    headers: httpx.Headers
    content: bytes
    lines: Any = None
    """Lines of an opened stream, for `NextLine` only."""


Step = Send | NextLine | Pause | Emit
Flow = Generator[Step, Any, T]


class Run(Generic[T]):
    """Iterates over the steps of a flow. Set `value` or `error` after each step."""

    result: T

    def __init__(self, flow: Flow[T]) -> None:
        self._flow = flow
        self.value: Any = None
        self.error: httpx.RequestError | None = None

    def __iter__(self) -> Iterator[Step]:
        return self

    def __next__(self) -> Step:
        value, error = self.value, self.error
        self.value = self.error = None
        try:
            return self._flow.throw(error) if error else self._flow.send(value)
        except StopIteration as end:
            self.result = end.value
            raise
