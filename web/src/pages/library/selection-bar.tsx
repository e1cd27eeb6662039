import { Affix, Button, Group, Modal, Paper, Stack, Text, Transition } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteGeneration } from '../../api';
import { client } from '../../api/client.gen';
import { DownloadIcon, TrashIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { newIdempotencyKey } from '../../lib/idempotency';

interface Props {
  readonly selected: ReadonlySet<string>;
  readonly onDone: () => void;
}

/** What can be done with what is selected. */
export function SelectionBar({ selected, onDone }: Props) {
  const [asks, { open, close }] = useDisclosure();
  const ids = [...selected];
  const archive = `${client.getConfig().baseUrl ?? ''}/generations/archive?ids=${ids.join(',')}`;
  return (
    <>
      <Affix position={{ bottom: 20, left: 0, right: 0 }} className="selection-affix">
        <Transition mounted={ids.length > 0} transition="slide-up">
          {(style) => (
            <Paper
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
              <Group gap="xs" justify="center">
                <Text fz="sm" fw={600} aria-live="polite" className="number">
                  {ids.length} selected
                </Text>
                <Button
                  component="a"
                  href={archive}
                  download
                  size="compact-sm"
                  variant="light"
                  leftSection={<DownloadIcon size={15} />}
                >
                  Download
                </Button>
                <Button
                  size="compact-sm"
                  variant="light"
                  color="red"
                  leftSection={<TrashIcon size={15} />}
                  onClick={open}
                >
                  Delete
                </Button>
                <Button size="compact-sm" variant="subtle" color="gray" onClick={onDone}>
                  Clear
                </Button>
              </Group>
            </Paper>
          )}
        </Transition>
      </Affix>
      <Modal opened={asks} onClose={close} title={`Delete ${ids.length} for good?`} centered>
        <DeleteQuestion
          ids={ids}
          onCancel={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      </Modal>
    </>
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
