"""Verification of webhooks. Use the raw body, before any JSON parser."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import cast

from .errors import WebhookSignatureError
from .types import WebhookEvent

HEADER = "Service-Signature"
TOLERANCE = 300.0
"""Maximum age of a signature in seconds, by the receiver's clock."""


def unwrap(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> WebhookEvent:
    """Returns the event of a webhook. Raises `WebhookSignatureError` if its signature is not valid.

    `secrets` is the signing secret, or the old and the new one during a rotation. `now` is the
    Unix time in seconds.
    """
    header = next((value for name, value in headers.items() if name.lower() == HEADER.lower()), "")
    verify(raw_body, header, secrets, tolerance=tolerance, now=now)
    return cast(WebhookEvent, json.loads(raw_body))


def verify(
    raw_body: bytes | str,
    header: str,
    secrets: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> None:
    """Checks the value of the header `Service-Signature`. See `unwrap`."""
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    parts = [part.partition("=")[::2] for part in header.split(",")]
    at = next((value for name, value in parts if name == "t"), "")
    if not (at.isascii() and at.isdigit()):
        raise WebhookSignatureError(f"The header {HEADER} is missing or has no time.")
    # Parse a float, because an int of many digits raises ValueError.
    age = (time.time() if now is None else now) - float(at)
    if age > tolerance:
        raise WebhookSignatureError(
            f"The signature is {age:.0f} s old; at most {tolerance:g} s are allowed."
        )
    given = [value.encode() for name, value in parts if name == "v1"]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        if not secret:
            raise ValueError("A signing secret is empty. Anyone could sign with it.")
        expected = hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
        if any(hmac.compare_digest(value, expected.encode()) for value in given):
            return
    raise WebhookSignatureError("No signature matches. Check the secret, and pass the raw body.")
