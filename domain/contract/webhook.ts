import { Type, type Static } from 'typebox';
import { EVENT_TYPES, type EventType } from '../catalogue/event-types.js';
import { idPattern, nullable, oneOf, UnixMs } from './common.js';

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Public https URL, on any port',
});
const Events = (options: object = {}) =>
  Type.Array(oneOf(EVENT_TYPES), { minItems: 1, uniqueItems: true, ...options });
const Description = Type.String({ maxLength: 200, description: 'A label of your own' });

/** Body of POST /v1/webhooks. */
export const CreateWebhookSchema = Type.Object(
  {
    url: Url,
    events: Type.Optional(Events({ default: [...EVENT_TYPES] })),
    description: Type.Optional({ ...Description, default: '' }),
  },
  { $id: 'CreateWebhook', additionalProperties: false },
);
export type CreateWebhookBody = Static<typeof CreateWebhookSchema>;

/** Body of PATCH /v1/webhooks/{id}: what is absent stays. */
export const UpdateWebhookSchema = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events()),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean()),
  },
  { $id: 'UpdateWebhook', additionalProperties: false, minProperties: 1 },
);
export type UpdateWebhookBody = Static<typeof UpdateWebhookSchema>;

const fields = {
  id: Type.String({ pattern: idPattern('whk') }),
  object: Type.Literal('webhook'),
  url: Type.String({ format: 'uri' }),
  events: Type.Array(oneOf(EVENT_TYPES)),
  description: Type.String(),
  enabled: Type.Boolean({ description: 'Whether deliveries are sent' }),
  disabled_reason: nullable(
    oneOf(['gone'], { description: 'Set when it was disabled by an answer of 410' }),
  ),
  previous_secret_expires_at: nullable(UnixMs),
  created_at: UnixMs,
};

/** Webhook endpoint (spec, Resources). */
export const WebhookSchema = Type.Object(fields, { $id: 'Webhook' });
export type WebhookBody = Static<typeof WebhookSchema>;

/** The same where the secret is shown, once: on creation and rotation. */
export const WebhookSecretSchema = Type.Object(
  { ...fields, secret: Type.String({ pattern: '^whsec_' }) },
  { $id: 'WebhookWithSecret' },
);

/** The columns of an endpoint that the outside sees. */
export interface WebhookView {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string;
  readonly enabled: boolean;
  readonly disabledReason: 'gone' | null;
  readonly previousUntil: Date | null;
  readonly createdAt: Date;
}

export function presentWebhook(row: WebhookView, now = new Date()): WebhookBody {
  const overlaps = row.previousUntil !== null && row.previousUntil > now;
  return {
    id: row.id,
    object: 'webhook',
    url: row.url,
    events: [...row.events],
    description: row.description,
    enabled: row.enabled,
    disabled_reason: row.disabledReason,
    previous_secret_expires_at: overlaps ? (row.previousUntil?.getTime() ?? null) : null,
    created_at: row.createdAt.getTime(),
  };
}
