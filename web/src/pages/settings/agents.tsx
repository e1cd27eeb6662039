import { Code, Group, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AgentGrant } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { CopyButton } from '../../components/copy-button';
import { DataTable } from '../../components/data-table';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { UntilMoment } from '../../components/moment';
import { formatNumber } from '../../format/numbers';
import { useMemberNames } from '../../queries/use-member-names';
import { createIdempotencyKey } from '../../requests/idempotency';

const MCP_URL = `${globalThis.location.origin}/mcp`;

const COLUMNS = [
  { label: 'Agent' },
  { label: 'Scopes' },
  { label: 'Spent this month' },
  { label: 'Last used' },
  { label: 'Expires' },
  { label: 'Actions', isHidden: true },
];

/** Lists agents with OAuth access; an owner sees all members' agents. */
export function Agents() {
  const list = useQuery(apiQuery('/grants'));
  const findMemberName = useMemberNames();
  return (
    <Panel title="Agents">
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={80} />}
      {list.data?.data.length === 0 && (
        <Text fz="sm" c="dimmed">
          No agents connected. Add <Code>{MCP_URL}</Code>{' '}
          <CopyButton text={MCP_URL} what="address for agents" /> to your MCP client, then allow it
          here. The page Connect has the settings.
        </Text>
      )}
      {list.data && list.data.data.length > 0 && (
        <DataTable columns={COLUMNS} minWidth={700}>
          {list.data.data.map((grant) => (
            <GrantRow key={grant.id} grant={grant} who={findMemberName(grant.member_id)} />
          ))}
        </DataTable>
      )}
    </Panel>
  );
}

interface RowProps {
  readonly grant: AgentGrant;
  readonly who: string;
}

const describeSpent = ({ spent_this_month: spent, monthly_credit_cap: cap }: AgentGrant): string =>
  cap === null ? formatNumber(spent) : `${formatNumber(spent)} of ${formatNumber(cap)}`;

function GrantRow({ grant, who }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Text fz="sm" fw={550} className="breakable">
            {grant.client_name}
          </Text>
        </Group>
        <Text fz="xs" c="dimmed" className="breakable">
          {`${grant.client_host} · allowed by ${who}`}
        </Text>
      </Table.Td>
      <Table.Td>{grant.scopes.join(', ')}</Table.Td>
      <Table.Td className="number">{describeSpent(grant)}</Table.Td>
      <Table.Td className="unbroken">
        {grant.last_used_at === null ? 'Never' : <Moment at={grant.last_used_at} />}
      </Table.Td>
      <Table.Td className="unbroken">
        <UntilMoment at={grant.expires_at} />
      </Table.Td>
      <Table.Td ta="right">
        <ConfirmButton
          label="Revoke access"
          title={`Revoke access for ${grant.client_name}?`}
          act={() =>
            request('DELETE /grants/{id}', {
              params: { id: grant.id },
              headers: createIdempotencyKey(),
            })
          }
        >
          The agent loses access immediately. Its generations are kept.
        </ConfirmButton>
      </Table.Td>
    </Table.Tr>
  );
}
