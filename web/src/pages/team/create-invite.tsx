import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { createInvite, type Role } from '../../api';
import { listInvitesQueryKey } from '../../api/@tanstack/react-query.gen';
import { ProblemNotice } from '../../components/problem-notice';
import { ShownOnce } from '../../components/shown-once';
import { newIdempotencyKey } from '../../lib/idempotency';
import { RoleChoice } from './role-choice';

/** Asks for a name and a role, then shows the link to hand over, once. */
export function CreateInvite({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const invite = useMutation({
    mutationFn: async () => {
      const body = { name, role, ...(email && { email }) };
      const call = { body, headers: newIdempotencyKey(), throwOnError: true } as const;
      return (await createInvite(call)).data;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: listInvitesQueryKey() }),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  if (invite.data) {
    return (
      <ShownOnce text={invite.data.url} what="invitation link" onDone={onDone}>
        {`Hand this link to ${invite.data.name}. It works once, within 7 days, and is not shown again.`}
      </ShownOnce>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          placeholder="Ada Lovelace"
          required
          maxLength={80}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label="E-mail"
          description="By which single sign-on finds the person. No mail is sent"
          type="email"
          maxLength={254}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <RoleChoice value={role} onChange={setRole} />
        {invite.error && <ProblemNotice error={invite.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Make the link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
