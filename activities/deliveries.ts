import { stopDelivery } from '../domain/webhooks/close-deliveries.js';
import { pruneWebhooks } from '../domain/webhooks/prune-deliveries.js';
import type { AttemptResult } from '../domain/webhooks/decide-next-attempt.js';
import type { AttemptInput, AttemptOutcome, DeliveryJob } from '../domain/catalogue/runs.js';
import { attemptDelivery, type DeliveryDeps } from './attempt-delivery.js';
import { EndpointGate } from './endpoint-gate.js';
import { keepAlive } from './keep-alive.js';

/**
 * Creates the webhook delivery activities. Each process has one gate, which counts its attempts in
 * flight.
 * @param slots the number of activities that the worker runs concurrently (docs/decisions/0006)
 */
export function createDeliveryActivities(deps: DeliveryDeps, slots: number) {
  const held = { gate: new EndpointGate(slots), unrecorded: new Map<string, AttemptResult>() };
  return {
    async attemptDelivery(input: AttemptInput): Promise<AttemptOutcome> {
      return attemptDelivery(deps, held, input);
    },

    /** Closes a delivery row whose run was cancelled; does not change a delivery that has ended. */
    async closeDelivery({ deliveryId }: Pick<DeliveryJob, 'deliveryId'>): Promise<void> {
      await stopDelivery(deps.db.manager, deliveryId);
    },

    /** @returns the number of rows removed */
    async pruneWebhooks(): Promise<{ deliveries: number; events: number }> {
      return keepAlive(() => pruneWebhooks(deps.db));
    },
  };
}

export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;
