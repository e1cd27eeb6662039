import { pruneWebhooks } from '../domain/webhooks/prune-webhooks.js';
import type { AttemptResult } from '../domain/webhooks/record-attempt.js';
import type { AttemptOutcome } from '../domain/catalogue/runs.js';
import { attemptDelivery, type AttemptInput, type DeliveryDeps } from './attempt-delivery.js';
import { EndpointGate } from './endpoint-gate.js';
import { keepAlive } from './keep-alive.js';

/** Attempts under way in one outbound worker at most; docs/decisions/0006 says why so many. */
export const OUTBOUND_SLOTS = 1_000;

/**
 * Deliveries of webhooks. One gate a process: what it counts is what this process sends.
 * @param slots as many as the worker has for activities
 */
export function createDeliveryActivities(deps: DeliveryDeps, slots = OUTBOUND_SLOTS) {
  const held = { gate: new EndpointGate(slots), unrecorded: new Map<string, AttemptResult>() };
  return {
    async attemptDelivery(input: AttemptInput): Promise<AttemptOutcome> {
      return attemptDelivery(deps, held, input);
    },

    /** @returns rows removed */
    async pruneWebhooks(): Promise<{ deliveries: number; events: number }> {
      return keepAlive(() => pruneWebhooks(deps.db));
    },
  };
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;
