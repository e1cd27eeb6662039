import type { Query } from '@tanstack/react-query';
import type { Generation } from '../api';
import { isOpen } from '../generations/generation-state';

/** Which of what is shown an event concerns. */

/** The key of a generated query; ours begin with a word. */
interface GeneratedKey {
  readonly _id: string;
  readonly path?: { readonly id?: string };
}

const keyOf = ({ queryKey: [first] }: Query): GeneratedKey =>
  typeof first === 'string' ? { _id: first } : ((first ?? { _id: '' }) as GeneratedKey);

function nameOf(query: Query): string {
  const { _id: name } = keyOf(query);
  return name;
}

const idOf = (query: Query): string | undefined => keyOf(query).path?.id;

/** What holds whatever happens. */
const LASTING: readonly string[] = ['session', 'listModels', 'listVoices', 'getGenerationRequest'];
/** What belongs to one generation. */
const OF_ONE: readonly string[] = ['getGeneration', 'listGenerationSteps'];

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
  nameOf(query) === 'getGeneration' &&
  query.state.data !== undefined &&
  isOpen(query.state.data as Generation);

/** What a step of a generation changes: itself, and the lists that do not have it yet. */
export const isMovedBy =
  (id: string) =>
  (query: Query): boolean => {
    const name = nameOf(query);
    if (OF_ONE.includes(name)) return idOf(query) === id;
    if (!['library', 'listGenerations'].includes(name) || isLong(query)) return false;
    return entriesOf(query).every((entry) => entry.id !== id);
  };

/** What an event changes. @param endedId the generation that it tells of, as it has ended */
export const isChangedBy =
  (endedId: string | null) =>
  (query: Query): boolean => {
    const name = nameOf(query);
    if (name === 'listGenerationSteps') return idOf(query) === endedId;
    return name !== 'getGeneration' && !LASTING.includes(name) && !isLong(query);
  };
