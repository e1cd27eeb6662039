"""Speech of the async client. Its methods equal the methods of `_speech.py`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from . import _generations
from ._calls import Config
from ._drive import AsyncDriver
from ._generations import WAIT_SECONDS
from .types import CompletedSpeech, CreateSpeech, DeletedSpeech, ListSpeech, Speech

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AsyncSpeeches:
    """Requests speech, and reads it by its id."""

    def __init__(self, config: Config, driver: AsyncDriver) -> None:
        self._config = config
        self._driver = driver

    async def create(
        self, *, idempotency_key: str | None = None, **fields: Unpack[CreateSpeech]
    ) -> AsyncSpeechHandle:
        """Reserves the price and queues speech."""
        flow = _generations.create(self._config, "speech", fields, idempotency_key)
        return AsyncSpeechHandle(await self._driver.run(flow), self)

    async def get(self, speech_id: str) -> Speech:
        """Reads speech."""
        return await self._driver.run(_generations.get(self._config, speech_id, "speech"))

    async def wait(self, speech_id: str, *, timeout: float = WAIT_SECONDS) -> CompletedSpeech:
        """Waits until speech has a file. A timeout does not cancel the speech.

        Raises `SpeechFailedError` if it fails or is cancelled, `WaitTimeoutError` if it runs
        longer than `timeout` seconds.
        """
        return await self._driver.run(_generations.wait(self._config, speech_id, timeout, "speech"))

    def list(self, **filters: Unpack[ListSpeech]) -> AsyncIterator[Speech]:
        """Iterates over all speech, newest first, and reads it page by page."""
        return self._driver.iterate(_generations.list_all(self._config, filters, "speech"))

    async def cancel(self, speech_id: str) -> Speech:
        """Cancels queued speech. Its credits are refunded."""
        return await self._driver.run(_generations.cancel(self._config, speech_id, "speech"))

    async def delete(self, speech_id: str) -> DeletedSpeech:
        """Deletes finished speech with its file."""
        return await self._driver.run(_generations.delete(self._config, speech_id, "speech"))


class AsyncSpeechHandle:
    """Requested speech."""

    def __init__(self, speech: Speech, calls: AsyncSpeeches) -> None:
        self.id = speech["id"]
        self.speech = speech
        """The speech as it was accepted."""
        self._calls = calls

    async def wait(self, *, timeout: float = WAIT_SECONDS) -> CompletedSpeech:
        """See `AsyncSpeeches.wait`."""
        return await self._calls.wait(self.id, timeout=timeout)

    async def cancel(self) -> Speech:
        """See `AsyncSpeeches.cancel`."""
        return await self._calls.cancel(self.id)
