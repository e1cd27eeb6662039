import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { Generation } from '../../entities/generation.js';
import { seek, type PageRequest } from '../durable/read-page.js';

/** Number of generations scanned per result on a page. */
const SCANNED_PER_RESULT = 40;

const PROMPT = "g.request ->> 'prompt'";
/** The word index covers ended generations; there are only a few open ones. */
const ENDED = "g.status IN ('completed', 'failed', 'cancelled')";
const OPEN = "g.status IN ('queued', 'processing')";

/**
 * Finds the generations on one page whose prompts contain all the words, and one more if there are
 * more. No single method is fast for every word: the planner knows only how often a word occurs
 * across all accounts, and chooses the wrong plan. So the newest generations are scanned first; if
 * the words are rare among them, the rest are found through the word index.
 * @param list selects the list without the words; not modified
 * @returns the ids, at most `limit + 1`
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function findWords(
  db: EntityManager,
  list: SelectQueryBuilder<Generation>,
  text: string,
  { limit, cursor }: PageRequest & { readonly limit: number },
): Promise<string[]> {
  const length = limit + 1;
  const patterns = buildWordPatterns(text);
  const begun = seek(list.clone(), cursor)
    .select('g.id', 'id')
    .addSelect('g.createdAt', 'created_at')
    .setParameters(patterns);

  // The index needs three letters in a row in at least one word.
  const isIndexed = Object.values(patterns).some((pattern) => /[\p{L}\p{N}]{3}/u.test(pattern));
  const newest = begun.clone().addSelect(PROMPT, 'prompt');
  if (isIndexed) newest.limit(length * SCANNED_PER_RESULT);
  const near = await db
    .createQueryBuilder()
    .select('f.id', 'id')
    .from(`(${newest.getQuery()})`, 'f')
    .where(buildAllWordsCondition('f.prompt', patterns))
    .setParameters(newest.getParameters())
    .orderBy({ 'f.created_at': 'DESC', 'f.id': 'DESC' })
    .limit(length)
    .getRawMany<{ id: string }>();
  if (near.length === length || !isIndexed) return near.map(({ id }) => id);

  const all = begun.clone().orderBy().andWhere(buildAllWordsCondition(PROMPT, patterns));
  const [ended, open] = [ENDED, OPEN].map((states) => all.clone().andWhere(states).getQuery());
  const far = await db
    .createQueryBuilder()
    // Materialized, because otherwise the order would make the planner read the whole list from its
    // start.
    .addCommonTableExpression(`${ended} UNION ALL ${open}`, 'found', { materialized: true })
    .select('f.id', 'id')
    .from('found', 'f')
    .setParameters(all.getParameters())
    .orderBy({ 'f.created_at': 'DESC', 'f.id': 'DESC' })
    .limit(length)
    .getRawMany<{ id: string }>();
  return far.map(({ id }) => id);
}

/** Builds a LIKE pattern for each word, by parameter name, with special characters escaped. */
function buildWordPatterns(text: string): Readonly<Record<string, string>> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return Object.fromEntries(
    words.map((word, index) => [`word${index}`, `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`]),
  );
}

const buildAllWordsCondition = (
  prompt: string,
  patterns: Readonly<Record<string, string>>,
): string =>
  Object.keys(patterns)
    .map((name) => `${prompt} ILIKE :${name}`)
    .join(' AND ');
