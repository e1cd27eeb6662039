import { ActionIcon, Affix, Button, Group, Paper, Stack, Text, Transition } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteGeneration } from '../../api';
import { client } from '../../api/client.gen';
import { Dialog } from '../../components/dialog';
import { CloseIcon, DownloadIcon, TrashIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { newIdempotencyKey } from '../../lib/idempotency';
import { mayChange, useSession } from '../../lib/session';

interface Props {
  readonly selected: ReadonlySet<string>;
  /** Those that have files. */
  readonly downloadable: readonly string[];
  readonly onDone: () => void;
}

/** What one archive may hold. */
const ARCHIVE_MOST = 100;

/** What can be done with what is selected. */
export function SelectionBar(props: Props) {
  const { selected, onDone } = props;
  const [asks, { open, close }] = useDisclosure();
  const ids = [...selected];
  return (
    <>
      <Affix position={{ bottom: 20, left: 0, right: 0 }} className="selection-affix">
        <Transition mounted={ids.length > 0} transition="slide-up">
          {(style) => (
            <Paper
              component="section"
              aria-label="What is selected"
              style={style}
              shadow="lg"
              withBorder
              radius="xl"
              px="md"
              py="xs"
              mx="auto"
              w="fit-content"
              className="selection-bar"
            >
              <Choices {...props} onDelete={open} />
            </Paper>
          )}
        </Transition>
      </Affix>
      <Dialog opened={asks} onClose={close} title={`Delete ${ids.length} for good?`} centered>
        <DeleteQuestion
          ids={ids}
          onCancel={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      </Dialog>
    </>
  );
}

function Choices({ selected, downloadable, onDone, onDelete }: Props & { onDelete: () => void }) {
  const { role } = useSession();
  const packed = downloadable.slice(0, ARCHIVE_MOST);
  const archive = `${client.getConfig().baseUrl ?? ''}/generations/archive?ids=${packed.join(',')}`;
  return (
    <Group gap={8} justify="center" wrap="nowrap">
      <Text fz="sm" fw={600} aria-live="polite" className="number unbroken">
        {selected.size} selected
      </Text>
      {packed.length > 0 && (
        <Button
          component="a"
          href={archive}
          download
          size="compact-sm"
          variant="light"
          leftSection={<DownloadIcon size={15} />}
        >
          Download {packed.length < selected.size && packed.length}
        </Button>
      )}
      {mayChange(role) && (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          leftSection={<TrashIcon size={15} />}
          onClick={onDelete}
        >
          Delete
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label="Clear the selection" onClick={onDone}>
        <CloseIcon size={16} />
      </ActionIcon>
    </Group>
  );
}

interface QuestionProps {
  readonly ids: readonly string[];
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** One after the other, so that a limit of requests is not met by a large selection. */
async function deleteAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await deleteGeneration({ path: { id }, headers: newIdempotencyKey(), throwOnError: true });
  }
}

function DeleteQuestion({ ids, onCancel, onDone }: QuestionProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteAll(ids),
    onSuccess: () => {
      notifications.show({ message: `Deleted ${ids.length}`, color: 'teal' });
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['library'] }),
  });
  return (
    <Stack>
      <Text fz="sm">
        The files and their records are removed. Credits are not affected, and nothing brings them
        back.
      </Text>
      {remove.error && <ProblemNotice error={remove.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Keep them
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
