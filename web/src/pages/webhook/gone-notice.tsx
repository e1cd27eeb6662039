import { Alert, Text } from '@mantine/core';
import type { WebhookDelivery } from '../../api/contract';
import { AlertIcon } from '../../components/icons';

const GONE = 410;

/** Returns whether the newest attempted delivery received a 410 response. */
export const isGone = (deliveries: readonly WebhookDelivery[]): boolean =>
  deliveries.find(({ attempts }) => attempts > 0)?.last_status === GONE;

/** Warns the owner of an endpoint that returns 410. */
export function GoneNotice() {
  return (
    <Alert color="yellow" variant="light" icon={<AlertIcon />} role="alert" mb="md">
      <Text fz="sm" fw={600}>
        This endpoint returns 410 Gone
      </Text>
      Your server says this URL is no longer in use. Events are still being sent and retried. If the
      endpoint has moved, change its URL. If you no longer need it, disable or delete it.
    </Alert>
  );
}
