import type { DataSource } from 'typeorm';
import { queryPrepared, type PreparedStatement } from '../../entities/rows.js';
import { intersectScopes, type Role } from '../catalogue/roles.js';
import type { Scope } from '../catalogue/scopes.js';
import {
  CALLER_COLUMNS,
  COUNTED_CALLER,
  IS_QUIET,
  NOTE_USE,
  toKnown,
  type CallerRow,
  type AuthenticatedCaller,
  ROLE_NOW,
} from './caller.js';
import { COUNT_REQUESTS, REQUESTS_PER_MINUTE } from './request-rate.js';

/** Extra data that almost every request of a kind needs, read in the same round trip as the key. */
export interface ExtraQuery {
  /** The prepared statement's name. */
  readonly name: string;
  /** A query that returns one JSON value for the text `about`, the caller `c` and its account. */
  readonly sql: string;
}

/** Extra data to read with the caller. */
export interface ExtraRead {
  readonly query: ExtraQuery;
  readonly about: string;
}

/**
 * A key lookup: the key's hash, and the parameter `about` of the extra query; null if it has none.
 */
export interface KeyLookup {
  readonly hash: Buffer;
  readonly about: string | null;
}

/**
 * Finds API keys by their hashes, and counts each request against its key's rate.
 * @returns callers in the order of `asked`; null for an unknown or revoked key
 */
export type KeyLookupFunction = (
  asked: readonly KeyLookup[],
) => Promise<(AuthenticatedCaller | null)[]>;

const NOTHING: ExtraQuery = { name: 'nothing', sql: 'SELECT NULL::json' };

const IS_USABLE = "k.door = 'v1' AND k.revoked_at IS NULL";

/**
 * Builds a query that reads key, account, rate and the extra data in one round trip. It returns one
 * JSON value, because reading twenty columns costs the driver more than the rest of the lookup.
 */
const buildSingleLookup = ({ name, sql }: ExtraQuery): PreparedStatement => ({
  name: `look_up_${name}`,
  text: `
WITH k AS (
  SELECT ${CALLER_COLUMNS}, k.scopes, ${ROLE_NOW} AS role, ${IS_QUIET}, 1 AS requests,
    $3::text AS about
  FROM api_key k JOIN account a ON a.id = k.account_id LEFT JOIN member m ON m.id = k.member_id
  WHERE k.hash = $1 AND ${IS_USABLE}
), ${NOTE_USE}, ${COUNT_REQUESTS}
SELECT to_json(r) AS known FROM (
  SELECT c.*, (${sql}) AS prefetched FROM (${COUNTED_CALLER}) AS c) AS r`,
});

/**
 * Builds a query that reads several requests' keys together, and each key once. It costs a third of
 * what separate statements cost.
 */
const buildBatchLookup = ({ name, sql }: ExtraQuery): PreparedStatement => ({
  name: `look_up_many_${name}`,
  text: `
WITH asked AS (
  SELECT * FROM unnest($1::bytea[], $3::text[]) WITH ORDINALITY AS t (hash, about, place)
), k AS (
  SELECT ${CALLER_COLUMNS}, k.scopes, ${ROLE_NOW} AS role, ${IS_QUIET}, requests, hash
  FROM (SELECT hash, count(*) AS requests FROM asked GROUP BY hash) AS h
  JOIN api_key k USING (hash) JOIN account a ON a.id = k.account_id
  LEFT JOIN member m ON m.id = k.member_id
  WHERE ${IS_USABLE}
), ${NOTE_USE}, ${COUNT_REQUESTS}
SELECT json_agg(r) AS known FROM (
  SELECT c.*, (${sql}) AS prefetched
  FROM (SELECT * FROM asked JOIN (${COUNTED_CALLER}) AS c USING (hash)) AS c) AS r`,
});

type KeyRow = CallerRow & {
  readonly scopes: Scope[];
  readonly role: Role;
  readonly prefetched: unknown;
};
/**
 * `place`: the request's position in the batch, from 1. `requests`: the number of requests that use
 * its key.
 */
type OrderedKeyRow = KeyRow & { readonly place: number; readonly requests: number };

/**
 * Creates a lookup with its prepared statements.
 * @param prefetch extra data to read for each request
 */
export function createKeyLookup(db: DataSource, prefetch: ExtraQuery | null): KeyLookupFunction {
  const one = buildSingleLookup(prefetch ?? NOTHING);
  const many = buildBatchLookup(prefetch ?? NOTHING);

  function toKeyOwner(row: KeyRow): AuthenticatedCaller {
    const scopes = intersectScopes(row.scopes, row.role);
    const powers = { scopes, role: null, sessionId: null, operator: false };
    const known = toKnown(row, powers);
    return prefetch ? { ...known, prefetched: row.prefetched } : known;
  }

  async function readOne({ hash, about }: KeyLookup): Promise<AuthenticatedCaller | null> {
    const values = [hash, REQUESTS_PER_MINUTE, about];
    const found = await queryPrepared<{ known: KeyRow }>(db, one, values);
    return found && toKeyOwner(found.known);
  }

  return async (asked) => {
    const rows = asked.length === 1 ? null : await readMany(db, many, asked);
    const found: (AuthenticatedCaller | null)[] = [];
    /** Number of counted requests per key. */
    const answered = new Map<string, number>();
    /**
     * Keys that have used up their rate: their later requests are refused as well, without being
     * counted.
     */
    const refused = new Map<string, AuthenticatedCaller>();
    for (const [at, request] of asked.entries()) {
      const row = rows?.get(at + 1) ?? null;
      if (rows && !row) {
        found.push(null);
      } else if (row && (row.allowed || row.requests === 1)) {
        const turn = (answered.get(row.key_id) ?? 0) + 1;
        answered.set(row.key_id, turn);
        found.push(toKeyOwner(adjustToTurn(row, turn)));
      } else {
        // A single request, or too many requests for one key: count them one by one and admit as
        // many as fit.
        const name = request.hash.toString('base64url');
        const known = refused.get(name) ?? (await readOne(request));
        if (known && !known.rate.allowed) refused.set(name, known);
        found.push(known);
      }
    }
    return found;
  };
}

/** Restores the row as it was when this request was counted, before the key's later requests. */
const adjustToTurn = (row: OrderedKeyRow, turn: number): OrderedKeyRow => ({
  ...row,
  tat_s: row.tat_s - ((row.requests - turn) * 60) / row.rpm,
});

const DEADLOCK = '40P01';

/**
 * Reads all keys in one statement.
 * @returns rows by position; null after a deadlock with a statement that locked the keys in another
 * order
 */
async function readMany(
  db: DataSource,
  many: PreparedStatement,
  asked: readonly KeyLookup[],
): Promise<ReadonlyMap<number, OrderedKeyRow> | null> {
  const values = [
    asked.map(({ hash }) => hash),
    REQUESTS_PER_MINUTE,
    asked.map(({ about }) => about),
  ];
  try {
    const answer = await queryPrepared<{ known: OrderedKeyRow[] | null }>(db, many, values);
    return new Map(answer?.known?.map((row) => [row.place, row]));
  } catch (error) {
    if ((error as { code?: unknown }).code === DEADLOCK) return null;
    throw error;
  }
}
