import type { DataSource } from 'typeorm';
import { buildKey } from '../../domain/catalogue/object-keys.js';

/** The rows to insert and the accounts that get them. The first account is measured. */
export interface Filling {
  /** Total number of generations. Each generation has a hold, two movements and four entries. */
  readonly rows: number;
  /** Number of accounts that share the rows. The first account exists already; this fill creates the others. */
  readonly accounts: number;
  readonly first: { readonly accountId: string; readonly keyId: string };
}

/** Number of rows that match a list filter, for any total number of rows. */
export const RARE = 20;
/** Number of generations for each file, event and delivery. */
const PER_FILE = 10;
/** Placeholder for the row's id in a file's key. */
const ROW = `upl_${'0'.repeat(32)}`;
const KEY = buildKey({ kind: 'upload', id: ROW, name: '0'.repeat(32), extension: null });

const OWNERS = `
CREATE UNLOGGED TABLE owner AS
SELECT n, CASE n WHEN 0 THEN $1 ELSE 'acc_' || md5('a' || n || $1) END AS account_id,
  CASE n WHEN 0 THEN $2 ELSE 'key_' || md5('k' || n || $1) END AS key_id
FROM generate_series(0, $3::integer - 1) AS n`;

const ACCOUNTS = [
  `INSERT INTO account (id, name, plan, sub)
   SELECT account_id, 'account ' || n, 'agency', 100000000 FROM owner WHERE n > 0`,
  `INSERT INTO api_key (id, account_id, hash, prefix, scopes)
   SELECT key_id, account_id, sha256(key_id::bytea), 'svc_live_', '{read}' FROM owner WHERE n > 0`,
  `WITH t AS (INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
     SELECT gen_random_uuid(), account_id, 'grant', 'grant', account_id || '/opening'
     FROM owner WHERE n > 0 RETURNING id, account_id)
   INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
   SELECT t.id, t.account_id, side.bucket, side.amount
   FROM t, (VALUES ('sub', 100000000), ('grants', -100000000)) AS side (bucket, amount)`,
];

/**
 * Spreads the generations over 28 days, oldest first. A few generations of each account have failed, mention a
 * lighthouse, show a character or use a rare model. Each of these kinds is spread over the whole period.
 */
const MADE = `
CREATE UNLOGGED TABLE made AS
SELECT g.*, CASE WHEN kind = 1 THEN 'failed' ELSE 'completed' END AS status,
  gen_random_uuid() AS held_by, gen_random_uuid() AS closed_by
FROM (
  SELECT 'gen_' || md5(o.account_id || nth) AS id, o.account_id, o.key_id, nth,
    nth % greatest($1::integer / $2::integer / ${RARE}, 1) AS kind,
    date_trunc('milliseconds', now() - interval '28 days' * ($1::integer - s.n + 1) / $1::integer) AS at
  FROM (SELECT n, n % $2::integer AS owner, n / $2::integer AS nth
    FROM generate_series(0, $1::integer - 1) AS n) AS s
  JOIN owner o ON o.n = s.owner
) AS g`;

/**
 * Statements for generations. They run concurrently with the statements for files, because both
 * groups take about as long.
 */
const GENERATIONS = [
  `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, refunded_credits,
     request, error, created_at, started_at, completed_at)
   SELECT id, account_id, key_id, CASE WHEN nth % 20 = 0 THEN 'video' ELSE 'image' END,
     CASE WHEN kind = 4 THEN 'kling' ELSE 'service-image' END, status, 2,
     CASE status WHEN 'failed' THEN 2 ELSE 0 END,
     jsonb_build_object('prompt', 'a red fox ' || nth || CASE kind WHEN 2 THEN ' by the lighthouse'
       ELSE ' in snow' END, 'character_id', CASE kind WHEN 3 THEN 'a2b3c4d5e6f7a2b3c4d5' END),
     CASE status WHEN 'failed' THEN '{"code": "TIMEOUT", "message": "It took too long."}'::jsonb END,
     at, at, at FROM made ORDER BY at`,
  `INSERT INTO generation_step (generation_id, stage, attempt, started_at, ended_at, outcome)
   SELECT id, 'storage', 1, at, at, 'ok' FROM made WHERE nth % ${PER_FILE} = 0`,
];

