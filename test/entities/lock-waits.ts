import type { DataSource } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import { until } from '../support/until.js';

/** Maximum time in milliseconds that a charge may wait for locks. */
export const WAIT_MAX_MS = 1_000;

const WATCH_MAX_MS = 300_000;

/** Finds the locks for which connections of an application are waiting, and the duration of each wait. */
const WAITS = `
SELECT a.pid || ' ' || a.xact_start AS transaction, l.waitstart::text AS since,
  (1000 * extract(epoch FROM clock_timestamp() - l.waitstart))::float8 AS ms
FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE NOT l.granted AND l.waitstart IS NOT NULL AND a.datname = current_database()
  AND a.application_name = $1`;

interface Wait {
  readonly transaction: string;
  readonly since: string;
  readonly ms: number;
}

/**
 * Sums the lock waits of each transaction of an application. PostgreSQL reports the duration of
 * each wait, so delays by a busy machine do not count. Polls 40 times a second, and therefore
 * misses the part of each wait after the last poll.
 */
export function watchLockWaits(db: DataSource, application: string) {
  let isEnded = false;
  const waits = new Map<string, Map<string, number>>();
  const watching = until(
    'the watched transactions have ended',
    async () => {
      for (const { transaction, since, ms } of await queryRows<Wait>(db, WAITS, [application])) {
        const ofTransaction = waits.get(transaction) ?? new Map<string, number>();
        waits.set(transaction, ofTransaction.set(since, ms));
      }
      return isEnded;
    },
    WATCH_MAX_MS,
  );
  const longest = () =>
    Math.max(0, ...[...waits.values()].map((ms) => [...ms.values()].reduce((a, b) => a + b, 0)));
  return {
    /** The longest total lock wait of one transaction so far, in milliseconds. */
    longest,
    async end(): Promise<number> {
      isEnded = true;
      await watching;
      return longest();
    },
  };
}
