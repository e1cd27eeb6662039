import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { Passkey } from '../../api/contract';
import { ConfirmButton } from '../../components/confirm-button';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { PasskeyNotice } from '../../components/passkey-notice';
import { addPasskey, buildPasskeysQuery, removePasskey, renamePasskey } from './keep-passkeys';
import { useSession } from '../../session/session';

/** Changes a passkey, then refetches the list. */
function useChange<T>(mutationFn: (input: T) => Promise<void>, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: buildPasskeysQuery().queryKey });
      onDone?.();
    },
  });
}

/** Lists the signed-in user's passkeys, or shows a note if the browser does not allow passkeys. */
export function PasskeysPanel() {
  const { passkeys_possible: isPossible } = useSession();
  return (
    <Panel title="Passkeys">
      {isPossible ? (
        <OwnPasskeys />
      ) : (
        <Text fz="sm" c="dimmed">
          Passkeys only work over https or on localhost. On this site, sign in with a link.
        </Text>
      )}
    </Panel>
  );
}

function OwnPasskeys() {
  const passkeys = useQuery(buildPasskeysQuery());
  return (
    <Stack>
      <Text fz="sm" c="dimmed">
        Sign in with your fingerprint, face or device PIN instead of a link or password.
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
            label="New passkey name"
            placeholder="Laptop"
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={adding.isPending}>
            Add passkey
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasskeyLine({ passkey }: { readonly passkey: Passkey }) {
  const { id, name } = passkey;
  const [isRenaming, renaming] = useDisclosure();
  if (isRenaming) return <RenamePasskey passkey={passkey} onDone={renaming.close} />;
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text fz="sm" fw={500} className="breakable">
          {name}
        </Text>
        <LastUse passkey={passkey} />
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" aria-label={`Rename ${name}`} onClick={renaming.open}>
          Rename
        </Button>
        <ConfirmButton
          size="xs"
          variant="default"
          label="Remove"
          title={`Remove ${name}?`}
          act={() => removePasskey(id)}
        >
          You won't be able to sign in with this passkey. Existing sessions stay signed in.
        </ConfirmButton>
      </Group>
    </Group>
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
          label={`New name for ${old}`}
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
