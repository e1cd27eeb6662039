/** Assigns two thirds of the rows to one account, which charges during the migrations, and the rest to others. */
const ACCOUNT_OF = `'acc_' || CASE WHEN n % 3 = 0 THEN 1 + n % 20 ELSE 0 END`;
const CREATED = `'2026-01-01'::timestamptz + n * interval '100 s'`;

/** Limits so high that the charges never reach them. */
const RAISED = '{"concurrent_jobs": 1000000000, "images_per_minute": 1000000000}';

/**
 * Fills every table that a charge writes to, in the schema before migration 0018. The account `acc_0` makes the charges
 * with the key `key_0`.
 */
export const FILL = (rows: number): string[] => [
  `INSERT INTO account (id, name, plan, sub, raised_limits)
   SELECT 'acc_' || n, 'test', 'agency', 1000000000, '${RAISED}' FROM generate_series(0, 20) n`,
  `INSERT INTO member (id, account_id, name)
   SELECT 'mem_' || n, 'acc_' || n % 21, 'test' FROM generate_series(0, ${rows / 100}) n`,
  `INSERT INTO api_key (id, account_id, hash, prefix, scopes)
   SELECT 'key_' || n, 'acc_' || n % 21, decode(md5(n::text), 'hex'), 'mg', '{}'
   FROM generate_series(0, ${rows}) n`,
  `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request, created_at,
     completed_at)
   SELECT 'gen_' || md5(n::text), ${ACCOUNT_OF}, 'key_0',
     CASE WHEN n % 10 = 0 THEN 'video' ELSE 'image' END, 'model-' || n % 5,
     CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'completed' END, 2,
     jsonb_build_object('prompt', 'a red fox ' || n % 97), ${CREATED}, ${CREATED}
   FROM generate_series(1, ${rows}) n`,
  `INSERT INTO idempotency_key (account_id, key, fingerprint, status, body)
   SELECT ${ACCOUNT_OF}, n::text, 'f', 202, '{"id":"gen_' || md5(n::text) || '"}'
   FROM generate_series(1, ${rows}) n`,
  `INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur, settled_sub, state,
     created_at, closed_at)
   SELECT 'hold_fill_' || n, ${ACCOUNT_OF}, 'generation', 'gen_' || md5(n::text), 'key_0',
     date_trunc('month', ${CREATED}), 2, 0, CASE WHEN n % 200 = 0 THEN 0 ELSE 2 END,
     CASE WHEN n % 200 = 0 THEN 'open' ELSE 'settled' END, ${CREATED},
     CASE WHEN n % 200 = 0 THEN NULL ELSE ${CREATED} END
   FROM generate_series(1, ${rows}) n`,
  'ANALYZE',
];

/** Fills the tables that later migrations added: audit entries of keys, and records of agents. */
export const FILL_RELEASED = (rows: number): string[] => [
  `INSERT INTO audit_entry (id, account_id, actor, member_id, action, target)
   SELECT 'aud_' || md5(n::text), 'acc_' || n % 21, 'person', 'mem_' || n % (${rows / 100} + 1),
     'key.created', 'key_' || n
   FROM generate_series(0, ${rows}) n`,
  `INSERT INTO oauth_record (model, id_hash, payload, expires_at)
   SELECT 'Client', decode(md5(n::text), 'hex'), '{}', now() + interval '1 day'
   FROM generate_series(1, ${rows}) n`,
  'ANALYZE',
];

/**
 * One charge and its settlement before migration 0024. Uses the lock order of the ledger, and only columns that every
 * schema has.
 */
export const CHARGE = `
CREATE FUNCTION test_charge() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  it text := gen_random_uuid()::text;
  moved uuid := gen_random_uuid();
BEGIN
  INSERT INTO idempotency_key (account_id, key, fingerprint, status, body)
  VALUES ('acc_0', it, 'f', 202, '{"id":"gen_' || it || '"}');
  INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request, created_at)
  VALUES ('gen_' || it, 'acc_0', 'key_0', 'image', 'model-1', 'queued', 2, '{"prompt": "a fox"}',
          now());
  INSERT INTO workflow_start (workflow_id, workflow_type, args, account_id, summary, attributes,
                              next_try_at)
  VALUES ('gen_' || it, 'generateImage', '[]', 'acc_0', '', '{}', now());
  PERFORM 1 FROM api_key WHERE id = 'key_0' FOR NO KEY UPDATE;
  INSERT INTO key_month AS m (key_id, month, spent)
  VALUES ('key_0', date_trunc('month', now()), 2)
  ON CONFLICT (key_id, month) DO UPDATE SET spent = m.spent + 2;
  PERFORM 1 FROM account WHERE id = 'acc_0' FOR NO KEY UPDATE;
  UPDATE account SET sub = sub - 2 WHERE id = 'acc_0';
  INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur)
  VALUES ('hold_' || it, 'acc_0', 'generation', 'gen_' || it, 'key_0', date_trunc('month', now()),
          2, 0);
  INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
  VALUES (moved, 'acc_0', 'hold', 'generation', 'gen_' || it);
  INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
  VALUES (moved, 'acc_0', 'sub', -2), (moved, 'acc_0', 'held_sub', 2);
  UPDATE generation SET status = 'completed', completed_at = now() WHERE id = 'gen_' || it;
  UPDATE hold SET state = 'settled', settled_sub = 2, closed_at = now() WHERE id = 'hold_' || it;
  UPDATE account SET active_jobs = active_jobs WHERE id = 'acc_0';
  DELETE FROM workflow_start WHERE workflow_id = 'gen_' || it;
END $$`;
