import { Type, type Static } from 'typebox';
import {
  DELIVERY_ERRORS,
  PAST_DELIVERY_ERRORS,
  type DeliveryStatus,
  type NotedDeliveryError,
} from '../catalogue/delivery-states.js';
import type { EventType } from '../catalogue/event-types.js';
import { EventTypeName } from './choices.js';
import {
  withDescription,
  buildNamedChoice,
  buildNullable,
  ObjectName,
  PrefixedId,
  UnixMs,
} from './common.js';

const DeliveryState = buildNamedChoice<DeliveryStatus>(
  'WebhookDeliveryStatus',
  'Status of the delivery. `pending` and `delivering` can still change',
  {
    pending: 'waiting for its next attempt',
    delivering: 'an attempt is in progress',
    delivered: 'the endpoint returned 2xx',
    failed:
      'the last attempt failed, or the delivery was lost and a new one replaces it (`resend_of`)',
    cancelled:
      'the webhook or the generation of the callback was deleted, the callback has another URL, or an operator cancelled the delivery',
    skipped: 'the webhook was disabled; to send the event, call `POST /v1/webhooks/{id}/recover`',
  },
);
const DeliveryErrorCode = buildNamedChoice<NotedDeliveryError>(
  'WebhookDeliveryError',
  'Why an attempt failed',
  { ...DELIVERY_ERRORS, ...PAST_DELIVERY_ERRORS },
);

const Status = buildNullable(
  Type.Integer({ description: 'HTTP status of the response. Null if there was no response' }),
);
const Failure = buildNullable(DeliveryErrorCode, "Why the attempt failed. Null if it didn't fail");

/** Fields of every delivery in a response. */
export const deliveryFields = {
  id: PrefixedId('dlv', 'Delivery ID, the same for every attempt'),
  object: ObjectName('webhook_delivery'),
  event_id: Type.String({ description: 'Event ID' }),
  type: EventTypeName,
  status: DeliveryState,
  attempts: Type.Integer({ minimum: 0, description: 'Number of attempts made' }),
  last_status: Status,
  last_error: Failure,
  next_attempt_at: buildNullable(UnixMs('Time of the next attempt', 'Null if none is scheduled')),
  resend_of: buildNullable(
    PrefixedId(
      'dlv',
      'The delivery that this one repeats. Null if this is the first delivery of the event',
    ),
  ),
  created_at: UnixMs('Creation time'),
};

/** A webhook delivery in a response. */
export const DeliverySchema = Type.Object(deliveryFields, {
  $id: 'WebhookDelivery',
  description: 'The delivery of one event to one webhook',
});
export type DeliveryBody = Static<typeof DeliverySchema>;

const AttemptSchema = Type.Object(
  {
    n: Type.Integer({ minimum: 1, description: 'Attempt number' }),
    url: Type.String({ description: 'URL of the request' }),
    started_at: UnixMs('Time the attempt started'),
    duration_ms: Type.Integer({ minimum: 0, description: 'Duration in milliseconds' }),
    status: Status,
    error: Failure,
    response_excerpt: Type.String({ description: 'Start of the response body' }),
  },
  { $id: 'WebhookAttempt', description: 'One attempt of a delivery' },
);

/** A delivery with its request and attempts. */
export const DeliveryDetailSchema = Type.Object(
  {
    ...deliveryFields,
    webhook_id: PrefixedId('whk', 'The webhook that the delivery was sent to'),
    request_body: Type.String({ description: 'The exact text that is signed and sent' }),
    attempt_log: Type.Array(AttemptSchema, { description: 'All attempts, oldest first' }),
  },
  { $id: 'WebhookDeliveryDetail', description: 'A delivery with its request and attempts' },
);
export type DeliveryDetailBody = Static<typeof DeliveryDetailSchema>;

/** Response of POST /v1/webhooks/{id}/test. */
export const WebhookTestSchema = Type.Object(
  {
    object: ObjectName('webhook_test'),
    webhook_id: PrefixedId('whk', 'The webhook that was tested'),
    event: withDescription(EventTypeName, 'The first event type the endpoint subscribes to.'),
    sent: Type.Boolean({
      description:
        'True if the endpoint returned 2xx within 10 seconds. If false, see `delivery` for the reason',
    }),
    delivery: DeliverySchema,
  },
  { $id: 'WebhookTest', description: 'The result of a test event' },
);
export type WebhookTestBody = Static<typeof WebhookTestSchema>;

/** The columns of a delivery that responses contain. */
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

/**
 * Presents a delivery with its details.
 * @param body the event, exactly as sent
 */
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
