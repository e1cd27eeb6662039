import type { DataSource } from 'typeorm';
import { executeAndCount } from '../../entities/rows.js';
import { BATCH } from './in-batches.js';

/** Tables of records without objects, with the column that identifies a row within the account. */
const RECORDS = {
  social_account: 'id',
  social_connect_link: 'token_hash',
  social_fee: 'id',
  webhook_delivery: 'id',
  event: 'id',
  callback_secret: 'account_id',
  idempotency_key: 'key',
  workflow_start: 'workflow_id',
  daily_usage: 'day',
  import_source: 'source',
  upload_box: 'id',
  refused_request: 'id',
  unkeyed_request: 'id',
  session: 'id',
  sign_in_link: 'secret_hash',
  invite: 'id',
  passkey: 'id',
  agent_grant: 'id',
  oauth_record: 'id_hash',
  audit_entry: 'id',
} as const;

/**
 * Removes an account's records.
 * @returns the number of removed rows
 */
export async function removeRecords(db: DataSource, accountId: string): Promise<number> {
  let removed = 0;
  for (const [table, column] of Object.entries(RECORDS)) {
    let count: number;
    do {
      count = await executeAndCount(
        db,
        `DELETE FROM ${table} WHERE account_id = $1 AND ${column} IN (
           SELECT ${column} FROM ${table} WHERE account_id = $1 LIMIT $2)`,
        [accountId, BATCH],
      );
      removed += count;
    } while (count === BATCH);
  }
  await db.query(
    'DELETE FROM rate_bucket WHERE key_id IN (SELECT id FROM api_key WHERE account_id = $1)',
    [accountId],
  );
  return removed;
}
