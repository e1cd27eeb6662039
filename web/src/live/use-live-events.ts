import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Event as AccountEvent, Generation } from '../api/contract';
import { apiQueryKey } from '../api/queries';
import { apiUrl } from '../api/fetch-json';
import { announce } from './announce';
import { isChangedBy, isMovedBy, isUnderWay } from './live-queries';
import { setLive } from './use-is-live';
import { buildSessionQuery } from '../session/session';

/**
 * Delay in milliseconds before reopening a stream that the server refused, for example because a
 * session may have only two.
 */
const AGAIN_MS = 30_000;

/**
 * Refetches queries when the account's events arrive. While the stream is closed, pages with
 * unfinished work poll (`useGeneration`).
 */
export function useLiveEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let source: EventSource;
    let again: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(apiUrl('/stream'));
      source.addEventListener('open', () => {
        setLive(true);
        // Generations may have ended while the stream was closed.
        void queries.invalidateQueries({ predicate: isUnderWay });
      });
      source.addEventListener('message', ({ data }: MessageEvent<string>) =>
        takeEvent(queries, JSON.parse(data) as AccountEvent),
      );
      source.addEventListener('progress', ({ data }: MessageEvent<string>) => {
        const { id } = JSON.parse(data) as { readonly id: string };
        void queries.invalidateQueries({ predicate: isMovedBy(id) });
      });
      source.addEventListener('error', () => {
        setLive(false);
        // The browser reconnects automatically unless the server refuses the stream.
        if (source.readyState !== EventSource.CLOSED) return;
        again = setTimeout(open, AGAIN_MS);
        // The session may have ended, so check it.
        const { queryKey } = buildSessionQuery();
        void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
      });
    };
    open();
    return () => {
      clearTimeout(again);
      source.close();
      setLive(false);
    };
  }, [queries]);
}

const isGeneration = (data: object): data is Generation =>
  'object' in data && data.object === 'generation';

/** Returns whether a part of the current page reads a query. */
const isShown = (queries: QueryClient, queryKey: QueryKey): boolean =>
  (queries.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0;

/** Stores the ended generation from an event, so that no page has to fetch it. */
function takeEvent(queries: QueryClient, { data }: AccountEvent): void {
  const ended = isGeneration(data) ? data : null;
  if (ended) {
    const queryKey = apiQueryKey('/generations/{id}', { params: { id: ended.id } });
    // Cancel responses in flight: they are older than the event.
    void queries
      .cancelQueries({ queryKey })
      .then(() => queries.setQueryData<Generation>(queryKey, ended));
    announce(ended, isShown(queries, queryKey));
  }
  void queries.invalidateQueries({ predicate: isChangedBy(ended?.id ?? null) });
}
