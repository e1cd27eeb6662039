import { ActionIcon, Affix, Button, Group, Paper, Stack, Text, Transition } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteGeneration, type Generation } from '../../api';
import { client } from '../../api/client.gen';
import { Dialog } from '../../components/dialog';
import { CloseIcon, DownloadIcon, TrashIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { isOpen } from '../../lib/generation-state';
import { newIdempotencyKey } from '../../lib/idempotency';
import { mayChange, useSession } from '../../lib/session';

interface Props {
  readonly selected: ReadonlySet<string>;
  /** What is listed. */
  readonly generations: readonly Generation[];
  readonly onSelectAll: () => void;
  readonly onDone: () => void;
}

/** What one archive may hold. */
const ARCHIVE_MOST = 100;

/** What can be done with what is selected. */
export function SelectionBar(props: Props) {
  const { selected, generations, onDone } = props;
  const [asks, { open, close }] = useDisclosure();
  const chosen = generations.filter(({ id }) => selected.has(id));
  // What is being made can be deleted once it is over.
  const ended = chosen.filter((generation) => !isOpen(generation)).map(({ id }) => id);
  return (
    <>
      <Affix position={{ bottom: 20, left: 0, right: 0 }} className="selection-affix">
        <Transition mounted={chosen.length > 0} transition="slide-up">
          {(style) => (
            <Paper
              component="section"
              aria-label="What is selected"
              style={style}
              shadow="lg"
              withBorder
              radius="xl"
              px="sm"
              py="xs"
              mx="auto"
              w="fit-content"
              className="selection-bar"
            >
              <Choices {...props} chosen={chosen} onDelete={open} />
            </Paper>
          )}
        </Transition>
      </Affix>
      <Dialog opened={asks} onClose={close} title={`Delete ${ended.length} for good?`} centered>
        <DeleteQuestion
          ids={ended}
          left={chosen.length - ended.length}
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

interface ChoicesProps extends Props {
  readonly chosen: readonly Generation[];
  readonly onDelete: () => void;
}

function Choices({ chosen, generations, onSelectAll, onDone, onDelete }: ChoicesProps) {
  const { role } = useSession();
  const files = chosen.filter(({ result }) => result !== null);
  const packed = files.slice(0, ARCHIVE_MOST).map(({ id }) => id);
  const archive = `${client.getConfig().baseUrl ?? ''}/generations/archive?ids=${packed.join(',')}`;
  return (
    <Group gap={6} justify="center" wrap="nowrap">
      <Text fz="sm" fw={600} aria-live="polite" className="number unbroken">
        {chosen.length} selected
      </Text>
      {chosen.length < generations.length && (
        <Button size="compact-sm" variant="subtle" onClick={onSelectAll} visibleFrom="xs">
          All {generations.length}
        </Button>
      )}
      {packed.length > 0 && (
        <Button
          component="a"
          href={archive}
          download
          size="compact-sm"
          px={6}
          variant="light"
          leftSection={<DownloadIcon size={15} />}
        >
          Download {packed.length < chosen.length && packed.length}
        </Button>
      )}
      {mayChange(role) && chosen.some((generation) => !isOpen(generation)) && (
        <Button
          size="compact-sm"
          px={6}
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
  /** How many are still being made. */
  readonly left: number;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** One after the other, so that a limit of requests is not met by a large selection. */
async function deleteAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await deleteGeneration({ path: { id }, headers: newIdempotencyKey(), throwOnError: true });
  }
}

function DeleteQuestion({ ids, left, onCancel, onDone }: QuestionProps) {
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
        {left > 0 && ` ${left} still being made ${left === 1 ? 'stays' : 'stay'}.`}
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
