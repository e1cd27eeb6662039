import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Invite } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { DataTable } from '../../components/data-table';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { UntilMoment } from '../../components/moment';
import { Tag } from '../../components/tag';
import { createIdempotencyKey } from '../../requests/idempotency';
import { getRoleName } from './roles';

const COLUMNS = [
  { label: 'Name' },
  { label: 'Role' },
  { label: 'Expires' },
  { label: 'Actions', isHidden: true },
];

/** Lists unused invites; hidden if there are none. */
export function Invites() {
  const list = useQuery(apiQuery('/invites'));
  const invites = list.data?.data ?? [];
  if (list.error) return <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (invites.length === 0) return null;
  return (
    <Panel title="Pending invites">
      <DataTable columns={COLUMNS} minWidth={560}>
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} />
        ))}
      </DataTable>
    </Panel>
  );
}

function InviteRow({ invite }: { readonly invite: Invite }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text fz="sm" fw={550} className="breakable">
          {invite.name}
        </Text>
        {invite.email && (
          <Text fz="xs" c="dimmed" className="breakable">
            {invite.email}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Tag color="gray">{getRoleName(invite.role)}</Tag>
      </Table.Td>
      <Table.Td className="unbroken">
        <UntilMoment at={invite.expires_at} />
      </Table.Td>
      <Table.Td ta="right">
        <ConfirmButton
          label="Revoke"
          title={`Revoke ${invite.name}'s invite?`}
          act={() =>
            request('DELETE /invites/{id}', {
              params: { id: invite.id },
              headers: createIdempotencyKey(),
            })
          }
        >
          The link will stop working. You can create another invite.
        </ConfirmButton>
      </Table.Td>
    </Table.Tr>
  );
}
