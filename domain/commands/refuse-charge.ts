import { Refusal } from '../contract/error.js';
import { monthEndMs, type Reserved } from '../ledger/reserve.js';
import type { Caller } from './authenticate.js';

/** Retry-After of CONCURRENCY_LIMIT, seconds (spec). */
const SLOT_RETRY_AFTER_S = 15;

/** What the caller is told when the ledger refused: why, and what to do next (spec, Errors). */
export function refusalOf(
  refused: Extract<Reserved, { ok: false }>,
  price: number,
  caller: Caller,
  now: Date,
): Refusal {
  if (refused.reason === 'cap') {
    return new Refusal('SPEND_CAP_REACHED', {
      details: {
        required: price,
        cap: caller.monthlyCreditCap,
        spent: refused.spent,
        resets_at: monthEndMs(now),
      },
    });
  }
  if (refused.reason === 'credits') {
    const { available, held } = refused;
    const next = held > 0 ? 'Wait for running jobs or add credits' : 'Add credits';
    return new Refusal('INSUFFICIENT_CREDITS', {
      message: `This costs ${price} credits and ${available} are available (${held} more are held by running jobs). ${next}.`,
      details: { required: price, available, held },
    });
  }
  return new Refusal('CONCURRENCY_LIMIT', {
    details: { limit: caller.limits.concurrent_jobs },
    headers: { 'Retry-After': String(SLOT_RETRY_AFTER_S) },
  });
}
