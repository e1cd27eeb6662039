import { Progress, Text } from '@mantine/core';
import type { Account } from '../../api/contract';
import { formatNumber } from '../../format/numbers';
import { Figure } from './figure';

/** Shows the number of running jobs and the plan's limit. */
export function Jobs({ account }: { readonly account: Account | undefined }) {
  const running = account?.usage_now.active_jobs;
  const limit = account?.limits.concurrent_jobs ?? 1;
  return (
    <Figure title="Running now" value={running === undefined ? undefined : formatNumber(running)}>
      <Progress
        value={((running ?? 0) / limit) * 100}
        size="sm"
        my={6}
        aria-label="Share of the concurrent job limit in use"
      />
      <Text fz="sm" c="dimmed" className="number">
        {account
          ? `of ${formatNumber(limit)} concurrent jobs · up to ${formatNumber(account.limits.images_per_minute)} new per minute`
          : ' '}
      </Text>
    </Figure>
  );
}
