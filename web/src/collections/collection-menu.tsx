import { Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Collection } from '../api/contract';
import { Dialog } from '../components/dialog';
import { CloseIcon, FolderIcon } from '../components/icons';
import { MenuFrame, type MenuButton } from '../components/menu-frame';
import { readProblem } from '../requests/problem';
import { NameForm } from './name-form';
import { createCollection, useChangeItems, useCollections } from './use-collections';

interface Props {
  readonly button: MenuButton;
  readonly ids: readonly string[];
  readonly shown: string | undefined;
  readonly onDone?: () => void;
}

/** Lists the collections to add results to, and makes a new one. */
export default function CollectionMenu({ button, ids, shown, onDone }: Props) {
  const { collections, error, isPending } = useCollections();
  const { mutate, mutateAsync } = useChangeItems(onDone);
  const [isNaming, { open, close }] = useDisclosure();
  const current = collections.find(({ id }) => id === shown);
  const others = collections.filter(({ id }) => id !== shown);
  return (
    <>
      <MenuFrame
        button={button}
        position="bottom-end"
        width={240}
        // Tiles cut off what is outside them, and screen readers need a landmark around the menu.
        portalProps={{ target: 'main' }}
        withInitialFocusPlaceholder={false}
      >
        {current && (
          <Menu.Item
            leftSection={<CloseIcon size={15} />}
            onClick={() => mutate({ collection: current, ids, kind: 'remove' })}
          >
            <Text fz="sm" lineClamp={2}>
              Remove from {current.name}
            </Text>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<FolderIcon size={15} />} onClick={open}>
          New collection
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{describeList(isPending, error, others.length)}</Menu.Label>
        {others.map((collection) => (
          <Choice
            key={collection.id}
            collection={collection}
            onClick={() => mutate({ collection, ids, kind: 'add' })}
          />
        ))}
      </MenuFrame>
      <Dialog opened={isNaming} onClose={close} title="New collection" centered>
        <NameForm
          name=""
          label="Create and add"
          onSave={async (name) => {
            const collection = await createCollection(name);
            close();
            await mutateAsync({ collection, ids, kind: 'add' });
          }}
          onCancel={close}
        />
      </Dialog>
    </>
  );
}

interface ChoiceProps {
  readonly collection: Collection;
  readonly onClick: () => void;
}

const Choice = ({ collection: { name, items }, onClick }: ChoiceProps) => (
  <Menu.Item
    rightSection={
      <Text fz="xs" c="dimmed" className="number">
        {items}
      </Text>
    }
    onClick={onClick}
  >
    <Text fz="sm" lineClamp={2}>
      {name}
    </Text>
  </Menu.Item>
);

function describeList(isPending: boolean, error: unknown, count: number): string {
  if (error) return readProblem(error).message;
  if (isPending) return 'Loading collections';
  return count === 0 ? 'No other collections yet' : 'Add to';
}
