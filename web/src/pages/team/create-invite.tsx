import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../api/contract';
import { request } from '../../api/request';
import { DialogForm } from '../../components/dialog-form';
import { ShownOnce } from '../../components/shown-once';
import { createIdempotencyKey } from '../../requests/idempotency';
import { RoleChoice } from './role-choice';

/** The form that creates an invite and shows its link once. */
export function CreateInvite({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const [url, setUrl] = useState<string | null>(null);
  const invite = async () => {
    const body = { name, role, ...(email && { email }) };
    const made = await request('POST /invites', { body, headers: createIdempotencyKey() });
    setUrl(made.url);
  };
  if (url !== null) {
    return (
      <ShownOnce text={url} what="invite link" onDone={onDone}>
        {`Send this link to ${name}. It works once and expires in 7 days. You won't be able to see it again.`}
      </ShownOnce>
    );
  }
  return (
    <DialogForm label="Create link" act={invite} onCancel={onDone}>
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
        label="Email"
        description="Used to match single sign-on. No email is sent"
        type="email"
        maxLength={254}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <RoleChoice value={role} onChange={setRole} />
    </DialogForm>
  );
}
