import type { DataSource } from 'typeorm';
import { preparedOne } from '../../entities/rows.js';
import type { Scope } from '../catalogue/scopes.js';
import { CALLER_COLUMNS, COUNTED_CALLER, NOTE_USE, toKnown } from './authenticate.js';
import type { CallerRow, Known } from './authenticate.js';
import { COUNT_REQUESTS, REQUESTS_PER_MINUTE } from './request-rate.js';

/** What else nearly every request of a kind needs, and is read in the round trip of the look-up. */
export interface Beside {
  /** Of the prepared statement. */
  readonly name: string;
  /** A query of one JSON value about the text `about` of `c`, and of its account. */
  readonly sql: string;
}

/** Something to read beside the caller. */
export interface ReadBeside {
  readonly beside: Beside;
  readonly about: string;
}

/** A request to look up: the hash of its key, and about what something is read beside it. */
export interface Asked {
  readonly hash: Buffer;
  readonly about: string | null;
}

const NOTHING: Beside = { name: 'nothing', sql: 'SELECT NULL::json' };

const KEY_COLUMNS = `k.scopes, coalesce(k.last_used_at < now() - interval '5 minutes', true) AS is_quiet`;
const IS_USABLE = "k.door = 'v1' AND k.revoked_at IS NULL";

/**
 * Key, account and rate in one round trip, and what is read beside them. As one JSON value: to read
 * twenty columns costs the driver more than all else that it does for the look-up.
 */
const lookUpOne = ({ name, sql }: Beside) => ({
  name: `look_up_${name}`,
  text: `
WITH k AS (
  SELECT ${CALLER_COLUMNS}, ${KEY_COLUMNS}, 1 AS requests, $3::text AS about
  FROM api_key k JOIN account a ON a.id = k.account_id
  WHERE k.hash = $1 AND ${IS_USABLE}
), ${NOTE_USE}, ${COUNT_REQUESTS}
SELECT to_json(r) AS known FROM (
  SELECT c.*, (${sql}) AS beside FROM (${COUNTED_CALLER}) AS c) AS r`,
});

/** The same for several requests, each key once: a third of the work of as many statements. */
const lookUpMany = ({ name, sql }: Beside) => ({
  name: `look_up_many_${name}`,
  text: `
WITH asked AS (
  SELECT * FROM unnest($1::bytea[], $3::text[]) WITH ORDINALITY AS t (hash, about, place)
), k AS (
  SELECT ${CALLER_COLUMNS}, ${KEY_COLUMNS}, requests, hash
  FROM (SELECT hash, count(*) AS requests FROM asked GROUP BY hash) AS h
  JOIN api_key k USING (hash) JOIN account a ON a.id = k.account_id
  WHERE ${IS_USABLE}
), ${NOTE_USE}, ${COUNT_REQUESTS}
SELECT json_agg(r ORDER BY place) AS known FROM (
  SELECT c.*, (${sql}) AS beside
  FROM (SELECT * FROM asked JOIN (${COUNTED_CALLER}) AS c USING (hash)) AS c) AS r`,
});

type KeyRow = CallerRow & {
  readonly scopes: Scope[];
  readonly beside: unknown;
};
/** `place` of the request among those that were asked about, from 1; `requests` of its key. */
type PlacedRow = KeyRow & { readonly place: number; readonly requests: number };

/**
 * Looks API keys up by their hashes, and counts each request against the rate of its key.
 * @param beside is read as well, for each request
 * @returns in the order of `asked`; null for an unknown or revoked key
 */
export async function lookUpKeys(
  db: DataSource,
  beside: Beside | null,
  asked: readonly Asked[],
): Promise<(Known | null)[]> {
  if (asked.length === 1) return lookUpInTurn(db, beside, asked);
  const rows = await readMany(db, beside, asked);
  if (!rows) return lookUpInTurn(db, beside, asked);
  const found = asked.map((): Known | null => null);
  const crowded: number[] = [];
  const passed = new Map<string, number>();
  for (const row of rows) {
    const turn = (passed.get(row.key_id) ?? 0) + 1;
    passed.set(row.key_id, turn);
    if (row.allowed || row.requests === 1)
      found[row.place - 1] = toKeyOwner(atTurn(row, turn), beside);
    else crowded.push(row.place - 1);
  }
  // Together the requests of a key were too many: now as many as the rate has room for.
  const again = await lookUpInTurn(
    db,
    beside,
    crowded.flatMap((at) => asked[at] ?? []),
  );
  for (const [index, at] of crowded.entries()) found[at] = again[index] ?? null;
  return found;
}

/** A row as it was when this request of its key was counted, and the later ones were not yet. */
const atTurn = (row: PlacedRow, turn: number): PlacedRow => ({
  ...row,
  tat_s: row.tat_s - ((row.requests - turn) * 60) / row.rpm,
});

const DEADLOCK = '40P01';

/** @returns null when another statement has some of these keys, in another order */
async function readMany(
  db: DataSource,
  beside: Beside | null,
  asked: readonly Asked[],
): Promise<PlacedRow[] | null> {
  try {
    const answer = await preparedOne<{ known: PlacedRow[] | null }>(
      db,
      lookUpMany(beside ?? NOTHING),
      [asked.map(({ hash }) => hash), REQUESTS_PER_MINUTE, asked.map(({ about }) => about)],
    );
    return answer?.known ?? [];
  } catch (error) {
    if ((error as { code?: unknown }).code === DEADLOCK) return null;
    throw error;
  }
}

/** One after the other. A key that is refused once is not counted again: its next ones are, too. */
async function lookUpInTurn(
  db: DataSource,
  beside: Beside | null,
  asked: readonly Asked[],
): Promise<(Known | null)[]> {
  const refused = new Map<string, Known>();
  const found: (Known | null)[] = [];
  for (const { hash, about } of asked) {
    const name = hash.toString('base64url');
    const known = refused.get(name) ?? (await readOne(db, beside, { hash, about }));
    if (known && !known.rate.allowed) refused.set(name, known);
    found.push(known);
  }
  return found;
}

async function readOne(
  db: DataSource,
  beside: Beside | null,
  { hash, about }: Asked,
): Promise<Known | null> {
  const values = [hash, REQUESTS_PER_MINUTE, about];
  const row = await preparedOne<{ known: KeyRow }>(db, lookUpOne(beside ?? NOTHING), values);
  return row && toKeyOwner(row.known, beside);
}

function toKeyOwner(row: KeyRow, beside: Beside | null): Known {
  const powers = { scopes: row.scopes, role: null, sessionId: null, operator: false };
  const known = toKnown(row, powers);
  return beside ? { ...known, beside: row.beside } : known;
}
