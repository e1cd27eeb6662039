/**
 * Sets credits aside and takes a job slot, subscription credits before purchased ones: month of the
 * key, buckets, slot, rate, hold and ledger. One statement does all of it. Each UPDATE is guarded,
 * and the rows that it returns decide. Key, suspension, cap and limits are those of this moment,
 * whatever the request was let in with: the locks make it read the newest version of both rows.
 *
 * `before` locks the account, and reads how the price is split and why it may be refused. Lock order,
 * here and in domain/ledger/close-hold.ts: key, month of the key, account. That is why `before` counts
 * `month`. New values come from `rated`: those of `a` may be outdated at first, and PostgreSQL applies
 * the CHECK of the table to them before it looks for the newest version (test: race).
 *
 * `limits` holds for each plan how many jobs it allows at once and how many generations a minute. The
 * rule of the latter is told in domain/ledger/generation-rate.ts; the rest of a division must not
 * refuse who has waited as long as he was told, hence the millionth.
 *
 * No balance in the answer means that nothing was reserved; then the caller must roll back.
 */
export const RESERVE_CREDITS = `
CREATE FUNCTION reserve_credits(
  the_account text, the_key text, the_hold text, the_price bigint, the_month date, low_below bigint,
  today date, the_ref_type text, the_ref text, the_tx uuid, limits jsonb, burst_minutes integer,
  the_type text, the_model text
) RETURNS TABLE (
  key_ok integer, suspended boolean, month_ok integer, cap integer, is_agent boolean, spent float8,
  available float8, held float8, active_jobs integer, jobs_max integer, per_minute integer,
  level float8, balance float8, low boolean
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  WITH k AS (
    SELECT monthly_cap AS cap, door = 'mcp' AS is_agent FROM api_key
    WHERE id = the_key AND account_id = the_account AND revoked_at IS NULL FOR SHARE
  ), month AS (
    INSERT INTO key_month AS m (key_id, month, spent)
    SELECT the_key, the_month, the_price FROM k WHERE cap IS NULL OR the_price <= cap
    ON CONFLICT ON CONSTRAINT key_month_pk DO UPDATE SET spent = m.spent + excluded.spent
      WHERE (SELECT cap IS NULL OR m.spent + excluded.spent <= cap FROM k)
    RETURNING spent
  ), before AS (
    SELECT sub, pur, held_sub, held_pur, active_jobs, low_notified_on, plan, raised_limits,
           suspended_at, generations_counted AS counted, generations_counted_at AS counted_at,
           least(sub, the_price) AS take_sub, the_price - least(sub, the_price) AS take_pur,
           month_ok
    FROM account, (SELECT count(*)::int AS month_ok FROM month) AS m
    WHERE id = the_account FOR UPDATE OF account
  ), limited AS (
    SELECT b.*, clock_timestamp() AS clock,
      coalesce((raised_limits ->> 'concurrent_jobs')::int,
        (limits -> plan ->> 'concurrent_jobs')::int) AS jobs_max,
      coalesce((raised_limits ->> 'images_per_minute')::int,
        (limits -> plan ->> 'images_per_minute')::int) AS per_minute
    FROM before b
  ), rated AS (
    SELECT l.*, greatest(0, least(counted, burst_minutes * per_minute)
      - greatest(0, extract(epoch FROM clock - counted_at)) / 60 * per_minute)::float8 AS level
    FROM limited l
  ), taken AS (
    UPDATE account a SET
      sub = b.sub - b.take_sub, held_sub = b.held_sub + b.take_sub,
      pur = b.pur - b.take_pur, held_pur = b.held_pur + b.take_pur,
      active_jobs = b.active_jobs + (the_ref_type = 'generation')::int,
      generations_counted = CASE the_ref_type WHEN 'generation' THEN b.level + 1 ELSE b.counted END,
      generations_counted_at = CASE the_ref_type WHEN 'generation' THEN b.clock ELSE b.counted_at END,
      low_notified_on =
        CASE WHEN b.sub + b.pur - the_price < low_below THEN today ELSE b.low_notified_on END
    FROM rated b
    WHERE a.id = the_account AND b.suspended_at IS NULL AND b.month_ok = 1
      AND b.sub + b.pur >= the_price
      AND (the_ref_type <> 'generation' OR (b.active_jobs < b.jobs_max
        AND b.level + 1 <= burst_minutes * b.per_minute + 0.000001))
    RETURNING b.take_sub, b.take_pur, a.sub + a.pur AS balance,
      (a.sub + a.pur < low_below AND b.low_notified_on IS DISTINCT FROM today) AS low
  ), held AS (
    INSERT INTO hold (id, account_id, ref_type, ref_id, key_id, month, sub, pur, type, model)
    SELECT the_hold, the_account, the_ref_type, the_ref, the_key, the_month, take_sub, take_pur,
           the_type, the_model
    FROM taken
  ), moved AS (
    INSERT INTO ledger_tx (id, account_id, kind, ref_type, ref_id)
    SELECT the_tx, the_account, 'hold', the_ref_type, the_ref FROM taken
  ), entries AS (
    INSERT INTO ledger_entry (tx_id, account_id, bucket, amount)
    SELECT the_tx, the_account, side.bucket, side.amount
    FROM taken, LATERAL (VALUES
      ('sub', -take_sub), ('held_sub', take_sub), ('pur', -take_pur), ('held_pur', take_pur)
    ) AS side (bucket, amount)
    WHERE side.amount <> 0
  )
  SELECT (SELECT count(*)::int FROM k), b.suspended_at IS NOT NULL, b.month_ok,
         (SELECT k.cap FROM k), (SELECT k.is_agent FROM k), (b.sub + b.pur)::float8,
         (b.held_sub + b.held_pur)::float8, b.active_jobs, b.jobs_max, b.per_minute, b.level,
         taken.balance::float8, taken.low
  INTO key_ok, suspended, month_ok, cap, is_agent, available, held, active_jobs, jobs_max,
       per_minute, level, balance, low
  FROM rated b LEFT JOIN taken ON true;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % does not exist', the_account;
  END IF;
  -- The statement waits for others that spend with the key, but reads what was spent before they did.
  IF balance IS NULL THEN
    SELECT coalesce(sum(m.spent), 0)::float8 INTO spent FROM key_month m
    WHERE m.key_id = the_key AND m.month = the_month;
  END IF;
  RETURN NEXT;
END $$`;
