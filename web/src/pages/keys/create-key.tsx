import { Button, Checkbox, Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { createKey, type CreateKey as Wish, type Scope } from '../../api';
import { listKeysQueryKey } from '../../api/@tanstack/react-query.gen';
import { ProblemNotice } from '../../components/problem-notice';
import { ShownOnce } from '../../components/shown-once';
import { newIdempotencyKey } from '../../lib/idempotency';
import { useSession } from '../../lib/session';
import { SCOPES } from './scopes';

const WHOLE = { min: 1, allowDecimal: false, thousandSeparator: ',' };
const ALL_SCOPES = SCOPES.map(({ value }) => value);

function useCreateKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Wish) =>
      (await createKey({ body, headers: newIdempotencyKey(), throwOnError: true })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: listKeysQueryKey() }),
  });
}

/** Asks what a key may do, then shows it, once. */
export function CreateKey({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(ALL_SCOPES);
  const [cap, setCap] = useState<number | string>('');
  const [isOfTeam, setIsOfTeam] = useState(true);
  const create = useCreateKey();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const limit = typeof cap === 'number' ? { monthly_credit_cap: cap } : {};
    create.mutate({ name, scopes: scopes as Scope[], team: isOfTeam, ...limit });
  };
  if (create.data) {
    return (
      <ShownOnce text={create.data.key} what="API key" onDone={onDone}>
        Copy the key now and keep it where secrets are kept: it is not shown again.
      </ShownOnce>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="Which program will use it"
          placeholder="Web shop"
          required
          maxLength={80}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ScopeChoice value={scopes} onChange={setScopes} />
        <NumberInput
          label="Monthly cap"
          description="Credits it may spend in a month (UTC). Empty: no cap"
          placeholder="No cap"
          {...WHOLE}
          value={cap}
          onChange={setCap}
        />
        <TeamSwitch checked={isOfTeam} onChange={setIsOfTeam} />
        {create.error && <ProblemNotice error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
            Make the key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ScopeChoiceProps {
  readonly value: string[];
  readonly onChange: (scopes: string[]) => void;
}

function ScopeChoice({ value, onChange }: ScopeChoiceProps) {
  return (
    <Checkbox.Group label="What it may do" value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope.value}
            value={scope.value}
            label={`${scope.label}: ${scope.about}`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface TeamSwitchProps {
  readonly checked: boolean;
  readonly onChange: (isOfTeam: boolean) => void;
}

/** Only a member can have a key of their own. */
function TeamSwitch({ checked, onChange }: TeamSwitchProps) {
  const { member } = useSession();
  if (!member) return null;
  return (
    <Switch
      label="Belongs to the team"
      description="It stays when you leave. Switched off, it ends with your membership"
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
