import type { ClientOptions, MediaClient } from '../client.js';

/** Name of the provider in `providerOptions` and `providerMetadata`. */
export const NAME = 'mediaPlatform';

/**
 * Maximum generations of one call. The SDK divides a larger call into several calls with the same
 * options, and so with the same `idempotencyKey`.
 */
export const PER_CALL_MAX = 100;

export interface MediaPlatformSettings extends ClientOptions {
  /**
   * Format of returned videos. By default the provider downloads them, because the SDK refuses to
   * download from private addresses; `url` returns only their addresses.
   */
  readonly videoData?: 'binary' | 'url' | undefined;
}

/** Settings that the models of a provider share. */
export interface Connection {
  readonly client: MediaClient;
  readonly videoData: 'binary' | 'url';
}
