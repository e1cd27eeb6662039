import { Avatar, Group, Table, Text } from '@mantine/core';
import type { Key, Member } from '../../api/contract';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { DataTable } from '../../components/data-table';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { Tag } from '../../components/tag';
import { createIdempotencyKey } from '../../requests/idempotency';
import { useSession } from '../../session/session';
import { ChangeRole } from './change-role';
import type { KeysLeft } from './keys-left';
import { getRoleName } from './roles';

const COLUMNS = [
  { label: 'Member' },
  { label: 'Role' },
  { label: 'Joined' },
  { label: 'Actions', isHidden: true },
];

interface Props {
  readonly members: readonly Member[];
  /** Callback after a member lost rights; receives the team keys that the member created. */
  readonly onKeysLeft: (left: KeysLeft) => void;
}

/** Lists the account's members. */
export function MemberTable({ members, onKeysLeft }: Props) {
  const { role, member: me } = useSession();
  return (
    <Panel title="Members">
      <DataTable columns={COLUMNS} minWidth={620}>
        {members.map((member) => (
          <Table.Tr key={member.id}>
            <Table.Td>
              <Group gap="sm" wrap="nowrap">
                <Avatar size={32} radius="xl" color="indigo" name={member.name} aria-hidden />
                <div>
                  <Text fz="sm" fw={550} className="breakable">
                    {member.id === me?.id ? `${member.name} (you)` : member.name}
                  </Text>
                  {member.email && (
                    <Text fz="xs" c="dimmed" className="breakable">
                      {member.email}
                    </Text>
                  )}
                </div>
              </Group>
            </Table.Td>
            <Table.Td>
              <Tag color="gray">{getRoleName(member.role)}</Tag>
            </Table.Td>
            <Table.Td className="unbroken">
              <Moment at={member.created_at} />
            </Table.Td>
            <Table.Td>
              {role === 'owner' && <MemberActions member={member} onKeysLeft={onKeysLeft} />}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Panel>
  );
}

interface ActionsProps extends Pick<Props, 'onKeysLeft'> {
  readonly member: Member;
}

function MemberActions({ member, onKeysLeft }: ActionsProps) {
  const { name } = member;
  const offer = (keys: readonly Key[]) => {
    if (keys.length > 0) onKeysLeft({ name, keys });
  };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ChangeRole member={member} onDemoted={offer} />
      <ConfirmButton
        label="Remove"
        title={`Remove ${name}?`}
        act={async () => {
          const data = await request('DELETE /members/{id}', {
            params: { id: member.id },
            headers: createIdempotencyKey(),
          });
          offer(data.team_keys);
        }}
      >
        This immediately ends their sessions and revokes their passkeys and personal keys. Team keys
        stay active. Next, you can revoke the ones {name} created.
      </ConfirmButton>
    </Group>
  );
}
