-- The functions of the database in the released commit ea147c4: entities/functions/ of then.
-- A database that has them must come to the functions of today by the migrations since then.
DROP FUNCTION accept_generation, reserve_credits;

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
  moment timestamptz;
  a record;
  take_sub bigint;
  take_pur bigint;
BEGIN
  SELECT k.monthly_cap, k.door = 'mcp' INTO cap, is_agent FROM api_key k
  WHERE k.id = the_key AND k.account_id = the_account AND k.revoked_at IS NULL FOR SHARE;
  key_ok := FOUND::int;

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
END $$;

CREATE FUNCTION accept_generation(
  claim jsonb, made jsonb, start jsonb, hold jsonb, rules jsonb, tells_low boolean
) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
  the_account text := claim ->> 'account_id';
  reserved record;
BEGIN
  -- A twin that is under way holds the unique index: this waits for it, up to the lock timeout.
  INSERT INTO idempotency_key (account_id, key, fingerprint, status, body, request_id)
  VALUES (the_account, claim ->> 'key', claim ->> 'fingerprint', (claim ->> 'status')::int,
          claim ->> 'body', claim ->> 'request_id');

  INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request, inputs,
                          options, timeline, created_at)
  VALUES (made ->> 'id', the_account, made ->> 'key_id', made ->> 'type', made ->> 'model', 'queued',
          (made ->> 'credits')::int, made -> 'request', made -> 'inputs', made -> 'options',
          made -> 'timeline', (made ->> 'created_at')::timestamptz);

  INSERT INTO workflow_start (workflow_id, workflow_type, args, account_id, fairness_key, summary,
                              attributes, traceparent, next_try_at)
  VALUES (start ->> 'workflow_id', start ->> 'workflow_type', start -> 'args', the_account,
          start ->> 'fairness_key', start ->> 'summary', start -> 'attributes',
          start ->> 'traceparent', now() + (start ->> 'first_try_ms')::int * interval '1 ms');

  reserved := reserve_credits(
    the_account, made ->> 'key_id', hold ->> 'id', (made ->> 'credits')::bigint,
    (hold ->> 'month')::date, (rules ->> 'low_below')::bigint, (hold ->> 'today')::date,
    'generation', made ->> 'id', (hold ->> 'tx_id')::uuid, rules -> 'limits',
    (rules ->> 'burst_minutes')::int, made ->> 'type', made ->> 'model');
  IF reserved.balance IS NULL THEN
    RAISE EXCEPTION 'not reserved'
      USING ERRCODE = 'MG001', DETAIL = row_to_json(reserved)::text;
  END IF;
  IF NOT reserved.low THEN
    RETURN NULL;
  END IF;
  IF NOT tells_low THEN
    RAISE EXCEPTION 'balance is low' USING ERRCODE = 'MG003';
  END IF;
  RETURN reserved.balance;
END $$;

CREATE OR REPLACE FUNCTION sum_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_day AS u
    (account_id, day, key_id, ref_type, type, model, holds, credits)
  SELECT account_id, (created_at AT TIME ZONE 'UTC')::date, key_id, ref_type,
    coalesce(type, ''), coalesce(model, ''), sum(n), sum(n * (settled_sub + settled_pur))
  FROM (SELECT 1 AS n, NEW.* UNION ALL SELECT -1, OLD.*) AS h
  WHERE state <> 'open'
  GROUP BY 1, 2, 3, 4, 5, 6
  HAVING sum(n) <> 0 OR sum(n * (settled_sub + settled_pur)) <> 0
  ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (account_id, day, key_id, ref_type, type, model)
    DO UPDATE SET holds = u.holds + excluded.holds, credits = u.credits + excluded.credits;
  RETURN NULL;
END $$;
