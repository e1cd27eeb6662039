import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Key, Member } from '../../api/contract';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { createIdempotencyKey } from '../../requests/idempotency';
import { RoleChoice } from './role-choice';
import { isDemotion } from './roles';

interface Props {
  readonly member: Member;
  /** Callback after a demotion; receives the team keys that the member created. */
  readonly onDemoted: (keys: readonly Key[]) => void;
}

/** A button and a dialog that change a member's role. */
export function ChangeRole({ member, onDemoted }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [role, setRole] = useState(member.role);
  const change = async () => {
    const data = await request('PATCH /members/{id}', {
      params: { id: member.id },
      body: { role },
      headers: createIdempotencyKey(),
    });
    close();
    if (isDemotion(member.role, role)) onDemoted(data.team_keys);
  };
  const begin = () => {
    setRole(member.role);
    open();
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={begin}
        aria-label={`Change ${member.name}'s role`}
      >
        Change role
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`${member.name}'s role`} centered>
        <DialogForm label="Change" isReady={role !== member.role} act={change} onCancel={close}>
          <RoleChoice value={role} onChange={setRole} />
        </DialogForm>
      </Dialog>
    </>
  );
}
