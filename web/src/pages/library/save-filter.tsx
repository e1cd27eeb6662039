import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { Dialog } from '../../components/dialog';
import type { LibraryFilters } from './filters';
import { canSave, NAME_MAX, SAVED_MAX, suggestName, type SavedFilter } from './saved-rules';

interface Props {
  readonly saved: readonly SavedFilter<LibraryFilters>[];
  readonly filters: LibraryFilters;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of the current filters. */
export default function SaveFilter({ saved, filters, onSave, onClose }: Props) {
  const [text, setText] = useState(() => suggestName(filters));
  const name = text.trim();
  const isFree = canSave(saved, name);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isFree) onSave(name);
  };
  return (
    <Dialog opened onClose={onClose} title="Save filter" centered>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            data-autofocus
            maxLength={NAME_MAX}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Text fz="sm" c="dimmed">
            {saved.length < SAVED_MAX
              ? 'This browser keeps the filter until you sign out.'
              : `You have ${SAVED_MAX} saved filters. Remove one to save another.`}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isFree}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
