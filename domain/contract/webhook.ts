import { Type, type Static } from 'typebox';
import { EVENT_TYPES, type EventType } from '../catalogue/event-types.js';
import { EventTypeName } from './choices.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'A public https URL. Any port is allowed',
});
const Events = (description: string) =>
  Type.Array(EventTypeName, {
    minItems: 1,
    maxItems: EVENT_TYPES.length,
    uniqueItems: true,
    description,
  });
const Description = Type.String({
  maxLength: 200,
  description: 'A label that only your team sees',
});

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
  'Why the service disabled the endpoint. Only earlier versions of the service disabled endpoints',
  { gone: 'it returned 410' },
);

const fields = {
  id: PrefixedId('whk', 'Webhook ID'),
  object: ObjectName('webhook'),
  url: Type.String({ format: 'uri', description: 'The URL that receives events' }),
  events: Type.Array(EventTypeName, { description: 'Event types to send' }),
  description: Type.String({ description: 'Your label. Empty if none was set' }),
  enabled: Type.Boolean({ description: 'Whether events are sent' }),
  disabled_reason: buildNullable(DisabledReason, 'Null unless the service disabled it'),
  previous_secret_expires_at: buildNullable(
    UnixMs('Time the previous secret expires', 'Null if there is none'),
  ),
  created_at: UnixMs('Registration time'),
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
      description: 'The secret that signs deliveries. Only this response contains it',
    }),
  },
  {
    $id: 'WebhookWithSecret',
    description: 'A webhook with its signing secret, which only this response contains',
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
