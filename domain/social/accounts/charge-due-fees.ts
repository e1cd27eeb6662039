import { LessThanOrEqual, type DataSource } from 'typeorm';
import { commitAndStart } from '../../durable/answer-once.js';
import type { StartDeps } from '../../durable/start-workflow.js';
import { SocialAccount } from '../../../entities/social-account.js';
import { queryRows } from '../../../entities/rows.js';
import { decideFee, type FeeDecision } from './decide-fee.js';

/** Accounts per query, and queries per round; the next round continues after them. */
const PAGE_LENGTH = 200;
const PAGES_MAX = 50;

interface RoundOptions {
  /** Ends the round after the current account. */
  readonly signal?: AbortSignal;
  readonly now?: Date;
  readonly pageLength?: number;
}

/** The result of one round of charging due fees. */
export interface FeesCharged {
  readonly charged: number;
  /** Payment failed: posts to the account are paused, and the fee is retried a day later. */
  readonly unpaid: number;
  /** Number of accounts that the plan includes, or that currently cannot be used for posts. */
  readonly free: number;
}

interface DueFee {
  readonly id: string;
  readonly fee_due_at: Date;
}

const DUE = `
SELECT id, fee_due_at FROM social_account
WHERE fee_due_at <= $1 AND (fee_due_at, id) > ($2, $3) ORDER BY fee_due_at, id LIMIT $4`;

/**
 * Charges fees for all connected accounts whose period has ended, each in its own transaction, with
 * the current number of accounts and the current price. A failed account does not delay other
 * accounts.
 * @throws {AggregateError} at the end, if some have failed; their fees are still due
 */
export async function chargeDueFees(
  deps: StartDeps,
  { signal, now = new Date(), pageLength = PAGE_LENGTH }: RoundOptions = {},
): Promise<FeesCharged> {
  const done = { charged: 0, unpaid: 0, free: 0 };
  const failures: unknown[] = [];
  let last: DueFee | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const rows = await readDue(deps.db, now, last, pageLength);
    for (const { id } of rows) {
      if (signal?.aborted) return done;
      try {
        const outcome = await chargeDue(deps, id, now);
        if (outcome !== null) done[COUNTED_AS[outcome]] += 1;
      } catch (error) {
        deps.log.error({ err: error, id }, 'a fee could not be checked');
        failures.push(error);
      }
    }
    last = rows.at(-1) ?? null;
    if (rows.length < pageLength) break;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} fees could not be checked`);
  return done;
}

const COUNTED_AS: Readonly<Record<FeeDecision['outcome'], keyof FeesCharged>> = {
  charged: 'charged',
  unpaid: 'unpaid',
  included: 'free',
  paused: 'free',
  paid_before: 'free',
};

const readDue = (db: DataSource, now: Date, last: DueFee | null, limit: number) =>
  queryRows<DueFee>(db, DUE, [now, last?.fee_due_at ?? '-infinity', last?.id ?? '', limit]);

/**
 * Charges the fee for one account. The lock on its row and its due time decide, so a concurrent
 * round finds nothing left to do.
 */
async function chargeDue(
  deps: StartDeps,
  id: string,
  now: Date,
): Promise<FeeDecision['outcome'] | null> {
  return commitAndStart(deps, async (tx, starts) => {
    const row = await tx.findOne(SocialAccount, {
      where: { id, feeDueAt: LessThanOrEqual(now) },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) return null;
    const decision = await decideFee(tx, row, now);
    starts.push(...decision.starts);
    return decision.outcome;
  });
}
