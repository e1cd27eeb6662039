import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { GenerationStatus, Stage } from '../catalogue/stages.js';
import { pause } from '../webhooks/wait-for-events.js';

const POLL_EVERY_MS = 500;

/** Checks whether a generation has not ended yet. */
export const isUnderWay = (status: GenerationStatus): boolean =>
  status === 'queued' || status === 'processing';

/** A generation's progress. */
export interface GenerationPoll {
  readonly id: string;
  readonly status: GenerationStatus;
  /** The latest stage in progress. */
  readonly stage: Stage | null;
}

export interface EndWatch {
  readonly id: string;
  readonly seconds: number;
  /** Signals, any of which ends the wait immediately: the caller left, or the process stops. */
  readonly ended: readonly AbortSignal[];
  /** Called with the progress twice a second until the wait ends. */
  readonly onProgress?: (progress: GenerationPoll) => void;
}

interface EndWaiter extends Pick<EndWatch, 'id' | 'onProgress'> {
  readonly over: AbortController;
}

/** Polls the generations whose end this process waits for. All waits share one poll. */
export class GenerationWatch {
  private readonly waits = new Set<EndWaiter>();
  private isPolling = false;

  constructor(
    private readonly poll: (ids: readonly string[]) => Promise<readonly GenerationPoll[]>,
  ) {}

  /** Waits until the generation has ended or no longer exists, or the time limit is reached. */
  async waitUntilEnd({ seconds, ended, ...waiter }: EndWatch): Promise<void> {
    const wait: EndWaiter = { ...waiter, over: new AbortController() };
    this.waits.add(wait);
    if (!this.isPolling) void this.pollUntilIdle();
    await pause(seconds * 1_000, [...ended, wait.over.signal]);
    this.waits.delete(wait);
  }

  private async pollUntilIdle(): Promise<void> {
    this.isPolling = true;
    while (this.waits.size > 0) {
      await pause(POLL_EVERY_MS, []);
      const ids = [...new Set([...this.waits].map(({ id }) => id))];
      // A short database failure does not end any wait.
      const seen = ids.length === 0 ? [] : await this.poll(ids).catch(() => null);
      if (seen) this.notifyWaiters(ids, seen);
    }
    this.isPolling = false;
  }

  private notifyWaiters(asked: readonly string[], seen: readonly GenerationPoll[]): void {
    const byId = new Map(seen.map((one) => [one.id, one]));
    for (const { id, over, onProgress } of this.waits) {
      if (!asked.includes(id)) continue;
      const one = byId.get(id);
      if (!one || !isUnderWay(one.status)) over.abort();
      else onProgress?.(one);
    }
  }
}

const PROGRESS = `
SELECT g.id, g.status, s.stage FROM generation g
LEFT JOIN LATERAL (
  SELECT stage FROM generation_step WHERE generation_id = g.id AND ended_at IS NULL
  ORDER BY started_at DESC LIMIT 1
) s ON true
WHERE g.id = ANY($1)`;

export const seeGenerations = (
  db: EntityManager,
  ids: readonly string[],
): Promise<GenerationPoll[]> => queryRows<GenerationPoll>(db, PROGRESS, [ids]);
