import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../api/client.gen';

/**
 * Refreshes what is shown when the account has an event. Pages that show work under way poll as
 * well, so without the stream they are a few seconds later and nothing else.
 */
export function useLiveEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const source = new EventSource(`${client.getConfig().baseUrl ?? ''}/stream`);
    source.addEventListener('message', () => void queries.invalidateQueries());
    return () => source.close();
  }, [queries]);
}
