import { Type, type Static } from 'typebox';
import {
  DELIVERY_ERRORS,
  PAST_DELIVERY_ERRORS,
  type DeliveryStatus,
  type NotedDeliveryError,
} from '../catalogue/delivery-states.js';
import type { EventType } from '../catalogue/event-types.js';
import { EventTypeName } from './choices.js';
import { about, namedChoice, nullable, ObjectName, PrefixedId, UnixMs } from './common.js';

const DeliveryState = namedChoice<DeliveryStatus>(
  'WebhookDeliveryStatus',
  'Where a delivery stands; the first two are open',
  {
    pending: 'waits for its next attempt',
    delivering: 'an attempt is under way',
    delivered: 'answered with 2xx',
    failed:
      'the last attempt failed too, or its work was lost: then a new delivery follows (`resend_of`)',
    cancelled: 'the webhook was deleted, or an operator ended the delivery',
    skipped: 'the webhook was disabled; recover sends it',
  },
);
const DeliveryErrorCode = namedChoice<NotedDeliveryError>(
  'WebhookDeliveryError',
  'Why an attempt failed',
  { ...DELIVERY_ERRORS, ...PAST_DELIVERY_ERRORS },
);

const Status = nullable(Type.Integer({ description: 'HTTP status; null when no answer came' }));
const Failure = nullable(DeliveryErrorCode, 'Why the attempt failed; null when it did not');

const fields = {
  id: PrefixedId('dlv', 'Id of the delivery, the same in every attempt'),
  object: ObjectName('webhook_delivery'),
  event_id: Type.String({ description: 'The event that it carries' }),
  type: EventTypeName,
  status: DeliveryState,
  attempts: Type.Integer({ minimum: 0, description: 'How many requests were sent' }),
  last_status: Status,
  last_error: Failure,
  next_attempt_at: nullable(UnixMs('When the next attempt is due; null when none is')),
  resend_of: nullable(
    PrefixedId('dlv', 'The delivery that this one repeats; null for a first one'),
  ),
  created_at: UnixMs('When it was created'),
};

/** A delivery of a webhook, as callers see it. */
export const DeliverySchema = Type.Object(fields, {
  $id: 'WebhookDelivery',
  description: 'One event on its way to one webhook',
});
export type DeliveryBody = Static<typeof DeliverySchema>;

const AttemptSchema = Type.Object(
  {
    n: Type.Integer({ minimum: 1, description: 'Number of the attempt' }),
    url: Type.String({ description: 'Where it was sent' }),
    started_at: UnixMs('When it was sent'),
    duration_ms: Type.Integer({ minimum: 0, description: 'Milliseconds until its end' }),
    status: Status,
    error: Failure,
    response_excerpt: Type.String({ description: 'The first characters of the answer' }),
  },
  { $id: 'WebhookAttempt', description: 'One attempt of a delivery' },
);

/** One delivery with everything that is known of it. */
export const DeliveryDetailSchema = Type.Object(
  {
    ...fields,
    webhook_id: PrefixedId('whk', 'The webhook that it goes to'),
    request_body: Type.String({ description: 'The exact text that is signed and sent' }),
    attempt_log: Type.Array(AttemptSchema, { description: 'Every attempt, the first one first' }),
  },
  { $id: 'WebhookDeliveryDetail', description: 'A delivery with everything known of it' },
);
export type DeliveryDetailBody = Static<typeof DeliveryDetailSchema>;

/** Answer to POST /v1/webhooks/{id}/test. */
export const WebhookTestSchema = Type.Object(
  {
    object: ObjectName('webhook_test'),
    webhook_id: PrefixedId('whk', 'The webhook that was tested'),
    event: about(EventTypeName, 'The first type that the endpoint subscribes to.'),
    sent: Type.Boolean({
      description:
        'Whether the endpoint answered 2xx within 10 seconds. The answer waits for that, so it is never a guess; `delivery` says what came back instead',
    }),
    delivery: DeliverySchema,
  },
  { $id: 'WebhookTest', description: 'The outcome of a test event' },
);
export type WebhookTestBody = Static<typeof WebhookTestSchema>;

/** The columns of a delivery that the outside sees. */
export interface DeliveryView {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: EventType;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: NotedDeliveryError | null;
  readonly nextAttemptAt: Date | null;
  readonly resendOf: string | null;
  readonly createdAt: Date;
}

export interface AttemptView {
  readonly n: number;
  readonly url: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: NotedDeliveryError | null;
  readonly excerpt: string;
}

export function presentDelivery(row: DeliveryView): DeliveryBody {
  return {
    id: row.id,
    object: 'webhook_delivery',
    event_id: row.eventId,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    last_status: row.lastStatus,
    last_error: row.lastError,
    next_attempt_at: row.nextAttemptAt?.getTime() ?? null,
    resend_of: row.resendOf,
    created_at: row.createdAt.getTime(),
  };
}

/** @param body of the event, as it is sent */
export function presentDeliveryDetail(
  row: DeliveryView,
  body: string,
  attempts: readonly AttemptView[],
): DeliveryDetailBody {
  return {
    ...presentDelivery(row),
    webhook_id: row.endpointId,
    request_body: body,
    attempt_log: attempts.map((attempt) => ({
      n: attempt.n,
      url: attempt.url,
      started_at: attempt.startedAt.getTime(),
      duration_ms: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
      response_excerpt: attempt.excerpt,
    })),
  };
}
