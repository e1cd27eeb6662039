import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../api/client.gen';
import { sessionOptions } from './session';

/** A library of many pages is left alone: its tiles that are under way look after themselves. */
const isRefreshed = ({ queryKey, state }: Query): boolean => {
  const pages = (state.data as { readonly pages?: readonly unknown[] } | undefined)?.pages;
  return queryKey[0] !== 'library' || (pages?.length ?? 0) <= 1;
};

/**
 * Refreshes what is shown when the account has an event. Pages that show work under way poll as
 * well, so without the stream they are a few seconds later and nothing else.
 */
export function useLiveEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const source = new EventSource(`${client.getConfig().baseUrl ?? ''}/stream`);
    source.addEventListener(
      'message',
      () => void queries.invalidateQueries({ predicate: isRefreshed }),
    );
    // A browser comes back by itself, unless it is refused: then somebody may have been signed out.
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      const { queryKey } = sessionOptions();
      void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    });
    return () => source.close();
  }, [queries]);
}
