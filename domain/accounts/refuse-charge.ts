import { Refusal } from '../contract/refusal.js';
import { computeMonthEnd, type NotReserved } from '../ledger/reserve.js';
import { refuseKey, refuseRole, refuseSuspended } from './expect-rights.js';

/** Retry-After for CONCURRENCY_LIMIT, in seconds. */
const SLOT_RETRY_AFTER_S = 15;

type RefusalFor<R extends NotReserved['reason']> = Extract<NotReserved, { reason: R }>;

/** Builds the refusal for a charge that the ledger rejected, with the reason and the next step. */
export function buildChargeRefusal(refused: NotReserved, price: number, now: Date): Refusal {
  switch (refused.reason) {
    case 'key':
      return refuseKey();
    case 'role':
      return refuseRole();
    case 'suspended':
      return refuseSuspended();
    case 'cap':
      return refuseForCap(refused, price, now);
    case 'credits':
      return refuseForCredits(refused, price);
    case 'slots':
      return refuseForSlots(refused);
    case 'rate':
      return refuseForRate(refused);
  }
}

function refuseForCap(
  { cap, spent, isAgent }: RefusalFor<'cap'>,
  price: number,
  now: Date,
): Refusal {
  const until = new Date(computeMonthEnd(now)).toISOString().slice(0, 10);
  const [who, next] = isAgent
    ? ['this agent', 'Connect it again and set a higher cap']
    : ['the key', 'Raise the cap, use another key'];
  return new Refusal('SPEND_CAP_REACHED', {
    message: `This costs ${price} credits, and ${who} has spent ${spent} of its ${cap} this month. ${next}, or wait until ${until}.`,
    details: { required: price, cap, spent, resets_at: computeMonthEnd(now) },
  });
}

function refuseForCredits({ available, held }: RefusalFor<'credits'>, price: number): Refusal {
  const [more, next] =
    held > 0
      ? [` (${held} more are held by running jobs)`, 'Wait for running jobs or add credits']
      : ['', 'Add credits'];
  return new Refusal('INSUFFICIENT_CREDITS', {
    message: `This costs ${price} credits and ${available} are available${more}. ${next}.`,
    details: { required: price, available, held },
  });
}

function refuseForSlots({ limit }: RefusalFor<'slots'>): Refusal {
  return new Refusal('CONCURRENCY_LIMIT', {
    message: `The account already runs its maximum of ${limit} ${limit === 1 ? 'job' : 'jobs'}. Nothing was charged. Wait for one to finish, or repeat after \`Retry-After\` seconds with the same Idempotency-Key.`,
    details: { limit },
    headers: { 'Retry-After': String(SLOT_RETRY_AFTER_S) },
  });
}

function refuseForRate({ limit, retryAfter }: RefusalFor<'rate'>): Refusal {
  return new Refusal('RATE_LIMITED', {
    message: `The account can start ${limit} ${limit === 1 ? 'generation' : 'generations'} per minute, across all its keys. Nothing was charged. Repeat after \`Retry-After\` seconds with the same Idempotency-Key.`,
    details: { code: 'GENERATION_RATE', limit },
    headers: { 'Retry-After': String(retryAfter) },
  });
}
