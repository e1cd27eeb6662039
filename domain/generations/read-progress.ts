import type { EntityManager } from 'typeorm';
import type { GenerationStatus, Stage } from '../catalogue/stages.js';
import { rowsOf } from '../../entities/rows.js';

/** How far a generation is that is under way. */
export interface Progress {
  readonly id: string;
  readonly status: GenerationStatus;
  /** What is done now; null while it waits, and between two tries. */
  readonly stage: Stage | null;
  /** Tries that have begun and that have ended: another number is another state. */
  readonly moves: number;
}

/** More than any plan runs at once. */
const MOST = 200;

const READ = `
SELECT g.id, g.status, max(s.stage) FILTER (WHERE s.ended_at IS NULL) AS stage,
  (count(s.started_at) + count(s.ended_at))::integer AS moves
FROM generation g LEFT JOIN generation_step s ON s.generation_id = g.id
WHERE g.account_id = $1 AND g.status IN ('queued', 'processing')
GROUP BY g.id LIMIT ${MOST}`;

/** What an account has under way. */
export const readProgress = (db: EntityManager, accountId: string): Promise<Progress[]> =>
  rowsOf<Progress>(db, READ, [accountId]);
