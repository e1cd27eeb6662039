import { Type, type Static } from 'typebox';
import { ObjectName, PrefixedId } from './common.js';

/** Body of POST /v1/webhooks/{id}/recover. */
export const RecoverWebhookSchema = Type.Object(
  {
    since: Type.Integer({
      minimum: 0,
      maximum: 253_402_300_799_999,
      description:
        'Send events from this time onwards, in Unix milliseconds. Events are kept for 30 days',
    }),
  },
  {
    $id: 'RecoverWebhook',
    description: 'Which missed events to send',
    additionalProperties: false,
  },
);

/** Response of POST /v1/webhooks/{id}/recover. */
export const WebhookRecoverySchema = Type.Object(
  {
    object: ObjectName('webhook_recovery'),
    webhook_id: PrefixedId('whk', 'Webhook ID'),
    deliveries: Type.Integer({ minimum: 0, description: 'Number of events queued for delivery' }),
    more: Type.Boolean({ description: 'Whether there are more events to send' }),
  },
  { $id: 'WebhookRecovery', description: 'The result of a recovery request' },
);
export type WebhookRecoveryBody = Static<typeof WebhookRecoverySchema>;
