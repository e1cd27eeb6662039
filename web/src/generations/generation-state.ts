import type { Generation } from '../api/contract';
import { formatCredits } from '../format/numbers';

/** Returns whether the generation has not ended yet. */
export const isOpen = ({ status }: Pick<Generation, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

/** Describes the price and the refund, if any. */
export function describeCost({
  credits,
  refunded_credits: refunded,
}: Pick<Generation, 'credits' | 'refunded_credits'>): string {
  if (refunded === 0) return formatCredits(credits);
  if (refunded === credits) return `${formatCredits(credits)}, refunded`;
  return `${formatCredits(credits)}, ${formatCredits(refunded)} refunded`;
}
