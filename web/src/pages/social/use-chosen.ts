import { useQueries } from '@tanstack/react-query';
import type { Generation } from '../../api/contract';
import { apiQuery } from '../../api/queries';

/** Returns the generations with these ids, in this order. Deleted generations are left out. */
export function useChosen(ids: readonly string[]): Generation[] {
  const found = useQueries({
    queries: ids.map((id) => ({
      ...apiQuery('/generations/{id}', { params: { id } }),
      retry: false,
      staleTime: Infinity,
    })),
  });
  return found.flatMap(({ data }) => (data ? [data] : []));
}

/** Returns the URL of a small picture of a generation; null if it has none. */
export const getPicture = ({ type, result }: Generation): string | null =>
  result?.thumbnail_url ?? (type === 'image' ? (result?.url ?? null) : null);
