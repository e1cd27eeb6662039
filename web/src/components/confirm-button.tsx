import { Button, Group, Stack, Text, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { ProblemNotice } from './problem-notice';

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'px' | 'leftSection'> {
  /** On the button, and on the one that confirms: "Revoke". */
  readonly label: string;
  /** The question: "Revoke this key?". Names the button for those who do not see its row. */
  readonly title: string;
  /** On the button that leaves everything as it is. */
  readonly keep?: string;
  /** What will happen, before it does. */
  readonly children: ReactNode;
  readonly act: () => Promise<unknown>;
  /** Before what is shown is fetched again: leads away from a page whose subject is gone. */
  readonly onDone?: () => Promise<unknown>;
}

/** A button that asks before it does what cannot be undone. */
export function ConfirmButton({ label, title, keep, children, act, onDone, ...look }: Props) {
  const queries = useQueryClient();
  const [isAsking, { open, close }] = useDisclosure();
  const deed = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      close();
      await onDone?.();
      await queries.invalidateQueries();
    },
  });
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
          {deed.error && <ProblemNotice error={deed.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {keep ?? 'Cancel'}
            </Button>
            <Button
              color={look.color ?? 'red'}
              loading={deed.isPending}
              onClick={() => deed.mutate()}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
