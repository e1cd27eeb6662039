import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { GenerationStatus, Stage } from '../catalogue/stages.js';
import { pause } from '../webhooks/wait-for-events.js';

const ASK_EVERY_MS = 500;

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
  readonly onLook: (seen: GenerationPoll) => void;
}

interface EndWaiter {
  readonly id: string;
  readonly over: AbortController;
  readonly onLook: EndWatch['onLook'];
}

/** Polls the generations whose end this process waits for. All waits share one poll. */
export class GenerationWatch {
  private readonly waits = new Set<EndWaiter>();
  private isLooking = false;

  constructor(
    private readonly look: (ids: readonly string[]) => Promise<readonly GenerationPoll[]>,
  ) {}

  /** Waits until the generation has ended or no longer exists, or the time limit is reached. */
  async waitUntilEnd({ id, seconds, ended, onLook }: EndWatch): Promise<void> {
    const wait: EndWaiter = { id, over: new AbortController(), onLook };
    this.waits.add(wait);
    if (!this.isLooking) void this.pollUntilIdle();
    await pause(seconds * 1_000, [...ended, wait.over.signal]);
    this.waits.delete(wait);
  }

  private async pollUntilIdle(): Promise<void> {
    this.isLooking = true;
    while (this.waits.size > 0) {
      await pause(ASK_EVERY_MS, []);
      const ids = [...new Set([...this.waits].map(({ id }) => id))];
      // A short database failure does not end any wait.
      const seen = ids.length === 0 ? [] : await this.look(ids).catch(() => null);
      if (seen) this.notifyWaiters(ids, seen);
    }
    this.isLooking = false;
  }

  private notifyWaiters(asked: readonly string[], seen: readonly GenerationPoll[]): void {
    const byId = new Map(seen.map((one) => [one.id, one]));
    for (const { id, over, onLook } of this.waits) {
      if (!asked.includes(id)) continue;
      const one = byId.get(id);
      if (!one || !isUnderWay(one.status)) over.abort();
      else onLook(one);
    }
  }
}

const LOOK = `
SELECT g.id, g.status, s.stage FROM generation g
LEFT JOIN LATERAL (
  SELECT stage FROM generation_step WHERE generation_id = g.id AND ended_at IS NULL
  ORDER BY started_at DESC LIMIT 1
) s ON true
WHERE g.id = ANY($1)`;

export const seeGenerations = (
  db: EntityManager,
  ids: readonly string[],
): Promise<GenerationPoll[]> => queryRows<GenerationPoll>(db, LOOK, [ids]);
