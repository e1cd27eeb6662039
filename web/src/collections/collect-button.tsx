import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import { lazy } from 'react';
import { FolderIcon } from '../components/icons';
import { LazyMenu } from '../components/lazy-menu';

const CollectionMenu = lazy(() => import('./collection-menu'));

interface Props {
  readonly ids: readonly string[];
  /** Id of the collection that the page shows; the menu then also removes from it. */
  readonly shown?: string | undefined;
  /** Names the generation of a tile for screen readers. A tile shows only the icon. */
  readonly tile?: string;
  readonly look?: Pick<ButtonProps, 'size' | 'variant' | 'px'>;
  readonly onDone?: () => void;
}

const LABEL = 'Add to collection';

/** A button with a menu of the account's collections. */
export function CollectButton({ ids, shown, tile, look, onDone }: Props) {
  const button =
    tile === undefined ? (
      <Button leftSection={<FolderIcon size={15} />} aria-label={LABEL} title={LABEL} {...look}>
        Collect
      </Button>
    ) : (
      <ActionIcon
        variant="default"
        size={26}
        radius="xl"
        className="tile-folder"
        aria-label={`${LABEL}: ${tile}`}
        title={LABEL}
      >
        <FolderIcon size={15} />
      </ActionIcon>
    );
  return (
    <LazyMenu
      button={button}
      renderMenu={(target) => (
        <CollectionMenu button={target} ids={ids} shown={shown} {...(onDone && { onDone })} />
      )}
    />
  );
}
