"""Client of the media generation platform: `MediaClient` blocks, `AsyncMediaClient` awaits."""

from . import errors, types, webhooks
from ._async_client import AsyncGenerationHandle, AsyncMediaClient
from ._async_speech import AsyncSpeechHandle
from ._client import GenerationHandle, MediaClient
from ._speech import SpeechHandle
from ._version import __version__

__all__ = [
    "AsyncGenerationHandle",
    "AsyncMediaClient",
    "AsyncSpeechHandle",
    "GenerationHandle",
    "MediaClient",
    "SpeechHandle",
    "__version__",
    "errors",
    "types",
    "webhooks",
]
