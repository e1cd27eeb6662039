"""One call of the API: its request, its tries and its answer."""

from __future__ import annotations

import json as json_module
import os
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import urlencode

import httpx

from ._flow import Flow, Reply, Send
from ._retries import Retries, parse_retry_after
from ._version import __version__
from .errors import ApiError, ConnectionFailedError, build_error


@dataclass(frozen=True)
class Config:
    """The settings of a client. Times are seconds."""

    base_url: str
    api_key: str
    timeout: float
    max_retries: int


def build_config(
    api_key: str | None, base_url: str | None, timeout: float, max_retries: int
) -> Config:
    """Builds the settings. The key and the address may come from the environment."""
    key = api_key or os.environ.get("API_KEY")
    url = base_url or os.environ.get("API_URL")
    if not key or not url:
        raise ValueError("Pass api_key and base_url, or set API_KEY and API_URL.")
    return Config(url.rstrip("/"), key, timeout, max_retries)


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
    """Builds a request. One that changes something gets an Idempotency-Key, for all its tries."""
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


def call(config: Config, request: Send, timeout: float | None = None) -> Flow[Any]:
    """Sends a request, repeats it if that is safe and useful, and returns the parsed answer.

    `timeout` limits all tries and the pauses between them.
    """
    seconds = config.timeout if timeout is None else timeout
    retries = Retries(config.max_retries, time.monotonic() + seconds)
    while True:
        try:
            reply: Reply = yield replace(request, timeout=retries.left)
        except httpx.RequestError as error:
            yield from retries.pause(build_connection_error(request, error))
            continue
        if reply.status < 400:
            return parse_answer(reply)
        yield from retries.pause(read_error(reply), reply.headers)


def parse_answer(reply: Reply) -> Any:
    """Returns the JSON of an answer; the bytes if it is of another type."""
    if "json" in reply.headers.get("Content-Type", ""):
        return json_module.loads(reply.content)
    return reply.content


def read_error(reply: Reply) -> ApiError:
    """Builds the error of an answer with status 400 or more."""
    try:
        body = json_module.loads(reply.content)
    except ValueError:
        body = None
    return build_error(reply.status, body, parse_retry_after(reply.headers))


def build_connection_error(request: Send, cause: httpx.RequestError) -> ConnectionFailedError:
    """Builds the error of a request without an answer. Queries may be secret, so it shows none."""
    where = f"{request.method} {request.url.partition('?')[0]}"
    error = ConnectionFailedError(
        f"{where}: {type(cause).__name__}: {cause}", request.headers.get("Idempotency-Key")
    )
    error.__cause__ = cause
    return error
