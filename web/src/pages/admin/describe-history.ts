import type { AdminProviderHistory } from '../../api/contract';
import { formatNumber } from '../../format/numbers';
import { formatTimeOfDay } from '../../format/times';

type Hour = AdminProviderHistory['hours'][number];

/** Formats `14:00: 5 succeeded, 1 failed`. */
export const describeHour = ({ at, succeeded, failed }: Hour): string =>
  `${formatTimeOfDay(at)}: ${formatNumber(succeeded)} succeeded, ${formatNumber(failed)} failed`;

/** Describes a provider's hours for screen readers, with each hour that had failures. */
export function describeHistory(provider: string, hours: readonly Hour[]): string {
  const failing = hours.filter(({ failed }) => failed > 0);
  if (failing.length === 0) return `${provider}: no failures in the last 24 hours`;
  return `${provider}: hours with failures: ${failing.map(describeHour).join('; ')}`;
}
