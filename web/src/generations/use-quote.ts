import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QuoteRequest } from '../api/contract';
import { request } from '../api/request';

/**
 * Returns a request's price, fetched again when the user stops typing.
 * @param quote null while the request is incomplete
 */
export function useQuote(quote: QuoteRequest | null) {
  const isReady = quote !== null;
  const [asked] = useDebouncedValue(isReady ? JSON.stringify(quote) : null, 350);
  return useQuery({
    queryKey: ['quote', asked],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(asked ?? '{}') as QuoteRequest;
      return await request('POST /quote', { body, signal });
    },
    enabled: isReady && asked !== null,
    placeholderData: isReady ? keepPreviousData : undefined,
    staleTime: 30_000,
    retry: false,
  });
}

export type QuoteQuery = ReturnType<typeof useQuote>;
