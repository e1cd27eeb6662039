import { Code, Group, Progress, Table, Text } from '@mantine/core';
import type { Key, Member } from '../../api/contract';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { DataTable } from '../../components/data-table';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { formatNumber } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { useSession } from '../../session/session';
import { SCOPES } from '../../components/scope-choice';
import { Tag } from '../../components/tag';

interface Props {
  readonly keys: readonly Key[];
  readonly members: readonly Member[];
}

const COLUMNS = [
  { label: 'Key' },
  { label: 'Scopes' },
  { label: 'Spent this month', isNumber: true },
  { label: 'Last used' },
  { label: 'Created' },
  { label: 'Actions', isHidden: true },
];

/** Lists the account's keys. */
export function KeyTable({ keys, members }: Props) {
  return (
    <Panel>
      <DataTable columns={COLUMNS} minWidth={820}>
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            row={key}
            holder={members.find(({ id }) => id === key.member_id)?.name}
          />
        ))}
      </DataTable>
    </Panel>
  );
}

interface RowProps {
  readonly row: Key;
  /** Name of the member to whom the key belongs. */
  readonly holder: string | undefined;
}

function KeyRow({ row, holder }: RowProps) {
  const { role, member } = useSession();
  const isMine = row.member_id === null || row.member_id === member?.id;
  const name = row.name || row.prefix;
  return (
    <Table.Tr>
      <Table.Td maw={260}>
        <Text fz="sm" fw={550} className="breakable">
          {row.name || 'Unnamed'}
        </Text>
        <Group gap={6}>
          <Code fz="xs">{`${row.prefix}…`}</Code>
          <Text fz="xs" c="dimmed">
            {row.member_id ? `${holder ?? 'A member'}'s personal key` : 'Team key'}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          {SCOPES.filter(({ value }) => row.scopes.includes(value)).map(({ value, label }) => (
            <Tag key={value} color="gray">
              {label}
            </Tag>
          ))}
        </Group>
      </Table.Td>
      <Table.Td ta="right" miw={150}>
        <Spent row={row} />
      </Table.Td>
      <Table.Td className="unbroken">
        {row.last_used_at ? <Moment at={row.last_used_at} /> : 'Never'}
      </Table.Td>
      <Table.Td className="unbroken">
        <Moment at={row.created_at} />
      </Table.Td>
      <Table.Td ta="right">
        {(isMine || role === 'owner') && (
          <ConfirmButton
            label="Revoke"
            title={`Revoke ${name}?`}
            act={() =>
              request('DELETE /keys/{id}', {
                params: { id: row.id },
                headers: createIdempotencyKey(),
              })
            }
          >
            Requests that use this key will fail immediately. This can't be undone.
          </ConfirmButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Warns by colour when the spending cap is nearly reached. */
const chooseColor = (share: number) => (share >= 100 ? 'red' : share >= 80 ? 'orange' : 'indigo');

function Spent({ row }: { readonly row: Key }) {
  const { spent_this_month: spent, monthly_credit_cap: cap } = row;
  if (cap === null) {
    return (
      <Text fz="sm" className="number">
        {formatNumber(spent)}
      </Text>
    );
  }
  const share = Math.min(100, cap === 0 ? 100 : (spent / cap) * 100);
  return (
    <>
      <Text fz="sm" className="number">
        {`${formatNumber(spent)} of ${formatNumber(cap)}`}
      </Text>
      <Progress
        value={share}
        size="xs"
        mt={4}
        color={chooseColor(share)}
        aria-label="Share of the cap spent"
      />
    </>
  );
}
