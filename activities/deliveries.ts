import { stopDelivery } from '../domain/webhooks/close-deliveries.js';
import { pruneWebhooks } from '../domain/webhooks/prune-webhooks.js';
import type { AttemptResult } from '../domain/webhooks/decide-next-attempt.js';
import type { AttemptInput, AttemptOutcome, DeliveryJob } from '../domain/catalogue/runs.js';
import { attemptDelivery, type DeliveryDeps } from './attempt-delivery.js';
import { EndpointGate } from './endpoint-gate.js';
import { keepAlive } from './keep-alive.js';

/** The most attempts that one outbound worker makes at a time; reasons: docs/decisions/0006. */
export const OUTBOUND_SLOTS = 1_000;

/**
 * Deliveries of webhooks. Each process has one gate, which counts what this process sends.
 * @param slots the number of activities that the worker runs at a time
 */
export function createDeliveryActivities(deps: DeliveryDeps, slots = OUTBOUND_SLOTS) {
  const held = { gate: new EndpointGate(slots), unrecorded: new Map<string, AttemptResult>() };
  return {
    async attemptDelivery(input: AttemptInput): Promise<AttemptOutcome> {
      return attemptDelivery(deps, held, input);
    },

    /** Closes the row of a delivery whose run was cancelled; one that has ended stays as it is. */
    async closeDelivery({ deliveryId }: Pick<DeliveryJob, 'deliveryId'>): Promise<void> {
      await stopDelivery(deps.db.manager, deliveryId);
    },

    /** @returns rows removed */
    async pruneWebhooks(): Promise<{ deliveries: number; events: number }> {
      return keepAlive(() => pruneWebhooks(deps.db));
    },
  };
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;
