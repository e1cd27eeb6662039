"""Rules for retries and their delays."""

from __future__ import annotations

import random
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TypeVar

import httpx

from ._flow import Flow, Pause
from .errors import ConnectionFailedError, MediaError

Failure = TypeVar("Failure", bound=MediaError)
RETRIES = 5
"""Default number of retries, not counting retries during an outage."""
BACKOFF_MAX = 8.0
"""Seconds."""
AWAY = (502, 503, 504)
"""Statuses of a proxy that cannot reach the service, or of a service that is not ready."""


class Retries:
    """The attempts of one call, limited by their number and by a time of `time.monotonic`.

    Without a number, only the time limits the attempts during an outage.
    """

    def __init__(self, most: int | None, end: float, key: str | None = None) -> None:
        self.end = end
        self._most = most
        self._key = key
        self._tries = self._refusals = 0

    @property
    def left(self) -> float:
        """Seconds left; never 0, which httpx would refuse."""
        return max(self.end - time.monotonic(), 0.001)

    def pause(self, failure: MediaError) -> Flow[None]:
        """Waits before the next attempt. Raises the failure if there is none."""
        yield Pause(self.choose_pause(failure))

    def start_again(self) -> None:
        """Resets the count after a success."""
        self._tries = self._refusals = 0

    def choose_pause(self, failure: MediaError) -> float:
        """Returns the seconds before the next attempt. Raises the failure if there is none."""
        failure.idempotency_key = self._key
        self._refusals += not is_outage(failure)
        is_last = self._refusals > RETRIES if self._most is None else self._tries >= self._most
        seconds = failure.retry_after
        if seconds is None:
            seconds = min(BACKOFF_MAX, 0.25 * 2 ** min(self._tries, 10)) * random.uniform(0.5, 1)
        if is_last or not failure.retryable or seconds >= self.left:
            raise failure
        self._tries += 1
        return seconds


def is_outage(failure: MediaError) -> bool:
    """Returns whether the service is unreachable, for example during a restart."""
    return isinstance(failure, ConnectionFailedError) or getattr(failure, "status", 0) in AWAY


def parse_retry_after(headers: httpx.Headers) -> float | None:
    """Returns the seconds of `Retry-After`, which is a number or a date.

    Returns None for a time that is not in the future: a client that repeats without a pause makes
    an outage worse.
    """
    text = headers.get("Retry-After", "")
    try:
        if text.isdecimal():
            seconds = float(text)
        else:
            date = parsedate_to_datetime(text)
            seconds = (date - datetime.now(timezone.utc)).total_seconds()
    except (TypeError, ValueError):
        return None
    return seconds if seconds > 0 else None


def advise(failure: Failure, status: int, headers: httpx.Headers) -> Failure:
    """Adds to a response's error whether and when to retry the request."""
    advice = headers.get("x-should-retry")
    is_temporary = status in (408, 429) or status >= 500
    failure.retryable = is_temporary if advice is None else advice == "true"
    failure.retry_after = parse_retry_after(headers)
    return failure
