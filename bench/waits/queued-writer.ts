import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { buildKey } from '../../domain/catalogue/object-keys.js';
import {
  claimGeneration,
  completeGeneration,
  reserveOutputKeys,
} from '../../domain/generations/advance-generation.js';
import type { Deps } from '../../runtime/deps.js';
import { buildAccount } from '../../test/support/accounts.js';
import { BEGUN } from '../../test/support/begun.js';
import type { Shot } from '../load.js';
import type { Held } from './follow.js';

/** Number of waiting requests per account; the limit of the API is 50. */
const PER_ACCOUNT = 40;
/** Longer than the interval of polls. */
const SPREAD_MS = 100;
const UNLIMITED = {
  requests_per_minute: 1_000_000,
  concurrent_jobs: 1_000,
  images_per_minute: 100_000,
};

export interface OpenGeneration {
  readonly id: string;
  readonly apiKey: string;
}

/** Generations that stay queued until the bench completes them, as no worker runs. */
export interface QueuedWriter {
  readonly all: readonly OpenGeneration[];
  /** Reads one generation of an account that has no waiting requests. */
  readonly readOne: Shot;
  /**
   * Completes all generations, one after the other.
   * @returns milliseconds until each client received the result
   */
  completeAll(held: readonly Held[]): Promise<Record<Held['kind'], number[]>>;
}

/**
 * Creates generations in enough accounts to stay within the limit of waiting requests per account.
 */
export async function buildQueuedWriter(
  deps: Deps,
  url: string,
  count: number,
): Promise<QueuedWriter> {
  const all: OpenGeneration[] = [];
  while (all.length <= count) {
    const { apiKey } = await buildAccount(deps.db, { credits: 100_000, raised: UNLIMITED });
    for (let at = 0; at < PER_ACCOUNT; at += 1) all.push(await create(url, apiKey));
  }
  const other = all.at(-1) ?? { id: '', apiKey: '' };
  const open = all.slice(0, count);
  return {
    all: open,
    readOne: {
      url: `${url}/v1/generations/${other.id}`,
      method: 'GET',
      headers: () => ({ Authorization: `Bearer ${other.apiKey}` }),
      expect: 200,
    },
    async completeAll(held) {
      const delays: Record<Held['kind'], number[]> = { wait: [], events: [] };
      for (const { id } of open) {
        // Begins at a random moment, because the previous response came right after a poll.
        await pause(Math.random() * SPREAD_MS);
        await complete(deps, id);
        const endedAt = performance.now();
        for (const one of held.filter((waiting) => waiting.id === id)) {
          delays[one.kind].push(Math.max(0, (await one.ended) - endedAt));
        }
      }
      for (const { id } of all.slice(count)) await complete(deps, id);
      return delays;
    },
  };
}

async function create(url: string, apiKey: string): Promise<OpenGeneration> {
  const answer = await fetch(`${url}/v1/images`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({ prompt: 'a red fox in snow' }),
  });
  const { id } = (await answer.json()) as { id: string };
  return { id, apiKey };
}

async function complete(deps: Deps, id: string): Promise<void> {
  await claimGeneration(deps.db, id, BEGUN);
  const name = 'b'.repeat(32);
  const keys = {
    output: buildKey({ kind: 'output', id, name, extension: 'webp' }),
    thumbnail: buildKey({ kind: 'thumbnail', id, name, extension: 'webp' }),
  };
  await reserveOutputKeys(deps.db, id, keys);
  await completeGeneration(deps, id);
}
