import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { UPSTREAM_CALLS, type FinishedCall } from '../adapters/http/upstream-call.js';

/** One process's metrics, served on a private port. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly refusals: Counter<'code'>;
  readonly outboxTaken: Counter;
  readonly outboxWaiting: Gauge;
  readonly stuckGenerations: Gauge;
  readonly stuckPosts: Gauge;
  /** Counts each generation once, when it has ended. */
  readonly generations: Counter<'type' | 'model' | 'outcome' | 'code'>;
  readonly webhooks: WebhookMetrics;
  /** Unsubscribes from this process's calls. */
  stop(): void;
}

/** Delivery metrics, recorded by the outbound worker. */
export interface WebhookMetrics {
  /** Counts attempts by outcome: `delivered`, or the reason stored in `last_error`. */
  readonly attempts: Counter<'outcome'>;
  readonly deferred: Counter;
  /** Delays by attempt: `first` or `retry`. */
  readonly lag: Histogram<'attempt'>;
  readonly toDelivered: Histogram;
  readonly inFlight: Gauge;
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

function createWebhookMetrics(registers: Registry[]): WebhookMetrics {
  return {
    attempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Recorded delivery attempts, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    deferred: new Counter({
      name: 'webhook_deferred_total',
      help: 'Number of times an attempt was deferred because its endpoint used its share of the slots',
      registers,
    }),
    lag: new Histogram({
      name: 'webhook_due_lag_seconds',
      help: 'Time from when an attempt was due until it was sent',
      labelNames: ['attempt'],
      buckets: SECONDS,
      registers,
    }),
    toDelivered: new Histogram({
      name: 'webhook_commit_to_delivered_seconds',
      help: 'Time from an event to its 2xx response, for deliveries that succeed at the first attempt',
      buckets: SECONDS,
      registers,
    }),
    inFlight: new Gauge({
      name: 'webhook_attempts_in_flight',
      help: 'Attempts in flight in this process; each uses a slot',
      registers,
    }),
  };
}

/**
 * Measures every call to an upstream.
 * @returns a function that stops measuring
 */
function measureCalls(registers: Registry[]): () => void {
  const calls = new Histogram({
    name: 'provider_requests_seconds',
    help: 'Duration of each request to a provider or model',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const observe = (message: unknown): void => {
    const { provider, operation, outcome, seconds } = message as FinishedCall;
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
      help: 'Workflow starts waiting in the outbox',
      registers: [registry],
    }),
    stuckGenerations: new Gauge({
      name: 'stuck_generations',
      help: 'Generations open for RECONCILE_AFTER_SECONDS without activity of their run',
      registers: [registry],
    }),
    stuckPosts: new Gauge({
      name: 'stuck_posts',
      help: 'Posts due for RECONCILE_AFTER_SECONDS without activity of their run',
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
