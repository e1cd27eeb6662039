"""Errors: one class per error code of the API, and the client's own errors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from .types import Generation, Speech


class MediaError(Exception):
    """The base class of all errors of this package."""

    retryable: bool = False
    """True if the same call can succeed later."""
    retry_after: float | None = None
    """Delay before a retry in seconds, if the server sent one."""
    idempotency_key: str | None = None
    """Key of the failed call; None if it only reads.

    The server may have done the call although its answer was lost: a call with this key is done
    and charged once.
    """


class ApiError(MediaError):
    """The API responded with an error. A request with a 4xx status changed and cost nothing.

    After 5xx, repeat the call with `idempotency_key`: it may have been accepted. An unknown code
    raises this class itself.
    """

    def __init_subclass__(cls, code: str) -> None:
        super().__init_subclass__()
        ERROR_CLASSES[code] = cls

    def __init__(self, status: int, error: Mapping[str, Any]) -> None:
        self.status = status
        self.code: str = error["code"]
        self.message: str = error.get("message", f"The server answered with status {status}.")
        self.details: dict[str, Any] = error.get("details", {})
        self.detail_code: str | None = self.details.get("code")
        """Distinguishes cases of one code, such as `UPLOAD_NOT_READY`."""
        self.request_id: str | None = error.get("request_id")
        self.doc_url: str | None = error.get("doc_url")
        super().__init__(f"{self.code}: {self.message}")


ERROR_CLASSES: dict[str, type[ApiError]] = {}
"""The class of each error code."""


class ValidationError(ApiError, code="VALIDATION_ERROR"):
    """The request is not valid; `issues` lists every problem with its place."""

    @property
    def issues(self) -> list[dict[str, str]]:
        return self.details.get("issues", [])


class UnauthorizedError(ApiError, code="UNAUTHORIZED"):
    """The API key is missing or not valid."""


class InsufficientCreditsError(ApiError, code="INSUFFICIENT_CREDITS"):
    """The credit balance is below the price."""


class SpendCapReachedError(ApiError, code="SPEND_CAP_REACHED"):
    """The request would exceed the monthly cap of the key."""


class ForbiddenError(ApiError, code="FORBIDDEN"):
    """The API key lacks the scope that the endpoint needs."""


class AccountSuspendedError(ApiError, code="ACCOUNT_SUSPENDED"):
    """The operator has suspended the account."""


class PlanRequiredError(ApiError, code="PLAN_REQUIRED"):
    """The plan of the account does not include the feature."""


class LimitReachedError(ApiError, code="LIMIT_REACHED"):
    """A limit of the plan is reached."""


class NotFoundError(ApiError, code="NOT_FOUND"):
    """The account has no such object."""


class MethodNotAllowedError(ApiError, code="METHOD_NOT_ALLOWED"):
    """The path does not support the method."""


class ConflictError(ApiError, code="CONFLICT"):
    """The current status of the object does not allow the request."""


class ContentBlockedError(ApiError, code="CONTENT_BLOCKED"):
    """The prompt or a picture is not allowed. Nothing was charged."""


class RateLimitedError(ApiError, code="RATE_LIMITED"):
    """There were too many requests, for longer than the client retries."""


class ConcurrencyLimitError(ApiError, code="CONCURRENCY_LIMIT"):
    """The account runs its maximum number of jobs, for longer than the client retries."""


class InternalError(ApiError, code="INTERNAL_ERROR"):
    """The service failed, also when the client retried."""


class UnavailableError(ApiError, code="UNAVAILABLE"):
    """A part of the service is unavailable, for longer than the client retries."""


class ConnectionFailedError(MediaError):
    """A complete response did not arrive in time, also when the client retried."""


class UnexpectedResponseError(MediaError):
    """The response is not from the API: a page of a proxy, a redirect, or a body without JSON."""

    def __init__(self, status: int, body: str) -> None:
        self.status = status
        self.body = body[:1000]
        """Start of the response."""
        super().__init__(f"The answer has status {status} and is not from the API: {body[:200]}")


class UploadFailedError(MediaError):
    """The object store refused the file."""

    def __init__(self, status: int, answer: str) -> None:
        self.status = status
        super().__init__(f"The object store answered with status {status}: {answer[:500]}")


class GenerationFailedError(MediaError):
    """A generation failed or was cancelled. Its credits are refunded."""

    def __init__(self, generation: Generation) -> None:
        self.generation = generation
        self.code, text = _describe_end(generation)
        super().__init__(text)


class SpeechFailedError(MediaError):
    """Speech failed or was cancelled. Its credits are refunded."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.code, text = _describe_end(speech)
        super().__init__(text)


def _describe_end(work: Generation | Speech) -> tuple[str, str]:
    """Returns the code and the text of a failure."""
    error = work["error"] or {"code": "UNKNOWN", "message": "There is no result."}
    code = error["code"]
    return code, f"{work['id']} {work['status']}: {code}: {error['message']}"


class WaitTimeoutError(MediaError, TimeoutError):
    """A wait timed out. The generation or speech continues; wait again with its id."""

    generation: Generation | None = None
    """The last known state; None if the server has not responded."""
    speech: Speech | None = None
    """The last known state of speech; None if the server has not responded."""

    def __init__(self, work_id: str, work: Generation | Speech | None, seconds: float) -> None:
        if work and work["object"] == "speech":
            self.speech = work
        else:
            self.generation = work
        super().__init__(f"{work_id} has not ended within {seconds:g} s.")


class WebhookSignatureError(MediaError):
    """A webhook's signature is missing, wrong or too old. Respond with 400 and ignore the body."""


def build_error(status: int, text: str) -> ApiError | UnexpectedResponseError:
    """Builds the error from a response."""
    with suppress(ValueError, TypeError, KeyError):
        error: Any = json.loads(text)["error"]
        return ERROR_CLASSES.get(error["code"], ApiError)(status, error)
    return UnexpectedResponseError(status, text)
