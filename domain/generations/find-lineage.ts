import { In, Not, type EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import { parseKey } from '../catalogue/object-keys.js';
import { refuseUnknown } from '../contract/refusal.js';

/** Maximum number of results listed as made from a generation. */
export const USED_IN_MAX = 12;

/** Generations whose results are connected by use as an input. */
export interface Lineage {
  /** The account's generations whose results were inputs, in the order of the inputs. */
  readonly madeFrom: readonly Generation[];
  /** The account's generations that used the result as an input, newest first. */
  readonly usedIn: readonly Generation[];
}

/**
 * Finds the generations that a generation was made from, and those that used its result. Lists only
 * generations of the account, because anyone with the URL of a result may use it as an input.
 * @throws {Refusal} NOT_FOUND if the account has no such generation
 */
export async function findLineage(
  db: EntityManager,
  accountId: string,
  id: string,
): Promise<Lineage> {
  const generation = await db.findOneBy(Generation, { id, accountId, type: Not('speech') });
  if (!generation) throw refuseUnknown('generation', id);
  return {
    madeFrom: await findSources(db, generation),
    usedIn: generation.outputKey === null ? [] : await findUses(db, generation),
  };
}

async function findSources(db: EntityManager, generation: Generation): Promise<Generation[]> {
  const ids = [...new Set(generation.inputs.flatMap(({ key }) => findGenerationId(key)))];
  if (ids.length === 0) return [];
  const rows = await db.findBy(Generation, {
    id: In(ids),
    accountId: generation.accountId,
    type: Not('speech'),
  });
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Returns the id of the generation whose result or thumbnail has this object key. */
function findGenerationId(key: string): string[] {
  const parts = parseKey(key);
  return parts?.kind === 'output' || parts?.kind === 'thumbnail' ? [parts.id] : [];
}

/**
 * Finds the uses of a result or its thumbnail. The query meets the conditions of the index
 * `generation_inputs`.
 */
function findUses(db: EntityManager, generation: Generation): Promise<Generation[]> {
  const { accountId, outputKey, thumbnailKey } = generation;
  return db
    .createQueryBuilder(Generation, 'g')
    .where("g.inputs <> '[]' AND (g.inputs @> :output::jsonb OR g.inputs @> :thumbnail::jsonb)", {
      output: JSON.stringify([{ key: outputKey }]),
      thumbnail: JSON.stringify([{ key: thumbnailKey ?? outputKey }]),
    })
    .andWhere('g.accountId = :accountId', { accountId })
    .orderBy('g.createdAt', 'DESC')
    .addOrderBy('g.id', 'DESC')
    .limit(USED_IN_MAX)
    .getMany();
}
