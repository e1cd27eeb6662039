import { In, type EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import {
  presentGeneration,
  type GenerationBody,
  type GenerationLinks,
  type GenerationView,
} from '../contract/generation.js';

/**
 * Reads the current state of an account's generation; null if the account has no generation with
 * this id.
 */
export async function readGeneration(
  db: EntityManager,
  { id, accountId }: Pick<Generation, 'id' | 'accountId'>,
  links: GenerationLinks,
): Promise<GenerationBody | null> {
  const row = await db.findOneBy(Generation, { id, accountId });
  return row && presentGeneration(row, links);
}

/** Reads several of an account's generations in one query. @returns those that exist, by id */
export async function readGenerations(
  db: EntityManager,
  { ids, accountId }: { readonly ids: readonly string[]; readonly accountId: string },
  links: GenerationLinks,
): Promise<ReadonlyMap<string, GenerationBody>> {
  const rows = await db.findBy(Generation, { id: In(ids), accountId });
  return new Map(rows.map((row) => [row.id, presentGeneration(row, links)]));
}

/** Extra data that reads a generation together with the caller. */
export const GENERATION_PREFETCH = {
  name: 'generation',
  sql: `SELECT json_build_object('id', g.id, 'type', g.type, 'model', g.model, 'status', g.status,
      'credits', g.credits, 'refundedCredits', g.refunded_credits, 'outputKey', g.output_key,
      'thumbnailKey', g.thumbnail_key, 'error', g.error, 'request', g.request,
      'inputs', g.inputs, 'options', g.options, 'metadata', g.metadata, 'timeline', g.timeline, 'makers', g.makers,
      'createdMs', extract(epoch FROM g.created_at) * 1000,
      'completedMs', extract(epoch FROM g.completed_at) * 1000)
    FROM generation g WHERE g.id = c.about AND g.account_id = c.account_id`,
};

type PrefetchedRow = Omit<GenerationView, 'createdAt' | 'completedAt'> & {
  readonly createdMs: number;
  readonly completedMs: number | null;
};

/** Reads the result of `GENERATION_BESIDE`. */
export function readPrefetchedGeneration(
  prefetched: unknown,
  links: GenerationLinks,
): GenerationBody | null {
  const row = prefetched as PrefetchedRow | null;
  if (!row) return null;
  const createdAt = new Date(row.createdMs);
  const completedAt = row.completedMs === null ? null : new Date(row.completedMs);
  return presentGeneration({ ...row, createdAt, completedAt }, links);
}
