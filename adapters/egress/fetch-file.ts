import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Fetched } from '../../domain/ports/fetch-file.js';
import type { PublicFetch } from './public-fetch.js';
import { UrlRefused } from './refusal.js';
import { describeRefusal } from './import-refusal.js';

/** Redirects, connection and body of one import together. */
const IMPORT_DEADLINE_MS = 60_000;
/** Each may hold 200 MB of disk and some 50 MB of memory (measured). */
const IMPORTS_MAX = 8;

/**
 * Brings the file behind a URL onto this machine, never into memory as a whole. What it refuses it says
 * in words that complete "<field>: …" and tell nothing about our network.
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
      // No fault of the caller: this machine has no room for another connection.
      if (error.reason === 'exhausted') return { busy: true };
      return { refused: describeRefusal(url, error) };
    }
  }

  /** Why a URL is refused before a request is sent, in the words of `fromUrl`; null when it is not. */
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

/** A private folder, because the name of a file in a shared one could be taken. */
export async function newPlace(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'media-file-'));
  return {
    path: join(folder, 'file'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
