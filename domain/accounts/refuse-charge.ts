import { Refusal } from '../contract/refusal.js';
import { monthEndMs, type Reserved } from '../ledger/reserve.js';
import type { Caller } from './authenticate.js';

/** Retry-After of CONCURRENCY_LIMIT, seconds. */
const SLOT_RETRY_AFTER_S = 15;

/** What the caller is told when the ledger refused: why, and what to do next. */
export function refusalOf(
  refused: Extract<Reserved, { ok: false }>,
  price: number,
  caller: Caller,
  now: Date,
): Refusal {
  if (refused.reason === 'cap') {
    const { monthlyCreditCap: cap } = caller;
    const until = new Date(monthEndMs(now)).toISOString().slice(0, 10);
    return new Refusal('SPEND_CAP_REACHED', {
      message: `This costs ${price} credits, and the key has spent ${refused.spent} of its ${cap} this month. Raise the cap, use another key, or wait until ${until}.`,
      details: {
        required: price,
        cap,
        spent: refused.spent,
        resets_at: monthEndMs(now),
      },
    });
  }
  if (refused.reason === 'credits') {
    const { available, held } = refused;
    const [more, next] =
      held > 0
        ? [` (${held} more are held by running jobs)`, 'Wait for running jobs or add credits']
        : ['', 'Add credits'];
    return new Refusal('INSUFFICIENT_CREDITS', {
      message: `This costs ${price} credits and ${available} are available${more}. ${next}.`,
      details: { required: price, available, held },
    });
  }
  const limit = caller.limits.concurrent_jobs;
  return new Refusal('CONCURRENCY_LIMIT', {
    message: `The account already runs ${limit} ${limit === 1 ? 'job' : 'jobs'}, its maximum. Nothing was charged. Wait for one to finish, or repeat after \`Retry-After\` seconds with the same Idempotency-Key.`,
    details: { limit },
    headers: { 'Retry-After': String(SLOT_RETRY_AFTER_S) },
  });
}
