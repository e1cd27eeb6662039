import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { updateMember, type Member } from '../../api';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { newIdempotencyKey } from '../../requests/idempotency';
import { RoleChoice } from './role-choice';

/** Gives a member another role. */
export function ChangeRole({ member }: { readonly member: Member }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [role, setRole] = useState(member.role);
  const change = async () => {
    await updateMember({
      path: { id: member.id },
      body: { role },
      headers: newIdempotencyKey(),
      throwOnError: true,
    });
    close();
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
        aria-label={`Change role of ${member.name}`}
      >
        Change role
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Role of ${member.name}`} centered>
        <DialogForm label="Change" isReady={role !== member.role} act={change} onCancel={close}>
          <RoleChoice value={role} onChange={setRole} />
        </DialogForm>
      </Dialog>
    </>
  );
}
