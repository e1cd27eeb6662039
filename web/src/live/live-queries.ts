import type { Query } from '@tanstack/react-query';
import type { Generation } from '../api/contract';
import type { ReadPath } from '../api/queries';
import { isOpen } from '../generations/generation-state';

/** Decides which queries an event invalidates. */

/** Returns the path of an API query, or the first part of a page's own query key. */
const getQueryName = ({ queryKey: [name] }: Query): string =>
  typeof name === 'string' ? name : '';

interface OfOne {
  readonly params?: { readonly id?: string };
}

const getQueryId = ({ queryKey: [, selection] }: Query): string | undefined =>
  (selection as OfOne | undefined)?.params?.id;

const ONE = '/generations/{id}' satisfies ReadPath;
const STEPS = '/generations/{id}/steps' satisfies ReadPath;
const LIST = '/generations' satisfies ReadPath;

/**
 * Queries that are never invalidated by events. An origin is read from the whole file, and the
 * pages about all accounts poll.
 */
const LASTING: readonly string[] = [
  'session',
  'webhook-health',
  '/models',
  '/voices',
  '/collections',
  '/generations/{id}/request',
  '/generations/{id}/provenance',
  '/admin/overview',
  '/admin/provider-history',
] satisfies (ReadPath | 'session' | 'webhook-health')[];
/** Queries about a single generation. */
const OF_ONE: readonly string[] = [ONE, STEPS];

interface ListedPages {
  readonly data?: readonly { readonly id: string }[];
  readonly pages?: readonly { readonly data: readonly { readonly id: string }[] }[];
}

const listEntries = ({ state }: Query): readonly { readonly id: string }[] => {
  const { data, pages } = (state.data ?? {}) as ListedPages;
  return pages?.flatMap((page) => page.data) ?? data ?? [];
};

/** Excludes a library of several pages, because its unfinished tiles poll separately. */
const isLong = (query: Query): boolean =>
  getQueryName(query) === 'library' &&
  ((query.state.data as ListedPages | undefined)?.pages?.length ?? 0) > 1;

/** Returns whether a query's generation had not ended when it was last fetched. */
export const isUnderWay = (query: Query): boolean =>
  getQueryName(query) === ONE &&
  query.state.data !== undefined &&
  isOpen(query.state.data as Generation);

/**
 * Returns whether a progress event changes a query: the generation's own query, or a list that does
 * not contain the generation yet.
 */
export const isMovedBy =
  (id: string) =>
  (query: Query): boolean => {
    const name = getQueryName(query);
    if (OF_ONE.includes(name)) return getQueryId(query) === id;
    if (!['library', LIST].includes(name) || isLong(query)) return false;
    return listEntries(query).every((entry) => entry.id !== id);
  };

/**
 * Returns whether an event changes a query. @param endedId the ended generation that the event
 * contains
 */
export const isChangedBy =
  (endedId: string | null) =>
  (query: Query): boolean => {
    const name = getQueryName(query);
    if (name === STEPS) return getQueryId(query) === endedId;
    return name !== ONE && !LASTING.includes(name) && !isLong(query);
  };
