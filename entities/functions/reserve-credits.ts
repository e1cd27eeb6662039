/**
 * Reserves credits and a job slot, from subscription credits before purchased ones. Updates the
 * key's month, buckets, slot, rate, hold and ledger. Each UPDATE is guarded, and the row count
 * decides. Uses the current key, role, suspension, cap and limits, not those from the start of the
 * request: each statement reads the newest version of the row that it has locked.
 *
 * The lock order in this function and in domain/ledger/close-hold.ts is key, key's month, account.
 * The lock on the key is exclusive: overlapping shared locks would delay a revocation forever, and
 * the next statement locks the key's month exclusively anyway.
 *
 * `limits` contains each plan's concurrent jobs and generations per minute.
 * domain/ledger/generation-rate.ts explains the rate; the millionth prevents a rounding error from
 * refusing a client that waited for exactly the requested time.
 *
 * A member's key spends only while the member's role has a scope that spends:
 * test/ledger/reserve.test.ts compares the roles in this function with domain/catalogue/roles.ts.
 * Otherwise `key_ok` is 2; if the key is missing it is 0. It has no separate OUT parameter, because
 * a function that returns another type cannot be replaced in place
 * (entities/migrations/charge-functions.ts).
 *
 * If the result has no balance, nothing was reserved; then the caller must roll back.
 */
export const RESERVE_CREDITS = `
CREATE FUNCTION reserve_credits(
  the_account text, the_key text, the_hold text, the_price bigint, the_month date, low_below bigint,
  today date, the_ref_type text, the_ref text, the_tx uuid, limits jsonb, burst_minutes integer,
  the_type text, the_model text,
  OUT key_ok integer, OUT suspended boolean, OUT month_ok integer, OUT cap integer,
  OUT is_agent boolean, OUT spent float8, OUT available float8, OUT held float8,
  OUT active_jobs integer, OUT jobs_max integer, OUT per_minute integer, OUT level float8,
  OUT balance float8, OUT low boolean
) LANGUAGE plpgsql AS $$
DECLARE
  is_job boolean := the_ref_type = 'generation';
  may_spend boolean;
  moment timestamptz;
  a record;
  take_sub bigint;
  take_pur bigint;
BEGIN
  SELECT k.monthly_cap, k.door = 'mcp', coalesce(m.role, 'owner') IN ('owner', 'developer')
  INTO cap, is_agent, may_spend FROM api_key k LEFT JOIN member m ON m.id = k.member_id
  WHERE k.id = the_key AND k.account_id = the_account AND k.revoked_at IS NULL FOR NO KEY UPDATE OF k;
  key_ok := CASE WHEN NOT FOUND THEN 0 WHEN may_spend THEN 1 ELSE 2 END;

  month_ok := 0;
  IF key_ok = 1 AND (cap IS NULL OR the_price <= cap) THEN
    INSERT INTO key_month AS m (key_id, month, spent) VALUES (the_key, the_month, the_price)
    ON CONFLICT ON CONSTRAINT key_month_pk DO UPDATE SET spent = m.spent + excluded.spent
      WHERE cap IS NULL OR m.spent + excluded.spent <= cap;
    month_ok := FOUND::int;
  END IF;

  SELECT c.sub, c.pur, c.held_sub, c.held_pur, c.active_jobs, c.low_notified_on, c.suspended_at,
         coalesce(c.raised_limits ->> 'concurrent_jobs',
           limits -> c.plan ->> 'concurrent_jobs')::int AS jobs_max,
         coalesce(c.raised_limits ->> 'images_per_minute',
           limits -> c.plan ->> 'images_per_minute')::int AS per_minute,
         c.generations_counted AS counted, c.generations_counted_at AS counted_at
  INTO a FROM account c WHERE c.id = the_account FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % does not exist', the_account;
  END IF;
  moment := clock_timestamp();
  suspended := a.suspended_at IS NOT NULL;
  available := a.sub + a.pur;
  held := a.held_sub + a.held_pur;
  active_jobs := a.active_jobs;
  jobs_max := a.jobs_max;
  per_minute := a.per_minute;
  level := greatest(0, least(a.counted, burst_minutes * per_minute)
    - greatest(0, extract(epoch FROM moment - a.counted_at)) / 60 * per_minute);
  take_sub := least(a.sub, the_price);
  take_pur := the_price - take_sub;

  UPDATE account AS c SET
    sub = c.sub - take_sub, held_sub = c.held_sub + take_sub,
    pur = c.pur - take_pur, held_pur = c.held_pur + take_pur,
    active_jobs = c.active_jobs + is_job::int,
    generations_counted = CASE WHEN is_job THEN level + 1 ELSE c.generations_counted END,
    generations_counted_at = CASE WHEN is_job THEN moment ELSE c.generations_counted_at END,
    low_notified_on = CASE WHEN available - the_price < low_below THEN today ELSE c.low_notified_on END
  WHERE c.id = the_account AND c.suspended_at IS NULL AND month_ok = 1
    AND c.sub + c.pur >= the_price AND (NOT is_job OR (c.active_jobs < jobs_max
      AND level + 1 <= burst_minutes * per_minute + 0.000001));
  IF NOT FOUND THEN
    SELECT coalesce(sum(m.spent), 0) INTO spent FROM key_month m
    WHERE m.key_id = the_key AND m.month = the_month;
    RETURN;
  END IF;
  balance := available - the_price;
  low := balance < low_below AND a.low_notified_on IS DISTINCT FROM today;

  INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur, type, model)
  VALUES (the_hold, the_account, the_ref_type, the_ref, the_key, the_month, take_sub, take_pur,
          the_type, the_model);
  INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
  VALUES (the_tx, the_account, 'hold', the_ref_type, the_ref);
  IF take_sub > 0 THEN
    INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
    VALUES (the_tx, the_account, 'sub', -take_sub), (the_tx, the_account, 'held_sub', take_sub);
  END IF;
  IF take_pur > 0 THEN
    INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
    VALUES (the_tx, the_account, 'pur', -take_pur), (the_tx, the_account, 'held_pur', take_pur);
  END IF;
END $$`;
