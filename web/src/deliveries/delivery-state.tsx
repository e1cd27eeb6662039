import type { WebhookDeliveryStatus } from '../api/contract';
import { Tag } from '../components/tag';

const COLORS: Record<WebhookDeliveryStatus, string> = {
  pending: 'blue',
  delivering: 'blue',
  delivered: 'teal',
  failed: 'red',
  cancelled: 'gray',
  skipped: 'gray',
};

export function DeliveryState({ status }: { readonly status: WebhookDeliveryStatus }) {
  return <Tag color={COLORS[status]}>{status}</Tag>;
}
