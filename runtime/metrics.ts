import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { UPSTREAM_CALLS, type EndedCall } from '../adapters/http/upstream-call.js';

/** Metrics of one process, served on a private port. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly refusals: Counter<'code'>;
  readonly outboxTaken: Counter;
  readonly outboxWaiting: Gauge;
  readonly stuckGenerations: Gauge;
  readonly stuckPosts: Gauge;
  /** Generations that have ended, each counted once. */
  readonly generations: Counter<'type' | 'model' | 'outcome' | 'code'>;
  readonly webhooks: WebhookMetrics;
  /** Ends what listens for the calls of this process. */
  stop(): void;
}

/** What the outbound worker tells of deliveries. */
export interface WebhookMetrics {
  /** By outcome: `delivered`, or the reason as in `last_error`. */
  readonly attempts: Counter<'outcome'>;
  readonly deferred: Counter;
  /** By attempt: `first` or `retry`. */
  readonly lag: Histogram<'attempt'>;
  readonly toDelivered: Histogram;
  readonly inFlight: Gauge;
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

function createWebhookMetrics(registers: Registry[]): WebhookMetrics {
  return {
    attempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts that were recorded, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    deferred: new Counter({
      name: 'webhook_deferred_total',
      help: 'Times that an attempt was put off because its endpoint had its share of the slots',
      registers,
    }),
    lag: new Histogram({
      name: 'webhook_due_lag_seconds',
      help: 'Between the moment when an attempt was due and the moment when it was sent',
      labelNames: ['attempt'],
      buckets: SECONDS,
      registers,
    }),
    toDelivered: new Histogram({
      name: 'webhook_commit_to_delivered_seconds',
      help: 'Between an event and its first 2xx, where the first attempt got it',
      buckets: SECONDS,
      registers,
    }),
    inFlight: new Gauge({
      name: 'webhook_attempts_in_flight',
      help: 'Attempts that this process has under way, each in a slot',
      registers,
    }),
  };
}

/** Measures every call to an upstream. @returns what ends that */
function measureCalls(registers: Registry[]): () => void {
  const calls = new Histogram({
    name: 'provider_requests_seconds',
    help: 'Time of each request to a provider or model, from its begin to its answer',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const observe = (message: unknown): void => {
    const { provider, operation, outcome, seconds } = message as EndedCall;
    calls.observe({ provider, operation, outcome }, seconds);
  };
  UPSTREAM_CALLS.subscribe(observe);
  return () => {
    UPSTREAM_CALLS.unsubscribe(observe);
  };
}

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer an API request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    refusals: new Counter({
      name: 'api_refusals_total',
      help: 'Requests refused, by error code',
      labelNames: ['code'],
      registers: [registry],
    }),
    outboxTaken: new Counter({
      name: 'outbox_starts_total',
      help: 'Workflow starts that the relay took over',
      registers: [registry],
    }),
    outboxWaiting: new Gauge({
      name: 'outbox_waiting',
      help: 'Workflow starts that wait in the outbox',
      registers: [registry],
    }),
    stuckGenerations: new Gauge({
      name: 'stuck_generations',
      help: 'Generations open for RECONCILE_AFTER_SECONDS without a sign of their run',
      registers: [registry],
    }),
    stuckPosts: new Gauge({
      name: 'stuck_posts',
      help: 'Posts due for RECONCILE_AFTER_SECONDS without a sign of their run',
      registers: [registry],
    }),
    generations: new Counter({
      name: 'generations_total',
      help: 'Generations that have ended, by outcome and public error code',
      labelNames: ['type', 'model', 'outcome', 'code'],
      registers: [registry],
    }),
    webhooks: createWebhookMetrics([registry]),
    stop: measureCalls([registry]),
  };
}
