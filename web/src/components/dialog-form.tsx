import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode, SyntheticEvent } from 'react';
import { ProblemNotice } from './problem-notice';

interface Props {
  /** On the button that sends it: "Save". */
  readonly label: string;
  /** On the button that leaves everything as it is. */
  readonly keep?: string;
  /** Whether there is enough to send. */
  readonly isReady?: boolean;
  /** Sends it, and does what comes of it: closes the dialog, or shows what was made. */
  readonly act: () => Promise<unknown>;
  readonly onCancel: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form that is all of a dialog: its fields, why it was refused, and its two ways out. */
export function DialogForm({ label, keep, isReady = true, act, onCancel, children }: Props) {
  const queries = useQueryClient();
  const deed = useMutation({ mutationFn: act, onSuccess: () => queries.invalidateQueries() });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    deed.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {deed.error && <ProblemNotice error={deed.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {keep ?? 'Cancel'}
          </Button>
          <Button type="submit" loading={deed.isPending} disabled={!isReady}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
