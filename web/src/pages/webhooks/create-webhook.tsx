import { Anchor, Checkbox, Code, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EventType } from '../../api/contract';
import { request } from '../../api/request';
import { DialogForm } from '../../components/dialog-form';
import { SigningSecret } from '../../components/signing-secret';
import { createIdempotencyKey } from '../../requests/idempotency';
import { EVENT_TYPES } from './event-types';

/** The form that creates an endpoint and shows its secret once. */
export function CreateWebhook({ onDone }: { readonly onDone: () => void }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<string[]>([...EVENT_TYPES]);
  const [secret, setSecret] = useState<string | null>(null);
  const add = async () => {
    const body = { url, description, events: events as EventType[] };
    const made = await request('POST /webhooks', { body, headers: createIdempotencyKey() });
    setSecret(made.secret);
  };
  if (secret !== null) return <SigningSecret secret={secret} onDone={onDone} />;
  return (
    <DialogForm label="Add" isReady={events.length > 0} act={add} onCancel={onDone}>
      <TextInput
        label="URL"
        description="Must use https and be reachable from the internet"
        placeholder="https://example.com/hooks"
        type="url"
        required
        data-autofocus
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Text fz="xs" c="dimmed">
        For a server on your computer, leave this dialog and run{' '}
        <Code>npm run listen -- --forward-to http://localhost:3000/hooks</Code>. It receives the
        same events without an endpoint.{' '}
        <Anchor fz="xs" href="/docs/webhooks">
          About webhooks
        </Anchor>
      </Text>
      <TextInput
        label="Description"
        description="Only your team sees this"
        maxLength={200}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <Checkbox.Group label="Events" value={events} onChange={setEvents}>
        <Stack gap="xs" mt="xs">
          {EVENT_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={type} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}
