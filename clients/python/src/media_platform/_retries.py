"""When a request is repeated, and after how many seconds."""

from __future__ import annotations

import random
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import httpx

from ._flow import Flow, Pause
from .errors import ApiError, MediaError, UploadFailedError

BACKOFF_MAX = 8.0
"""Seconds."""


class Retries:
    """The tries of one call, limited in number and by a time of `time.monotonic`."""

    def __init__(self, most: int, end: float) -> None:
        self._most = most
        self._end = end
        self._tries = 0

    @property
    def left(self) -> float:
        """Seconds left; never 0, which httpx would refuse."""
        return max(self._end - time.monotonic(), 0.001)

    def pause(self, failure: MediaError, headers: httpx.Headers | None = None) -> Flow[None]:
        """Waits before the next try. Raises the failure if there is no other try."""
        seconds = self._choose_pause(failure, headers)
        if seconds is None or self._tries >= self._most or seconds >= self.left:
            raise failure
        yield Pause(seconds)
        self._tries += 1

    def start_again(self) -> None:
        """Forgets the tries, after a success."""
        self._tries = 0

    def _choose_pause(self, failure: MediaError, headers: httpx.Headers | None) -> float | None:
        if isinstance(failure.__cause__, (httpx.UnsupportedProtocol, httpx.LocalProtocolError)):
            return None
        is_in_flight = headers is not None and headers.get("x-should-retry") == "true"
        status = failure.status if isinstance(failure, (ApiError, UploadFailedError)) else 500
        if status < 500 and status != 429 and not is_in_flight:
            return None
        if isinstance(failure, ApiError) and failure.retry_after is not None:
            return failure.retry_after
        return min(BACKOFF_MAX, 0.25 * 2**self._tries) * random.uniform(0.5, 1)


def parse_retry_after(headers: httpx.Headers) -> float | None:
    """Returns the seconds of `Retry-After`, which is a number or a date."""
    text = headers.get("Retry-After", "")
    if text.isdecimal():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
        return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None
