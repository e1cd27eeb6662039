import { NumberInput, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Scope } from '../../api/contract';
import { request } from '../../api/request';
import { CodeBlock } from '../../components/code-block';
import { DialogForm } from '../../components/dialog-form';
import { ScopeChoice, SCOPES } from '../../components/scope-choice';
import { ShownOnce } from '../../components/shown-once';
import { createIdempotencyKey } from '../../requests/idempotency';
import { useSession } from '../../session/session';

const WHOLE = { min: 1, allowDecimal: false, thousandSeparator: ',' };
const ALL_SCOPES = SCOPES.map(({ value }) => value);

/** The form that creates a key and shows it once. */
export function CreateKey({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(ALL_SCOPES);
  const [cap, setCap] = useState<number | string>('');
  const [isOfTeam, setIsOfTeam] = useState(true);
  const [secret, setSecret] = useState<string | null>(null);
  const make = async () => {
    const limit = typeof cap === 'number' ? { monthly_credit_cap: cap } : {};
    const body = { name, scopes: scopes as Scope[], team: isOfTeam, ...limit };
    const made = await request('POST /keys', { body, headers: createIdempotencyKey() });
    setSecret(made.key);
  };
  if (secret !== null) {
    return (
      <ShownOnce
        text={secret}
        what="API key"
        onDone={onDone}
        next={scopes.includes('generate') && <FirstRequest apiKey={secret} />}
      >
        Copy this key now and store it somewhere safe. You won't be able to see it again.
      </ShownOnce>
    );
  }
  return (
    <DialogForm label="Create key" isReady={scopes.length > 0} act={make} onCancel={onDone}>
      <TextInput
        label="Name"
        description="The app that will use the key"
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
        description="Credits per calendar month (UTC). Leave empty for no cap"
        placeholder="No cap"
        {...WHOLE}
        value={cap}
        onChange={setCap}
      />
      <TeamSwitch checked={isOfTeam} onChange={setIsOfTeam} />
    </DialogForm>
  );
}

/** Shows a command that generates the first image with a new key. */
function FirstRequest({ apiKey }: { readonly apiKey: string }) {
  const text = `export API_URL=${globalThis.location.origin} API_KEY=${apiKey}
curl -sS $API_URL/v1/images -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: $(date +%s)-$RANDOM" \\
  -d '{"prompt": "a red fox in snow"}'`;
  return (
    <>
      <Text fz="sm">Paste this into a terminal to generate an image with the key:</Text>
      <CodeBlock text={text} what="first request" wraps />
    </>
  );
}

interface TeamSwitchProps {
  readonly checked: boolean;
  readonly onChange: (isOfTeam: boolean) => void;
}

/** Only members can have personal keys. */
function TeamSwitch({ checked, onChange }: TeamSwitchProps) {
  const { member } = useSession();
  if (!member) return null;
  return (
    <Switch
      label="Team key"
      description="Keeps working if you leave the team. Turn this off for a personal key"
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
