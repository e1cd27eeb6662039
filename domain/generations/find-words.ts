import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { Generation } from '../../entities/generation.js';
import { seek, type PageRequest } from '../durable/read-page.js';

/** So many generations are looked through for each one of a page. */
const LOOKED_THROUGH = 40;

const PROMPT = "g.request ->> 'prompt'";
/** The index of words has those that have ended; those that are open are few. */
const ENDED = "g.status IN ('completed', 'failed', 'cancelled')";
const OPEN = "g.status IN ('queued', 'processing')";

/**
 * The generations of one page in whose prompts all these words occur, and one more when there are
 * more. Neither way to find them is fast for every word, and the planner, which knows only how
 * often all accounts use a word, takes the wrong one: so the newest generations are looked through
 * first, and what is rarer among them is then found by the index of words.
 *
 * @param list selects the list without the words; stays as it is
 * @returns their ids, at most `limit + 1`
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function findWords(
  db: EntityManager,
  list: SelectQueryBuilder<Generation>,
  text: string,
  { limit, cursor }: PageRequest & { readonly limit: number },
): Promise<string[]> {
  const length = limit + 1;
  const patterns = patternsOf(text);
  const begun = seek(list.clone(), cursor)
    .select('g.id', 'id')
    .addSelect('g.createdAt', 'created_at')
    .setParameters(patterns);

  // Without three letters in a row in any word, the index has nothing to look for.
  const isIndexed = Object.values(patterns).some((pattern) => /[\p{L}\p{N}]{3}/u.test(pattern));
  const newest = begun.clone().addSelect(PROMPT, 'prompt');
  if (isIndexed) newest.limit(length * LOOKED_THROUGH);
  const near = await db
    .createQueryBuilder()
    .select('f.id', 'id')
    .from(`(${newest.getQuery()})`, 'f')
    .where(allOf('f.prompt', patterns))
    .setParameters(newest.getParameters())
    .orderBy({ 'f.created_at': 'DESC', 'f.id': 'DESC' })
    .limit(length)
    .getRawMany<{ id: string }>();
  if (near.length === length || !isIndexed) return near.map(({ id }) => id);

  const all = begun.clone().orderBy().andWhere(allOf(PROMPT, patterns));
  const [ended, open] = [ENDED, OPEN].map((states) => all.clone().andWhere(states).getQuery());
  const far = await db
    .createQueryBuilder()
    // Without it the order would tempt the planner to read the whole list from its top.
    .addCommonTableExpression(`${ended} UNION ALL ${open}`, 'found', { materialized: true })
    .select('f.id', 'id')
    .from('found', 'f')
    .setParameters(all.getParameters())
    .orderBy({ 'f.created_at': 'DESC', 'f.id': 'DESC' })
    .limit(length)
    .getRawMany<{ id: string }>();
  return far.map(({ id }) => id);
}

/** Each word as a pattern by the name of its parameter; no character has a meaning of its own. */
function patternsOf(text: string): Readonly<Record<string, string>> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return Object.fromEntries(
    words.map((word, index) => [`word${index}`, `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`]),
  );
}

const allOf = (prompt: string, patterns: Readonly<Record<string, string>>): string =>
  Object.keys(patterns)
    .map((name) => `${prompt} ILIKE :${name}`)
    .join(' AND ');
