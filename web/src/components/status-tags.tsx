import type { GenerationStatus, Webhook } from '../api/contract';
import { Tag } from './tag';

const COLORS: Record<GenerationStatus, string> = {
  queued: 'gray',
  processing: 'blue',
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

/** The status of a generation. */
export function StatusBadge({ status }: { readonly status: GenerationStatus }) {
  return <Tag color={COLORS[status]}>{status}</Tag>;
}

/** Shows whether a webhook is enabled, and why not. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabled_reason: reason } = webhook;
  return (
    <Tag color={enabled ? 'teal' : 'gray'}>
      {enabled ? 'enabled' : reason === 'gone' ? 'disabled: the endpoint returned 410' : 'disabled'}
    </Tag>
  );
}
