import type { Webhook } from '../api/contract';
import { Tag } from './tag';

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabled_reason: reason } = webhook;
  return (
    <Tag color={enabled ? 'teal' : 'gray'}>
      {enabled ? 'enabled' : reason === 'gone' ? 'disabled: returned 410' : 'disabled'}
    </Tag>
  );
}
