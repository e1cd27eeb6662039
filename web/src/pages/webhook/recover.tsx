import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { formatNumber } from '../../format/numbers';
import { newIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';

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
  const [hours, setHours] = useState('24');
  const recover = async () => {
    const data = await request('POST /webhooks/{id}/recover', {
      params: { id: webhookId },
      body: { since: Date.now() - Number(hours) * HOUR_MS },
      headers: newIdempotencyKey(),
    });
    notifications.show({ message: describe(data.deliveries, data.more), color: 'teal' });
    onDone();
  };
  return (
    <DialogForm label="Send them" act={recover} onCancel={onDone}>
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
    </DialogForm>
  );
}

function describe(count: number, more: boolean): string {
  if (count === 0) return 'Nothing is missing in this time.';
  const sent = count === 1 ? '1 event is' : `${formatNumber(count)} events are`;
  return `${sent} on the way again.${more ? ' Some are left: recover once more.' : ''}`;
}
