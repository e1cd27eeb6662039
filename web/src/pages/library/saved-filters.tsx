import { ActionIcon, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { CloseIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { keep, readKept } from '../../session/kept';
import { useSession } from '../../session/session';
import { countFilters, readFilters, type LibraryFilters } from './filters';
import { addSaved, isSame, readSaved, removeSaved, type SavedFilter } from './saved-rules';

const SaveFilter = lazy(() => import('./save-filter'));

const NAME = 'library-filters';

/** Returns the saved filters, which this browser keeps. */
function useSavedFilters() {
  const session = useSession();
  const [saved, setSaved] = useState(() => readSaved(readKept(session, NAME), readFilters));
  const change = (next: readonly SavedFilter<LibraryFilters>[]) => {
    setSaved(next);
    keep(session, NAME, next);
  };
  return [saved, change] as const;
}

/** Shows the saved filters, and a button that saves the current ones. */
export function SavedFilters({ filters }: { readonly filters: LibraryFilters }) {
  const [saved, change] = useSavedFilters();
  const [isNaming, { open, close }] = useDisclosure();
  const isNew = countFilters(filters) > 0 && !saved.some((one) => isSame(one.filters, filters));
  if (saved.length === 0 && !isNew) return null;
  const save = (name: string) => {
    change(addSaved(saved, { name, filters }));
    close();
  };
  return (
    <Group gap="xs">
      {saved.length > 0 && (
        <Group
          component="ul"
          className="plain-list"
          gap="xs"
          miw={0}
          maw="100%"
          m={0}
          p={0}
          aria-label="Saved filters"
        >
          {saved.map((one) => (
            <Chip
              key={one.name}
              filter={one}
              isCurrent={isSame(one.filters, filters)}
              onRemove={() => change(removeSaved(saved, one.name))}
            />
          ))}
        </Group>
      )}
      {isNew && (
        <Button size="compact-sm" variant="subtle" onClick={open}>
          Save filter
        </Button>
      )}
      {isNaming && (
        <Suspense>
          <SaveFilter saved={saved} filters={filters} onSave={save} onClose={close} />
        </Suspense>
      )}
    </Group>
  );
}

interface ChipProps {
  readonly filter: SavedFilter<LibraryFilters>;
  readonly isCurrent: boolean;
  readonly onRemove: () => void;
}

const Chip = ({ filter: { name, filters }, isCurrent, onRemove }: ChipProps) => (
  <Group component="li" gap={2} wrap="nowrap" maw="100%">
    <LinkButton
      to="/library"
      search={filters}
      replace
      size="compact-sm"
      radius="xl"
      fw={500}
      miw={0}
      variant={isCurrent ? 'light' : 'default'}
    >
      {name}
    </LinkButton>
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      radius="xl"
      aria-label={`Remove filter ${name}`}
      onClick={onRemove}
    >
      <CloseIcon size={13} />
    </ActionIcon>
  </Group>
);
