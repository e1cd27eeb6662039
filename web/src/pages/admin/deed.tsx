import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode, SyntheticEvent } from 'react';
import { Dialog } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';

interface Props {
  /** On the button that opens the form: "Add credits". */
  readonly label: string;
  /** Of the form: "Add credits to Acme". */
  readonly title: string;
  readonly isReady: boolean;
  readonly act: () => Promise<unknown>;
  /** The fields. */
  readonly children: ReactNode;
}

/** A small form behind a button of a row. */
export function Deed({ label, title, isReady, act, children }: Props) {
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const deed = useMutation({
    mutationFn: act,
    onSuccess: () => {
      close();
      return queries.invalidateQueries();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    deed.mutate();
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={open} aria-label={title}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title} centered>
        <form onSubmit={submit}>
          <Stack>
            {children}
            {deed.error && <ProblemNotice error={deed.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={deed.isPending} disabled={!isReady}>
                {label}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
