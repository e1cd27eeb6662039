import { Button, Group, Stack, Text, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRetryWait } from '../requests/use-retry-wait';
import { Dialog } from './dialog';
import { ProblemNotice } from './problem-notice';

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'px' | 'leftSection'> {
  /** Label of both the button and the confirming button: "Revoke". */
  readonly label: string;
  /**
   * Dialog title: "Revoke this key?". The button's accessible name is the title without the "?".
   */
  readonly title: string;
  /** Label of the cancel button. */
  readonly keep?: string;
  /** Explanation of the consequences. */
  readonly children: ReactNode;
  readonly act: () => Promise<unknown>;
  /** Runs before queries are refetched, for example to leave a deleted object's page. */
  readonly onDone?: () => Promise<unknown>;
}

/** A button that asks for confirmation before an irreversible action. */
export function ConfirmButton({ label, title, keep, children, act, onDone, ...look }: Props) {
  const queries = useQueryClient();
  const [isAsking, { open, close }] = useDisclosure();
  const action = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      close();
      await onDone?.();
      await queries.invalidateQueries();
    },
  });
  const wait = useRetryWait(action.error);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        onClick={open}
        aria-label={title.replace(/\?$/, '')}
        {...look}
      >
        {label}
      </Button>
      <Dialog opened={isAsking} onClose={close} title={title} centered>
        <Stack>
          <Text fz="sm" component="div">
            {children}
          </Text>
          {action.error && <ProblemNotice error={action.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {keep ?? 'Cancel'}
            </Button>
            <Button
              color={look.color ?? 'red'}
              loading={action.isPending}
              disabled={wait > 0}
              onClick={() => action.mutate()}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
