import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateMember, type Member } from '../../api';
import { Dialog } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';
import { newIdempotencyKey } from '../../lib/idempotency';
import { RoleChoice } from './role-choice';

/** Gives a member another role. */
export function ChangeRole({ member }: { readonly member: Member }) {
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const [role, setRole] = useState(member.role);
  const change = useMutation({
    mutationFn: () =>
      updateMember({
        path: { id: member.id },
        body: { role },
        headers: newIdempotencyKey(),
        throwOnError: true,
      }),
    onSuccess: () => {
      close();
      return queries.invalidateQueries();
    },
  });
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
        <Stack>
          <RoleChoice value={role} onChange={setRole} />
          {change.error && <ProblemNotice error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              loading={change.isPending}
              disabled={role === member.role}
              onClick={() => change.mutate()}
            >
              Change
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
