import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Scope } from '../../api/contract';
import { apiQueryKey } from '../../api/queries';
import { request } from '../../api/request';
import { CodeBlock } from '../../components/code-block';
import { KeyIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';
import type { Client } from './clients';

/** Placeholder for the key until one is created. */
const PLACEHOLDER = 'svc_live_…';

/** Keeps the keyboard focus near the button that disappears. */
const focus = (node: HTMLElement | null) => node?.focus();

interface Props {
  readonly client: Client;
  readonly origin: string;
}

/** The settings of one tool, and a key for it. The key is kept only while the page is open. */
export function ClientSetup({ client, origin }: Props) {
  const [key, setKey] = useState<string | null>(null);
  const snippet = client.snippet({ origin, key: key ?? PLACEHOLDER });
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Text fz="sm">{client.where}</Text>
        <Anchor href={`/docs/${client.guide.replace('.md', '')}`} fz="sm">
          Guide
        </Anchor>
      </Group>
      <CodeBlock text={snippet} what={`settings for ${client.name}`} />
      {key === null ? (
        <CreateKey name={client.name} onCreated={setKey} />
      ) : (
        <Text component="output" display="block" fz="sm" tabIndex={-1} ref={focus}>
          The settings contain your new key. Copy them now: the key can&apos;t be shown again. To
          revoke it, open{' '}
          <Anchor fz="sm" underline="always" renderRoot={(props) => <Link to="/keys" {...props} />}>
            API keys
          </Anchor>
          .
        </Text>
      )}
    </Stack>
  );
}

interface CreateKeyProps {
  /** Name of the key. */
  readonly name: string;
  readonly onCreated: (key: string) => void;
}

/** Creates a key with only the scopes that the clients need. */
function CreateKey({ name, onCreated }: CreateKeyProps) {
  const queries = useQueryClient();
  const may = mayChange(useSession().role);
  const why = useId();
  const create = useMutation({
    async mutationFn() {
      const scopes: Scope[] = ['read', 'generate'];
      const body = { name, scopes, team: true };
      const made = await request('POST /keys', { body, headers: createIdempotencyKey() });
      onCreated(made.key);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: apiQueryKey('/keys') }),
  });
  return (
    <Stack gap="xs">
      {create.error && <ProblemNotice error={create.error} />}
      <Group gap="sm">
        <Button
          leftSection={<KeyIcon />}
          loading={create.isPending}
          disabled={!may}
          aria-describedby={why}
          onClick={() => create.mutate()}
        >
          Create key
        </Button>
        <Text fz="xs" c="dimmed" id={why} flex={1} miw={200}>
          {may
            ? `Creates a team key named “${name}” that can read the account and generate. To set a monthly limit, create the key under API keys.`
            : 'Your role is read-only. To create a key, ask an owner for the Developer role.'}
        </Text>
      </Group>
    </Stack>
  );
}
