/** Session timeouts enforced by PostgreSQL, in milliseconds. */
export const SERVER_TIMEOUTS = {
  // Normal statements take less than a tenth of this time. The timeout ends a statement that hangs.
  statement_timeout: 4_000,
  // A duplicate request waits this long for the first request, and then gets 409.
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** A client timeout, because a server that hangs does not end a statement. */
const CLIENT_TIMEOUTS = { query_timeout: 5_000 };

export const TIMEOUTS = { ...SERVER_TIMEOUTS, ...CLIENT_TIMEOUTS };
export type Timeouts = Partial<typeof TIMEOUTS>;

/**
 * Timeouts for a pooler, which refuses or drops session settings: there the role has the server
 * timeouts.
 */
export const POOLED_TIMEOUTS: Timeouts = CLIENT_TIMEOUTS;

/** Timeouts for work whose duration grows with the size of the tables. */
export const NO_TIMEOUTS: Timeouts = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

/**
 * Timeouts for migrations. While a statement waits for a table lock, every request that needs the
 * table queues behind it.
 */
export const MIGRATION_TIMEOUTS: Timeouts = { ...NO_TIMEOUTS, lock_timeout: 400 };

/**
 * Timeouts for operator commands. Waiting for a lock is limited; reading is not, because the ledger
 * checker reads whole tables.
 */
export const ADMIN_TIMEOUTS: Timeouts = {
  statement_timeout: 0,
  lock_timeout: TIMEOUTS.lock_timeout,
  idle_in_transaction_session_timeout: TIMEOUTS.idle_in_transaction_session_timeout,
};

/**
 * Passes timeouts of 0 as options: the driver does not send them, so the role's timeouts would
 * apply.
 */
export function turnOff(timeouts: Timeouts): { options?: string } {
  const off = Object.entries(timeouts).filter(([, ms]) => ms === 0);
  return off.length > 0 ? { options: off.map(([name]) => `-c ${name}=0`).join(' ') } : {};
}
