import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { Collection } from '../../api/contract';
import { request } from '../../api/request';
import { NameForm } from '../../collections/name-form';
import { useCollections } from '../../collections/use-collections';
import { ConfirmButton } from '../../components/confirm-button';
import { Dialog } from '../../components/dialog';
import { formatCount } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';
import { readFilters } from './filters';

/** Names the shown collection, and renames or deletes it. */
export function CollectionBar({ id }: { readonly id: string }) {
  const { collections } = useCollections();
  const { role } = useSession();
  const collection = collections.find((one) => one.id === id);
  if (!collection) return null;
  return (
    <Group component="section" gap="sm" aria-label="Collection">
      <Text fw={600} className="breakable" miw={0}>
        {collection.name}
      </Text>
      <Text fz="sm" c="dimmed" className="number">
        {formatCount(collection.items, 'result')}
      </Text>
      {mayChange(role) && <Actions collection={collection} />}
    </Group>
  );
}

function Actions({ collection: { id, name } }: { readonly collection: Collection }) {
  const navigate = useNavigate({ from: '/library' });
  const [isNaming, { open, close }] = useDisclosure();
  const params = { id };
  return (
    <Group gap={4}>
      <Button size="compact-sm" variant="subtle" aria-label="Rename collection" onClick={open}>
        Rename
      </Button>
      <ConfirmButton
        label="Delete"
        title={`Delete collection ${name}?`}
        act={() => request('DELETE /collections/{id}', { params, headers: createIdempotencyKey() })}
        onDone={() =>
          navigate({
            search: (before) => readFilters({ ...before, collection: null }),
            replace: true,
          })
        }
      >
        Its results stay in the library.
      </ConfirmButton>
      <Dialog opened={isNaming} onClose={close} title="Rename collection" centered>
        <NameForm
          name={name}
          label="Save"
          onSave={async (next) => {
            const body = { name: next };
            await request('PATCH /collections/{id}', {
              params,
              body,
              headers: createIdempotencyKey(),
            });
            close();
          }}
          onCancel={close}
        />
      </Dialog>
    </Group>
  );
}
