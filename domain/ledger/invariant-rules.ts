export interface InvariantRule {
  /**
   * The invariant's name, `I1` to `I11`, `I13` to `I19` (docs/operations.md, The ledger checker).
   */
  readonly invariant: string;
  readonly rule: string;
  readonly query: string;
}

/**
 * Each query returns the rows that violate the rule. Replay (I12) is a property of the commands and
 * is checked by a test.
 */
export const RULES: readonly InvariantRule[] = [
  {
    invariant: 'I1',
    rule: 'the entries of a ledger transaction sum to zero',
    query: 'SELECT tx_id, sum(amount) FROM ledger_entry GROUP BY tx_id HAVING sum(amount) <> 0',
  },
  {
    invariant: 'I2',
    rule: 'all entries sum to zero',
    query: 'SELECT sum(amount) FROM ledger_entry HAVING sum(amount) <> 0',
  },
  {
    invariant: 'I3',
    rule: 'the buckets of an account equal the sums of their entries',
    query: `
      SELECT a.id, b.bucket, b.amount, coalesce(e.amount, 0) AS entries
      FROM account a
      CROSS JOIN LATERAL (VALUES ('sub', a.sub), ('pur', a.pur), ('held_sub', a.held_sub),
        ('held_pur', a.held_pur)) AS b (bucket, amount)
      LEFT JOIN (SELECT account_id, bucket, sum(amount) AS amount FROM ledger_entry
        GROUP BY account_id, bucket) e ON e.account_id = a.id AND e.bucket = b.bucket
      WHERE b.amount <> coalesce(e.amount, 0)`,
  },
  {
    invariant: 'I4',
    rule: 'held credits equal the open holds',
    query: `
      SELECT a.id, a.held_sub, a.held_pur, h.sub, h.pur FROM account a
      LEFT JOIN (SELECT account_id, sum(sub) AS sub, sum(pur) AS pur FROM hold
        WHERE state = 'open' GROUP BY account_id) h ON h.account_id = a.id
      WHERE a.held_sub <> coalesce(h.sub, 0) OR a.held_pur <> coalesce(h.pur, 0)`,
  },
  {
    invariant: 'I5',
    rule: 'no bucket is negative',
    query: `SELECT id FROM account
      WHERE least(sub, pur, held_sub, held_pur, active_jobs) < 0`,
  },
  {
    invariant: 'I6',
    rule: 'a closed hold moved exactly its credits, an open one none',
    query: `
      SELECT h.id, h.state, h.sub + h.pur AS held, coalesce(m.amount, 0) AS moved FROM hold h
      LEFT JOIN (SELECT t.ref_type, t.ref_id, sum(-e.amount) AS amount
        FROM ledger_tx t JOIN ledger_entry e ON e.tx_id = t.id
        WHERE t.kind IN ('settle', 'release') AND e.bucket IN ('held_sub', 'held_pur')
        GROUP BY t.ref_type, t.ref_id) m ON m.ref_type = h.ref_type AND m.ref_id = h.ref_id
      WHERE coalesce(m.amount, 0) <> CASE h.state WHEN 'open' THEN 0 ELSE h.sub + h.pur END`,
  },
  {
    invariant: 'I7',
    rule: 'credits minus refunded_credits of a finished generation equal what was settled',
    query: `
      SELECT g.id, g.credits, g.refunded_credits, h.settled_sub + h.settled_pur AS settled
      FROM generation g LEFT JOIN hold h ON h.ref_type = 'generation' AND h.ref_id = g.id
      WHERE g.status NOT IN ('queued', 'processing')
        AND g.credits - g.refunded_credits IS DISTINCT FROM h.settled_sub + h.settled_pur`,
  },
  {
    invariant: 'I8',
    rule: 'a generation is finished exactly when its hold is closed, and no hold is open without one',
    query: `
      SELECT coalesce(g.id, h.ref_id) AS id, g.status, h.state FROM generation g
      FULL JOIN (SELECT ref_id, state FROM hold WHERE ref_type = 'generation') h ON h.ref_id = g.id
      WHERE CASE WHEN g.id IS NULL THEN h.state = 'open'
        ELSE (g.status IN ('queued', 'processing')) IS DISTINCT FROM (h.state = 'open') END`,
  },
  {
    invariant: 'I9',
    rule: 'active_jobs equals the generations that are queued or processing',
    query: `
      SELECT a.id, a.active_jobs, count(g.id) AS generations FROM account a
      LEFT JOIN generation g ON g.account_id = a.id AND g.status IN ('queued', 'processing')
      GROUP BY a.id HAVING a.active_jobs <> count(g.id)`,
  },
  {
    invariant: 'I10',
    rule: 'the month of a key equals its settled and open holds',
    query: `
      SELECT coalesce(m.key_id, h.key_id) AS key_id, m.spent, h.spent AS holds FROM key_month m
      FULL JOIN (SELECT key_id, month, sum(CASE state WHEN 'open' THEN sub + pur
        ELSE settled_sub + settled_pur END) AS spent FROM hold GROUP BY key_id, month) h
        ON h.key_id = m.key_id AND h.month = m.month
      WHERE coalesce(m.spent, 0) <> coalesce(h.spent, 0)`,
  },
  {
    invariant: 'I11',
    rule: 'a cause moves credits once per kind',
    query: `SELECT kind, ref_type, ref_id FROM ledger_tx
      GROUP BY kind, ref_type, ref_id HAVING count(*) > 1`,
  },
  {
    invariant: 'I13',
    rule: 'the counters of an account equal its characters (with open holds), products and webhooks',
    query: `
      SELECT a.id, a.characters, c.rows AS character_rows, a.products, p.rows AS product_rows,
        a.webhooks, w.rows AS webhook_rows
      FROM account a
      LEFT JOIN (SELECT account_id, count(*) AS rows FROM (SELECT account_id FROM character
          UNION ALL SELECT account_id FROM hold WHERE state = 'open' AND ref_type = 'character') k
        GROUP BY account_id) c ON c.account_id = a.id
      LEFT JOIN (SELECT account_id, count(*) AS rows FROM product GROUP BY account_id) p
        ON p.account_id = a.id
      LEFT JOIN (SELECT account_id, count(*) AS rows FROM webhook_endpoint GROUP BY account_id) w
        ON w.account_id = a.id
      WHERE a.characters <> coalesce(c.rows, 0) OR a.products <> coalesce(p.rows, 0)
        OR a.webhooks <> coalesce(w.rows, 0)`,
  },
  {
    invariant: 'I14',
    rule: 'credits minus refunded_credits of a settled post equal what was settled',
    query: `
      SELECT p.id, p.credits, p.refunded_credits, h.settled_sub + h.settled_pur AS settled
      FROM social_post p LEFT JOIN hold h ON h.ref_type = 'social_post' AND h.ref_id = p.id
      WHERE p.settled_at IS NOT NULL
        AND p.credits - p.refunded_credits IS DISTINCT FROM h.settled_sub + h.settled_pur`,
  },
  {
    invariant: 'I15',
    rule: 'a post is settled exactly when its hold is closed, and no hold is open without one',
    query: `
      SELECT coalesce(p.id, h.ref_id) AS id, p.status, h.state FROM social_post p
      FULL JOIN (SELECT ref_id, state FROM hold WHERE ref_type = 'social_post') h
        ON h.ref_id = p.id
      WHERE CASE WHEN p.id IS NULL THEN h.state = 'open'
        ELSE (p.settled_at IS NULL) IS DISTINCT FROM (h.state = 'open') END`,
  },
  {
    invariant: 'I16',
    rule: 'the credits of a post equal the sum of its platforms, and are refunded for unpublished ones',
    query: `
      SELECT p.id, p.credits, p.refunded_credits, s.credits AS of_platforms, s.not_out
      FROM social_post p LEFT JOIN (SELECT post_id, sum(credits) AS credits,
        coalesce(sum(credits) FILTER (WHERE state <> 'published' OR found_at IS NOT NULL), 0)
          AS not_out
        FROM social_publication GROUP BY post_id) s ON s.post_id = p.id
      WHERE p.credits IS DISTINCT FROM s.credits
        OR (p.settled_at IS NOT NULL AND p.refunded_credits <> s.not_out)`,
  },
  {
    invariant: 'I17',
    rule: 'every paid period of a connected account has one fee of its credits, and a paid account a period',
    query: `
      SELECT coalesce(f.id, t.ref_id) AS id, f.credits, t.amount FROM social_fee f
      FULL JOIN (SELECT t.ref_id, sum(e.amount) AS amount, max(a.deleted_at) AS deleted_at
        FROM ledger_tx t JOIN account a ON a.id = t.account_id
        LEFT JOIN ledger_entry e ON e.tx_id = t.id AND e.bucket = 'revenue'
        WHERE t.kind = 'fee' AND t.ref_type = 'social_account' GROUP BY t.ref_id) t
        ON t.ref_id = f.id
      WHERE f.credits IS DISTINCT FROM t.amount AND (f.id IS NOT NULL OR t.deleted_at IS NULL)
      UNION ALL
      SELECT s.id, s.fee_credits, NULL FROM social_account s
      WHERE s.fee_credits > 0 AND NOT s.payment_due AND NOT EXISTS (
        SELECT 1 FROM social_fee f WHERE f.paid_for = s.id AND f.credits = s.fee_credits)`,
  },
  {
    invariant: 'I18',
    rule: 'the usage of a day equals the sum of its closed holds',
    query: `
      SELECT * FROM (SELECT account_id, day, key_id, ref_type, type, model, holds, credits
        FROM usage_day WHERE holds <> 0 OR credits <> 0) u
      FULL JOIN (SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, key_id, ref_type,
          coalesce(type, '') AS type, coalesce(model, '') AS model, count(*) AS of_holds,
          sum(settled_sub + settled_pur) AS settled
        FROM hold WHERE state <> 'open' GROUP BY 1, 2, 3, 4, 5, 6) h
        USING (account_id, day, key_id, ref_type, type, model)
      WHERE u.holds IS DISTINCT FROM h.of_holds OR u.credits IS DISTINCT FROM h.settled`,
  },
  {
    invariant: 'I19',
    rule: 'the counters of accounts and collections equal their collections, voices and items',
    query: `
      SELECT a.id, a.collections AS counted, count(c.id) AS rows FROM account a
      LEFT JOIN collection c ON c.account_id = a.id
      GROUP BY a.id HAVING a.collections <> count(c.id)
      UNION ALL SELECT a.id, a.voices, count(v.id) FROM account a
      LEFT JOIN voice v ON v.account_id = a.id
      GROUP BY a.id HAVING a.voices <> count(v.id)
      UNION ALL SELECT c.id, c.items, count(i.generation_id) FROM collection c
      LEFT JOIN collection_item i ON i.collection_id = c.id
      GROUP BY c.id HAVING c.items <> count(i.generation_id)`,
  },
];
