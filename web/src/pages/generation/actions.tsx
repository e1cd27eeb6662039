import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Generation } from '../../api/contract';
import { apiQueryKey } from '../../api/queries';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { PlaygroundIcon, TrashIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { ProblemNotice } from '../../components/problem-notice';
import { isOpen } from '../../generations/generation-state';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';
import { RunAgain } from './run-again';

/** Shows the actions that the generation's status allows. */
export function Actions({ generation }: { readonly generation: Generation }) {
  const { id, status } = generation;
  const { role } = useSession();
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
      {mayChange(role) && status === 'queued' && <Cancel id={id} />}
      {mayChange(role) && !isOpen(generation) && <Delete id={id} />}
    </>
  );
}

function Cancel({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      request('POST /generations/{id}/cancel', { params: { id }, headers: createIdempotencyKey() }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: apiQueryKey('/generations/{id}', { params: { id } }) }),
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

function Delete({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      size="sm"
      variant="default"
      px="sm"
      leftSection={<TrashIcon size={16} />}
      label="Delete"
      title="Delete this generation?"
      act={() =>
        request('DELETE /generations/{id}', { params: { id }, headers: createIdempotencyKey() })
      }
      onDone={async () => {
        await navigate({ to: '/library' });
        notifications.show({ message: 'Deleted', color: 'teal' });
      }}
    >
      This permanently deletes the files and the record. Credits aren't refunded.
    </ConfirmButton>
  );
}
