import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { ACCEPT } from '../../domain/generations/write-accepted.js';
import { closeHold } from '../../domain/ledger/close-hold.js';
import { formatUtcDay, formatUtcMonth, RESERVE_RULES } from '../../domain/ledger/reserve.js';
import { createDataSource } from '../../entities/data-source.js';
import { queryPrepared } from '../../entities/rows.js';
import { WAIT_MAX_MS } from './lock-waits.js';

/** The application name of connections that charge, as shown in `pg_stat_activity`. */
export const CHARGES = 'charges';

/** One charge and its settlement. */
export type Charge = (db: DataSource) => Promise<unknown>;

/**
 * Charges like the product before migration 0024, with the function of
 * test/entities/migration-rows.ts.
 */
export const chargeByStatements: Charge = (db) => db.query('SELECT test_charge()');

/**
 * Charges like the product since migration 0024: with `reserve_credits`, which the API calls, and
 * with the settlement of a worker.
 */
export const chargeByFunctions: Charge = async (db) => {
  const id = randomUUID();
  const refId = `gen_${id}`;
  const now = new Date();
  const claim = { key: id, fingerprint: 'f', status: 202, body: `{"id":"${refId}"}` };
  const priced = { key_id: 'key_0', type: 'image', model: 'model-1', credits: 2, created_at: now };
  const given = { request: { prompt: 'a fox' }, inputs: [], options: {}, timeline: [] };
  const start = { workflow_type: 'generateImage', args: [], summary: '', attributes: {} };
  const objects = [
    { account_id: 'acc_0', ...claim },
    { id: refId, ...priced, ...given },
    { workflow_id: refId, first_try_ms: 3_000, ...start },
    { id: `hold_${id}`, tx_id: randomUUID(), month: formatUtcMonth(now), today: formatUtcDay(now) },
    RESERVE_RULES,
  ];
  await queryPrepared(db, ACCEPT, [...objects.map((object) => JSON.stringify(object)), false]);
  await db.transaction((tx) => closeHold(tx, { refType: 'generation', refId, settle: 'all' }));
};

/** Opens connections that charge. A charge fails if it waits too long for a lock. */
export async function connectCharges(url: string): Promise<DataSource> {
  const db = createDataSource(url, 2, { lock_timeout: WAIT_MAX_MS });
  db.setOptions({ applicationName: CHARGES });
  return db.initialize();
}

/** Charges repeatedly and without retries until the caller stops it. */
export function chargeOn(db: DataSource, charge: Charge) {
  let isEnded = false;
  let charged = 0;
  const failures: string[] = [];
  const running = (async () => {
    while (!isEnded) {
      await charge(db).then(
        () => (charged += 1),
        (error: unknown) => failures.push(String(error)),
      );
    }
  })();
  return {
    async end() {
      isEnded = true;
      await running;
      return { failures, charged };
    },
  };
}
