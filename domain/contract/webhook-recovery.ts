import { Type, type Static } from 'typebox';
import { ObjectName, PrefixedId } from './common.js';

/** Body of POST /v1/webhooks/{id}/recover. */
export const RecoverWebhookSchema = Type.Object(
  {
    since: Type.Integer({
      minimum: 0,
      maximum: 253_402_300_799_999,
      description:
        'Send events from this time on, in Unix milliseconds; events are kept for 30 days',
    }),
  },
  {
    $id: 'RecoverWebhook',
    description: 'The time from which missed events are sent',
    additionalProperties: false,
  },
);

/** Response of POST /v1/webhooks/{id}/recover. */
export const WebhookRecoverySchema = Type.Object(
  {
    object: ObjectName('webhook_recovery'),
    webhook_id: PrefixedId('whk', 'Id of the webhook'),
    deliveries: Type.Integer({ minimum: 0, description: 'Number of events that are sent now' }),
    more: Type.Boolean({ description: 'Whether events are left for another request' }),
  },
  { $id: 'WebhookRecovery', description: 'The result of a recovery request' },
);
export type WebhookRecoveryBody = Static<typeof WebhookRecoverySchema>;
