import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode, SyntheticEvent } from 'react';
import { useRetryWait } from '../requests/use-retry-wait';
import { ProblemNotice } from './problem-notice';

interface Props {
  /** Label of the submit button: "Save". */
  readonly label: string;
  /** Label of the cancel button. */
  readonly keep?: string;
  /** True if the form can be submitted. */
  readonly isReady?: boolean;
  /** Sends the request, then closes the dialog or shows the result. */
  readonly act: () => Promise<unknown>;
  readonly onCancel: () => void;
  /** The form's fields. */
  readonly children: ReactNode;
}

/** A dialog's form: fields, error, cancel and submit buttons. */
export function DialogForm({ label, keep, isReady = true, act, onCancel, children }: Props) {
  const queries = useQueryClient();
  const action = useMutation({ mutationFn: act, onSuccess: () => queries.invalidateQueries() });
  const wait = useRetryWait(action.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    action.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {action.error && <ProblemNotice error={action.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {keep ?? 'Cancel'}
          </Button>
          <Button type="submit" loading={action.isPending} disabled={!isReady || wait > 0}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
