import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Metadata } from '../contract/metadata.js';
import { seek, type PageRequest } from './read-page.js';

/** Number of rows scanned per result on a page. */
const SCANNED = 40;

/** Rows of a list that have their own index. */
export interface ListPart {
  /** The condition of the rows. Parts do not overlap. */
  readonly rows: string;
  /** The indexed text to search for words; absent if the list has none. */
  readonly words?: string;
}

/** A list with its searched columns, as SQL. */
interface SearchedList<T extends ObjectLiteral> {
  /** Selects the list without the filter; not modified. */
  readonly query: SelectQueryBuilder<T>;
  /** The text of any row to search for words; absent if the list has none. */
  readonly words?: string;
  readonly metadata: string;
  /** All rows of the list. */
  readonly parts: readonly ListPart[];
}

/** Filters that few rows may match. */
export interface RareFilter {
  readonly words?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Returns whether a filter has words or pairs. */
export const isRare = ({ words = '', metadata = {} }: RareFilter): boolean =>
  words.trim() !== '' || Object.keys(metadata).length > 0;

/** A filter as SQL. */
interface Match {
  readonly parameters: Readonly<Record<string, string>>;
  readonly build: (words: string, metadata: string) => string;
  /** True if an index finds the matches. */
  readonly isIndexed: boolean;
}

type SearchedPage = PageRequest & { readonly limit: number; readonly order?: 'ASC' | 'DESC' };

/**
 * Finds the rows on one page that contain all the words and have all the pairs of metadata, and one
 * more if there are more. No single method is fast for every filter: the planner knows only how
 * often a word or a pair occurs across all accounts, and chooses the wrong plan. So the first rows
 * in the order of the list are scanned first; if matches are rare among them, the remaining matches
 * are found through the indexes.
 * @returns the ids, at most `limit + 1`
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function findMatches<T extends ObjectLiteral>(
  db: EntityManager,
  { query, words = 'NULL', metadata, parts }: SearchedList<T>,
  filter: RareFilter,
  { limit, cursor, order = 'DESC' }: SearchedPage,
): Promise<string[]> {
  const length = limit + 1;
  const { parameters, build, isIndexed } = buildMatch(filter);
  const { alias } = query;
  const inOrder = { 'f.created_at': order, 'f.id': order };
  const begun = seek(query.clone(), cursor, order)
    .select(`${alias}.id`, 'id')
    .addSelect(`${alias}.createdAt`, 'created_at')
    .setParameters(parameters);

  const first = begun.clone().addSelect(words, 'words').addSelect(metadata, 'metadata');
  if (isIndexed) first.limit(length * SCANNED);
  const near = await db
    .createQueryBuilder()
    .select('f.id', 'id')
    .from(`(${first.getQuery()})`, 'f')
    .where(build('f.words', 'f.metadata'))
    .setParameters(first.getParameters())
    .orderBy(inOrder)
    .limit(length)
    .getRawMany<{ id: string }>();
  if (near.length === length || !isIndexed) return near.map(({ id }) => id);

  const found = parts.map((part) =>
    begun
      .clone()
      .orderBy()
      .andWhere(build(part.words ?? words, metadata))
      .andWhere(part.rows)
      .getQuery(),
  );
  const far = await db
    .createQueryBuilder()
    // Materialized, because otherwise the order would make the planner read the whole list from its
    // start.
    .addCommonTableExpression(found.join(' UNION ALL '), 'found', { materialized: true })
    .select('f.id', 'id')
    .from('found', 'f')
    .setParameters(begun.getParameters())
    .orderBy(inOrder)
    .limit(length)
    .getRawMany<{ id: string }>();
  return far.map(({ id }) => id);
}

function buildMatch({ words = '', metadata = {} }: RareFilter): Match {
  const patterns = buildWordPatterns(words);
  const hasPairs = Object.keys(metadata).length > 0;
  return {
    parameters: { ...patterns, ...(hasPairs && { pairs: JSON.stringify(metadata) }) },
    build: (text, pairs) =>
      [
        ...Object.keys(patterns).map((name) => `${text} ILIKE :${name}`),
        // The second condition is the condition of the index.
        ...(hasPairs ? [`${pairs} @> :pairs::jsonb`, `${pairs} <> '{}'`] : []),
      ].join(' AND '),
    // The index of words needs three letters in a row in at least one word.
    isIndexed:
      hasPairs || Object.values(patterns).some((pattern) => /[\p{L}\p{N}]{3}/u.test(pattern)),
  };
}

/** Builds a LIKE pattern for each word, by parameter name, with special characters escaped. */
function buildWordPatterns(text: string): Readonly<Record<string, string>> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return Object.fromEntries(
    words.map((word, index) => [`word${index}`, `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`]),
  );
}
