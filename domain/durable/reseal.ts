import type { DataSource } from 'typeorm';
import { executeAndCount, queryRows } from '../../entities/rows.js';
import { SEALED, type Vault } from '../ports/vault.js';
import { formatAnswerOwner } from './idempotency-keys.js';

/** A column that contains sealed texts. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** SQL of the two texts that identify a row; a table with only one text repeats it. */
  readonly key: readonly [string, string];
  /** The owner of a row's sealed secret. */
  readonly owner: (first: string, second: string) => string;
}

/**
 * Every column with sealed texts. A test lists the modules that seal, so that no column is
 * forgotten.
 */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_endpoint', column: 'secret', key: ['id', 'id'], owner: (id) => id },
  { table: 'webhook_endpoint', column: 'previous_secret', key: ['id', 'id'], owner: (id) => id },
  {
    table: 'callback_secret',
    column: 'secret',
    key: ['account_id', 'account_id'],
    owner: (accountId) => accountId,
  },
  {
    table: 'callback_secret',
    column: 'previous_secret',
    key: ['account_id', 'account_id'],
    owner: (accountId) => accountId,
  },
  {
    table: 'idempotency_key',
    column: 'body',
    key: ['account_id', 'key'],
    owner: (accountId, key) => formatAnswerOwner({ accountId, key }),
  },
  {
    table: 'social_account',
    column: 'tokens',
    key: ['id', "platform || '|' || token_version"],
    owner: (id, version) => `${id}|${version}`,
  },
  {
    table: 'social_connect_link',
    column: 'verifier',
    key: ['token_hash', 'token_hash'],
    owner: (tokenHash) => tokenHash,
  },
  { table: 'signing_key', column: 'private_key', key: ['id', 'id'], owner: (id) => id },
];

/** Rows per statement. Each row is locked for milliseconds. */
const BATCH = 200;

/** The resealing result for one column. */
export interface ResealResult {
  readonly column: string;
  /** Number of texts resealed from another key to the first key. */
  readonly resealed: number;
  /** Number of texts still sealed under another key, by that key's id. */
  readonly left: Readonly<Record<string, number>>;
}

/**
 * Reseals, in batches, all texts that are not sealed under the first key. Can be stopped at any
 * point: the next call continues. Skips texts that change in the meantime.
 */
export async function resealSecrets(db: DataSource, vault: Vault): Promise<ResealResult[]> {
  const done: ResealResult[] = [];
  for (const sealed of SEALED_COLUMNS) {
    const resealed = await resealColumn(db, vault, sealed);
    const column = `${sealed.table}.${sealed.column}`;
    done.push({ column, resealed, left: await countLeft(db, vault, sealed) });
  }
  return done;
}

interface SealedRow {
  readonly first: string;
  readonly second: string;
  readonly was: string;
}

async function resealColumn(db: DataSource, vault: Vault, sealed: SealedColumn): Promise<number> {
  const { table, column, key } = sealed;
  const take = `
    SELECT ${key[0]} AS first, ${key[1]} AS second, ${column} AS was FROM ${table}
    WHERE ${isLeft(sealed)} AND (${key[0]}, ${key[1]}) > ($3, $4)
    ORDER BY ${key[0]}, ${key[1]} LIMIT ${BATCH}`;
  let resealed = 0;
  let last = { first: '', second: '' };
  for (;;) {
    const values = [SEALED, vault.current, last.first, last.second];
    const rows = await queryRows<SealedRow>(db, take, values);
    resealed += await writeBatch(db, sealed, resealRows(vault, sealed, rows));
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return resealed;
    last = end;
  }
}

/** Reseals rows. Texts that cannot be decrypted with any key are not changed, only counted. */
function resealRows(vault: Vault, { owner }: SealedColumn, rows: readonly SealedRow[]) {
  return rows.flatMap((row) => {
    const owned = owner(row.first, row.second);
    try {
      return [{ ...row, now: vault.seal(vault.open(row.was, owned), owned) }];
    } catch {
      return [];
    }
  });
}

/** Writes a batch in one guarded statement, which skips rows that changed since they were read. */
function writeBatch(
  db: DataSource,
  { table, column, key }: SealedColumn,
  rows: readonly (SealedRow & { readonly now: string })[],
): Promise<number> {
  return executeAndCount(
    db,
    `UPDATE ${table} SET ${column} = r.now
     FROM jsonb_to_recordset($1::jsonb) AS r (first text, second text, was text, now text)
     WHERE ${key[0]} = r.first AND ${key[1]} = r.second AND ${column} = r.was`,
    [JSON.stringify(rows)],
  );
}

async function countLeft(
  db: DataSource,
  vault: Vault,
  sealed: SealedColumn,
): Promise<Record<string, number>> {
  const rows = await queryRows<{ key: string; count: number }>(
    db,
    `SELECT split_part(${sealed.column}, '.', 2) AS key, count(*)::int AS count
     FROM ${sealed.table} WHERE ${isLeft(sealed)} GROUP BY 1 ORDER BY 1 LIMIT 20`,
    [SEALED, vault.current],
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

const isLeft = ({ column }: SealedColumn): string =>
  `starts_with(${column}, $1) AND NOT starts_with(${column}, $2)`;
