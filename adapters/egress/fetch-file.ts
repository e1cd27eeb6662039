import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FetchResult } from '../../domain/ports/egress.js';
import type { PublicFetch } from './public-fetch.js';
import { type RefusalReason, UrlRefused } from './refusal.js';
import { describeRefusal } from './import-refusal.js';

/** The deadline of one import, including redirects, connection and body. */
const IMPORT_DEADLINE_MS = 60_000;

/**
 * Downloads a URL to this machine's disk, never into memory as a whole. The refusal text completes
 * "<field>: …" and reveals nothing about our network.
 */
export function createFetchFile(publicFetch: PublicFetch) {
  async function fromUrl(url: string, maxBytes: number): Promise<FetchResult> {
    const place = await createTempFile();
    let arrived = 0;
    const writeToFile = (body: AsyncIterable<Buffer>) =>
      pipeline(
        body,
        async function* count(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            arrived += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(place.path),
      );
    try {
      const limits = { maxBytes, deadlineMs: IMPORT_DEADLINE_MS, sink: writeToFile };
      const { bytes } = await publicFetch.download(url, limits);
      return { file: { ...place, size: bytes } };
    } catch (error) {
      await place.remove();
      if (!(error instanceof UrlRefused)) throw error;
      // The caller is not at fault: this machine has no resources for another connection.
      if (error.reason === 'exhausted') return { busy: true };
      return { refused: describeRefusal(url, error), bytes: arrived, ...readFault(error) };
    }
  }

  /**
   * Returns the reason for refusing a URL before any request, worded for `fromUrl`; null if the URL
   * is accepted.
   */
  async function checkUrl(url: string): Promise<string | null> {
    try {
      await publicFetch.check(url);
      return null;
    } catch (error) {
      if (!(error instanceof UrlRefused)) throw error;
      return describeRefusal(url, error);
    }
  }

  return { fromUrl, checkUrl };
}

/** Returns a refusal's metadata, without its text. A redirect URL came from a server. */
const readFault = ({ reason, detail, target }: UrlRefused) => ({
  tried: target !== undefined || !UNTRIED.has(reason),
  tooLarge: reason === 'too_large' && detail === undefined,
});

/** Faults of the URL itself, found before any request to a server. */
const UNTRIED: ReadonlySet<RefusalReason> = new Set(['bad_url', 'blocked_address']);

/**
 * Creates a new private folder. In a shared folder, another user could already have created the
 * file.
 */
export async function createTempFile(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'media-file-'));
  return {
    path: join(folder, 'file'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
