import {
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { DeliveryActivities } from '../activities/deliveries.js';
import { SIGNALS } from '../domain/catalogue/queues.js';
import type { DeliveryJob, DeliveryOutcome } from '../domain/catalogue/runs.js';
import { webhookAttempt } from './policies.js';

const outbound = proxyActivities<DeliveryActivities>(webhookAttempt);
const retryNowSignal = defineSignal(SIGNALS.retryNow);

/**
 * One event to one endpoint: an attempt, and after each that failed the wait that the attempt asked
 * for. `retryNow` ends a wait early. A deleted or disabled endpoint ends the run by its cancellation,
 * or at the latest when the next attempt finds the row closed.
 */
export async function deliverWebhook(job: DeliveryJob): Promise<DeliveryOutcome> {
  let wanted = false;
  setHandler(retryNowSignal, () => {
    wanted = true;
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const ended = await outbound.attemptDelivery.executeWithOptions(
        { summary: `attempt ${attempt}` },
        [{ ...job, attempt }],
      );
      if (ended.outcome !== 'retry') return ended.outcome;
      await condition(() => wanted, ended.delayMs, { summary: `retry ${attempt}` });
      wanted = false;
    } catch (error) {
      if (isCancellation(error)) return 'stopped';
      throw error;
    }
  }
}
