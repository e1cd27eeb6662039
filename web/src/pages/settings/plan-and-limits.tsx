import { Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { Id } from '../../components/id';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { formatNumber } from '../../format/numbers';
import { useSession } from '../../session/session';

const PLANS: Readonly<Record<Account['plan'], string>> = {
  free: 'Free',
  creator: 'Creator',
  influencer: 'Influencer',
  agency: 'Agency',
};

/** The limits in display order. */
const LIMITS: readonly (readonly [keyof Account['limits'], string])[] = [
  ['requests_per_minute', 'Requests per minute'],
  ['concurrent_jobs', 'Concurrent jobs'],
  ['images_per_minute', 'Generations per minute'],
  ['api_keys', 'API keys'],
  ['webhooks', 'Webhook endpoints'],
  ['included_social_accounts', 'Included social accounts'],
];

/** Shows the account's plan and limits. */
export function PlanAndLimits() {
  const session = useSession();
  const account = useQuery(apiQuery('/account'));
  return (
    <Panel title="Plan and limits">
      {account.error && (
        <ProblemNotice error={account.error} onRetry={() => void account.refetch()} />
      )}
      {account.isPending && <Skeleton h={120} />}
      {account.data && (
        <>
          <Group justify="space-between" gap="xs" mb="lg">
            <Text fz={24} fw={650} lh={1.2}>
              {PLANS[account.data.plan]}
            </Text>
            <Id value={session.account.id} />
          </Group>
          <SimpleGrid cols={{ base: 2, md: 3 }} component="dl" m={0} spacing="md">
            {LIMITS.map(([name, label]) => (
              <div key={name}>
                <Text fz="xs" c="dimmed" component="dt">
                  {label}
                </Text>
                <Text fz="md" fw={600} component="dd" m={0} className="number">
                  {formatNumber(account.data.limits[name])}
                </Text>
              </div>
            ))}
          </SimpleGrid>
        </>
      )}
    </Panel>
  );
}
