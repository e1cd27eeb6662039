/** SQLSTATEs raised by `accept_generation`; then nothing is stored. */
export const ACCEPT_ENDS = {
  /** The ledger refused the charge: DETAIL is the row from `reserve_credits` as JSON. */
  notReserved: 'MG001',
  /** The balance is low for the first time today: call again with `tells_low` to continue. */
  balanceIsLow: 'MG003',
} as const;

/**
 * PostgreSQL plans a statement of a function when it first executes it. So the function also works
 * before the migration that adds the columns of optional parts.
 */
const insertGeneration = (columns: string, values: string): string =>
  `INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request, inputs,
                            options, timeline, created_at${columns})
    VALUES (made ->> 'id', the_account, made ->> 'key_id', made ->> 'type', made ->> 'model',
            'queued', (made ->> 'credits')::int, made -> 'request', made -> 'inputs',
            made -> 'options', made -> 'timeline', (made ->> 'created_at')::timestamptz${values})`;

/**
 * Accepts a generation (docs/decisions/0019-accept-in-one-call.md): writes the stored response,
 * generation, outbox row and reservation, in this order, the most contended rows last. Each
 * argument is an object with column names as properties. A faster request with the same
 * Idempotency-Key causes a violation of `idempotency_key_pk`.
 * @returns the balance, if it is low for the first time today; else null
 */
export const ACCEPT_GENERATION = `
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

  IF made ? 'metadata' THEN
    ${insertGeneration(', metadata', ", made -> 'metadata'")};
  ELSE
    ${insertGeneration('', '')};
  END IF;
  IF made ? 'callback' THEN
    INSERT INTO callback_secret (account_id, secret)
    VALUES (the_account, made -> 'callback' ->> 'secret') ON CONFLICT DO NOTHING;
    INSERT INTO webhook_callback (ref_id, id, account_id, url, events)
    VALUES (made ->> 'id', made -> 'callback' ->> 'id', the_account, made -> 'callback' ->> 'url',
            ARRAY(SELECT jsonb_array_elements_text(made -> 'callback' -> 'events')));
  END IF;

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
      USING ERRCODE = '${ACCEPT_ENDS.notReserved}', DETAIL = row_to_json(reserved)::text;
  END IF;
  IF NOT reserved.low THEN
    RETURN NULL;
  END IF;
  IF NOT tells_low THEN
    RAISE EXCEPTION 'balance is low' USING ERRCODE = '${ACCEPT_ENDS.balanceIsLow}';
  END IF;
  RETURN reserved.balance;
END $$`;
