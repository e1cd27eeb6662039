import { Group, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OpenSession } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { DataTable } from '../../components/data-table';
import { Moment, UntilMoment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { Tag } from '../../components/tag';
import { useMemberNames } from '../../queries/use-member-names';
import { createIdempotencyKey } from '../../requests/idempotency';
import { describeBrowser } from './describe-browser';

const COLUMNS = [
  { label: 'User' },
  { label: 'Browser' },
  { label: 'Last seen' },
  { label: 'Expires' },
  { label: 'Actions', isHidden: true },
];

const ORIGINS: Readonly<Record<OpenSession['opened_by'], string>> = {
  link: 'with a sign-in link',
  invite: 'with an invite',
  passkey: 'with a passkey',
  oidc: 'with single sign-on',
};

/** Lists open sessions; an owner sees all members' sessions. */
export function Sessions() {
  const list = useQuery(apiQuery('/sessions'));
  const findMemberName = useMemberNames();
  return (
    <Panel title="Sessions">
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={120} />}
      {list.data && (
        <DataTable columns={COLUMNS} minWidth={700}>
          {list.data.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              who={session.operator ? 'Operator' : findMemberName(session.member_id)}
            />
          ))}
        </DataTable>
      )}
    </Panel>
  );
}

interface RowProps {
  readonly session: OpenSession;
  readonly who: string;
}

function SessionRow({ session, who }: RowProps) {
  const browser = describeBrowser(session.browser);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Text fz="sm" fw={550}>
            {who}
          </Text>
          {session.current && <Tag color="teal">This device</Tag>}
        </Group>
        <Text fz="xs" c="dimmed">
          {`Signed in ${ORIGINS[session.opened_by]}`}
        </Text>
      </Table.Td>
      <Table.Td title={session.browser}>{browser}</Table.Td>
      <Table.Td className="unbroken">
        <Moment at={session.last_seen_at} />
      </Table.Td>
      <Table.Td className="unbroken">
        <UntilMoment at={session.expires_at} />
      </Table.Td>
      <Table.Td ta="right">
        {!session.current && (
          <ConfirmButton
            label="Sign out"
            title={`Sign ${who} out of ${browser}?`}
            act={() =>
              request('DELETE /sessions/{id}', {
                params: { id: session.id },
                headers: createIdempotencyKey(),
              })
            }
          >
            This browser will be signed out.
          </ConfirmButton>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
