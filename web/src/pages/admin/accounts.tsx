import { Anchor, Group, Skeleton, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AdminAccount } from '../../api/contract';
import { request } from '../../api/request';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { SearchIcon } from '../../components/icons';
import { Id } from '../../components/id';
import { Moment } from '../../components/moment';
import { Older } from '../../components/load-older';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { Tag } from '../../components/tag';
import { formatNumber } from '../../format/numbers';
import { CreateAccount } from './create-account';
import { GrantCredits } from './grant-credits';
import { RaiseLimit } from './raise-limit';

const routeApi = getRouteApi('/shell/admin');
const PAGE = 50;
const TYPING_MS = 300;
const COLUMNS = [
  { label: 'Account' },
  { label: 'Plan' },
  { label: 'Credits', isNumber: true },
  { label: 'On hold', isNumber: true },
  { label: 'Jobs', isNumber: true },
  { label: 'Created' },
  { label: 'Actions', isHidden: true },
];

/** Lists every account, with an operator's actions. */
export function Accounts() {
  const { q } = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  const look = useDebouncedCallback((words: string) => {
    void navigate({ search: { tab: 'accounts', ...(words && { q: words }) }, replace: true });
  }, TYPING_MS);
  const list = useInfiniteQuery({
    queryKey: ['admin-accounts', q],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(q && { q }), ...(pageParam && { cursor: pageParam }) };
      return await request('GET /admin/accounts', { query, signal });
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
  const accounts = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel>
      <Group justify="space-between" mb="md">
        <TextInput
          aria-label="Search accounts"
          placeholder="Name or ID"
          maxLength={100}
          leftSection={<SearchIcon size={16} />}
          defaultValue={q}
          onChange={({ currentTarget }) => look(currentTarget.value)}
          w={360}
          maw="100%"
        />
        <CreateAccount />
      </Group>
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={160} />}
      {list.data && accounts.length === 0 && (
        <EmptyState icon={<SearchIcon size={24} />} title="No accounts found">
          Search by part of the name, or by full ID.
        </EmptyState>
      )}
      {accounts.length > 0 && (
        <DataTable columns={COLUMNS} minWidth={900}>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </DataTable>
      )}
      <Older list={list} />
    </Panel>
  );
}

function AccountRow({ account }: { readonly account: AdminAccount }) {
  const { credits, raised_limits: raised } = account;
  const raises = Object.keys(raised).length;
  return (
    <Table.Tr>
      <Table.Td maw={280}>
        <Group gap="xs">
          <Anchor
            fz="sm"
            fw={550}
            className="breakable"
            renderRoot={(props) => (
              <Link to="/admin/accounts/$accountId" params={{ accountId: account.id }} {...props} />
            )}
          >
            {account.name || 'Unnamed'}
          </Anchor>
          {account.suspended && <Tag color="orange">suspended</Tag>}
          {account.deleted && <Tag color="gray">deleted</Tag>}
        </Group>
        <Id value={account.id} />
      </Table.Td>
      <Table.Td>
        <Text fz="sm" tt="capitalize">
          {account.plan}
        </Text>
        {raises > 0 && (
          <Text fz="xs" c="dimmed" className="unbroken">
            {raises === 1 ? '1 limit raised' : `${raises} limits raised`}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(credits.subscription + credits.purchased)}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(credits.held)}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(account.active_jobs)}
      </Table.Td>
      <Table.Td className="unbroken">
        <Moment at={account.created_at} />
      </Table.Td>
      <Table.Td>
        {!account.deleted && (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <GrantCredits account={account} />
            <RaiseLimit account={account} />
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
