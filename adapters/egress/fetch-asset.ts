import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { LocalFile } from '../../domain/ports/egress.js';
import type { PublicFetch } from './public-fetch.js';
import { UrlRefused } from './refusal.js';
import { createTempFile } from './fetch-file.js';

/** The URL of an upstream result. */
export interface AssetAddress {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FetchAsset {
  /**
   * @param signal aborts the download
   * @returns the file, or null if the URL does not serve it now
   */
  (asset: AssetAddress, maxBytes: number, signal: AbortSignal): Promise<LocalFile | null>;
}

const DEADLINE_MS = 240_000;

/** Fetches upstream results through the same guard as all external URLs. */
export function createFetchAsset(publicFetch: PublicFetch): FetchAsset {
  return async ({ url, headers = {} }, maxBytes, signal) => {
    const place = await createTempFile();
    try {
      const { bytes } = await publicFetch.download(url, {
        maxBytes,
        deadlineMs: DEADLINE_MS,
        signal,
        headers,
        sink: (body) => pipeline(body, createWriteStream(place.path)),
      });
      return { ...place, size: bytes };
    } catch (error) {
      await place.remove();
      if (error instanceof UrlRefused) return null;
      throw error;
    }
  };
}
