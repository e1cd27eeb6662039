"""The blocking client. Its methods equal the methods of `_async_client.py`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import httpx

from . import _events, _generations, _uploads
from ._calls import ATTEMPT_TIMEOUT, TIMEOUT, Config, build_config, build_request, call
from ._drive import Driver
from ._generations import WAIT_SECONDS
from ._speech import Speeches
from .types import (
    CompletedGeneration,
    CreateImage,
    CreateVideo,
    DeletedGeneration,
    Event,
    Generation,
    ListGenerations,
    Upload,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


class MediaClient:
    """A client of the media generation platform. Threads may share it.

    `timeout` limits a call with all its attempts, `attempt_timeout` each attempt, and
    `connect_timeout` its connection, in seconds. `max_retries` is 5, and during an outage as many
    as `timeout` allows.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = TIMEOUT,
        attempt_timeout: float = ATTEMPT_TIMEOUT,
        connect_timeout: float = 5,
        max_retries: int | None = None,
    ) -> None:
        self._config = build_config(api_key, base_url, timeout, attempt_timeout, max_retries)
        self._http = httpx.Client()
        self._driver = Driver(self._http, connect_timeout)
        self.generations = Generations(self._config, self._driver)
        self.images = Images(self._config, self._driver, self.generations)
        self.videos = Videos(self._config, self._driver, self.generations)
        self.speech = Speeches(self._config, self._driver)

    def request(
        self,
        method: str,
        path: str,
        *,
        json: object = None,
        query: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        attempt_timeout: float | None = None,
    ) -> Any:
        """Calls any endpoint. Returns the parsed JSON, or the bytes of a file."""
        request = build_request(
            self._config, method, path, json=json, query=query, idempotency_key=idempotency_key
        )
        return self._driver.run(call(self._config.limit(timeout, attempt_timeout), request))

    def upload(
        self,
        source: _uploads.Source,
        *,
        content_type: str | None = None,
        on_progress: Callable[[int, int], None] | None = None,
        idempotency_key: str | None = None,
        timeout: float = _uploads.UPLOAD_SECONDS,
    ) -> Upload:
        """Uploads a path, bytes or a file, and returns it once its id may be used.

        `on_progress` receives the bytes sent and the size. The type is guessed from a file name.
        """
        declared = content_type or _uploads.guess_type(source)
        body = _uploads.open_body(source, on_progress)
        return self._driver.run(
            _uploads.upload(self._config, body, declared, key=idempotency_key, timeout=timeout)
        )

    def subscribe(
        self,
        generation_id: str,
        *,
        last_event_id: str | None = None,
        timeout: float = WAIT_SECONDS,
    ) -> Generator[Event, None, None]:
        """Iterates over the events of a generation until it has ended.

        Raises `WaitTimeoutError` after `timeout` seconds.
        """
        return self._driver.iterate(
            _events.subscribe(self._config, generation_id, last_event_id, timeout)
        )

    def close(self) -> None:
        """Closes all connections."""
        self._http.close()

    def __enter__(self) -> MediaClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Generations:
    """Images and videos by their id."""

    def __init__(self, config: Config, driver: Driver) -> None:
        self._config = config
        self._driver = driver

    def get(self, generation_id: str) -> Generation:
        """Reads a generation."""
        return self._driver.run(_generations.get(self._config, generation_id))

    def wait(self, generation_id: str, *, timeout: float = WAIT_SECONDS) -> CompletedGeneration:
        """Waits until a generation has files. A timeout does not cancel the generation.

        Raises `GenerationFailedError` if it fails or is cancelled, `WaitTimeoutError` if it runs
        longer than `timeout` seconds.
        """
        return self._driver.run(_generations.wait(self._config, generation_id, timeout))

    def list(self, **filters: Unpack[ListGenerations]) -> Iterator[Generation]:
        """Iterates over all generations, newest first, and reads them page by page."""
        return self._driver.iterate(_generations.list_all(self._config, filters))

    def cancel(self, generation_id: str) -> Generation:
        """Cancels a queued generation. Its credits are refunded."""
        return self._driver.run(_generations.cancel(self._config, generation_id))

    def delete(self, generation_id: str) -> DeletedGeneration:
        """Deletes a finished generation with its files."""
        return self._driver.run(_generations.delete(self._config, generation_id))


class GenerationHandle:
    """A requested generation."""

    def __init__(self, generation: Generation, generations: Generations) -> None:
        self.id = generation["id"]
        self.generation = generation
        """The generation as it was accepted."""
        self._generations = generations

    def wait(self, *, timeout: float = WAIT_SECONDS) -> CompletedGeneration:
        """See `Generations.wait`."""
        return self._generations.wait(self.id, timeout=timeout)

    def cancel(self) -> Generation:
        """See `Generations.cancel`."""
        return self._generations.cancel(self.id)


class _Creator:
    def __init__(self, config: Config, driver: Driver, generations: Generations) -> None:
        self._config = config
        self._driver = driver
        self._generations = generations

    def _create(self, kind: str, fields: Mapping[str, Any], key: str | None) -> GenerationHandle:
        generation = self._driver.run(_generations.create(self._config, kind, fields, key))
        return GenerationHandle(generation, self._generations)


class Images(_Creator):
    """Requests images."""

    def create(
        self, *, idempotency_key: str | None = None, **fields: Unpack[CreateImage]
    ) -> GenerationHandle:
        """Reserves the price and queues an image."""
        return self._create("images", fields, idempotency_key)


class Videos(_Creator):
    """Requests videos."""

    def create(
        self, *, idempotency_key: str | None = None, **fields: Unpack[CreateVideo]
    ) -> GenerationHandle:
        """Reserves the price and queues a video."""
        return self._create("videos", fields, idempotency_key)
