import { Type, type Static } from 'typebox';
import { ObjectName, PrefixedId } from './common.js';

/** Body of POST /v1/webhooks/{id}/recover. */
export const RecoverWebhookSchema = Type.Object(
  {
    since: Type.Integer({
      minimum: 0,
      maximum: 253_402_300_799_999,
      description: 'Unix milliseconds; events are kept for 30 days',
    }),
  },
  {
    $id: 'RecoverWebhook',
    description: 'From when on missed events are sent',
    additionalProperties: false,
  },
);

/** Answer to POST /v1/webhooks/{id}/recover. */
export const WebhookRecoverySchema = Type.Object(
  {
    object: ObjectName('webhook_recovery'),
    webhook_id: PrefixedId('whk', 'Id of the webhook'),
    deliveries: Type.Integer({ minimum: 0, description: 'How many events are sent now' }),
    more: Type.Boolean({ description: 'Whether some are left for another request' }),
  },
  { $id: 'WebhookRecovery', description: 'What a recovery has begun to send' },
);
export type WebhookRecoveryBody = Static<typeof WebhookRecoverySchema>;
