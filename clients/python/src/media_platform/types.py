"""Objects of requests and responses, with the names of the API. Later servers may add fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

Status = Literal["queued", "processing", "completed", "failed", "cancelled"]
ENDED: frozenset[str] = frozenset({"completed", "failed", "cancelled"})


class GenerationResult(TypedDict):
    """The files of a completed generation."""

    url: str
    thumbnail_url: str | None
    library_url: str | None


class GenerationError(TypedDict):
    """Reason why a generation failed."""

    code: str
    message: str


class TimelineEntry(TypedDict):
    """A failure or a difference from the request, and how it was handled."""

    at: int
    stage: str
    resolution: str
    status: int | None
    message: str


class GenerationProgress(TypedDict):
    """Progress of a generation. A field is None if it is unknown."""

    stage: str | None
    fraction: float | None
    queue_position: int | None
    eta_ms: int | None


class GenerationUrls(TypedDict):
    """URLs of the API for a generation."""

    get: str
    cancel: str
    events: str


class _GenerationFields(TypedDict):
    id: str
    object: Literal["generation"]
    type: Literal["image", "video"]
    model: str
    status: Status
    credits: int
    refunded_credits: int
    error: GenerationError | None
    request: dict[str, Any]
    metadata: dict[str, str]
    title: str | None
    favorite: bool
    timeline: list[TimelineEntry]
    simulated: bool | None
    progress: GenerationProgress | None
    urls: GenerationUrls
    created_at: int
    completed_at: int | None


class Generation(_GenerationFields):
    """An image or video generation. Times are Unix milliseconds."""

    result: GenerationResult | None


class CompletedGeneration(_GenerationFields):
    """A generation that has files."""

    result: GenerationResult


class SpeechResult(TypedDict):
    """The file of completed speech."""

    url: str
    content_type: str
    duration_seconds: float
    size: int


class SpeechUrls(TypedDict):
    """URLs of the API for speech."""

    get: str
    cancel: str


class _SpeechFields(TypedDict):
    id: str
    object: Literal["speech"]
    status: Status
    text: str | None
    voice_key: str
    character_id: str | None
    language: str
    speed: float
    format: Literal["wav", "mp3"]
    credits: int
    refunded_credits: int
    error: GenerationError | None
    metadata: dict[str, str]
    timeline: list[TimelineEntry]
    simulated: bool | None
    urls: SpeechUrls
    created_at: int
    completed_at: int | None


class Speech(_SpeechFields):
    """A spoken text. Times are Unix milliseconds."""

    result: SpeechResult | None


class CompletedSpeech(_SpeechFields):
    """Speech that has a file."""

    result: SpeechResult


class DeletedGeneration(TypedDict):
    """The response to a deletion."""

    id: str
    object: Literal["generation"]
    deleted: Literal[True]


class DeletedSpeech(TypedDict):
    """The response to a deletion."""

    id: str
    object: Literal["speech"]
    deleted: Literal[True]


class Collection(TypedDict):
    """A named set of generations."""

    id: str
    object: Literal["collection"]
    name: str
    items: int
    thumbnail_urls: list[str]
    created_at: int


class _UploadFields(TypedDict):
    id: str
    object: Literal["upload"]
    kind: Literal["image", "video", "audio"]
    content_type: str
    size: int | None
    url: str
    status: Literal["pending", "ready"]
    created_at: int
    expires_at: int


class Upload(_UploadFields, total=False):
    """A file to use in media fields, by its id."""

    box_id: str


class WebhookEvent(TypedDict):
    """The body of a webhook. `data` depends on `type`."""

    id: str
    type: str
    created_at: int
    data: dict[str, Any]


class _ReferenceFields(TypedDict):
    image: str


class ReferenceImage(_ReferenceFields, total=False):
    """A picture that the prompt refers to by its tag."""

    tag: str


class CreateImage(TypedDict, total=False):
    """The body of an image. Media fields take an upload id, an https URL or a data URL."""

    prompt: str
    aspect_ratio: str
    resolution: str
    edit: bool
    character_id: str
    product_id: str
    character_image: str
    scene_image: str
    reference_images: list[ReferenceImage]
    seed: int
    metadata: dict[str, str]
    webhook_url: str
    webhook_events: list[str]


class _VideoFields(TypedDict):
    model: str


class CreateVideo(_VideoFields, total=False):
    """The body of a video. `GET /v1/models` lists the options of each model."""

    prompt: str
    character_id: str
    character_image: str
    product_id: str
    start_frame: str
    reference_images: list[ReferenceImage]
    narration_audio: str
    script: str
    language: str
    voice_key: str
    duration: str
    resolution: str
    aspect_ratio: str
    audio: bool
    motion_video: str
    motion_orientation: str
    seed: int
    metadata: dict[str, str]
    webhook_url: str
    webhook_events: list[str]


class _CreateSpeechFields(TypedDict):
    text: str


class CreateSpeech(_CreateSpeechFields, total=False):
    """The body of speech. Without `voice_key`, the character or the default voice speaks."""

    voice_key: str
    character_id: str
    language: str
    speed: float
    format: Literal["wav", "mp3"]
    metadata: dict[str, str]
    webhook_url: str
    webhook_events: list[str]


class ListSpeech(TypedDict, total=False):
    """Filters of the list of speech, and `limit`, the number of entries per page."""

    status: Status
    limit: int


class ListGenerations(TypedDict, total=False):
    """Filters of the list, and `limit`, the number of entries per page."""

    ids: str
    type: Literal["image", "video"]
    status: Status
    model: str
    character_id: str
    q: str
    metadata: dict[str, str]
    created_after: int
    created_before: int
    favorite: bool
    collection: str
    order: Literal["asc", "desc"]
    limit: int


@dataclass(frozen=True)
class Event:
    """An event of a generation. The last event has the generation as `data`.

    Before it, `data` is a step or the progress; if the client polls, it is the generation.
    """

    type: str
    """`step`, `progress`, `completed`, `failed` or `cancelled`; later servers may add types."""
    data: dict[str, Any]
    id: str | None = None
    """Pass it as `last_event_id` to resume after this event."""
