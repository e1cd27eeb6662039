import type { Query } from '@tanstack/react-query';
import type { Generation } from '../api/contract';
import type { ReadPath } from '../api/queries';
import { isOpen } from '../generations/generation-state';

/** Which of what is shown an event concerns. */

/** The path of a query of the API; the first word of the keys that pages make themselves. */
const nameOf = ({ queryKey: [name] }: Query): string => (typeof name === 'string' ? name : '');

interface OfOne {
  readonly params?: { readonly id?: string };
}

const idOf = ({ queryKey: [, selection] }: Query): string | undefined =>
  (selection as OfOne | undefined)?.params?.id;

const ONE = '/generations/{id}' satisfies ReadPath;
const STEPS = '/generations/{id}/steps' satisfies ReadPath;
const LIST = '/generations' satisfies ReadPath;

/** What holds whatever happens. */
const LASTING: readonly string[] = [
  'session',
  '/models',
  '/voices',
  '/generations/{id}/request',
] satisfies (ReadPath | 'session')[];
/** What belongs to one generation. */
const OF_ONE: readonly string[] = [ONE, STEPS];

interface Listed {
  readonly data?: readonly { readonly id: string }[];
  readonly pages?: readonly { readonly data: readonly { readonly id: string }[] }[];
}

const entriesOf = ({ state }: Query): readonly { readonly id: string }[] => {
  const { data, pages } = (state.data ?? {}) as Listed;
  return pages?.flatMap((page) => page.data) ?? data ?? [];
};

/** A library of many pages is left alone: its tiles that are under way look after themselves. */
const isLong = (query: Query): boolean =>
  nameOf(query) === 'library' && ((query.state.data as Listed | undefined)?.pages?.length ?? 0) > 1;

/** A generation that was under way when it was last asked for. */
export const isUnderWay = (query: Query): boolean =>
  nameOf(query) === ONE && query.state.data !== undefined && isOpen(query.state.data as Generation);

/** What a step of a generation changes: itself, and the lists that do not have it yet. */
export const isMovedBy =
  (id: string) =>
  (query: Query): boolean => {
    const name = nameOf(query);
    if (OF_ONE.includes(name)) return idOf(query) === id;
    if (!['library', LIST].includes(name) || isLong(query)) return false;
    return entriesOf(query).every((entry) => entry.id !== id);
  };

/** What an event changes. @param endedId the generation that it tells of, as it has ended */
export const isChangedBy =
  (endedId: string | null) =>
  (query: Query): boolean => {
    const name = nameOf(query);
    if (name === STEPS) return idOf(query) === endedId;
    return name !== ONE && !LASTING.includes(name) && !isLong(query);
  };
