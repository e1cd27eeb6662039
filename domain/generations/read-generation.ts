import { In, Not, type EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import {
  presentGeneration,
  type GenerationBody,
  type GenerationLinks,
  type GenerationView,
} from '../contract/generation.js';
import {
  estimateProgress,
  LATEST_STEP,
  readLatestSteps,
  type LatestStep,
} from './estimate-progress.js';
import type { StageTimes } from './stage-times.js';

/**
 * Reads the current state of an account's generation; null if the account has no generation with
 * this id.
 */
export async function readGeneration(
  db: EntityManager,
  { id, accountId }: Pick<Generation, 'id' | 'accountId'>,
  links: GenerationLinks,
  times: StageTimes = new Map(),
): Promise<GenerationBody | null> {
  const row = await db.findOneBy(Generation, { id, accountId, type: Not('speech') });
  return row && ((await presentNow(db, [row], links, times))[0] ?? null);
}

/**
 * Presents rows with the current progress of those that have not ended, which takes one query if
 * there are any.
 */
export async function presentNow(
  db: EntityManager,
  rows: readonly GenerationView[],
  links: GenerationLinks,
  times: StageTimes,
): Promise<GenerationBody[]> {
  const open = rows.filter(({ completedAt }) => completedAt === null).map(({ id }) => id);
  const steps = await readLatestSteps(db, open);
  return rows.map((row) =>
    presentGeneration(row, links, estimateProgress(row, steps.get(row.id) ?? null, times)),
  );
}

/**
 * Reads several of an account's generations in one query.
 * @returns those that exist, by id
 */
export async function readGenerations(
  db: EntityManager,
  { ids, accountId }: { readonly ids: readonly string[]; readonly accountId: string },
  links: GenerationLinks,
): Promise<ReadonlyMap<string, GenerationBody>> {
  const rows = await db.findBy(Generation, { id: In(ids), accountId, type: Not('speech') });
  const shown = await presentNow(db, rows, links, new Map());
  return new Map(shown.map((body) => [body.id, body]));
}

/** Extra data that reads a generation together with the caller. */
export const GENERATION_PREFETCH = {
  name: 'generation',
  sql: `SELECT json_build_object('id', g.id, 'type', g.type, 'model', g.model, 'status', g.status,
      'credits', g.credits, 'refundedCredits', g.refunded_credits, 'outputKey', g.output_key,
      'thumbnailKey', g.thumbnail_key, 'error', g.error, 'request', g.request,
      'inputs', g.inputs, 'options', g.options, 'metadata', g.metadata, 'title', g.title,
      'favorite', g.favorite, 'timeline', g.timeline, 'makers', g.makers,
      'createdMs', extract(epoch FROM g.created_at) * 1000,
      'completedMs', extract(epoch FROM g.completed_at) * 1000,
      'step', CASE WHEN g.completed_at IS NULL THEN (${LATEST_STEP}) END)
    FROM generation g
    WHERE g.id = c.about AND g.account_id = c.account_id AND g.type <> 'speech'`,
};

type PrefetchedRow = Omit<GenerationView, 'createdAt' | 'completedAt'> & {
  readonly createdMs: number;
  readonly completedMs: number | null;
  /** The latest step of a generation that has not ended. */
  readonly step: LatestStep | null;
};

/** Reads the result of `GENERATION_PREFETCH`. */
export function readPrefetchedGeneration(
  prefetched: unknown,
  links: GenerationLinks,
  times: StageTimes,
): GenerationBody | null {
  const row = prefetched as PrefetchedRow | null;
  if (!row) return null;
  const createdAt = new Date(row.createdMs);
  const completedAt = row.completedMs === null ? null : new Date(row.completedMs);
  const view = { ...row, createdAt, completedAt };
  return presentGeneration(view, links, estimateProgress(view, row.step, times));
}
