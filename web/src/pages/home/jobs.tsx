import { Progress, Text } from '@mantine/core';
import type { Account } from '../../api/contract';
import { formatNumber } from '../../format/numbers';
import { Figure } from './figure';

/** Running work against the limit of the plan. */
export function Jobs({ account }: { readonly account: Account | undefined }) {
  const running = account?.usage_now.active_jobs;
  const limit = account?.limits.concurrent_jobs ?? 1;
  return (
    <Figure title="Running now" value={running === undefined ? undefined : formatNumber(running)}>
      <Progress
        value={((running ?? 0) / limit) * 100}
        size="sm"
        my={6}
        aria-label="Running jobs of those that may run at once"
      />
      <Text fz="sm" c="dimmed" className="number">
        {account
          ? `of ${formatNumber(limit)} at once, ${formatNumber(account.limits.images_per_minute)} a minute`
          : ' '}
      </Text>
    </Figure>
  );
}
