import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { createWebhook, type EventType } from '../../api';
import { listWebhooksQueryKey } from '../../api/@tanstack/react-query.gen';
import { ProblemNotice } from '../../components/problem-notice';
import { newIdempotencyKey } from '../../lib/idempotency';
import { EVENT_TYPES } from './event-types';
import { SigningSecret } from './signing-secret';

/** Asks for an address and its events, then shows the secret, once. */
export function CreateWebhook({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<string[]>([...EVENT_TYPES]);
  const create = useMutation({
    mutationFn: async () => {
      const body = { url, description, events: events as EventType[] };
      const made = await createWebhook({ body, headers: newIdempotencyKey(), throwOnError: true });
      return made.data;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: listWebhooksQueryKey() }),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate();
  };
  if (create.data) return <SigningSecret secret={create.data.secret} onDone={onDone} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Address"
          description="https, with a host that the internet can reach"
          placeholder="https://example.com/hooks"
          type="url"
          required
          data-autofocus
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <TextInput
          label="Label"
          description="For yourself"
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
        {create.error && <ProblemNotice error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={events.length === 0}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
