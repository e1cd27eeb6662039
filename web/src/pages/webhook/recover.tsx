import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recoverWebhook } from '../../api';
import { Dialog } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';
import { formatNumber } from '../../lib/format';
import { newIdempotencyKey } from '../../lib/idempotency';
import { mayChange, useSession } from '../../lib/session';

const HOURS = [
  { label: 'an hour', value: '1' },
  { label: 'a day', value: '24' },
  { label: 'a week', value: '168' },
];
const HOUR_MS = 3_600_000;

/** Sends again what failed or was skipped since a moment. */
export function Recover({ webhookId }: { readonly webhookId: string }) {
  const may = mayChange(useSession().role);
  const [isAsking, { open, close }] = useDisclosure();
  if (!may) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Recover what failed
      </Button>
      <Dialog opened={isAsking} onClose={close} title="Recover what failed" centered>
        <RecoverForm webhookId={webhookId} onDone={close} />
      </Dialog>
    </>
  );
}

interface Props {
  readonly webhookId: string;
  readonly onDone: () => void;
}

function RecoverForm({ webhookId, onDone }: Props) {
  const queries = useQueryClient();
  const [hours, setHours] = useState('24');
  const recover = useMutation({
    mutationFn: async () => {
      const body = { since: Date.now() - Number(hours) * HOUR_MS };
      const call = { path: { id: webhookId }, body, headers: newIdempotencyKey() } as const;
      return (await recoverWebhook({ ...call, throwOnError: true })).data;
    },
    onSuccess: ({ deliveries, more }) => {
      notifications.show({ message: describe(deliveries, more), color: 'teal' });
      onDone();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Stack>
      <Text fz="sm">
        Every event that this endpoint has not got is sent now: what failed, what was skipped while
        it was disabled, and what is older than the endpoint.
      </Text>
      <Group gap="sm">
        <Text fz="sm" fw={550}>
          Events of the last
        </Text>
        <SegmentedControl
          aria-label="Of how long"
          data={HOURS}
          value={hours}
          onChange={(value) => setHours(value)}
        />
      </Group>
      {recover.error && <ProblemNotice error={recover.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={recover.isPending} onClick={() => recover.mutate()}>
          Send them
        </Button>
      </Group>
    </Stack>
  );
}

function describe(count: number, more: boolean): string {
  if (count === 0) return 'Nothing is missing in this time.';
  const sent = count === 1 ? '1 event is' : `${formatNumber(count)} events are`;
  return `${sent} on the way again.${more ? ' Some are left: recover once more.' : ''}`;
}
