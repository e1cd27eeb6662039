import { Alert, Text } from '@mantine/core';
import type { WebhookDelivery } from '../../api/contract';
import { AlertIcon } from '../../components/icons';

const GONE = 410;

/** Whether the newest delivery that was tried was answered with 410. */
export const isGone = (deliveries: readonly WebhookDelivery[]): boolean =>
  deliveries.find(({ attempts }) => attempts > 0)?.last_status === GONE;

/** Warns the owner of an endpoint whose server answers 410. */
export function GoneNotice() {
  return (
    <Alert color="yellow" variant="light" icon={<AlertIcon />} role="alert" mb="md">
      <Text fz="sm" fw={600}>
        This endpoint answers 410 Gone
      </Text>
      Its server says that the address is no longer in use. Events are still sent and retried. If
      you have moved the endpoint, change its address; if you do not need it, disable or delete it.
    </Alert>
  );
}
