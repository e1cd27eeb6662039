"""Uploads: files are sent in pieces from the disk to the object store, never through the API."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import PurePath
from typing import IO, Any

import httpx

from ._calls import Config, build_connection_error, build_request, call
from ._flow import Body, Flow, Reply, Send
from ._retries import Retries, advise
from .errors import UploadFailedError
from .types import Upload

Source = str | os.PathLike[str] | bytes | IO[bytes]
CHUNK = 256 * 1024
UPLOAD_SECONDS = 900.0
"""Seconds in which the service accepts the file."""

CONTENT_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".heic": "image/heic",
    ".gif": "image/gif",
    ".mp4": "video/mp4",
    ".mov": "video/quicktime",
    ".webm": "video/webm",
    ".m4v": "video/x-m4v",
    ".mp3": "audio/mpeg",
    ".m4a": "audio/mp4",
    ".aac": "audio/aac",
    ".wav": "audio/wav",
    ".ogg": "audio/ogg",
}


def upload(
    config: Config, body: Body, content_type: str, *, key: str | None, timeout: float
) -> Flow[Upload]:
    """Creates an upload, sends its file, and waits until the service has checked it."""
    declared = {"content_type": content_type, "size": body.size}
    request = build_request(config, "POST", "/v1/uploads", json=declared, idempotency_key=key)
    created: Any = yield from call(config, request)
    target = Send(created["upload_method"], created["upload_url"], created["upload_headers"], body)
    yield from send_file(config, target, timeout)
    return (yield from call(config, build_request(config, "GET", f"/v1/uploads/{created['id']}")))


def send_file(config: Config, target: Send, timeout: float) -> Flow[None]:
    """Sends a file to the store, from its beginning at each attempt."""
    retries = Retries(config.max_retries, time.monotonic() + timeout)
    while True:
        try:
            reply: Reply = yield replace(target, timeout=retries.left)
        except httpx.RequestError as error:
            yield from retries.pause(build_connection_error(target, error))
            continue
        if 200 <= reply.status < 300:
            return
        failure = UploadFailedError(reply.status, reply.content.decode(errors="replace"))
        yield from retries.pause(advise(failure, reply.status, reply.headers))


def open_body(source: Source, on_progress: Callable[[int, int], None] | None) -> Body:
    """Prepares a file for sending. Raises `ValueError` if its size is not known."""
    if isinstance(source, bytes):
        pieces = range(0, len(source), CHUNK)
        return Body(lambda: (source[at : at + CHUNK] for at in pieces), len(source), on_progress)
    if isinstance(source, (str, os.PathLike)):
        size = os.stat(source).st_size
        return Body(lambda: read_chunks(open(source, "rb")), size, on_progress)
    if not source.seekable():
        raise ValueError("The file cannot seek. Pass a path, bytes, or a file opened with 'rb'.")
    begin = source.tell()
    size = source.seek(0, os.SEEK_END) - begin

    def reopen() -> Iterator[bytes]:
        source.seek(begin)
        return read_chunks(source, keep_open=True)

    return Body(reopen, size, on_progress)


def read_chunks(file: IO[bytes], keep_open: bool = False) -> Iterator[bytes]:
    """Reads a file in pieces, so that memory does not grow with its size."""
    with nullcontext() if keep_open else file:
        while chunk := file.read(CHUNK):
            yield chunk


def guess_type(source: Source) -> str:
    """Returns the content type of a file name. Raises `ValueError` if it is unknown."""
    name: object = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", "")
    suffix = PurePath(str(name)).suffix.lower()
    if suffix not in CONTENT_TYPES:
        known = ", ".join(CONTENT_TYPES)
        raise ValueError(f"Pass content_type: the file name does not end in one of {known}.")
    return CONTENT_TYPES[suffix]
