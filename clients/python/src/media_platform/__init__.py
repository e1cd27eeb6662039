"""Client of the media generation platform: `MediaClient` blocks, `AsyncMediaClient` awaits."""

from . import errors, types, webhooks
from ._async_client import AsyncGenerationHandle, AsyncMediaClient
from ._client import GenerationHandle, MediaClient
from ._version import __version__

__all__ = [
    "AsyncGenerationHandle",
    "AsyncMediaClient",
    "GenerationHandle",
    "MediaClient",
    "__version__",
    "errors",
    "types",
    "webhooks",
]
