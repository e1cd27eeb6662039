import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Event as AccountEvent, Generation } from '../api/contract';
import { apiQueryKey } from '../api/queries';
import { apiUrl } from '../api/fetch-json';
import { isChangedBy, isMovedBy, isUnderWay } from './live-queries';
import { setLive } from './use-is-live';
import { sessionOptions } from '../session/session';

/** When a stream that was refused, as a third one is, is asked for again. */
const AGAIN_MS = 30_000;

/**
 * Refreshes what is shown when something happens in the account. Without the stream, pages that
 * show work under way ask for it themselves (`useGeneration`).
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
        // It may have ended while nobody told.
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
        // A browser comes back by itself, unless it is refused.
        if (source.readyState !== EventSource.CLOSED) return;
        again = setTimeout(open, AGAIN_MS);
        // Somebody may have been signed out.
        const { queryKey } = sessionOptions();
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

/** The event holds the generation as it has ended, so nobody needs to ask for it. */
function takeEvent(queries: QueryClient, { data }: AccountEvent): void {
  const ended = isGeneration(data) ? data : null;
  if (ended) {
    const queryKey = apiQueryKey('/generations/{id}', { params: { id: ended.id } });
    // An answer that is on its way is older.
    void queries
      .cancelQueries({ queryKey })
      .then(() => queries.setQueryData<Generation>(queryKey, ended));
  }
  void queries.invalidateQueries({ predicate: isChangedBy(ended?.id ?? null) });
}
