import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Key } from '../../api/contract';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { createIdempotencyKey } from '../../requests/idempotency';

/** The team keys of a member who was removed or demoted. */
export interface KeysLeft {
  readonly name: string;
  readonly keys: readonly Key[];
}

interface Props {
  readonly left: KeysLeft | null;
  readonly onDone: () => void;
}

/** Offers to revoke the team keys that a member may still know. */
export function KeysLeftDialog({ left, onDone }: Props) {
  return (
    <Dialog
      opened={left !== null}
      onClose={onDone}
      title={left ? `Team keys created by ${left.name}` : ''}
      centered
    >
      {left && <Choice {...left} onDone={onDone} />}
    </Dialog>
  );
}

function Choice({ name, keys, onDone }: KeysLeft & Pick<Props, 'onDone'>) {
  const [chosen, setChosen] = useState(keys.map(({ id }) => id));
  const revoke = async () => {
    for (const id of chosen) {
      await request('DELETE /keys/{id}', { params: { id }, headers: createIdempotencyKey() });
      // After an error the user submits the form again, and the API would refuse to revoke the same
      // key twice.
      setChosen((before) => before.filter((one) => one !== id));
    }
    onDone();
  };
  return (
    <DialogForm
      label="Revoke keys"
      keep="Keep all"
      isReady={chosen.length > 0}
      act={revoke}
      onCancel={onDone}
    >
      <Text fz="sm">
        {`These keys belong to the team and still work. ${name} created them and may have a copy.`}
      </Text>
      <Checkbox.Group label="Keys to revoke" value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {keys.map((key) => (
            <Checkbox
              key={key.id}
              value={key.id}
              label={`${key.name || 'Unnamed'} (${key.prefix}…)`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}