const MONEY = [
  `INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur, settled_sub, state,
     created_at, closed_at, type, model)
   SELECT 'hold_' || substr(id, 5), account_id, 'generation', id, key_id,
     date_trunc('month', at AT TIME ZONE 'UTC'), 2, 0, CASE status WHEN 'failed' THEN 0 ELSE 2 END,
     CASE status WHEN 'failed' THEN 'released' ELSE 'settled' END, at, at,
     CASE WHEN nth % 20 = 0 THEN 'video' ELSE 'image' END,
     CASE WHEN kind = 4 THEN 'kling' ELSE 'service-image' END FROM made ORDER BY at`,
  `INSERT INTO usage_day (account_id, day, key_id, ref_type, type, model, holds, credits)
   SELECT account_id, (created_at AT TIME ZONE 'UTC')::date, key_id, ref_type, type, model,
     count(*), sum(settled_sub) FROM hold GROUP BY 1, 2, 3, 4, 5, 6`,
  `INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id, created_at)
   SELECT move.id, account_id, move.kind, 'generation', made.id, at FROM made, LATERAL (VALUES
     (held_by, 'hold'), (closed_by, CASE status WHEN 'failed' THEN 'release' ELSE 'settle' END)
   ) AS move (id, kind) ORDER BY at`,
  `INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
   SELECT side.tx_id, account_id, side.bucket, side.amount FROM made, LATERAL (VALUES
     (held_by, 'sub', -2), (held_by, 'held_sub', 2), (closed_by, 'held_sub', -2),
     (closed_by, CASE status WHEN 'failed' THEN 'sub' ELSE 'revenue' END, 2)
   ) AS side (tx_id, bucket, amount) ORDER BY at`,
  `UPDATE account a SET sub = sub - spent, webhooks = (SELECT count(*) FROM owner o
     WHERE o.n = 0 AND o.account_id = a.id)
   FROM (SELECT account_id, 2 * count(*) FILTER (WHERE status <> 'failed') AS spent
     FROM made GROUP BY 1) AS m WHERE a.id = m.account_id`,
  `INSERT INTO key_month (key_id, month, spent)
   SELECT key_id, date_trunc('month', at AT TIME ZONE 'UTC'),
     2 * count(*) FILTER (WHERE status <> 'failed') FROM made GROUP BY 1, 2`,
];

const BOX = `box_${'b'.repeat(24)}`;
const ENDPOINT = `whk_${'e'.repeat(32)}`;
/** Statements for files, events and deliveries. Only the first account has a box and an endpoint. */
const FILES = [
  `INSERT INTO upload_box (id, account_id, key_id, accept, files, created_at, expires_at)
   SELECT '${BOX}', account_id, key_id, '{image}', 100, now(), now() + interval '1 day'
   FROM owner WHERE n = 0`,
  `INSERT INTO upload (id, account_id, status, kind, content_type, size, object_key, box_id,
     created_at, expires_at)
   SELECT 'upl_' || substr(id, 5), account_id, 'ready', 'image', 'image/png', 1000,
     replace('${KEY}', '${ROW}', id), CASE WHEN nth < 200 THEN '${BOX}' END, at, now() + interval '7 days'
   FROM made WHERE nth % ${PER_FILE} = 0`,
  `INSERT INTO webhook_endpoint (id, account_id, url, events, description, secret)
   SELECT '${ENDPOINT}', account_id, 'https://example.com', '{generation.completed}', '', ''
   FROM owner WHERE n = 0`,
  `INSERT INTO event (id, account_id, type, body, written_by, created_at)
   SELECT 'evt_gen_' || id || '_completed', account_id, 'generation.completed', '{}', 3, at
   FROM made WHERE nth % ${PER_FILE} = 0`,
  `INSERT INTO webhook_delivery (id, account_id, endpoint_id, event_id, type, status, attempts,
     attempts_max, created_at)
   SELECT 'dlv_' || substr(id, 5), account_id, '${ENDPOINT}', 'evt_gen_' || id || '_completed',
     'generation.completed', 'delivered', 1, 7, at FROM made WHERE nth % ${PER_FILE} = 0`,
];

/** Ids of the box and the endpoint, and the number of generations per file. */
export const PLACES = { box: BOX, endpoint: ENDPOINT, perFile: PER_FILE } as const;

/**
 * Fills an empty database with rows that pass the ledger checks.
 * @param db a data source with at least two connections
 */
export async function fill(db: DataSource, { rows, accounts, first }: Filling): Promise<void> {
  await db.query(OWNERS, [first.accountId, first.keyId, accounts]);
  await db.query(MADE, [rows, accounts]);
  await Promise.all([runAll(db, [...ACCOUNTS, ...MONEY]), runAll(db, [...GENERATIONS, ...FILES])]);
  await db.query('DROP TABLE owner, made');
}

/**
 * Runs statements with the triggers of the ledger disabled, because a trigger checks each entry separately. The ledger
 * check runs afterwards.
 */
function runAll(db: DataSource, statements: readonly string[]): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    for (const statement of statements) await tx.query(statement);
  });
}
