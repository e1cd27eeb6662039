import { Badge } from '@mantine/core';
import type { WebhookDeliveryStatus } from '../../api';

const COLORS: Record<WebhookDeliveryStatus, string> = {
  pending: 'blue',
  delivering: 'blue',
  delivered: 'teal',
  failed: 'red',
  cancelled: 'gray',
  skipped: 'gray',
};

export function DeliveryState({ status }: { readonly status: WebhookDeliveryStatus }) {
  return (
    <Badge color={COLORS[status]} variant="light" tt="none" fw={600} miw="max-content">
      {status}
    </Badge>
  );
}
