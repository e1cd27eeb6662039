"""One API call: its request, its attempts and its response."""

from __future__ import annotations

import json as json_module
import os
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import urlencode

import httpx

from ._flow import Flow, Reply, Send
from ._retries import Retries, advise
from ._version import __version__
from .errors import (
    ApiError,
    ConnectionFailedError,
    MediaError,
    UnexpectedResponseError,
    build_error,
)

TIMEOUT = 180.0
"""Seconds. The service restarts in less time."""
ATTEMPT_TIMEOUT = 60.0
"""Seconds. The service needs less time."""
FILES = ("application/zip", "text/csv")
"""Content types of responses that are not JSON. Any other type is a page of a proxy."""


@dataclass(frozen=True)
class Config:
    """The settings of a client. Times are in seconds."""

    base_url: str
    api_key: str
    timeout: float
    attempt_timeout: float
    max_retries: int | None
    """None means that only the timeout limits the retries during an outage."""

    def limit(self, timeout: float | None, attempt_timeout: float | None) -> Config:
        """Returns the settings of one call."""
        return replace(
            self,
            timeout=self.timeout if timeout is None else timeout,
            attempt_timeout=self.attempt_timeout if attempt_timeout is None else attempt_timeout,
        )


def build_config(
    api_key: str | None,
    base_url: str | None,
    timeout: float,
    attempt_timeout: float,
    max_retries: int | None,
) -> Config:
    """Builds the settings. The key and the address may come from the environment."""
    key = api_key or os.environ.get("API_KEY")
    url = base_url or os.environ.get("API_URL")
    if not key or not url:
        raise ValueError("Pass api_key and base_url, or set API_KEY and API_URL.")
    return Config(url.rstrip("/"), key, timeout, attempt_timeout, max_retries)


def flatten_query(query: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yields the given parameters. An object becomes `name[key]`, as in `metadata[order]`."""
    for name, value in query.items():
        if isinstance(value, Mapping):
            pairs = cast(Mapping[str, Any], value)
            yield from ((f"{name}[{key}]", each) for key, each in pairs.items())
        elif value is not None:
            yield name, value


def build_request(
    config: Config,
    method: str,
    path: str,
    *,
    json: object = None,
    query: Mapping[str, Any] | None = None,
    idempotency_key: str | None = None,
) -> Send:
    """Builds a request. A write request gets one Idempotency-Key for all attempts."""
    if not path.startswith("/"):
        # `@host` or `.host` would send the key to another server.
        raise ValueError(f"The path must begin with /, such as /v1/account, and not be {path!r}.")
    headers = {
        "Authorization": f"Bearer {config.api_key}",
        "User-Agent": f"media-platform-python/{__version__}",
    }
    if method != "GET":
        headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
    if json is not None:
        headers["Content-Type"] = "application/json"
    given = dict(flatten_query(query or {}))
    url = config.base_url + path + (f"?{urlencode(given, doseq=True)}" if given else "")
    return Send(method, url, headers, None if json is None else json_module.dumps(json).encode())


def call(config: Config, request: Send) -> Flow[Any]:
    """Sends a request, retries it if that is safe and useful, and returns the parsed response."""
    end = time.monotonic() + config.timeout
    retries = Retries(config.max_retries, end, request.headers.get("Idempotency-Key"))
    while True:
        try:
            timeout = min(config.attempt_timeout, retries.left)
            reply: Reply = yield replace(request, timeout=timeout)
            return parse_answer(reply)
        except httpx.RequestError as error:
            failure = build_connection_error(request, error)
        except MediaError as error:
            failure = error
        yield from retries.pause(failure)


def parse_answer(reply: Reply) -> Any:
    """Returns the JSON or the bytes of a response. Raises its error if it is not successful."""
    content_type = reply.headers.get("Content-Type", "")
    if 200 <= reply.status < 300:
        if content_type.startswith(FILES):
            return reply.content
        if "json" in content_type:
            with suppress(ValueError):
                return json_module.loads(reply.content)
    raise read_error(reply)


def read_error(reply: Reply) -> ApiError | UnexpectedResponseError:
    """Builds the error of a response."""
    error = build_error(reply.status, reply.content.decode(errors="replace"))
    return advise(error, reply.status, reply.headers)


def build_connection_error(request: Send, cause: httpx.RequestError) -> ConnectionFailedError:
    """Builds the error of a request without a response. Omits the query, which may be secret."""
    where = f"{request.method} {request.url.partition('?')[0]}"
    error = ConnectionFailedError(f"{where}: {type(cause).__name__}: {cause}")
    error.__cause__ = cause
    error.retryable = not isinstance(cause, (httpx.UnsupportedProtocol, httpx.LocalProtocolError))
    return error
