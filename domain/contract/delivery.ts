import { Type, type Static } from 'typebox';
import {
  DELIVERY_STATUSES,
  NOTED_DELIVERY_ERRORS,
  type DeliveryStatus,
  type NotedDeliveryError,
} from '../catalogue/delivery.js';
import { EVENT_TYPES, type EventType } from '../catalogue/event-types.js';
import { idPattern, nullable, oneOf, UnixMs } from './common.js';

const Status = nullable(Type.Integer({ description: 'HTTP status; null when no answer came' }));
const Failure = nullable(oneOf(NOTED_DELIVERY_ERRORS, { description: 'See docs/webhooks.md' }));

const fields = {
  id: Type.String({ pattern: idPattern('dlv') }),
  object: Type.Literal('webhook_delivery'),
  event_id: Type.String(),
  type: oneOf(EVENT_TYPES),
  status: oneOf(DELIVERY_STATUSES),
  attempts: Type.Integer({ minimum: 0 }),
  last_status: Status,
  last_error: Failure,
  next_attempt_at: nullable(UnixMs),
  resend_of: nullable(Type.String({ pattern: idPattern('dlv') })),
  created_at: UnixMs,
};

/** Webhook delivery record (spec, Resources). */
export const DeliverySchema = Type.Object(fields, { $id: 'WebhookDelivery' });
export type DeliveryBody = Static<typeof DeliverySchema>;

const AttemptSchema = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  url: Type.String(),
  started_at: UnixMs,
  duration_ms: Type.Integer({ minimum: 0 }),
  status: Status,
  error: Failure,
  response_excerpt: Type.String({ description: 'The first characters of the answer' }),
});

/** One delivery with everything that is known of it. */
export const DeliveryDetailSchema = Type.Object(
  {
    ...fields,
    webhook_id: Type.String({ pattern: idPattern('whk') }),
    request_body: Type.String({ description: 'The exact text that is signed and sent' }),
    attempt_log: Type.Array(AttemptSchema),
  },
  { $id: 'WebhookDeliveryDetail' },
);
export type DeliveryDetailBody = Static<typeof DeliveryDetailSchema>;

/** Answer to POST /v1/webhooks/{id}/test. */
export const WebhookTestSchema = Type.Object(
  {
    object: Type.Literal('webhook_test'),
    webhook_id: Type.String({ pattern: idPattern('whk') }),
    event: oneOf(EVENT_TYPES, { description: 'The first type that the endpoint subscribes to' }),
    sent: Type.Boolean({
      description:
        'Whether the endpoint answered 2xx within 10 seconds. The answer waits for that, so it is never a guess; `delivery` says what came back instead',
    }),
    delivery: DeliverySchema,
  },
  { $id: 'WebhookTest' },
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
