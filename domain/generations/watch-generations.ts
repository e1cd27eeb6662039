import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { GenerationStatus, Stage } from '../catalogue/stages.js';
import type { Wait, Watch } from '../durable/watch.js';

/** Checks whether a generation has not ended yet. */
export const isUnderWay = (status: GenerationStatus): boolean =>
  status === 'queued' || status === 'processing';

/** A generation's progress. */
export interface GenerationPoll {
  readonly id: string;
  readonly status: GenerationStatus;
  /** The latest stage in progress. */
  readonly stage: Stage | null;
  /** Changes with each step, and with each report of a provider. */
  readonly mark: string;
}

export interface EndWait extends Pick<Wait<GenerationPoll>, 'seconds' | 'ended'> {
  readonly id: string;
  /** Called with the progress at each poll until the wait ends. */
  readonly onProgress?: (progress: GenerationPoll) => void;
}

/** Waits until the generation has ended or no longer exists, or the time limit is reached. */
export async function waitUntilEnd(
  watch: Watch<GenerationPoll>,
  { id, onProgress, ...wait }: EndWait,
): Promise<void> {
  const until = (seen: GenerationPoll | undefined): boolean => {
    if (!seen || !isUnderWay(seen.status)) return true;
    onProgress?.(seen);
    return false;
  };
  await watch.wait({ ...wait, key: id, until });
}

const PROGRESS = `
SELECT g.id, g.status, s.stage, concat_ws(' ', g.status, m.mark) AS mark FROM generation g
LEFT JOIN LATERAL (
  SELECT stage FROM generation_step WHERE generation_id = g.id AND ended_at IS NULL
  ORDER BY started_at DESC LIMIT 1
) s ON true
CROSS JOIN LATERAL (
  SELECT concat_ws(' ', count(*), count(ended_at), max(ended_at), sum(position), sum(fraction)) AS mark
  FROM generation_step WHERE generation_id = g.id
) m
WHERE g.id = ANY($1)`;

/** Polls generations with one statement. */
export async function pollGenerations(
  db: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GenerationPoll>> {
  const rows = await queryRows<GenerationPoll>(db, PROGRESS, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
