import { Button, Card, Group, Image, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { ConfirmButton } from './confirm-button';
import { Dialog } from './dialog';
import { DialogForm } from './dialog-form';
import { Id } from './id';
import { Moment } from './moment';
import { Tag } from './tag';

interface Subject {
  readonly id: string;
  readonly name: string;
  readonly images: readonly string[];
  readonly created_at: number;
}

interface Props {
  readonly subject: Subject;
  /** Short label next to the name. */
  readonly note: string;
  /** Description of the photos; null until the photos are analysed. */
  readonly seen: string | null;
  readonly mayChange: boolean;
  readonly rename: (name: string) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
}

/** Shows a character or a product with its photos. */
export function SubjectCard({ subject, note, seen, mayChange, rename, remove }: Props) {
  const [isRenaming, renaming] = useDisclosure();
  return (
    <Card withBorder radius="lg" padding="md" component="article" aria-label={subject.name}>
      <Card.Section>
        <Image src={subject.images[0]} h={220} alt={`First photo of ${subject.name}`} />
      </Card.Section>
      <Stack gap={6} mt="md">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} truncate>
            {subject.name}
          </Text>
          <Tag>{note}</Tag>
        </Group>
        <Text fz="sm" c="dimmed" lineClamp={3}>
          {seen ?? 'Analyzing the photos…'}
        </Text>
        <Text fz="xs" c="dimmed">
          Created <Moment at={subject.created_at} />
        </Text>
        <Id value={subject.id} />
        {mayChange && (
          <Group gap="xs" mt={4}>
            <Button size="xs" variant="default" onClick={renaming.open}>
              Rename
            </Button>
            <ConfirmButton
              size="xs"
              variant="light"
              label="Delete"
              title={`Delete ${subject.name}?`}
              act={remove}
            >
              The photos will be permanently deleted. Images and videos made with them stay in your
              library.
            </ConfirmButton>
          </Group>
        )}
      </Stack>
      <Dialog opened={isRenaming} onClose={renaming.close} title="Rename" centered>
        <Rename name={subject.name} rename={rename} onDone={renaming.close} />
      </Dialog>
    </Card>
  );
}

interface RenameProps {
  readonly name: string;
  readonly rename: (name: string) => Promise<unknown>;
  readonly onDone: () => void;
}

function Rename({ name, rename, onDone }: RenameProps) {
  const [next, setNext] = useState(name);
  const save = async () => {
    await rename(next);
    onDone();
  };
  return (
    <DialogForm label="Save" act={save} onCancel={onDone}>
      <TextInput
        label="Name"
        required
        data-autofocus
        value={next}
        onChange={({ currentTarget }) => setNext(currentTarget.value)}
      />
    </DialogForm>
  );
}
