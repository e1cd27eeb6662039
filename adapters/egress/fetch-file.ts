import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Fetched } from '../../domain/ports/fetch-file.js';
import type { PublicFetch } from './public-fetch.js';
import { UrlRefused } from './refusal.js';
import { describeRefusal } from './import-refusal.js';

/** The time for one import: redirects, connection and body together. */
const IMPORT_DEADLINE_MS = 60_000;
/** Imports at a time: each may hold 200 MB of disk and about 50 MB of memory (measured). */
const IMPORTS_MAX = 8;

/**
 * Copies the file behind a URL onto the disk of this machine, never into memory as a whole. The
 * text of a refusal completes "<field>: …" and tells nothing about our network.
 */
export function createFetchFile(publicFetch: PublicFetch) {
  let underWay = 0;

  async function fromUrl(url: string, maxBytes: number): Promise<Fetched> {
    if (underWay >= IMPORTS_MAX) return { busy: true };
    underWay += 1;
    try {
      return await download(url, maxBytes);
    } finally {
      underWay -= 1;
    }
  }

  async function download(url: string, maxBytes: number): Promise<Fetched> {
    const place = await newPlace();
    try {
      const { bytes } = await publicFetch.download(url, {
        maxBytes,
        deadlineMs: IMPORT_DEADLINE_MS,
        sink: (body) => pipeline(body, createWriteStream(place.path)),
      });
      return { file: { ...place, size: bytes } };
    } catch (error) {
      await place.remove();
      if (!(error instanceof UrlRefused)) throw error;
      // Not the caller's fault: this machine has no room for another connection.
      if (error.reason === 'exhausted') return { busy: true };
      return { refused: describeRefusal(url, error) };
    }
  }

  /** Why a URL is refused before any request, in the words of `fromUrl`; null if it is accepted. */
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

/** A new private folder. In a shared folder, somebody else could already use the file name. */
export async function newPlace(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'media-file-'));
  return {
    path: join(folder, 'file'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
