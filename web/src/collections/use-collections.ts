import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Collection } from '../api/contract';
import { apiQuery, apiQueryKey } from '../api/queries';
import { request } from '../api/request';
import { createIdempotencyKey } from '../requests/idempotency';
import { readProblem } from '../requests/problem';

/** Returns the account's collections by name. */
export function useCollections() {
  const { data, error, isPending } = useQuery({
    ...apiQuery('/collections'),
    // Every change in this dashboard invalidates them.
    staleTime: 300_000,
  });
  const collections = data?.data.toSorted((one, other) => one.name.localeCompare(other.name)) ?? [];
  return { collections, error, isPending };
}

export const createCollection = (name: string): Promise<Collection> =>
  request('POST /collections', { body: { name }, headers: createIdempotencyKey() });

/** Maximum number of generations that one request changes. */
const REQUEST_MOST = 100;

/** A change of a collection's generations. */
interface ItemsChange {
  readonly collection: Collection;
  readonly ids: readonly string[];
  readonly kind: 'add' | 'remove';
}

async function changeItems({ collection, ids, kind }: ItemsChange): Promise<void> {
  const params = { id: collection.id };
  for (let from = 0; from < ids.length; from += REQUEST_MOST) {
    const body = { generation_ids: ids.slice(from, from + REQUEST_MOST) };
    const input = { params, body, headers: createIdempotencyKey() };
    await (kind === 'add'
      ? request('POST /collections/{id}/items', input)
      : request('POST /collections/{id}/items/remove', input));
  }
}

/** Returns a mutation that adds generations to a collection or removes them, and says so. */
export function useChangeItems(onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changeItems,
    onSuccess: (_, { collection: { name }, ids, kind }) => {
      const count = ids.length === 1 ? '1 result' : `${ids.length} results`;
      const message =
        kind === 'add' ? `Added ${count} to ${name}` : `Removed ${count} from ${name}`;
      notifications.show({ message, color: 'teal' });
      onDone?.();
    },
    onError: (error, { kind }) => {
      const title = kind === 'add' ? 'Not added' : 'Not removed';
      notifications.show({ title, message: readProblem(error).message, color: 'red' });
    },
    // Some requests of a large selection may have succeeded before an error.
    onSettled: async (_, __, { collection }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: apiQueryKey('/collections') }),
        queries.invalidateQueries({
          queryKey: ['library'],
          predicate: ({ queryKey: [, filters] }) =>
            (filters as { readonly collection?: string }).collection === collection.id,
        }),
      ]);
    },
  });
}
