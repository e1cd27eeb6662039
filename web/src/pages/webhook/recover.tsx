import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { formatNumber } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';

const HOURS = [
  { label: 'hour', value: '1' },
  { label: 'day', value: '24' },
  { label: 'week', value: '168' },
];
const HOUR_MS = 3_600_000;

/** Resends failed and skipped events since a given time. */
export function Recover({ webhookId }: { readonly webhookId: string }) {
  const may = mayChange(useSession().role);
  const [isAsking, { open, close }] = useDisclosure();
  if (!may) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Recover events
      </Button>
      <Dialog opened={isAsking} onClose={close} title="Recover events" centered>
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
      headers: createIdempotencyKey(),
    });
    notifications.show({ message: describe(data.deliveries, data.more), color: 'teal' });
    onDone();
  };
  return (
    <DialogForm label="Send events" act={recover} onCancel={onDone}>
      <Text fz="sm">
        Sends all events this endpoint hasn't received: failed deliveries, events skipped while it
        was disabled, and events from before it was added.
      </Text>
      <Group gap="sm">
        <Text fz="sm" fw={550}>
          Events from the last
        </Text>
        <SegmentedControl
          aria-label="Period"
          data={HOURS}
          value={hours}
          onChange={(value) => setHours(value)}
        />
      </Group>
    </DialogForm>
  );
}

function describe(count: number, more: boolean): string {
  if (count === 0) return 'No events were missed in this period.';
  const sent = count === 1 ? '1 event' : `${formatNumber(count)} events`;
  return `${sent} queued for delivery.${more ? ' There are more events: recover events again to send them.' : ''}`;
}
