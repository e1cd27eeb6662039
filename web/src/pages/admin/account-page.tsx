import { Anchor, Center, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AdminAccount } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { Fact } from '../../components/fact';
import { Id } from '../../components/id';
import { Moment } from '../../components/moment';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { Tag } from '../../components/tag';
import { formatNumber } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { useSession } from '../../session/session';
import { AccountKeys } from './account-keys';
import { ChangePlan } from './change-plan';
import { GrantCredits } from './grant-credits';
import { RaiseLimit } from './raise-limit';
import { SignInLink } from './sign-in-link';

const route = getRouteApi('/shell/admin/accounts/$accountId');

export function AccountPage() {
  const { accountId: id } = route.useParams();
  const { data, error, refetch } = useQuery(apiQuery('/admin/accounts/{id}', { params: { id } }));
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data) return <Details account={data} />;
  return (
    <Center py={80}>
      <Loader />
    </Center>
  );
}

function Details({ account }: { readonly account: AdminAccount }) {
  const { id, name, suspended, deleted } = account;
  return (
    <Page
      title={name || 'Unnamed account'}
      back={
        <Anchor
          fz="sm"
          renderRoot={(props) => <Link to="/admin" search={{ tab: 'accounts' }} {...props} />}
        >
          Admin
        </Anchor>
      }
      lead={
        <Group gap="xs">
          <Id value={id} />
          {suspended && <Tag color="orange">suspended</Tag>}
          {deleted && <Tag color="gray">deleted</Tag>}
        </Group>
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title="Account">
          <Facts account={account} />
        </Panel>
        {!deleted && (
          <Panel title="Actions">
            <Actions account={account} />
          </Panel>
        )}
      </SimpleGrid>
      <AccountKeys accountId={id} />
    </Page>
  );
}

function Facts({ account }: { readonly account: AdminAccount }) {
  const { plan, credits, raised_limits: raised, active_jobs: jobs, created_at: at } = account;
  const raises = Object.entries(raised).map(
    ([name, value]) => `${name.replaceAll('_', ' ')}: ${formatNumber(value)}`,
  );
  return (
    <Stack component="dl" gap={10} m={0}>
      <Fact label="Plan">
        <Text span fz="sm" tt="capitalize">
          {plan}
        </Text>
      </Fact>
      <Fact label="Credits">
        {formatNumber(credits.subscription)} from the plan · {formatNumber(credits.purchased)}{' '}
        purchased · {formatNumber(credits.held)} on hold
      </Fact>
      <Fact label="Running jobs">{formatNumber(jobs)}</Fact>
      <Fact label="Raised limits">{raises.join(' · ') || 'None'}</Fact>
      <Fact label="Created">
        <Moment at={at} />
      </Fact>
    </Stack>
  );
}

function Actions({ account }: { readonly account: AdminAccount }) {
  const { id, name, suspended } = account;
  const isOwn = useSession().account.id === id;
  const update = (body: { suspended: boolean }) =>
    request('PATCH /admin/accounts/{id}', {
      params: { id },
      body,
      headers: createIdempotencyKey(),
    });
  return (
    <Stack gap="sm" align="flex-start">
      <SignInLink id={id} name={name} />
      <GrantCredits account={account} />
      <RaiseLimit account={account} />
      <ChangePlan account={account} />
      {suspended ? (
        <ConfirmButton
          label="Resume"
          color="teal"
          title={`Resume ${name || id}?`}
          act={() => update({ suspended: false })}
        >
          The account will be able to send requests again.
        </ConfirmButton>
      ) : (
        !isOwn && (
          <ConfirmButton
            label="Suspend"
            title={`Suspend ${name || id}?`}
            act={() => update({ suspended: true })}
          >
            All requests of the account are refused immediately, including its API keys and its
            dashboard. Running jobs finish.
          </ConfirmButton>
        )
      )}
    </Stack>
  );
}
