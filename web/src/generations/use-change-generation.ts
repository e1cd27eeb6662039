import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { Body, Generation } from '../api/contract';
import { apiQueryKey } from '../api/queries';
import { request } from '../api/request';
import { createIdempotencyKey } from '../requests/idempotency';

interface Change {
  readonly id: string;
  readonly change: Body<'PATCH /generations/{id}'>;
}

interface ListPage {
  readonly data: readonly Generation[];
}

/**
 * Returns a mutation of a generation's title or favorite mark. Pages show the answer at the place
 * where the generation is: a list of favorites drops it when it is fetched again.
 */
export function useChangeGeneration() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: Change) =>
      request('PATCH /generations/{id}', {
        params: { id },
        body: change,
        headers: createIdempotencyKey(),
      }),
    onSuccess: (changed) => {
      const replace = (one: Generation) => (one.id === changed.id ? changed : one);
      queries.setQueryData(
        apiQueryKey('/generations/{id}', { params: { id: changed.id } }),
        changed,
      );
      queries.setQueriesData<InfiniteData<ListPage>>(
        { queryKey: ['library'] },
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({ ...page, data: page.data.map(replace) })),
          },
      );
      void queries.invalidateQueries({ queryKey: ['/generations'] });
    },
  });
}
