import type { DataSource } from 'typeorm';
import { pruneRequests } from '../domain/durable/prune-requests.js';
import { keepAlive } from './keep-alive.js';

/** Upkeep of rows that nobody waits for. */
export function createUpkeepActivities({ db }: { readonly db: DataSource }) {
  return {
    /** @returns rows removed */
    async pruneRequests(): Promise<{ answers: number; refusals: number }> {
      return keepAlive(({ signal }) => pruneRequests(db, signal));
    },
  };
}

export type UpkeepActivities = ReturnType<typeof createUpkeepActivities>;
