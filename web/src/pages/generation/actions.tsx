import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { cancelGeneration, deleteGeneration, type Generation } from '../../api';
import { getGenerationQueryKey } from '../../api/@tanstack/react-query.gen';
import { Dialog } from '../../components/dialog';
import { DownloadIcon, PlaygroundIcon, TrashIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { ProblemNotice } from '../../components/problem-notice';
import { isOpen } from '../../lib/generation-state';
import { newIdempotencyKey } from '../../lib/idempotency';
import { mayChange, useSession } from '../../lib/session';
import { RunAgain } from './run-again';

/** What can be done with a generation in its state. */
export function Actions({ generation }: { readonly generation: Generation }) {
  const { id, result, status } = generation;
  const { role } = useSession();
  const [asks, { open, close }] = useDisclosure();
  return (
    <>
      {mayChange(role) && <RunAgain generation={generation} />}
      <LinkButton
        to="/playground"
        search={{ from: id }}
        variant="default"
        px="sm"
        leftSection={<PlaygroundIcon size={16} />}
      >
        Open in playground
      </LinkButton>
      {result && (
        <Button
          component="a"
          href={result.url}
          download
          variant="default"
          px="sm"
          leftSection={<DownloadIcon size={16} />}
        >
          Download
        </Button>
      )}
      {mayChange(role) && status === 'queued' && <Cancel id={id} />}
      {mayChange(role) && !isOpen(generation) && (
        <Button variant="default" px="sm" leftSection={<TrashIcon size={16} />} onClick={open}>
          Delete
        </Button>
      )}
      <Dialog opened={asks} onClose={close} title="Delete this for good?" centered>
        <DeleteQuestion id={id} onCancel={close} />
      </Dialog>
    </>
  );
}

function Cancel({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      cancelGeneration({ path: { id }, headers: newIdempotencyKey(), throwOnError: true }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: getGenerationQueryKey({ path: { id } }) }),
  });
  return (
    <>
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
      {cancel.error && <ProblemNotice error={cancel.error} />}
    </>
  );
}

interface QuestionProps {
  readonly id: string;
  readonly onCancel: () => void;
}

function DeleteQuestion({ id, onCancel }: QuestionProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () =>
      deleteGeneration({ path: { id }, headers: newIdempotencyKey(), throwOnError: true }),
    onSuccess: async () => {
      await navigate({ to: '/library' });
      notifications.show({ message: 'Deleted', color: 'teal' });
      await queries.invalidateQueries({ queryKey: ['library'] });
    },
  });
  return (
    <Stack>
      <Text fz="sm">The files and the record are removed. Credits are not affected.</Text>
      {remove.error && <ProblemNotice error={remove.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Keep it
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
