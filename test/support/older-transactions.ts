import type { DataSource } from 'typeorm';
import { until } from './until.js';

/**
 * Waits until every transaction that is open now has ended, including transactions of other tests
 * on the server. The API lists an event only after these have ended, so a cursor that a test reads
 * earlier would come before the event.
 */
export async function waitForOlderTransactions(db: DataSource): Promise<void> {
  const [now]: { xid: string }[] = await db.query('SELECT pg_current_xact_id()::text AS xid');
  await until('the older transactions have ended', async () => {
    const [row]: { passed: boolean }[] = await db.query(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS passed',
      [now?.xid],
    );
    return row?.passed;
  });
}
