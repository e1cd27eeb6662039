import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { Account } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { formatNumber } from '../../format/numbers';
import { Figure } from './figure';

const OPEN = ['queued', 'processing'] as const;
const MOST = 100;

/** Shows available credits, and credits on hold for running jobs. */
export function Balance({ account }: { readonly account: Account | undefined }) {
  const open = useQueries({
    queries: OPEN.map((status) => apiQuery('/generations', { query: { status, limit: MOST } })),
  });
  const held = open
    .flatMap(({ data }) => data?.data ?? [])
    .reduce((sum, { credits }) => sum + credits, 0);
  const credits = account?.credits;
  return (
    <Figure title="Credits" value={credits && formatNumber(credits.total)}>
      <Text fz="sm" c="dimmed" className="number">
        {credits
          ? `${formatNumber(credits.subscription)} from your plan · ${formatNumber(credits.purchased)} purchased`
          : ' '}
      </Text>
      <Text fz="sm" c="dimmed" className="number">
        {formatNumber(held)} on hold for running jobs
      </Text>
    </Figure>
  );
}
