import { Type, type Static } from 'typebox';
import { EVENT_TYPES, type EventType } from '../catalogue/event-types.js';
import { EventTypeName } from './choices.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Public https URL, on any port',
});
const Events = (description: string) =>
  Type.Array(EventTypeName, {
    minItems: 1,
    maxItems: EVENT_TYPES.length,
    uniqueItems: true,
    description,
  });
const Description = Type.String({ maxLength: 200, description: 'A label for your own use' });

/** Body of POST /v1/webhooks. */
export const CreateWebhookSchema = Type.Object(
  {
    url: Url,
    events: Type.Optional(Events('Event types to send. Default: all.')),
    description: Type.Optional(Description),
  },
  {
    $id: 'CreateWebhook',
    description: 'A webhook endpoint to register',
    additionalProperties: false,
  },
);
export type CreateWebhookBody = Static<typeof CreateWebhookSchema>;

/** Body of PATCH /v1/webhooks/{id}. Absent fields are unchanged. */
export const UpdateWebhookSchema = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events('Event types to send')),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether events are sent' })),
  },
  {
    $id: 'UpdateWebhook',
    description: 'Changes to a webhook endpoint; at least one field',
    additionalProperties: false,
    minProperties: 1,
  },
);
export type UpdateWebhookBody = Static<typeof UpdateWebhookSchema>;

const DisabledReason = buildNamedChoice<'gone'>(
  'WebhookDisabledReason',
  'Why the service disabled the endpoint; only earlier versions did this',
  { gone: 'it answered 410' },
);

const fields = {
  id: PrefixedId('whk', 'Id of the webhook'),
  object: ObjectName('webhook'),
  url: Type.String({ format: 'uri', description: 'Address that receives the events' }),
  events: Type.Array(EventTypeName, { description: 'Event types that are sent' }),
  description: Type.String({ description: 'Your label; empty if none was given' }),
  enabled: Type.Boolean({ description: 'Whether events are sent' }),
  disabled_reason: buildNullable(DisabledReason, 'Null unless the service disabled it'),
  previous_secret_expires_at: buildNullable(
    UnixMs('When the previous secret stops signing; null without one'),
  ),
  created_at: UnixMs('When it was registered'),
};

/** A webhook endpoint in a response. */
export const WebhookSchema = Type.Object(fields, {
  $id: 'Webhook',
  description: 'An endpoint that receives signed events',
});
export type WebhookBody = Static<typeof WebhookSchema>;

/** Response to creating a webhook or rotating its secret; no other response contains the secret. */
export const WebhookSecretSchema = Type.Object(
  {
    ...fields,
    secret: Type.String({
      pattern: '^whsec_',
      description: 'Secret that signs deliveries; only in this response',
    }),
  },
  {
    $id: 'WebhookWithSecret',
    description: 'A webhook with its signing secret; only in this response',
  },
);

export type WebhookSecretBody = Static<typeof WebhookSecretSchema>;

/** The columns of a webhook endpoint that responses contain. */
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
