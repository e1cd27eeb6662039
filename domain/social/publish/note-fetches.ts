import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { parseServed } from '../../catalogue/object-keys.js';

/** Maximum unwritten fetches; more are dropped, so that an outage does not fill the memory. */
const WAITING_MAX = 1_000;
/** Maximum remembered keys that are already written: a clip is read in many ranges. */
const NOTED_MAX = 10_000;
const RETRY_MS = 1_000;

interface NoteOptions {
  readonly retryMs?: number;
  /** Called with the error once per outage. */
  readonly warn?: (error: unknown) => void;
}

/**
 * Records the first fetch of each rendition in `media_fetch`, in batches and after the response:
 * `note` returns immediately and never throws. Failed writes are retried for as long as the process
 * runs.
 */
export function createFetchNotes(
  db: DataSource,
  { retryMs = RETRY_MS, warn = () => undefined }: NoteOptions = {},
): (key: string) => void {
  const waiting = new Map<string, string>();
  const noted = new Set<string>();
  let isWriting = false;

  return function note(key) {
    const parts = parseServed(key);
    if (parts?.kind !== 'rendition' || noted.has(key) || waiting.size >= WAITING_MAX) return;
    waiting.set(key, parts.id);
    if (!isWriting) void write();
  };

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.size > 0) {
      const batch = [...waiting];
      await insist(batch);
      for (const [key] of batch) {
        waiting.delete(key);
        if (noted.size >= NOTED_MAX) noted.clear();
        noted.add(key);
      }
    }
    isWriting = false;
  }

  async function insist(batch: readonly (readonly [string, string])[]): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        await db.query(
          `INSERT INTO media_fetch (key, post_id) SELECT * FROM unnest($1::text[], $2::text[])
           ON CONFLICT DO NOTHING`,
          [batch.map(([key]) => key), batch.map(([, postId]) => postId)],
        );
        return;
      } catch (error) {
        if (failures === 0) warn(error);
        await pause(retryMs, undefined, { ref: false });
      }
    }
  }
}
