import { Button, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { Passkey } from '../../api';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { PasskeyNotice } from '../../components/passkey-notice';
import { addPasskey, passkeysOptions, removePasskey, renamePasskey } from '../../lib/passkeys';
import { useSession } from '../../lib/session';

/** Runs a change of the passkeys, and reads them again. */
function useChange<T>(mutationFn: (input: T) => Promise<void>, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: passkeysOptions().queryKey });
      onDone?.();
    },
  });
}

/** The passkeys of whoever is signed in. Nothing where browsers allow none. */
export function PasskeysPanel() {
  const { passkeys_possible: isPossible } = useSession();
  return (
    <Panel title="Passkeys">
      {isPossible ? (
        <OwnPasskeys />
      ) : (
        <Text fz="sm" c="dimmed">
          Browsers allow passkeys on https and on localhost only. Sign in with a link here.
        </Text>
      )}
    </Panel>
  );
}

function OwnPasskeys() {
  const passkeys = useQuery(passkeysOptions());
  return (
    <Stack>
      <Text fz="sm" c="dimmed">
        Sign in with your finger, face or device code. No link, no password.
      </Text>
      {passkeys.error && <PasskeyNotice error={passkeys.error} />}
      {passkeys.data?.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} />
      ))}
      <AddPasskey />
    </Stack>
  );
}

function AddPasskey() {
  const [name, setName] = useState('');
  const adding = useChange(addPasskey, () => setName(''));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    adding.mutate(name.trim() || 'Passkey');
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {adding.error && <PasskeyNotice error={adding.error} />}
        <Group align="end" gap="xs">
          <TextInput
            label="Name of a new passkey"
            placeholder="Laptop"
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={adding.isPending}>
            Add a passkey
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A passkey with its buttons. Removing asks once more. */
function PasskeyLine({ passkey }: { readonly passkey: Passkey }) {
  const { id, name } = passkey;
  const [step, setStep] = useState<'rest' | 'rename' | 'remove'>('rest');
  const removing = useChange(removePasskey);
  if (step === 'rename') return <RenamePasskey passkey={passkey} onDone={() => setStep('rest')} />;
  return (
    <Stack gap="xs">
      {removing.error && <PasskeyNotice error={removing.error} />}
      <Group justify="space-between" gap="xs">
        <div>
          <Text fz="sm" fw={500} className="breakable">
            {name}
          </Text>
          <LastUse passkey={passkey} />
        </div>
        {step === 'rest' ? (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setStep('rename')}>
              Rename<VisuallyHidden> {name}</VisuallyHidden>
            </Button>
            <Button size="xs" variant="default" onClick={() => setStep('remove')}>
              Remove<VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          </Group>
        ) : (
          <Group gap="xs">
            <Button
              size="xs"
              color="red"
              loading={removing.isPending}
              onClick={() => removing.mutate(id)}
            >
              Remove for good
            </Button>
            <Button size="xs" variant="default" onClick={() => setStep('rest')}>
              Keep
            </Button>
          </Group>
        )}
      </Group>
    </Stack>
  );
}

function LastUse({ passkey }: { readonly passkey: Passkey }) {
  const { created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  return (
    <Text fz="xs" c="dimmed">
      Added <Moment at={createdAt} />,{' '}
      {lastUsedAt === null ? (
        'not used yet'
      ) : (
        <>
          last used <Moment at={lastUsedAt} />
        </>
      )}
    </Text>
  );
}

interface RenameProps {
  readonly passkey: Passkey;
  readonly onDone: () => void;
}

function RenamePasskey({ passkey: { id, name: old }, onDone }: RenameProps) {
  const [name, setName] = useState(old);
  const renaming = useChange(renamePasskey, onDone);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    renaming.mutate({ id, name: name.trim() });
  };
  return (
    <form onSubmit={submit}>
      {renaming.error && <PasskeyNotice error={renaming.error} />}
      <Group align="end" gap="xs">
        <TextInput
          label={`New name of ${old}`}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''} loading={renaming.isPending}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
