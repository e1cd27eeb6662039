/**
 * Updates the sums of a closed hold's day (entities/usage-day.ts) by the difference that a change
 * to the hold makes. Runs at the end of the statement, when the account is locked, so it never
 * waits for another transaction. An inserted row has no OLD, a removed row no NEW: then all its
 * columns are null.
 */
export const SUM_USAGE = `
CREATE FUNCTION sum_usage() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$`;
