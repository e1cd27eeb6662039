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
 * Delivers one event to one endpoint: makes an attempt, and after a failed one waits as long as the
 * attempt asked for. `retryNow` ends a wait early. When the endpoint is deleted or disabled, the
 * run is cancelled; otherwise it ends when the next attempt finds the row closed.
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
