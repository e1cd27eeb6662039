import type { DataSource } from 'typeorm';
import type { ObjectStore } from '../ports/object-store.js';
import { closeAccount } from '../accounts/close-account.js';
import { freePlace } from '../accounts/plan-limits.js';
import { ACTIVE, failGeneration, type AdvanceDeps } from '../generations/advance-generation.js';
import { endWebhook } from '../webhooks/change-webhook.js';
import { affected, rowsOf } from '../../entities/rows.js';

export interface DeleteAccountDeps extends Pick<AdvanceDeps, 'db' | 'log' | 'metrics'> {
  readonly store: ObjectStore;
}

/** What one call has removed. */
export interface Removed {
  readonly keys: number;
  readonly webhooks: number;
  readonly generations: number;
  readonly characters: number;
  readonly products: number;
  readonly uploads: number;
  /** Events, deliveries, stored answers, starts, counts of days, tries of addresses, refusals. */
  readonly records: number;
}

/** Rows of one transaction; one call of the store takes the objects of as many. */
const BATCH = 200;

/**
 * Deletes an account: ends its rights, then all work, then everything that it has stored. What stays
 * is what the ledger needs: the account without its name, its revoked keys, holds and entries.
 * Objects go before the rows that name them, and every step does only what is left, so a deletion
 * that was killed is finished by the next call.
 * @throws {Refusal} NOT_FOUND
 */
export async function deleteAccount(deps: DeleteAccountDeps, id: string): Promise<Removed> {
  const keys = await closeAccount(deps.db, id);
  const webhooks = await endWebhooks(deps.db, id);
  await endGenerations(deps, id);
  // Records first: answers and events hold prompts, and nothing needs them any more.
  const records = await removeRecords(deps.db, id);
  return {
    keys,
    webhooks,
    generations: await removeWithObjects(deps, id, CONTENTS.generations),
    characters: await removeWithObjects(deps, id, CONTENTS.characters),
    products: await removeWithObjects(deps, id, CONTENTS.products),
    uploads: await removeWithObjects(deps, id, CONTENTS.uploads),
    records,
  };
}

/** Closed first, so that no event of what ends now is delivered. */
async function endWebhooks(db: DataSource, accountId: string): Promise<number> {
  let ended = 0;
  const next = 'SELECT id FROM webhook_endpoint WHERE account_id = $1 LIMIT $2';
  await inBatches(db, next, accountId, async (rows) => {
    for (const { id } of rows) {
      await db.transaction(async (tx) => {
        if (!(await endWebhook(tx, { id, accountId }))) return;
        await freePlace(tx, accountId, 'webhooks');
        ended += 1;
      });
    }
  });
  return ended;
}

/**
 * Fails and refunds what is queued or processing. A worker that is at it finds it ended, as with any
 * generation that ended otherwise.
 */
async function endGenerations(deps: DeleteAccountDeps, accountId: string): Promise<void> {
  const error = { code: 'CANCELLED', message: 'The account was deleted.' } as const;
  const entry = {
    stage: 'queue',
    resolution: 'stopped',
    status: null,
    message: error.message,
  } as const;
  const ending = {
    ...deps,
    // No endpoint is left, so no delivery is to be started.
    startWorkflow: () => Promise.resolve(),
    mediaUrl: (key: string) => key,
    pass: () => undefined,
  };
  const next = `SELECT id FROM generation WHERE account_id = $1
    AND status IN (${ACTIVE.map((status) => `'${status}'`).join(', ')}) LIMIT $2`;
  await inBatches(deps.db, next, accountId, async (rows) => {
    for (const { id } of rows) await failGeneration(ending, id, error, entry);
  });
}

/** Rows with the objects that they name, and how they are removed: values are account and ids. */
interface Content {
  readonly next: string;
  readonly remove: readonly string[];
}

const CONTENTS = {
  generations: {
    next: `SELECT id, array_remove(ARRAY[output_key, thumbnail_key], NULL) AS keys
      FROM generation WHERE account_id = $1 LIMIT $2`,
    remove: [
      `DELETE FROM upstream_order o USING generation g
       WHERE g.id = o.generation_id AND g.account_id = $1 AND g.id = ANY($2)`,
      'DELETE FROM generation WHERE account_id = $1 AND id = ANY($2)',
    ],
  },
  characters: subjectsOf('character'),
  products: subjectsOf('product'),
  uploads: {
    next: `SELECT id, array_remove(ARRAY[staging_key, object_key], NULL) AS keys
      FROM upload WHERE account_id = $1 LIMIT $2`,
    remove: ['DELETE FROM upload WHERE account_id = $1 AND id = ANY($2)'],
  },
} as const satisfies Record<string, Content>;

function subjectsOf(table: 'character' | 'product'): Content {
  return {
    next: `SELECT id, ARRAY(SELECT jsonb_array_elements_text(photos)) AS keys
      FROM ${table} WHERE account_id = $1 LIMIT $2`,
    remove: [
      `WITH gone AS (DELETE FROM ${table} WHERE account_id = $1 AND id = ANY($2) RETURNING 1)
       UPDATE account SET ${table}s = ${table}s - (SELECT count(*) FROM gone) WHERE id = $1`,
    ],
  };
}

async function removeWithObjects(
  { db, store }: DeleteAccountDeps,
  accountId: string,
  { next, remove }: Content,
): Promise<number> {
  let removed = 0;
  await inBatches(db, next, accountId, async (rows) => {
    const ids = rows.map(({ id }) => id);
    await store.remove(rows.flatMap(({ keys = [] }) => keys));
    await db.transaction(async (tx) => {
      for (const statement of remove) await tx.query(statement, [accountId, ids]);
    });
    removed += ids.length;
  });
  return removed;
}

/** Tables of records without objects, by the column that distinguishes the rows of an account. */
const RECORDS = {
  webhook_delivery: 'id',
  event: 'id',
  idempotency_key: 'key',
  workflow_start: 'workflow_id',
  daily_usage: 'day',
  import_source: 'source',
  refused_request: 'id',
} as const;

async function removeRecords(db: DataSource, accountId: string): Promise<number> {
  let removed = 0;
  for (const [table, column] of Object.entries(RECORDS)) {
    let count: number;
    do {
      count = await affected(
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

/** A row to remove, and the objects that it names. */
interface Row {
  readonly id: string;
  readonly keys?: readonly string[];
}

/** Works on batch after batch until none is left; the work must take its rows out of the query. */
async function inBatches(
  db: DataSource,
  next: string,
  accountId: string,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await rowsOf<Row>(db, next, [accountId, BATCH]);
    if (rows.length === 0) return;
    await work(rows);
  }
}
