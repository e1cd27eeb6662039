import { Type, type Static } from 'typebox';
import { EVENT_TYPES, type EventType } from '../catalogue/event-types.js';
import { EventTypeName } from './choices.js';
import { namedChoice, nullable, ObjectName, PrefixedId, UnixMs } from './common.js';

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
const Description = Type.String({ maxLength: 200, description: 'A label of your own' });

/** Body of POST /v1/webhooks. */
export const CreateWebhookSchema = Type.Object(
  {
    url: Url,
    events: Type.Optional(Events('What is sent to it. Default: every event.')),
    description: Type.Optional(Description),
  },
  { $id: 'CreateWebhook', description: 'An endpoint to register', additionalProperties: false },
);
export type CreateWebhookBody = Static<typeof CreateWebhookSchema>;

/** Body of PATCH /v1/webhooks/{id}: what is absent stays. */
export const UpdateWebhookSchema = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events('What is sent to it')),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether deliveries are sent' })),
  },
  {
    $id: 'UpdateWebhook',
    description: 'What to change: at least one field',
    additionalProperties: false,
    minProperties: 1,
  },
);
export type UpdateWebhookBody = Static<typeof UpdateWebhookSchema>;

const DisabledReason = namedChoice<'gone'>(
  'WebhookDisabledReason',
  'Why the service disabled an endpoint; only earlier versions did',
  { gone: 'it answered 410' },
);

const fields = {
  id: PrefixedId('whk', 'Id of the webhook'),
  object: ObjectName('webhook'),
  url: Type.String({ format: 'uri', description: 'Where events are sent' }),
  events: Type.Array(EventTypeName, { description: 'What is sent' }),
  description: Type.String({ description: 'Your label; empty when none was given' }),
  enabled: Type.Boolean({ description: 'Whether deliveries are sent' }),
  disabled_reason: nullable(DisabledReason, 'Null unless the service disabled it'),
  previous_secret_expires_at: nullable(
    UnixMs('Until when the secret before the current one signs as well'),
  ),
  created_at: UnixMs('When it was registered'),
};

/** An endpoint of webhooks, as callers see it. */
export const WebhookSchema = Type.Object(fields, {
  $id: 'Webhook',
  description: 'An endpoint that events are sent to',
});
export type WebhookBody = Static<typeof WebhookSchema>;

/** The same where the secret is shown, once: on creation and rotation. */
export const WebhookSecretSchema = Type.Object(
  {
    ...fields,
    secret: Type.String({ pattern: '^whsec_', description: 'Signs deliveries; shown only here' }),
  },
  { $id: 'WebhookWithSecret', description: 'A webhook in the one answer that shows its secret' },
);

export type WebhookSecretBody = Static<typeof WebhookSecretSchema>;

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
