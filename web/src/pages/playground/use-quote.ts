import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../api/request';
import type { DraftRequest } from './draft';

/** Returns the request's price, fetched again when the user stops typing. */
export function useQuote({ missing, quote }: Pick<DraftRequest, 'missing' | 'quote'>) {
  const isReady = missing === null;
  const [asked] = useDebouncedValue(isReady ? JSON.stringify(quote) : null, 350);
  return useQuery({
    queryKey: ['quote', asked],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(asked ?? '{}') as DraftRequest['quote'];
      return await request('POST /quote', { body, signal });
    },
    enabled: isReady && asked !== null,
    placeholderData: isReady ? keepPreviousData : undefined,
    staleTime: 30_000,
    retry: false,
  });
}
